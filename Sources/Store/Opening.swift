internal import DownloadCore
internal import Platform
internal import SQLite

/// How a store's database is opened, or made anew when it is damaged.
struct Opening {
    static let fileName = "tasks.db"

    let folder: Directory
    private(set) var warnings: [String] = []

    init(folder: Directory) {
        self.folder = folder
    }

    /// Opens the database and brings its schema up to date.
    mutating func open() throws(Failure) -> SQLiteConnection {
        do throws(Migration.Refusal) {
            return try connect()
        } catch {
            guard case .failed(let reason) = error, reason.isDamage else { throw Self.failure(error) }
        }
        let name = try setAside()
        warnings.append("the store was damaged and is kept as \(name)")
        do throws(Migration.Refusal) {
            let fresh = try connect()
            warnings.append(contentsOf: Salvage(from: folder.path(of: name), to: fresh).run())
            return fresh
        } catch {
            throw Self.failure(error)
        }
    }

    private func connect() throws(Migration.Refusal) -> SQLiteConnection {
        let database: SQLiteConnection
        do throws(SQLiteError) {
            // SQLite would make it by the umask; its journals take the mode of the database.
            guard let file = try? folder.openFile(Self.fileName, .readWrite, creation: .ifMissing), (try? file.setMode(0o600)) != nil else {
                throw .cannotOpen("\(folder.path(of: Self.fileName)) cannot be opened")
            }
            database = try SQLiteConnection(path: folder.path(of: Self.fileName))
            try database.useWriteAheadLog()
            // What was secret in a row leaves the file with the row.
            try database.run("PRAGMA secure_delete = ON")
            guard try database.isIntact() else { throw .damaged("the check found faults") }
        } catch {
            throw .failed(error)
        }
        try Migration.apply(to: database)
        return database
    }

    /// Gives the damaged database and its journals other names; nothing is ever deleted.
    private func setAside() throws(Failure) -> String {
        try translating { () throws(SystemError) -> String in
            let taken = Set(try folder.names())
            var number = 1
            while taken.contains("\(Self.fileName).damaged-\(number)") { number += 1 }
            let name = "\(Self.fileName).damaged-\(number)"
            // The journals first: next to a new database they would be taken for that one's. SQLite finds them by the same suffixes.
            for suffix in ["-wal", "-shm", "-journal"] where taken.contains(Self.fileName + suffix) {
                try folder.renameReplacing(Self.fileName + suffix, to: name + suffix, in: folder)
            }
            try folder.renameReplacing(Self.fileName, to: name, in: folder)
            try folder.sync()
            return name
        }
    }

    static func failure(_ refusal: Migration.Refusal) -> Failure {
        switch refusal {
        case .newer(let step):
            Failure(.openFile, "the store was written by a newer version of haul (\"\(step)\"); update haul")
        case .failed(let error):
            Failure(error)
        }
    }
}
