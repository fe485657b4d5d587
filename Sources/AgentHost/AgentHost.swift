public import Agent
public import AgentLink
public import DownloadCore
public import EventBus
internal import Platform
internal import Synchronization

/// The agent as its clients know it: answers their calls, sends journals to those who hold a lease and news to those who watch.
///
/// Knows no socket: `LinkServer` brings the connections.
public actor AgentHost: LinkService {
    /// What an agent's process tells of itself.
    public struct About: Sendable {
        public var store: String
        public var documents: String
        public var problems: [String]
        public var storeProblems: [String]
        public var isService: Bool
        public var startedAt: Instant

        public init(store: String, documents: String, problems: [String], storeProblems: [String] = [], isService: Bool, startedAt: Instant)
        {
            self.store = store
            self.documents = documents
            self.problems = problems
            self.storeProblems = storeProblems
            self.isService = isService
            self.startedAt = startedAt
        }
    }

    /// What the host needs of rooms that it does not see.
    public struct Sources: Sendable {
        /// Stored events behind a number, of one task or of all, at most so many.
        public var events: @Sendable (UInt64, TaskID?, Int) async -> [Event]

        /// The row of a task that is not in memory any more.
        public var record: @Sendable (TaskID) async -> TaskRecord?
        public var freeSpace: @Sendable () async -> Int64?

        /// What is wrong with the documents directory now; nil for nothing.
        public var documentsProblem: @Sendable () async -> String?

        /// Keeps a limit of all tasks, in bytes a second, for the next agent.
        public var keepLimit: @Sendable (Int64?) async -> Void

        /// Keeps for the next agent whether the alternative limit is on.
        public var keepAlternative: @Sendable (Bool) async -> Void = { _ in }

        /// Suspends the machine or switches it off; the answer is why not.
        public var orderPower: @Sendable (PowerOrder) async -> String? = { _ in "there is nobody to order it from" }

        /// Why the machine would not do that; nil when it would.
        public var refusePower: @Sendable (PowerOrder) async -> String? = { _ in "there is nobody to order it from" }

        /// So long passes before that.
        public var powerGrace = Duration.seconds(30)

        /// Says something to whoever reads the log.
        public var log: @Sendable (String) -> Void = { _ in }

        /// Writes all states and ends all transfers; nothing is done after it.
        public var shutDown: @Sendable () async -> Void

        public init(
            events: @escaping @Sendable (UInt64, TaskID?, Int) async -> [Event],
            record: @escaping @Sendable (TaskID) async -> TaskRecord?,
            freeSpace: @escaping @Sendable () async -> Int64?,
            documentsProblem: @escaping @Sendable () async -> String? = { nil },
            keepLimit: @escaping @Sendable (Int64?) async -> Void = { _ in },
            shutDown: @escaping @Sendable () async -> Void
        ) {
            self.events = events
            self.record = record
            self.freeSpace = freeSpace
            self.documentsProblem = documentsProblem
            self.keepLimit = keepLimit
            self.shutDown = shutDown
        }
    }

    /// Why an agent leaves.
    public enum Ending: String, Sendable {
        case stopped, idle, handover
    }

    nonisolated let agent: Agent
    nonisolated let bus: EventBus
    nonisolated let sources: Sources
    nonisolated let clocks: any Clocks
    let about: About

    /// What is wrong with the configuration now.
    private(set) var problems: [String]
    /// Those of them that are no mistakes, and wait for another start.
    private(set) var pending: [String] = []
    private var idleExit: Duration
    private var clients: [UInt64: Client] = [:]
    private var idleTimer: Task<Void, Never>?
    private var ending: Ending?

    /// What the machine is to do when all is done, and the time that passes before.
    var powerOrder: PowerOrder?
    var powerTimer: Task<Void, Never>?
    private let ended = Occasion<Ending>()

    public init(
        agent: Agent,
        bus: EventBus,
        about: About,
        sources: Sources,
        idleExit: Duration,
        clocks: any Clocks
    ) {
        self.agent = agent
        self.bus = bus
        self.about = about
        problems = about.problems
        self.sources = sources
        self.idleExit = idleExit
        self.clocks = clocks
    }

    /// Takes over what a person has changed in the configuration.
    ///
    /// - Parameters:
    ///   - idleExit: how long an agent without work stays.
    ///   - problems: what is wrong with the configuration now.
    ///   - pending: those of them that are no mistakes, and wait for another start.
    public func configure(idleExit: Duration, problems: [String], pending: [String] = []) async {
        self.problems = problems
        self.pending = pending
        guard idleExit != self.idleExit else { return }
        self.idleExit = idleExit
        idleTimer?.cancel()
        idleTimer = nil
        await considerIdleness()
    }

    // MARK: - Connections

    public func opened(_ connection: LinkConnection) async -> CallTable {
        idleTimer?.cancel()
        idleTimer = nil
        let client = Client(connection, host: self)
        clients[connection.id] = client
        return client.calls()
    }

    public func closed(_ connection: LinkConnection) async {
        guard let client = clients.removeValue(forKey: connection.id) else { return }
        await client.end()
        await considerIdleness()
    }

    var connectionCount: Int { clients.count }

    /// Tells those who hold the leases of these sessions that there may be something to send.
    public nonisolated func sessionsChanged(_ sessions: Set<SessionIdentifier>) {
        Task { await self.wake(sessions) }
    }

    private func wake(_ sessions: Set<SessionIdentifier>) async {
        for client in clients.values { await client.wake(sessions) }
        await considerIdleness()
    }

    // MARK: - The end

    /// Watches for the end of all work, after which an agent that nobody is attached to leaves.
    public func start() async {
        await considerIdleness()
        let lifecycle = await bus.subscribe(includesProgress: false)
        Task { [weak self] in
            for await _ in lifecycle { await self?.considerIdleness() }
        }
    }

    func considerIdleness() async {
        let hasWork = await agent.hasWork
        considerPower(hasWork: hasWork)
        guard clients.isEmpty, !hasWork, ending == nil, powerOrder == nil else {
            idleTimer?.cancel()
            idleTimer = nil
            return
        }
        guard idleTimer == nil else { return }
        idleTimer = Task { [weak self, idleExit] in
            do { try await Task.sleep(for: idleExit) } catch { return }
            await self?.leaveIfIdle()
        }
    }

    private func leaveIfIdle() async {
        idleTimer = nil
        let hasWork = await agent.hasWork
        guard clients.isEmpty, !hasWork, powerOrder == nil else { return await considerIdleness() }
        await end(.idle)
    }

    /// Writes everything and ends; later calls wait for the first.
    public func end(_ reason: Ending) async {
        guard ending == nil else {
            _ = await ended.value()
            return
        }
        ending = reason
        idleTimer?.cancel()
        let notice = GoodbyeNotice(reason: reason.rawValue)
        for client in clients.values { await client.connection.send(notice) }
        await sources.shutDown()
        ended.happen(reason)
    }

    /// Returns when the agent has ended.
    public nonisolated func waitForEnd() async -> Ending {
        await ended.value() ?? .stopped
    }
}
