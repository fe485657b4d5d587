internal import Agent
internal import AgentLink
internal import Dashboard
internal import Documents
internal import DownloadCore
internal import Store
internal import Synchronization

/// The tasks of a session in this process (`haul --foreground`).
final class LocalSource: DashboardSource {
    let documents: String
    let owner = "in this process"
    let isBackground = false
    let news: AsyncStream<DashboardNews>
    private let session: Session
    private let watcher: Task<Void, Never>
    private let board: TaskBoard
    private let hidden = Mutex<Set<TaskID>>([])

    init(_ session: Session) async {
        self.session = session
        documents = session.documents.path
        let (stream, continuation) = AsyncStream.makeStream(of: DashboardNews.self, bufferingPolicy: .bufferingNewest(16))
        news = stream
        let board = await TaskBoard(session.agent)
        self.board = board
        watcher = Task.detached {
            for await _ in board.changes { continuation.yield(.changed) }
        }
        // Tasks that had not ended go on, ended ones stay in the list.
        do throws(Failure) {
            let ended = try await session.store.ended(limit: 500, offset: 0)
            await session.agent.adopt(ended.reversed() + (try await session.store.load()))
        } catch {
            continuation.yield(.notice(error.detail, isError: true))
        }
    }

    func isReady(within limit: Duration) -> Bool { true }

    func window(_ request: TaskWindow.Request) async -> TaskWindow? {
        hidden.withLock { $0 = request.hidden }
        var window = await board.window(request)
        window.totals.freeSpace = await session.documents.freeSpace()
        return window
    }

    func choose(_ choice: TaskChoice, of query: TaskQuery) async -> ChosenTasks? {
        await board.choose(choice, of: query, hiding: hidden.withLock(\.self))
    }

    func tasks(_ ids: [TaskID]) async -> [TaskSnapshot] { await session.agent.snapshots(of: ids) }

    func row(of search: TaskSearch, in query: TaskQuery) async -> Int? {
        await board.row(of: search, in: query, hiding: hidden.withLock(\.self))
    }

    func known(_ urls: [String]) async -> [String] { await board.known(urls) }

    func details(_ id: TaskID) async -> Details? {
        guard let task = await session.agent.snapshot(of: id) else { return nil }
        guard let record = await session.agent.record(id) else { return Details(task: task) }
        var details = Details(task, request: record.request.withoutSecrets, failures: record.failures, httpStatus: record.httpStatus)
        (details.saveFolder, details.saveName) = await session.agent.destination(of: record, documents: session.documents.path)
        return details
    }

    func add(_ requests: [DownloadRequest]) async throws(Failure) -> Int {
        try await session.agent.add(requests).count
    }

    func command(_ command: ControlCall.Command, _ given: [TaskID]?) async -> [String] {
        let ids = if let given { given } else { await session.agent.select(nil) { command.fits($0.kind) } }
        var reasons: [String] = []
        for id in ids {
            let rejection: Rejection? =
                switch command {
                case .pause: await session.agent.command(.pause, id)
                case .resume: await session.agent.command(.resume, id)
                case .cancel: await session.agent.command(.cancel, id)
                case .retry: await session.agent.command(.retry, id)
                case .startNow: await session.agent.startNow(id)
                case .remove: await remove(id)
                }
            if let rejection { reasons.append(rejection.reason) }
        }
        return reasons
    }

    func edit(_ id: TaskID, _ edit: TaskEdit) async -> String? { await session.agent.edit(id, edit)?.reason }
    func move(_ id: TaskID, isUp: Bool) async -> String? { await session.agent.move(id, to: isUp ? .up : .down)?.reason }

    func limit(_ rate: Int64?) async -> String? {
        await session.agent.limit(total: rate)
        return nil
    }

    func limitAlternative(_ isOn: Bool) async -> String? {
        await session.agent.setAlternativeLimit(isOn)
        return nil
    }

    private func remove(_ id: TaskID) async -> Rejection? {
        await session.agent.remove([id])
        return nil
    }

    func refresh() {}
    func stop() -> String? { "the downloads run in this process" }

    func close() async {
        watcher.cancel()
        await board.close()
        await session.close()
    }
}
