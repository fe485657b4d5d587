public import DownloadCore
internal import Platform
internal import SQLite

/// The tasks and the history of one owner, in one SQLite database that one process at a time may use.
///
/// It runs on a thread of its own, since SQLite blocks. Files are 0600 in a folder of 0700: requests hold secrets.
public actor SQLiteStore: TaskStore {
    /// So many events are kept.
    static let eventLimit: Int64 = 10_000

    /// The name of this store: made once, part of the names of its part files.
    public nonisolated let storeID: String

    /// What was wrong with the database when it was opened, in words for people.
    public nonisolated let openingWarnings: [String]

    /// Rows that could not be read, so far.
    var setApart = 0

    /// Everything that has been wrong with the database since it was opened.
    public private(set) var warnings: [String]

    let coder = RowCoder()

    /// The requests of running tasks as they were last stored: they share their memory with the records they came from.
    var requests: [TaskID: DownloadRequest] = [:]
    private let executor: SerialThreadExecutor
    private var lock: StoreLock?
    private var database: SQLiteConnection?
    private var synchronous = Durability.full

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the store in a folder, and makes both as needed.
    ///
    /// - Parameter directory: An absolute path; the folder becomes 0700.
    /// - Throws: `session-in-use` while another process has it open, `open-file` for one of a newer version, `create-folder`, `disk-full`.
    public init(directory: String) throws(Failure) {
        let folder: Directory
        do throws(SystemError) {
            guard directory.utf8.first == UInt8(ascii: "/") else { throw SystemError(.invalidArgument, "mkdir", path: directory) }
            folder = try Directory.make(directory, mode: 0o700)
            if try folder.status().mode & 0o077 != 0 { try folder.setMode(0o700) }
        } catch {
            throw Failure(error.code.isFull ? .diskFull : .createFolder, error.description)
        }
        let lock = try StoreLock.take(in: folder)
        var opening = Opening(folder: folder)
        let database = try opening.open()
        try self.init(database, lock: lock, warnings: opening.warnings)
    }

    /// A store that is gone with this object.
    public static func ephemeral() throws(Failure) -> SQLiteStore {
        let database = try translating { () throws(SQLiteError) in try SQLiteConnection(path: ":memory:") }
        do throws(Migration.Refusal) {
            try Migration.apply(to: database)
        } catch {
            throw Opening.failure(error)
        }
        return try SQLiteStore(database, lock: nil, warnings: [])
    }

    private init(_ database: sending SQLiteConnection, lock: StoreLock?, warnings: [String]) throws(Failure) {
        storeID = try translating { () throws(SQLiteError) in try Self.name(of: database) }
        executor = try translating { () throws(SystemError) in try SerialThreadExecutor(name: "haul-store") }
        self.lock = lock
        self.database = database
        self.warnings = warnings
        openingWarnings = warnings
    }

    /// Closes the database and gives the lock back; everything later fails.
    public func close() {
        database = nil
        lock = nil
    }

    /// Moves what is in the log into the database and empties the log.
    public func checkpoint() throws(Failure) {
        try read { (database) throws(SQLiteError) in try database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    func warn(_ text: String) {
        warnings.append(text)
    }

    /// Uses the database outside of a transaction.
    func read<Result>(_ body: (SQLiteConnection) throws(SQLiteError) -> Result) throws(Failure) -> Result {
        guard let database else { throw Failure(.internal, "the store is closed") }
        return try translating { () throws(SQLiteError) in try body(database) }
    }

    /// Runs one transaction.
    func write<Result>(_ durability: Durability, _ body: (SQLiteConnection) throws(SQLiteError) -> Result) throws(Failure) -> Result {
        try read { (database) throws(SQLiteError) in
            if synchronous != durability {
                try database.setSynchronous(durability == .full ? .full : .normal)
                synchronous = durability
            }
            return try database.transaction { () throws(SQLiteError) in try body(database) }
        }
    }

    private static func name(of database: SQLiteConnection) throws(SQLiteError) -> String {
        try database.setSynchronous(.full)
        return try database.transaction { () throws(SQLiteError) in
            let key = SQLiteValue.text("store")
            if let name = try database.text("SELECT value FROM meta WHERE key = ?", [key]), !name.isEmpty { return name }
            let name = StoreName.random()
            try database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [key, .text(name)])
            return name
        }
    }
}
