internal import Dashboard
internal import Documents
internal import DownloadCore
internal import Platform
internal import Synchronization

/// The published files of the managed documents directory, as its catalogue and the disk tell them.
///
/// Looking and reading block, each on a thread of its own: a file that takes minutes to be read keeps nobody from scrolling.
final class DirectoryFiles: FilesSource {
    let changes: AsyncStream<Void>
    private let lister: Lister
    private let reader: Reader
    private let watch: ChangeWatch
    private let isClosed: ClosingFlag

    init(_ directory: String) throws(SystemError) {
        isClosed = ClosingFlag()
        lister = try Lister(directory)
        reader = try Reader(isClosed)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = stream
        // The files themselves, and the catalogue that names them.
        watch = ChangeWatch(of: [directory + "/", directory + "/.haul/"]) { continuation.yield() }
    }

    func page(_ query: FilesQuery) async -> FilesPage { await lister.page(query) }
    func files(matching text: String, _ sort: Sort, rows: Range<Int>?) async -> [PublishedFile] {
        await lister.files(matching: text, sort, rows: rows)
    }

    func check(_ file: PublishedFile) async -> FileCheck { await reader.check(file) }
    func delete(_ file: PublishedFile) async -> String? { await lister.delete(file) }

    func close() async {
        isClosed.set()
        watch.stop()
        await lister.close()
        await reader.close()
    }
}

/// The dashboard has ended: what is being read is given up.
private final class ClosingFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}

/// Looks into the catalogue and at the names.
private actor Lister {
    private let directory: String
    private let executor: SerialThreadExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Files of one look at all of them.
    private static let portion = 10_000

    init(_ directory: String) throws(SystemError) {
        self.directory = directory
        executor = try SerialThreadExecutor(name: "haul-files")
    }

    func page(_ query: FilesQuery) -> FilesPage {
        do throws(Failure) {
            guard let published = try PublishedFiles(directory: directory) else {
                return FilesPage(query, total: 0, matching: 0, files: [], problem: PublishedFiles.absence(of: directory))
            }
            let found = try published.stretch(
                matching: query.text,
                sort: query.sort,
                limit: query.limit,
                offset: query.start,
                anchor: query.anchor.map { ($0.id.name, $0.time.seconds, $0.id.inode) }
            )
            return FilesPage(
                query,
                total: found.total,
                matching: found.matching,
                files: Self.files(found.entries, published, in: directory),
                anchorRow: found.place
            )
        } catch {
            return FilesPage(query, total: 0, matching: 0, files: [], problem: error.detail)
        }
    }

    func files(matching text: String, _ sort: Sort, rows: Range<Int>?) -> [PublishedFile] {
        var files: [PublishedFile] = []
        // What cannot be listed is not marked; the list itself says why.
        guard let published = try? PublishedFiles(directory: directory) else { return [] }
        let end = rows?.upperBound ?? .max
        var offset = rows?.lowerBound ?? 0
        while offset < end {
            let limit = min(Self.portion, end - offset)
            guard let entries = try? published.entries(matching: text, sort: sort, limit: limit, offset: offset) else { break }
            files += Self.files(entries, published, in: directory)
            offset += entries.count
            if entries.count < limit { break }
        }
        return files
    }

    func delete(_ file: PublishedFile) -> String? {
        let (folder, name) = file.place
        do throws(Failure) {
            guard let published = try PublishedFiles(directory: folder) else { return nil }
            try published.delete(name, inode: file.id.inode == 0 ? nil : file.id.inode)
            return nil
        } catch {
            return error.detail
        }
    }

    nonisolated func close() async {
        executor.stop()
    }

    private static func files(_ entries: [CatalogueEntry], _ published: PublishedFiles, in directory: String) -> [PublishedFile] {
        entries.map { file($0, published, in: directory) }
    }

    private static func file(_ entry: CatalogueEntry, _ published: PublishedFiles, in directory: String) -> PublishedFile {
        var file = PublishedFile(
            id: PublishedFile.ID(name: entry.name, inode: entry.inode),
            path: directory + (directory.hasSuffix("/") ? "" : "/") + entry.name,
            originalName: entry.originalName,
            url: entry.url,
            bytes: entry.size,
            digest: entry.digest.flatMap { Checksum(parsing: $0) },
            time: WallTime(seconds: entry.time)
        )
        guard let found = published.look(at: entry.name) else {
            file.state = .missing
            return file
        }
        // The last byte was written before the file was published, and clocks of file systems are coarse.
        let isTouched = found.modified > file.time.advanced(by: .seconds(3))
        file.state = found.bytes != entry.size ? .changed : isTouched ? .touched : .there
        return file
    }
}

/// Reads whole files.
private actor Reader {
    private let executor: SerialThreadExecutor
    private let isClosed: ClosingFlag

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ isClosed: ClosingFlag) throws(SystemError) {
        self.isClosed = isClosed
        executor = try SerialThreadExecutor(name: "haul-verify")
    }

    func check(_ file: PublishedFile) -> FileCheck {
        let (folder, name) = file.place
        let entry = CatalogueEntry(
            name: name,
            originalName: file.originalName,
            url: file.url,
            size: file.bytes,
            digest: file.digest.map { "\($0.algorithm.rawValue)=\($0.hex)" },
            time: file.time.seconds,
            device: 0,
            inode: file.id.inode
        )
        do throws(Failure) {
            guard let published = try PublishedFiles(directory: folder) else { return .missing }
            switch published.check(entry, isCancelled: { isClosed.isSet }) {
            case .intact: return .intact
            case .sameLength: return .sameLength
            case .changed: return .changed
            case .missing: return .missing
            case .unreadable(let why): return .unreadable(why)
            }
        } catch {
            return .unreadable(error.detail)
        }
    }

    /// Waits for the piece that is being read: the library of the digests must not be left while it works.
    nonisolated func close() async {
        executor.stop()
    }
}

extension PublishedFile {
    /// Its folder and its name there.
    fileprivate var place: (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
