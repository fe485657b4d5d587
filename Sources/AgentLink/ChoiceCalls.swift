public import DownloadCore

/// Asks which tasks are chosen, in the order of the list.
///
/// Hidden tasks are those of the last `WindowCall` of this connection.
public struct SelectCall: AgentCall, Hashable {
    public static let method = "select"

    public enum Choice: String, Codable, Sendable, Hashable, CaseIterable {
        /// All that the list shows.
        case shown
        /// Those of them that fit `text`.
        case fitting
        /// What the list shows from `first` to `last`, in either direction.
        case between
        /// All in `states`, shown or not.
        case states
    }

    /// Nil for everything, by state.
    public var list: ListQuery?
    public var choice: Choice
    public var text: String?
    public var first: TaskID?
    public var last: TaskID?

    /// Names of `TaskState.Kind`.
    public var states: [String]?

    public init(_ choice: TaskChoice, of query: TaskQuery) {
        list = ListQuery(query)
        switch choice {
        case .shown: self.choice = .shown
        case .fitting(let text): (self.choice, self.text) = (.fitting, text)
        case .between(let first, let last): (self.choice, self.first, self.last) = (.between, first, last)
        case .states(let states): (self.choice, self.states) = (.states, states.map(\.rawValue).sorted())
        }
    }

    /// The same as a value of the domain.
    ///
    /// - Throws: `invalid-parameters` when what the choice needs is missing.
    public func tasks() throws(LinkError) -> TaskChoice {
        switch choice {
        case .shown: return .shown
        case .fitting:
            guard let text else { throw LinkError(.invalidParameters, "text: an expression was expected") }
            return .fitting(text)
        case .between:
            guard let first, let last else { throw LinkError(.invalidParameters, "first, last: two tasks were expected") }
            return .between(first, last)
        case .states: return .states(Set((states ?? []).compactMap(TaskState.Kind.init)))
        }
    }

    public struct Reply: Codable, Sendable, Hashable {
        public var tasks: [TaskID]

        /// How many of them the list does not show.
        public var notShown: Int

        public init(_ chosen: ChosenTasks) {
            tasks = chosen.ids
            notShown = chosen.notShown
        }

        /// The same as a value of the domain.
        public var chosen: ChosenTasks { ChosenTasks(tasks, notShown: notShown) }
    }
}

/// Asks for the next row that fits an expression, around the end.
public struct FindCall: AgentCall, Hashable {
    public static let method = "find"

    /// Nil for everything, by state.
    public var list: ListQuery?
    public var text: String

    /// The row that it begins at, from 0 on.
    public var row: Int?
    public var isBackward: Bool?

    /// The row itself does not count.
    public var skipsFirst: Bool?

    public init(_ search: TaskSearch, in query: TaskQuery) {
        list = ListQuery(query)
        text = search.text
        row = search.row
        isBackward = search.isBackward ? true : nil
        skipsFirst = search.skipsFirst ? true : nil
    }

    /// The same as a value of the domain.
    public var search: TaskSearch {
        TaskSearch(text, row: row ?? 0, isBackward: isBackward ?? false, skipsFirst: skipsFirst ?? false)
    }

    public struct Reply: Codable, Sendable, Hashable {
        /// Nil when none fits.
        public var row: Int?

        public init(row: Int?) {
            self.row = row
        }
    }
}

/// Asks which addresses a task has that has not ended.
public struct KnownCall: AgentCall, Hashable {
    public static let method = "known"

    public var urls: [String]

    public init(urls: [String]) {
        self.urls = urls
    }

    public struct Reply: Codable, Sendable, Hashable {
        /// Those of them.
        public var urls: [String]

        public init(urls: [String]) {
            self.urls = urls
        }
    }
}
