public import DownloadCore

/// Which tasks a list shows, and in which order: `TaskQuery` for the link.
public struct ListQuery: Codable, Sendable, Hashable {
    /// A name of `Tab`; nil for all.
    public var tab: String?

    /// An expression, as it is typed into the dashboard; nil for none.
    public var filter: String?

    /// A name of `Sort.Column`; nil for the order by state.
    public var sort: String?
    public var descending: Bool?

    public init(_ query: TaskQuery) {
        tab = query.tab == .all ? nil : query.tab.word
        filter = query.filter.isEmpty ? nil : query.filter.text
        sort = query.sort.column == .state ? nil : query.sort.column.rawValue
        descending = query.sort.isDescending ? true : nil
    }

    /// The same as a value of the domain.
    ///
    /// - Throws: `invalid-parameters` for a tab or a column that there is not.
    public func query() throws(LinkError) -> TaskQuery {
        guard let tab = Tab.allCases.first(where: { $0.word == tab ?? Tab.all.word }) else {
            throw LinkError(.invalidParameters, "tab: one of \(Tab.allCases.map(\.word).joined(separator: ", ")) was expected")
        }
        guard let column = Sort.Column(rawValue: sort ?? Sort.Column.state.rawValue) else {
            throw LinkError(.invalidParameters, "sort: one of \(Sort.Column.allCases.map(\.rawValue).joined(separator: ", ")) was expected")
        }
        return TaskQuery(tab: tab, filter: Filter(filter ?? ""), sort: Sort(column, isDescending: descending ?? false))
    }
}

/// Asks for a part of a list that may be long, and for what is true of the whole: a viewer needs no more, however many tasks there are.
public struct WindowCall: AgentCall, Hashable {
    public static let method = "window"

    /// Nil for everything, by state.
    public var list: ListQuery?

    /// Tasks that are counted and shown as if they were not there; nil for those of the last call of this connection.
    public var hidden: [TaskID]?

    /// The part is around the first of these that the list shows.
    public var anchors: [TaskID]?

    /// It is around this row, from 0 on, when the list shows none of them.
    public var row: Int?

    /// The row at the top of the screen so far; it scrolls no further than it must.
    public var top: Int?

    /// The rows of the screen.
    public var height: Int

    /// So many rows are wanted above and below it.
    public var margin: Int?

    /// - Parameters:
    ///   - request: what is wanted.
    ///   - hides: whether the agent has to be told of the hidden tasks, since they are others than with the last call.
    public init(_ request: TaskWindow.Request, hides: Bool = true) {
        list = ListQuery(request.query)
        hidden = hides ? request.hidden.sorted() : nil
        anchors = request.anchors.isEmpty ? nil : request.anchors
        row = request.row
        top = request.top
        height = request.height
        margin = request.margin
    }

    /// The same as a value of the domain.
    ///
    /// - Parameter hidden: the hidden tasks of the last call.
    /// - Returns: what is wanted, within bounds.
    /// - Throws: `invalid-parameters` for a tab or a column that there is not.
    public func request(hiding hidden: Set<TaskID>) throws(LinkError) -> TaskWindow.Request {
        var request = TaskWindow.Request(try list?.query() ?? TaskQuery())
        request.hidden = self.hidden.map(Set.init) ?? hidden
        request.anchors = anchors ?? []
        request.row = row ?? 0
        request.top = top ?? 0
        request.height = min(max(1, height), Self.mostRows)
        request.margin = min(max(0, margin ?? 0), Self.mostRows)
        return request
    }

    /// No screen has more rows; the margin has no more either.
    static let mostRows = 1_000

    public struct Reply: Codable, Sendable, Hashable {
        /// In the order of the list.
        public var tasks: [TaskInfo]

        /// The row of the first of them, from 0 on.
        public var offset: Int

        /// How many tasks the list shows.
        public var count: Int

        /// The row that the part is around; nil in an empty list.
        public var place: Int?

        /// How many tasks there are in each state, shown or not.
        public var states: [String: Int]

        /// Bytes a second of all tasks, and the limit of that.
        public var speed: Double
        public var rateLimit: Int64?

        /// Whether that is the alternative limit; nil for no.
        public var isLimitAlternative: Bool?

        /// `suspend` or `poweroff`, when the machine is to do that when all is done.
        public var whenDone: String?
        public var freeSpace: Int64?

        /// Seconds until everything is there.
        public var remaining: Double?

        /// Some sizes are unknown.
        public var isLowerBound: Bool

        /// Bytes that are there and bytes there will be, of what goes on and has a known size.
        public var done: Int64
        public var total: Int64

        /// Of the tasks that are active.
        public var speeds: [Speed]

        /// The failure that came last.
        public var failed: TaskInfo?

        /// Tasks that came into another state since the last call of this connection, the latest last.
        public var news: [News]

        /// Tasks that have gone since then.
        public var removed: [TaskID]

        public init(_ window: TaskWindow) {
            tasks = window.rows.map(TaskInfo.init)
            offset = window.offset
            count = window.count
            place = window.place
            states = Dictionary(uniqueKeysWithValues: window.states.map { ($0.key.rawValue, $0.value) })
            speed = window.totals.rate
            rateLimit = window.totals.limit
            isLimitAlternative = window.totals.isLimitAlternative ? true : nil
            whenDone = window.totals.powerOrder?.rawValue
            freeSpace = window.totals.freeSpace
            remaining = window.totals.remaining?.inSeconds
            isLowerBound = window.totals.isLowerBound
            done = window.totals.done
            total = window.totals.total
            speeds = window.rates.map { Speed(task: $0.key, speed: $0.value.isFinite ? $0.value : 0) }
            failed = window.failed.map(TaskInfo.init)
            news = WindowCall.Reply.portion(of: window.news).map {
                News(task: TaskInfo($0.task), isNew: $0.isNew, isContinued: $0.isContinued)
            }
            removed = window.removed
        }

        /// The latest news, as many as go into a message with the rest.
        private static func portion(of news: [TaskNews]) -> ArraySlice<TaskNews> {
            var bytes = 0
            let old = news.lastIndex { item in
                bytes += 600 + 2 * (item.task.url.utf8.count + item.task.name.utf8.count) + (item.task.finalURL?.utf8.count ?? 0)
                return bytes > 700_000
            }
            return news[(old.map { $0 + 1 } ?? 0)...]
        }

        /// The same as a value of the domain.
        ///
        /// - Parameter query: what was asked for.
        /// - Returns: the part of the list.
        public func window(of query: TaskQuery) -> TaskWindow {
            var window = TaskWindow(query)
            window.rows = tasks.map(\.snapshot)
            window.offset = offset
            window.count = count
            window.place = place
            window.states = states.reduce(into: [:]) { $0[TaskState.Kind(rawValue: $1.key) ?? .queued, default: 0] += $1.value }
            window.totals = Totals(
                rate: speed,
                limit: rateLimit,
                freeSpace: freeSpace,
                remaining: remaining.map(Duration.clamping(seconds:)),
                isLowerBound: isLowerBound,
                done: done,
                total: total
            )
            window.totals.isLimitAlternative = isLimitAlternative ?? false
            window.totals.powerOrder = whenDone.flatMap(PowerOrder.init)
            window.rates = speeds.reduce(into: [:]) { $0[$1.task] = $1.speed }
            window.failed = failed?.snapshot
            window.news = news.map { TaskNews($0.task.snapshot, isNew: $0.isNew, isContinued: $0.isContinued ?? false) }
            window.removed = removed
            return window
        }
    }

    public struct Speed: Codable, Sendable, Hashable {
        public var task: TaskID
        public var speed: Double
    }

    public struct News: Codable, Sendable, Hashable {
        public var task: TaskInfo

        /// It was not there before.
        public var isNew: Bool

        /// It had bytes before; nil from an agent that does not say.
        public var isContinued: Bool?
    }
}

/// The list has changed; for those who watch it.
///
/// What has changed is asked for with `window`.
public struct ListNotice: AgentNotice, Hashable {
    public static let method = "list"

    public init() {}
}

extension Tab {
    fileprivate var word: String {
        switch self {
        case .all: "all"
        case .active: "active"
        case .queued: "queued"
        case .paused: "paused"
        case .done: "done"
        case .failed: "failed"
        }
    }
}
