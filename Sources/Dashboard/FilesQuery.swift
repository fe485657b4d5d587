public import DownloadCore

/// A stretch of the list of published files that the screen needs.
public struct FilesQuery: Sendable, Hashable {
    /// A file whose place is told, so that the cursor stays on it when newer ones come.
    public struct Anchor: Sendable, Hashable {
        public var id: PublishedFile.ID
        public var time: WallTime

        /// Where it was.
        public var row: Int
    }

    /// Only files with this in a name or in the address; letters of ASCII match in either case.
    public var text = ""

    /// By one of `Sort.fileColumns`.
    public var sort = Sort.newestFiles
    public var start = 0

    /// 0 when only the number of files is wanted.
    public var limit = 0
    public var anchor: Anchor?

    /// Counts the changes of the directory, so that the same stretch is read again after each.
    var generation = 0

    public init(text: String = "", sort: Sort = .newestFiles, start: Int = 0, limit: Int = 0, anchor: Anchor? = nil) {
        self.text = text
        self.sort = sort
        self.start = start
        self.limit = limit
        self.anchor = anchor
    }
}

/// What a query has found.
public struct FilesPage: Sendable, Hashable {
    public var query: FilesQuery

    /// All files there are.
    public var total: Int

    /// Those that fit the text.
    public var matching: Int

    /// Those of the stretch, in the order of the query.
    public var files: [PublishedFile]

    /// Where the anchor is among those that fit; nil when it is not.
    public var anchorRow: Int?

    /// Why the directory could not be read.
    public var problem: String?

    public init(
        _ query: FilesQuery,
        total: Int,
        matching: Int,
        files: [PublishedFile],
        anchorRow: Int? = nil,
        problem: String? = nil
    ) {
        self.query = query
        self.total = total
        self.matching = matching
        self.files = files
        self.anchorRow = anchorRow
        self.problem = problem
    }

    /// What a query finds in a complete list.
    public init(_ query: FilesQuery, in all: [PublishedFile]) {
        let fitting = all.filter { $0.fits(query.text) }.sorted { query.sort.precedes($0.place, $1.place) }
        self.init(
            query,
            total: all.count,
            matching: fitting.count,
            files: Array(fitting.dropFirst(max(0, query.start)).prefix(max(0, query.limit))),
            anchorRow: query.anchor.flatMap { anchor in fitting.firstIndex { $0.id == anchor.id } }
        )
    }
}

extension PublishedFile {
    /// What decides where it stands.
    fileprivate var place: Sort.FilePlace {
        Sort.FilePlace(original: originalName, bytes: bytes, time: time.nanoseconds, published: id.name)
    }

    func fits(_ text: String) -> Bool {
        let wanted = text.lowercased()
        return wanted.isEmpty || [id.name, originalName, url ?? ""].contains { $0.lowercased().contains(wanted) }
    }
}

/// What is done with the files of a longer stretch than the screen's.
public enum FilesMarking: Sendable, Hashable {
    case add, invert
    /// Instead of what was marked before the range was begun.
    case range
}

/// What a program shall do with published files.
public enum FilesEffect: Sendable, Hashable {
    /// Reads them again, in the background.
    case verify([PublishedFile])
    case delete([PublishedFile])
    /// Asks for the files of some rows, or of all that fit, to mark them.
    case collect(String, Sort, Range<Int>?, FilesMarking)
}

/// What is told of published files.
public enum FilesNews: Sendable, Hashable {
    /// The directory is not as it was.
    case changed
    /// The answer to `Model.wantedFiles`.
    case page(FilesPage)
    case checked(PublishedFile, FileCheck)
    case deleted([PublishedFile], problem: String?)
    /// The answer to `FilesEffect.collect`.
    case collected([PublishedFile], FilesMarking)
}
