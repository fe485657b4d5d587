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

    /// A page of the list, the newest first.
    ///
    /// A catalogue that is missing or damaged is made up for by what the files themselves tell.
    /// - Parameters:
    ///   - text: only what has this in its name, its original name or its address; letters of ASCII match in either case.
    ///   - limit: at most so many.
    ///   - offset: passes over so many.
    /// - Returns: the entries.
    /// - Throws: `open-file` when the catalogue is there, is in order and still cannot be read.
    public func entries(matching text: String? = nil, limit: Int, offset: Int) throws(Failure) -> [CatalogueEntry] {
        let path = root.path(of: PartName.folder) + "/" + Catalogue.fileName
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, access: .readOnly)
            guard try connection.hasTable() else { return fromFiles(text, limit, offset) }
            return try connection.entries(matching: text, limit: limit, offset: offset)
        } catch {
            guard error.isBusy else { return fromFiles(text, limit, offset) }
            throw Failure(.openFile, "the catalogue \(path) is in use: \(error.message)")
        }
    }

    private func fromFiles(_ text: String?, _ limit: Int, _ offset: Int) -> [CatalogueEntry] {
        let wanted = Self.lowered(text ?? "")
        let found = root.publishedFiles().filter { entry in
            wanted.isEmpty || [entry.name, entry.originalName, entry.url ?? ""].contains { Self.lowered($0).contains(wanted) }
        }
        let sorted = found.sorted { ($0.time, $0.name) > ($1.time, $1.name) }
        return Array(sorted.dropFirst(max(0, offset)).prefix(max(0, limit)))
    }

    private static func lowered(_ text: String) -> [UInt8] {
        text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    }

    /// Looks at a file and, where a digest is known, reads all of it.
    public func check(_ entry: CatalogueEntry) -> Check {
        do {
            guard let status = try root.status(of: entry.name), status.kind == .regular else { return .missing }
            guard status.size == entry.size else { return .changed }
            guard let expected = entry.digest.flatMap({ Checksum(parsing: $0) }) else { return .sameLength }
            let file = try root.openFile(entry.name, .read)
            return try SlowWork.digest(of: file, expected.algorithm) == expected ? .intact : .changed
        } catch let error as SystemError {
            return .unreadable(error.message)
        } catch let error as Failure {
            return .unreadable(error.detail)
        } catch {
            return .unreadable("\(error)")
        }
    }
}
