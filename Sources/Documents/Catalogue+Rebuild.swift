internal import DownloadCore
internal import Platform
internal import SQLite

extension Catalogue {
    /// The open database; opened again when its file was deleted or replaced, filled from the files when it is new.
    func current() throws(SQLiteError) -> SQLiteConnection {
        let found = (try? folder.status(of: Self.fileName)) ?? nil
        if let connection, let found, let opened, found.isSameFile(as: opened) { return connection }
        connection = nil
        // A link or a folder in its place is not ours to use.
        guard found.map({ $0.kind == .regular }) ?? true else { throw .cannotOpen("not a file") }
        let database = try SQLiteConnection(path: folder.path(of: Self.fileName))
        // A convenience that is rebuilt from the files' attributes when it is damaged: no file waits for its syncs.
        try database.setSynchronous(.off)
        if try !database.hasTable() { try database.makeTable(filledWith: publishedFiles()) }
        opened = (try? folder.status(of: Self.fileName)) ?? nil
        connection = database
        return database
    }

    /// Gives a damaged database and its journal other names; nothing is ever deleted.
    func setAside() {
        connection = nil
        // Two processes may find the damage at once. The second must not set aside the new database of the first. Without a lock, or when
        // something fails, the catalogue stays as it is: it is only a convenience.
        guard let own = try? Directory.open(folder.path), (try? own.lock()) == true, isDamaged() else { return }
        guard let names = try? own.names() else { return }
        let taken = Set(names)
        for number in 1...10_000 {
            let name = "\(Self.fileName).damaged-\(number)"
            guard !taken.contains(name) else { continue }
            // The journal first: next to a new database it would be taken for that one's.
            for suffix in ["-journal", "-wal"] where taken.contains(Self.fileName + suffix) {
                guard (try? own.renameReplacing(Self.fileName + suffix, to: name + suffix, in: own)) != nil else { return }
            }
            try? own.renameReplacing(Self.fileName, to: name, in: own)
            return
        }
    }

    private func isDamaged() -> Bool {
        do throws(SQLiteError) {
            return try !SQLiteConnection(path: folder.path(of: Self.fileName)).isIntact()
        } catch {
            return error.isDamage
        }
    }

    /// The files that carry our attributes; none when the folder cannot be read.
    private func publishedFiles() -> [CatalogueEntry] {
        root.publishedFiles()
    }
}

extension Directory {
    /// The files in it that carry our attributes; none when the folder cannot be read.
    func publishedFiles() -> [CatalogueEntry] {
        publishedFiles(below: "", depth: 0)
    }

    /// No rule puts a file deeper than this.
    private static let mostDepth = 8

    private func publishedFiles(below path: String, depth: Int) -> [CatalogueEntry] {
        let names = ((try? self.names()) ?? []).filter { $0.utf8.first != UInt8(ascii: ".") }
        return names.flatMap { name -> [CatalogueEntry] in
            guard (try? status(of: name))??.kind == .directory else {
                guard var entry = publishedFile(name) else { return [] }
                entry.name = path + name
                return [entry]
            }
            guard depth < Self.mostDepth, let folder = try? openDirectory(name) else { return [] }
            return folder.publishedFiles(below: path + name + "/", depth: depth + 1)
        }
    }

    /// What a file tells of itself; nil for files that Haul did not publish, and for those that cannot be read.
    private func publishedFile(_ name: String) -> CatalogueEntry? {
        guard (try? status(of: name))??.kind == .regular, let file = try? openFile(name, .read), let status = try? file.status(),
            let original = (try? file.attribute(FileAttribute.name)) ?? nil
        else { return nil }
        return CatalogueEntry(
            name: name,
            originalName: original,
            url: (try? file.attribute(FileAttribute.origin)) ?? nil,
            size: status.size,
            digest: (try? file.attribute(FileAttribute.digest)) ?? nil,
            time: status.modified / 1_000_000_000,
            device: status.device,
            inode: status.inode
        )
    }
}
