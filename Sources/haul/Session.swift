internal import Agent
internal import Documents
internal import DownloadCore
internal import EventBus
internal import Platform
internal import Store
internal import Transport

/// A session in this process: store, documents directory, transport, agent and bus, wired together.
///
/// The only place where they meet.
struct Session {
    /// What a session is made from.
    struct Plan {
        /// The absolute path of the store's folder; nil keeps nothing.
        var storeFolder: String?
        var documents: String
        var name: String
        var template: NameTemplate
        var keepsQuery: Bool
        var settings: Agent.Settings
        var knownHosts: String?

        /// Starts the programs of sessions; only the agent has any.
        var launcher: (any Launcher)?
        var sessionsChanged: @Sendable (Set<SessionIdentifier>) -> Void = { _ in }
    }

    let store: SQLiteStore
    let documents: Documents
    let transport: CurlTransport
    let agent: Agent
    let bus: EventBus
    private let relay: Task<Void, Never>
    private let endOfEvents: @Sendable () -> Void

    /// Opens everything in the order in which it can fail, so that nothing has been touched when it does.
    static func open(_ plan: Plan) async throws(Failure) -> Session {
        let clocks = SystemClocks()
        let store: SQLiteStore
        if let folder = plan.storeFolder {
            store = try SQLiteStore(directory: folder)
        } else {
            store = try SQLiteStore.ephemeral()
        }
        let documents = try Documents(
            directory: plan.documents,
            storeID: store.storeID,
            template: plan.template,
            options: .init(keepsQuery: plan.keepsQuery, faultPoint: FaultInjection.faultPoint)
        )
        let channel = ReportChannel()
        let transport = try await CurlTransport(clocks: clocks, knownHosts: plan.knownHosts, report: { channel.send($0) })
        let lastSequence = try await store.lastSequence()
        let bus = EventBus(firstSequence: lastSequence + 1, clocks: clocks)
        let (stream, continuation) = AsyncStream.makeStream(of: [Event].self)
        let relay = Task {
            for await events in stream {
                for event in events { await bus.publish(event.kind, task: event.task, session: event.session, time: event.time) }
            }
        }
        let agent = Agent(
            settings: plan.settings,
            store: store,
            transport: transport,
            publisher: documents,
            clocks: clocks,
            bootID: ThisProcess.bootID() ?? "",
            firstSequence: lastSequence + 1,
            storeID: store.storeID,
            launcher: plan.launcher,
            reports: channel,
            sessionsChanged: plan.sessionsChanged,
            publish: { continuation.yield($0) }
        )
        await agent.start()
        return Session(
            store: store,
            documents: documents,
            transport: transport,
            agent: agent,
            bus: bus,
            relay: relay,
            endOfEvents: { continuation.finish() }
        )
    }

    /// Stops everything, stores all states, and returns when every event has been told.
    func close() async {
        await agent.shutDown()
        endOfEvents()
        await relay.value
        await bus.finish()
        transport.join()
        await store.close()
        documents.stop()
    }
}
