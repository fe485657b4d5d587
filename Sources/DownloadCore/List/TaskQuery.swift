/// Which tasks a list shows, and in which order.
public struct TaskQuery: Sendable, Hashable {
    public var tab: Tab
    public var filter: Filter
    public var sort: Sort

    public init(tab: Tab = .all, filter: Filter = Filter(), sort: Sort = Sort()) {
        self.tab = tab
        self.filter = filter
        self.sort = sort
    }

    /// Every task fits.
    public var isEverything: Bool { tab == .all && filter.isEmpty }

    public func fits(_ task: TaskSnapshot) -> Bool {
        tab.contains(task.state.kind) && filter.fits(task)
    }
}

/// Tasks that are chosen by what they are.
public enum TaskChoice: Sendable, Hashable {
    /// All that the list shows.
    case shown
    /// Those of them that fit an expression.
    case fitting(String)
    /// What the list shows from one task to another, in either direction.
    case between(TaskID, TaskID)
    /// All in these states, shown or not.
    case states(Set<TaskState.Kind>)
}

/// Tasks that were chosen, in the order of the list.
public struct ChosenTasks: Sendable, Hashable {
    public var ids: [TaskID]

    /// How many of them the list does not show.
    public var notShown: Int

    public init(_ ids: [TaskID], notShown: Int = 0) {
        self.ids = ids
        self.notShown = notShown
    }
}

/// A search for the next row that fits.
public struct TaskSearch: Sendable, Hashable {
    /// What is searched for, as in a filter.
    public var text: String

    /// The row that it begins at, from 0 on.
    public var row: Int
    public var isBackward: Bool

    /// The row itself does not count.
    public var skipsFirst: Bool

    public init(_ text: String, row: Int, isBackward: Bool = false, skipsFirst: Bool = false) {
        self.text = text
        self.row = row
        self.isBackward = isBackward
        self.skipsFirst = skipsFirst
    }
}
