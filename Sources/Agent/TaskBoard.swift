public import DownloadCore

/// The list of an agent's tasks as one viewer sees it.
///
/// Every answer is of the present: what the agent has done before it was asked is in it.
public actor TaskBoard {
    private let agent: Agent
    private let follower: Int
    private var index = TaskIndex()
    private var isFilled = false

    /// Says that something has changed, however much it is; for one who listens.
    public nonisolated let changes: AsyncStream<Void>

    public init(_ agent: Agent) async {
        self.agent = agent
        (follower, changes) = await agent.follow()
    }

    /// Ends the following, and `changes`.
    public func close() async {
        await agent.unfollow(follower)
    }

    private func catchUp() async {
        var (changed, removed) = await agent.changes(for: follower)
        // The first look is at everything: put in its order once, not with each portion.
        while changed.count + removed.count > 0 {
            let more = await agent.changes(for: follower)
            guard more.tasks.isEmpty, more.removed.isEmpty else {
                changed += more.tasks
                removed += more.removed
                continue
            }
            index.update(changed, removed: removed)
            break
        }
        if !isFilled { index.beginNews() }
        isFilled = true
    }

    /// A part of the list; what has happened since the part before is told once.
    public func window(_ request: TaskWindow.Request) async -> TaskWindow {
        await catchUp()
        var window = index.window(request)
        // Places in the queue change with every task that leaves it: they are those of now.
        let present = await agent.snapshots(of: window.rows.map(\.id))
        let byID = Dictionary(present.lazy.map { ($0.id, $0) }) { first, _ in first }
        for place in window.rows.indices { window.rows[place] = byID[window.rows[place].id] ?? window.rows[place] }
        window.totals.limit = await agent.rateLimit
        window.totals.isLimitAlternative = await agent.isLimitAlternative
        return window
    }

    /// The tasks that are chosen.
    public func choose(_ choice: TaskChoice, of query: TaskQuery, hiding hidden: Set<TaskID>) async -> ChosenTasks {
        await catchUp()
        index.show(query, hiding: hidden)
        return index.choose(choice)
    }

    /// The row of the next task that fits; nil when none does.
    public func row(of search: TaskSearch, in query: TaskQuery, hiding hidden: Set<TaskID>) async -> Int? {
        await catchUp()
        index.show(query, hiding: hidden)
        return index.row(of: search)
    }

    /// Those of the addresses that a task has which has not ended.
    public func known(_ urls: [String]) async -> [String] {
        await catchUp()
        return index.known(urls)
    }
}
