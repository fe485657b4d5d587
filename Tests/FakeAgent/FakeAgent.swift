package import AgentLink
package import BackgroundTransfer
package import DownloadCore
package import Platform
package import Synchronization

/// An agent in memory: keeps sessions, journals and tasks as the contract of `AgentLink` says, and does what a test tells it.
package final class FakeAgent: AgentConnector {
    package struct Session {
        package var configuration = SessionConfiguration()
        package var journal: [JournalEntry] = []
        package var acknowledged: Int64 = 0
        package var epoch: Int64 = 0
        package var holder: Int32?
        package var connection: FakeConnection?
        package var isInvalidated = false

        package init() {}
    }

    package struct FakeTask {
        package var session: SessionIdentifier
        package var request: DownloadCore.DownloadRequest
        package var state: TaskState
        package var done: Int64 = 0
        package var total: Int64?
        package var obstacle: Queue.Obstacle?
    }

    package struct State {
        package var sessions: [SessionIdentifier: Session] = [:]
        package var tasks: [TaskID: FakeTask] = [:]
        package var tokens: [String: TaskID] = [:]
        package var nextTask: Int64 = 1
        package var connections: [FakeConnection] = []
        package var isDown = false
        package var connectCount = 0

        /// What the connections of these numbers wait for before they are made.
        package var gates: [Int: Occasion<Void>] = [:]

        /// The next call of this method is carried out, and its connection breaks before the answer.
        package var losesAnswerOf: String?

        /// What was said, in order, a word and a number each: `claim begin 3`, `acknowledge 2`.
        package var log: [String] = []
        package var launches: [LaunchEndedCall] = []
    }

    package let state = Mutex(State())

    package init() {}

    package func connect() async throws(LinkError) -> any AgentConnection {
        let gate = state.withLock { state in
            state.connectCount += 1
            return state.gates[state.connectCount]
        }
        _ = await gate?.value()
        let connection: FakeConnection? = state.withLock { state in
            guard !state.isDown else { return nil }
            let connection = FakeConnection(self)
            state.connections.append(connection)
            return connection
        }
        guard let connection else { throw LinkError(.unreachable, "no agent runs") }
        return connection
    }

    package func exchange<Call: AgentCall>(_ call: Call) throws(LinkError) -> Call.Reply {
        guard !state.withLock(\.isDown) else { throw LinkError(.unreachable, "no agent runs") }
        return try answer(call, on: nil)
    }

    // MARK: - What a test does to it

    package var log: [String] { state.withLock(\.log) }

    /// All connections end, as when the agent is killed; what it has stored stays.
    package func breakConnections() {
        let connections = state.withLock { state in
            defer { state.connections = [] }
            for key in state.sessions.keys {
                state.sessions[key]?.holder = nil
                state.sessions[key]?.connection = nil
            }
            return state.connections
        }
        for connection in connections { connection.end() }
    }

    package func goDown() {
        state.withLock { $0.isDown = true }
        breakConnections()
    }

    package func comeUp() {
        state.withLock { $0.isDown = false }
    }

    /// Makes a task as if an earlier program had.
    @discardableResult
    package func addTask(_ session: String, _ configure: (inout FakeTask) -> Void = { _ in }) throws -> TaskID {
        let identifier = try identifier(session)
        return state.withLock { state in
            if state.sessions[identifier] == nil { state.sessions[identifier] = Session() }
            var task = FakeTask(session: identifier, request: .init(urls: ["http://example.com/file"]), state: .running)
            configure(&task)
            return state.add(task)
        }
    }

    /// Tells a session's journal something and whoever holds it.
    package func append(_ kind: JournalEntry.Kind, _ task: TaskID) {
        let notice: (FakeConnection, EntryNotice)? = state.withLock { state in
            guard let key = state.tasks[task]?.session, var session = state.sessions[key] else { return nil }
            let entry = JournalEntry(number: Int64(session.journal.count) + 1, time: WallTime(seconds: 1), task: task, kind: kind)
            session.journal.append(entry)
            state.sessions[key] = session
            return session.connection.map { ($0, EntryNotice(session: key, epoch: session.epoch, entry: entry)) }
        }
        if let (connection, notice) = notice { connection.say(.entry(notice)) }
    }

    /// Ends a task well: its file, then its completion.
    package func finish(_ task: TaskID, path: String = "/nowhere/file", bytes: Int64 = 10, isMissing: Bool = false) {
        let file = FinishedFile(path: path, bytes: bytes, isMissing: isMissing)
        state.withLock { $0.tasks[task]?.state = .finished(file) }
        append(.file(DeliveredFile(file: file, suggestedName: "file.bin", isStaged: true)), task)
        append(.completed(.init(failure: nil, bytes: bytes, total: bytes, attempts: 1, activeTime: .seconds(1))), task)
    }

    package func fail(_ task: TaskID, _ failure: Failure, ticket: ResumeTicket? = nil, _ cancellation: Completion.Cancellation? = nil) {
        state.withLock { $0.tasks[task]?.state = failure.code == .cancelled ? .cancelled : .failed(failure) }
        let completion = Completion(
            failure: failure,
            cancellation: cancellation,
            ticket: ticket,
            bytes: 3,
            total: 10,
            attempts: 1,
            activeTime: .seconds(1)
        )
        append(.completed(completion), task)
    }

    package func progress(_ task: TaskID, _ done: Int64, of total: Int64?, resumedAt: Int64? = nil) {
        let notice: (FakeConnection, ProgressNotice)? = state.withLock { state in
            guard let key = state.tasks[task]?.session, let session = state.sessions[key], let connection = session.connection else {
                return nil
            }
            let notice = ProgressNotice(
                session: key,
                epoch: session.epoch,
                task: task,
                done: done,
                total: total,
                resumedAt: resumedAt
            )
            return (connection, notice)
        }
        if let (connection, notice) = notice { connection.say(.progress(notice)) }
    }

    package func identifier(_ text: String) throws -> SessionIdentifier {
        guard let identifier = SessionIdentifier(text) else { throw LinkError(.invalidIdentifier, text) }
        return identifier
    }

    package func session(_ text: String) -> Session? {
        SessionIdentifier(text).flatMap { key in state.withLock { $0.sessions[key] } }
    }
}

extension FakeAgent.State {
    package mutating func add(_ task: FakeAgent.FakeTask) -> TaskID {
        let id = TaskID(rawValue: nextTask)
        nextTask += 1
        tasks[id] = task
        return id
    }
}

/// A connection to a `FakeAgent`.
package final class FakeConnection: AgentConnection {
    package let notices: AsyncStream<Notice>
    private let tongue: AsyncStream<Notice>.Continuation
    private let agent: FakeAgent
    private let isOpen = Atomic<Bool>(true)

    package init(_ agent: FakeAgent) {
        self.agent = agent
        (notices, tongue) = AsyncStream.makeStream()
    }

    package func call<Call: AgentCall>(_ call: Call, timeout: Duration?) async throws(LinkError) -> Call.Reply {
        // As over a socket: the answer is never there at once.
        await Task.yield()
        guard isOpen.load(ordering: .acquiring) else { throw LinkError(.unreachable, "the connection was lost") }
        let reply = try agent.answer(call, on: self)
        let isLost = agent.state.withLock { state in
            guard state.losesAnswerOf == Call.method else { return false }
            state.losesAnswerOf = nil
            return true
        }
        guard isLost else { return reply }
        agent.breakConnections()
        throw LinkError(.unreachable, "the connection was lost")
    }

    package func say(_ notice: Notice) {
        tongue.yield(notice)
    }

    package func end() {
        isOpen.store(false, ordering: .releasing)
        tongue.finish()
    }

    package func close() async {
        agent.release(self)
        end()
    }
}
