internal import Compression
internal import DownloadCore
internal import Headless
internal import Platform

/// The entries of a command, from its words or streamed from a list.
struct BatchInput {
    enum Item: Sendable {
        case entry(DownloadRequest)
        case warning(line: Int, String)
        case error(line: Int, String)
    }

    /// What is said of a list without an entry: silence would look like success of something.
    static let emptiness = "the list is empty"

    /// Whether a list was read to its end and nothing was in it.
    var isEmptyList: Bool { options.inputFile != nil && reader == nil && list.isEmpty }

    private let options: BatchOptions
    private let defaults: RequestDefaults

    /// Where relative paths of the list start.
    private let folder = ThisProcess.workingFolder
    private var reader: ListFile?
    private var list = InputList()
    private var ready: [Item]

    /// - Throws: `open-file` when the list cannot be read.
    init(options: BatchOptions, defaults: RequestDefaults) throws(Failure) {
        self.options = options
        self.defaults = defaults
        ready = options.urls.reversed().map { .entry(options.request(urls: [$0], defaults: defaults)) }
        reader = nil
        if let path = options.inputFile { reader = try ListFile(path) }
    }

    /// The next entry or complaint; nil at the end.
    mutating func next() throws(Failure) -> Item? {
        while ready.isEmpty, reader != nil {
            var found: [ListItem] = []
            if let chunk = try reader?.next() {
                found = list.feed(chunk)
            } else {
                found = list.finish()
                reader = nil
            }
            ready = found.reversed().map(item)
        }
        return ready.popLast()
    }

    private func item(_ found: ListItem) -> Item {
        switch found {
        case .entry(let entry):
            .entry(entry.request(options: options, defaults: defaults, relativeTo: folder))
        case .warning(let line, let text): .warning(line: line, text)
        case .error(let line, let why): .error(line: line, why)
        }
    }
}

/// A list of entries on disk or on standard input, plain or gzipped.
final class ListFile {
    private static let chunk = 64 * 1024

    private let path: String
    private let file: File
    private var gunzip: Gunzip?
    private var isFirst = true

    init(_ path: String) throws(Failure) {
        self.path = path
        do {
            file = path == "-" ? try File.standardInput() : try File.open(path, .read)
        } catch {
            throw Failure(.openFile, "\(path): \(error.message)")
        }
    }

    /// The next bytes of the list, unpacked; nil at its end.
    func next() throws(Failure) -> [UInt8]? {
        let bytes: [UInt8]
        do {
            bytes = try file.readNext(atMost: Self.chunk)
        } catch {
            throw Failure(.openFile, "\(path): \(error.message)")
        }
        if isFirst, Gunzip.isMagic(bytes) { gunzip = try? Gunzip() }
        isFirst = false
        guard gunzip != nil else { return bytes.isEmpty ? nil : bytes }
        if bytes.isEmpty {
            guard gunzip?.isComplete ?? true else { throw Failure(.openFile, "\(path): the compressed list ends too early") }
            return nil
        }
        var unpacked: [UInt8] = []
        do throws(Gunzip.Damaged) {
            try gunzip?.feed(bytes) { unpacked += $0 }
        } catch {
            throw Failure(.openFile, "\(path): the compressed list is damaged")
        }
        return unpacked
    }
}
