internal import Agent
internal import AgentLink
internal import DownloadCore
internal import EventBus

/// Tells a client what happens: events as they come, or tasks as they are now.
struct Watcher {
    private let call: WatchCall
    private let connection: LinkConnection
    private let host: AgentHost

    /// What is told of with `list` notices; nil for nothing.
    private let board: TaskBoard?

    /// The shortest time between two looks at tasks that move.
    private static let interval = Duration.milliseconds(200)

    /// So many tasks go into one message.
    private static let batch = 200

    init(_ call: WatchCall, board: TaskBoard?, connection: LinkConnection, host: AgentHost) {
        self.call = call
        self.board = board
        self.connection = connection
        self.host = host
    }

    /// Subscribes; what comes back tells, for as long as it runs.
    func start() async -> [@Sendable () async -> Void] {
        var tell: [@Sendable () async -> Void] = []
        if call.wantsEvents {
            let subscription = await host.bus.subscribe(after: call.after)
            tell.append { await tellEvents(subscription) }
        }
        if call.wantsChanges {
            let subscription = await host.bus.subscribe()
            tell.append { await tellChanges(subscription) }
        }
        if let board { tell.append { await tellList(board) } }
        return tell
    }

    private func tellList(_ board: TaskBoard) async {
        guard let notice = EncodedNotice(ListNotice()) else { return }
        let pause = call.listPause.map { Duration.milliseconds(min(max($0, 50), 60_000)) } ?? Self.interval
        for await _ in board.changes {
            connection.send(notice)
            await connection.drained()
            // Ends early when the watch ends; so do the changes.
            try? await Task.sleep(for: pause)
        }
    }

    private func tellEvents(_ subscription: Subscription) async {
        for await delivery in subscription {
            switch delivery {
            case .event(let event):
                await tell(event)
            case .gap(let first, let last):
                // Too slow for the history: what is missing is read from the store.
                var next = first
                while next <= last {
                    let events = await host.sources.events(next - 1, nil, Self.batch).filter { $0.sequence <= last }
                    guard let newest = events.last?.sequence else { break }
                    for event in events { await tell(event) }
                    next = newest + 1
                }
            }
            // A reader that is behind is waited for; the history and the store keep what comes meanwhile.
            await connection.drained()
            if Task.isCancelled || connection.isClosed { return }
        }
    }

    private func tell(_ event: Event) async {
        if let session = call.session, event.session != session { return }
        await connection.send(EventNotice(event: EventInfo(event)), isDroppable: event.kind.isProgress)
    }

    private func tellChanges(_ subscription: Subscription) async {
        let feed = ChangeFeed()
        let sender = Task { await send(feed) }
        for await delivery in subscription {
            guard case .event(let event) = delivery, let task = event.task else {
                if case .gap = delivery { await feed.loseTrack() }
                continue
            }
            if let session = call.session, event.session != session { continue }
            await feed.note(task, isRemoved: event.kind == .removed)
        }
        sender.cancel()
        await feed.end()
    }

    private func send(_ feed: ChangeFeed) async {
        while var news = await feed.next() {
            // It missed what changed: every task may have.
            if news.isLost { news.changed = Set(await host.agent.taskIDs(of: call.session)) }
            var ids = news.changed.sorted()[...]
            var removed = Array(news.removed)
            repeat {
                let tasks = await host.agent.snapshots(of: Array(ids.prefix(Self.batch)))
                ids = ids.dropFirst(Self.batch)
                await connection.send(ChangesNotice(tasks: tasks.map(TaskInfo.init), removed: removed))
                removed = []
                await connection.drained()
            } while !ids.isEmpty && !Task.isCancelled
            // Ends early when the watch ends; the feed says so then.
            try? await Task.sleep(for: Self.interval)
        }
    }
}

/// The tasks that have changed since they were last looked at: each once, however often it changed.
actor ChangeFeed {
    struct News {
        var changed: Set<TaskID> = []
        var removed: Set<TaskID> = []

        /// More happened than could be followed.
        var isLost = false
    }

    private var news: News?
    private var waiter: CheckedContinuation<Void, Never>?
    private var hasEnded = false

    func note(_ task: TaskID, isRemoved: Bool) {
        var next = news ?? News()
        if isRemoved {
            next.changed.remove(task)
            next.removed.insert(task)
        } else {
            next.changed.insert(task)
        }
        news = next
        wake()
    }

    func loseTrack() {
        news = news ?? News()
        news?.isLost = true
        wake()
    }

    func end() {
        hasEnded = true
        wake()
    }

    /// Waits for something new; nil at the end.
    func next() async -> News? {
        while news == nil {
            if hasEnded { return nil }
            await withCheckedContinuation { waiter = $0 }
        }
        defer { news = nil }
        return hasEnded ? nil : news
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
