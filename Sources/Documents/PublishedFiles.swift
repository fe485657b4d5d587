public import DownloadCore
internal import Platform
internal import SQLite

/// What was published in a documents directory, for those who only look: nothing is made, repaired or locked there.
///
/// Everything here blocks on the disk.
public struct PublishedFiles {
    /// What became of a file since it was published.
    public enum Check: Sendable, Hashable {
        /// Its length and its digest are right.
        case intact
        /// Its length is right, and no digest is known.
        case sameLength
        case changed
        case missing
        case unreadable(String)
    }

    private let root: Directory

    /// What is said of a directory that is not there, by those who cannot know whether it ever was.
    public static func absence(of directory: String) -> String {
        "the documents folder is not there: \(directory); mount its disk or put it back, else the next download makes it"
    }

    /// Nil when there is no such directory.
    ///
    /// - Throws: `open-file` when it is there and cannot be opened.
    public init?(directory: String) throws(Failure) {
        do throws(SystemError) {
            root = try Directory.open(directory)
        } catch {
            if error.code == .noSuchFile { return nil }
            throw Failure(error, .openFile)
        }
    }

    /// A page of the list.
    ///
    /// A catalogue that is missing or damaged is made up for by what the files themselves tell.
    /// - Parameters:
    ///   - text: only what has this in its name, its original name or its address; letters of ASCII match in either case.
    ///   - sort: its order, by one of `Sort.fileColumns`.
    ///   - limit: at most so many.
    ///   - offset: passes over so many.
    /// - Returns: the entries.
    /// - Throws: `open-file` when the catalogue is there, is in order and still cannot be read.
    public func entries(
        matching text: String? = nil,
        sort: Sort = .newestFiles,
        limit: Int,
        offset: Int
    ) throws(Failure) -> [CatalogueEntry] {
        let path = root.path(of: PartName.folder) + "/" + Catalogue.fileName
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, access: .readOnly)
            guard try connection.hasTable() else { return fromFiles(text, sort, limit, offset) }
            return try connection.entries(matching: text, sort: sort, limit: limit, offset: offset)
        } catch {
            guard error.isBusy else { return fromFiles(text, sort, limit, offset) }
            throw Failure(.openFile, "the catalogue \(path) is in use: \(error.message)")
        }
    }

    private func fromFiles(_ text: String?, _ sort: Sort, _ limit: Int, _ offset: Int) -> [CatalogueEntry] {
        Array(allFromFiles(text, sort).dropFirst(max(0, offset)).prefix(max(0, limit)))
    }

    /// What the files themselves tell.
    private func allFromFiles(_ text: String?, _ sort: Sort) -> [CatalogueEntry] {
        let wanted = Self.lowered(text ?? "")
        let found = root.publishedFiles().filter { entry in
            wanted.isEmpty || [entry.name, entry.originalName, entry.url ?? ""].contains { Self.lowered($0).contains(wanted) }
        }
        return found.map { ($0, place(of: $0)) }.sorted { sort.precedes($0.1, $1.1) }.map(\.0)
    }

    private func place(of entry: CatalogueEntry) -> Sort.FilePlace {
        Sort.FilePlace(original: entry.originalName, bytes: entry.size, time: entry.time, published: entry.name)
    }

    private static func lowered(_ text: String) -> [UInt8] {
        text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    }

    /// A part of the list with the numbers around it.
    public struct Stretch: Sendable, Hashable {
        /// All files there are.
        public var total: Int

        /// Those that fit the text.
        public var matching: Int
        public var entries: [CatalogueEntry]

        /// Where the anchor is among those that fit; nil when it is not.
        public var place: Int?

        public init(total: Int, matching: Int, entries: [CatalogueEntry], place: Int? = nil) {
            self.total = total
            self.matching = matching
            self.entries = entries
            self.place = place
        }
    }

    /// What a window on a long list shows.
    ///
    /// - Parameters:
    ///   - text: as for `entries`.
    ///   - sort: as well.
    ///   - limit: at most so many entries.
    ///   - offset: passes over so many.
    ///   - anchor: a file whose place is told: its name, its time and its inode.
    /// - Returns: the entries and the numbers.
    /// - Throws: as `entries`.
    public func stretch(
        matching text: String? = nil,
        sort: Sort = .newestFiles,
        limit: Int,
        offset: Int,
        anchor: (name: String, time: Int64, inode: UInt64)? = nil
    ) throws(Failure) -> Stretch {
        let path = root.path(of: PartName.folder) + "/" + Catalogue.fileName
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, access: .readOnly)
            if try connection.hasTable() {
                let total = try connection.count()
                return Stretch(
                    total: total,
                    matching: text?.isEmpty ?? true ? total : try connection.count(matching: text),
                    entries: limit > 0 ? try connection.entries(matching: text, sort: sort, limit: limit, offset: offset) : [],
                    place: try anchor.flatMap { (anchor) throws(SQLiteError) in
                        try connection.place(of: anchor.name, anchor.inode, time: anchor.time, matching: text, sort: sort)
                    }
                )
            }
        } catch {
            if error.isBusy { throw Failure(.openFile, "the catalogue \(path) is in use: \(error.message)") }
        }
        let fitting = allFromFiles(text, sort)
        return Stretch(
            total: text?.isEmpty ?? true ? fitting.count : allFromFiles(nil, sort).count,
            matching: fitting.count,
            entries: Array(fitting.dropFirst(max(0, offset)).prefix(max(0, limit))),
            place: anchor.flatMap { anchor in fitting.firstIndex { $0.name == anchor.name && $0.inode == anchor.inode } }
        )
    }

    /// What a look at a name shows, without reading the file: its length and when it was written; nil when there is no such file.
    public func look(at name: String) -> (bytes: Int64, modified: WallTime)? {
        // What cannot be looked at is not there for those who ask.
        guard let status = try? root.status(at: name), status.kind == .regular else { return nil }
        return (status.size, WallTime(nanoseconds: status.modified))
    }

    /// Deletes a file and takes it off the list; one that is gone is only taken off.
    ///
    /// - Parameters:
    ///   - name: the name it was published under.
    ///   - inode: which one of several of that name is taken off the list; nil for all.
    /// - Throws: `write-file` when the name is no file's, or the file cannot be deleted.
    public func delete(_ name: String, inode: UInt64? = nil) throws(Failure) {
        do throws(SystemError) {
            if let status = try root.status(at: name), let (folder, last) = try root.locate(name) {
                guard status.kind == .regular else { throw SystemError(.invalidArgument, "delete", path: root.path(of: name)) }
                _ = try folder.remove(last)
            }
        } catch {
            throw Failure(error, .writeFile)
        }
        let path = root.path(of: PartName.folder) + "/" + Catalogue.fileName
        // The list is a convenience: what stays on it is shown as missing.
        guard let folder = try? root.openDirectory(PartName.folder), (try? folder.status(of: Catalogue.fileName))??.kind == .regular,
            let connection = try? SQLiteConnection(path: path), (try? connection.hasTable()) ?? false
        else { return }
        try? connection.remove(name, inode: inode)
    }

    /// Looks at a file and, where a digest is known, reads all of it.
    ///
    /// - Parameters:
    ///   - entry: the file.
    ///   - isCancelled: asked after each piece; the result is `unreadable` then.
    /// - Returns: what became of it.
    public func check(_ entry: CatalogueEntry, isCancelled: () -> Bool = { false }) -> Check {
        do {
            guard let status = try root.status(at: entry.name), let (folder, name) = try root.locate(entry.name), status.kind == .regular
            else { return .missing }
            guard status.size == entry.size else { return .changed }
            guard let expected = entry.digest.flatMap({ Checksum(parsing: $0) }) else { return .sameLength }
            let file = try folder.openFile(name, .read)
            return try SlowWork.digest(of: file, expected.algorithm, isCancelled: isCancelled) == expected ? .intact : .changed
        } catch let error as SystemError {
            return .unreadable(error.message)
        } catch let error as Failure {
            return .unreadable(error.detail)
        } catch {
            return .unreadable("\(error)")
        }
    }
}
