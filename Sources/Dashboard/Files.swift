public import DownloadCore
import Screen

/// The tab Done: a window on the list of published files, which itself may be longer than memory should hold.
public struct Files: Sendable, Hashable {
    /// All files of the directory; nil while nobody has counted them.
    public internal(set) var total: Int?

    /// Those that fit the search.
    public internal(set) var matching = 0

    /// What is searched for.
    public internal(set) var text = ""

    /// The order of the list, by one of `Sort.fileColumns`.
    public internal(set) var sort = Sort.newestFiles

    /// The window, and the row at which it begins.
    public internal(set) var loaded: [PublishedFile] = []
    var start = 0

    /// The cursor's row among those that fit.
    public internal(set) var row = 0

    /// The first row on the screen.
    var top = 0

    /// Marked files, also those that are not in the window.
    public internal(set) var marks: [PublishedFile.ID: PublishedFile] = [:]

    /// A range that is being marked: where it began, and what was marked before.
    var range: MarkedFiles?

    struct MarkedFiles: Sendable, Hashable {
        var anchor: Int
        var before: [PublishedFile.ID: PublishedFile]
    }

    /// Files beyond the window are being asked for, to be marked.
    var isMarking = false

    /// All that fit are in the window.
    var isComplete: Bool { isAsAsked && loaded.count == matching }

    /// The window is of the present search, in the present order.
    private var isAsAsked: Bool { window?.text == text && window?.sort == sort }

    /// What reading files has shown since the dashboard began.
    public internal(set) var checks: [PublishedFile.ID: FileCheck] = [:]

    /// Files that are being read or wait for it, and how many of this lot were.
    var unchecked = 0
    var checked = 0
    var bad = 0

    /// Why the directory cannot be read.
    var problem: String?

    /// Changes of the directory that were told of.
    var generation = 0

    /// The newest query that was answered; its window is `loaded` when its limit is not 0.
    var answered: FilesQuery?
    var window: FilesQuery?

    /// Checks that are remembered.
    private static let mostChecks = 10_000

    /// The file on a row; nil while it has not been read.
    func file(at row: Int) -> PublishedFile? {
        isAsAsked ? loadedFile(at: row) : nil
    }

    /// The same in the window as it is, whose order may be another one by now.
    private func loadedFile(at row: Int) -> PublishedFile? {
        window?.text == text && loaded.indices.contains(row - start) ? loaded[row - start] : nil
    }

    /// The file that the cursor was on, while a new order is asked for.
    var anchor: FilesQuery.Anchor? { loadedFile(at: row).map { FilesQuery.Anchor(id: $0.id, time: $0.time, row: row) } }

    public var cursor: PublishedFile? { file(at: row) }

    var hasTargets: Bool { !marks.isEmpty || cursor != nil }

    /// The marked files, else the one under the cursor; the newest first.
    var targets: [PublishedFile] {
        guard !marks.isEmpty else { return cursor.map { [$0] } ?? [] }
        return marks.values.sorted { ($0.time, $0.id.name) > ($1.time, $1.id.name) }
    }

    /// What is known of a file: what a look shows goes before what was read once.
    func verdict(_ file: PublishedFile) -> FileCheck? {
        switch file.state {
        case .missing: .missing
        case .changed: .changed
        case .there, .touched: checks[file.id]
        }
    }

    mutating func note(_ check: FileCheck, of id: PublishedFile.ID) {
        if checks.count >= Files.mostChecks, checks[id] == nil { checks = checks.filter { $0.value == .running } }
        checks[id] = check
    }

    /// Takes the answer to a query over; of an older search only the numbers count.
    mutating func take(_ page: FilesPage) {
        total = page.total
        problem = page.problem
        answered = page.query
        guard page.query.limit > 0, page.query.text == text, page.query.sort == sort else { return }
        matching = page.matching
        loaded = page.files
        start = page.query.start
        window = page.query
        if let anchor = page.query.anchor, let place = page.anchorRow {
            row += place - anchor.row
            // Who looks at the top of the list wants to see what comes.
            if top > 0 { top += place - anchor.row }
        }
        row = max(0, min(row, matching - 1))
        for file in page.files where marks[file.id] != nil { marks[file.id] = file }
    }

    mutating func forget(_ files: [PublishedFile]) {
        for file in files {
            marks[file.id] = nil
            checks[file.id] = nil
        }
    }
}

extension Model {
    /// The list shows published files instead of tasks.
    var showsFiles: Bool { tab == .done }

    /// The rows of files that fit on the screen; each takes one line.
    var fileRows: Int { max(1, layout?.list.height ?? 1) }

    /// What has to be asked about the published files now; nil when everything on the screen is known.
    public var wantedFiles: FilesQuery? {
        // A display that stands still is only scrolled.
        let generation = isFrozen ? files.answered?.generation ?? files.generation : files.generation
        // The first window is there before anybody looks, so that keys need not wait; a search behind another tab is not kept up.
        guard showsFiles || files.text.isEmpty else {
            guard files.answered?.generation != generation || files.total == nil else { return nil }
            var query = FilesQuery()
            query.generation = generation
            return query
        }
        let rows = fileRows
        let last = min(files.top + rows, files.matching)
        let isCovered = files.start <= files.top && files.start + files.loaded.count >= last
        if let window = files.window, window.text == files.text, window.sort == files.sort, window.generation == generation, isCovered {
            return nil
        }
        var query = FilesQuery(
            text: files.text,
            sort: files.sort,
            start: max(0, files.top - rows),
            limit: rows * 3,
            anchor: isFollowing ? files.anchor : nil
        )
        query.generation = generation
        return query
    }

    /// Scrolls as little as possible so that the cursor's row is on the screen.
    mutating func keepFileOnScreen() {
        let rows = fileRows
        files.top = min(files.top, files.row)
        if files.row >= files.top + rows { files.top = files.row - rows + 1 }
        files.top = max(0, min(files.top, files.matching - rows))
    }
}
