/// A part of a list that may be long: the rows around the screen, and what is true of the whole.
public struct TaskWindow: Sendable, Hashable {
    /// What the list shows.
    public var query: TaskQuery

    /// The tasks of the window, in the order of the list.
    public var rows: [TaskSnapshot] = []

    /// The place of the first of them in the list, from 0 on.
    public var offset = 0

    /// How many tasks the list shows.
    public var count = 0

    /// The place of the task that the window was asked for; nil only in an empty list.
    public var place: Int?

    /// How many tasks there are in each state, shown or not.
    public var states: [TaskState.Kind: Int] = [:]

    /// What is true of all tasks, shown or not.
    public var totals = Totals()

    /// Bytes a second of each task that is active.
    public var rates: [TaskID: Double] = [:]

    /// The failure that came last.
    public var failed: TaskSnapshot?

    /// Tasks that came into another state since the window before, the latest last; never more than `mostNews`.
    public var news: [TaskNews] = []

    /// Tasks that have gone since the window before.
    public var removed: [TaskID] = []

    public static let mostNews = 1_000

    public init(_ query: TaskQuery = TaskQuery()) {
        self.query = query
    }

    /// Where the window is wanted.
    public struct Request: Sendable, Hashable {
        public var query: TaskQuery

        /// Tasks that are counted and shown as if they were not there.
        public var hidden: Set<TaskID> = []

        /// The window is around the first of these that the list shows.
        public var anchors: [TaskID] = []

        /// It is around this row when the list shows none of them.
        public var row = 0

        /// The row at the top of the screen so far; it scrolls no further than it must.
        public var top = 0

        /// The rows of the screen.
        public var height = 1

        /// So many rows are wanted above and below it.
        public var margin = 0

        public init(_ query: TaskQuery = TaskQuery()) {
            self.query = query
        }

        /// The rows of a list of so many that the window has, when it is around one of them.
        func range(around row: Int, of count: Int) -> Range<Int> {
            let top = TaskWindow.top(top, showing: row, height: height, of: count)
            let margin = max(0, margin)
            let start = max(0, min(count, top.saturatingSubtract(margin)))
            return start..<max(start, min(count, top.saturatingAdd(max(1, height)).saturatingAdd(margin)))
        }
    }

    /// The top of a screen that is scrolled as little as possible to show a row.
    public static func top(_ top: Int, showing row: Int, height: Int, of count: Int) -> Int {
        let height = max(1, min(height, count))
        var top = min(top, row)
        if row - top >= height { top = row - height + 1 }
        return max(0, min(top, count - height))
    }
}

/// A task that came into another state.
public struct TaskNews: Sendable, Hashable {
    /// As it is now.
    public var task: TaskSnapshot

    /// It was not there before.
    public var isNew: Bool

    /// It had bytes before: what it does now goes on from there.
    public var isContinued: Bool

    public init(_ task: TaskSnapshot, isNew: Bool, isContinued: Bool = false) {
        self.task = task
        self.isNew = isNew
        self.isContinued = isContinued
    }

    /// Nil when nothing has happened that a log would tell.
    init?(from old: TaskSnapshot?, to new: TaskSnapshot) {
        if let old, old.state.kind == new.state.kind {
            guard case .waiting(let before) = old.state, case .waiting(let now) = new.state else { return nil }
            guard before.reason != now.reason || before.attempt != now.attempt else { return nil }
        }
        self.init(new, isNew: old == nil, isContinued: old.map { $0.done > 0 } ?? false)
    }
}

extension Int {
    fileprivate func saturatingAdd(_ other: Int) -> Int { Int(Int64(self).saturatingAdd(Int64(other))) }
    fileprivate func saturatingSubtract(_ other: Int) -> Int { Int(Int64(self).saturatingSubtract(Int64(other))) }
}
