internal import Agent
internal import Conditions
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

        /// Whether it begins without the documents folder when that holds unfinished downloads and is missing, and waits for it.
        var awaitsDocuments = false

        /// How power, network and sleep are watched; nil for not at all.
        var conditions: ConditionsWatch.Options?

        /// Starts the programs of sessions; only the agent has any.
        var launcher: (any Launcher)?

        /// Runs hooks.
        var hookRunner: (any HookRunner)?
        var sessionsChanged: @Sendable (Set<SessionIdentifier>) -> Void = { _ in }
    }

    let store: SQLiteStore
    let documents: Documents
    let transport: CurlTransport
    let agent: Agent
    let bus: EventBus
    private let conditions: ConditionsWatch?
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
        var options = Documents.Options(keepsQuery: plan.keepsQuery, faultPoint: FaultInjection.faultPoint)
        options.expectedDevices = try await store.partDevices()
        options.waitingRoom = plan.awaitsDocuments ? plan.storeFolder : nil
        let documents = try Documents(directory: plan.documents, storeID: store.storeID, template: plan.template, options: options)
        let channel = ReportChannel()
        let transport = try await CurlTransport(clocks: clocks, knownHosts: plan.knownHosts, report: { channel.send($0) })
        let lastSequence = try await store.lastSequence()
        let bus = EventBus(firstSequence: lastSequence + 1, clocks: clocks)
        let (stream, continuation) = AsyncStream.makeStream(of: [Event].self)
        let relay = Task {
            for await events in stream { await bus.publish(events) }
        }
        // Without a thread or a descriptor for it the machine tells nothing, which is no reason to stop.
        var conditions: ConditionsWatch?
        if let options = plan.conditions { conditions = try? await ConditionsWatch(options) }
        let agent = Agent(
            settings: plan.settings,
            store: store,
            transport: transport,
            publisher: documents,
            clocks: clocks,
            bootID: ThisProcess.bootID() ?? "",
            firstSequence: lastSequence + 1,
            storeID: store.storeID,
            // Some for what is open only for a moment: journals of the store, copies, names that are looked up.
            descriptors: ThisProcess.freeDescriptors().map { $0 - 8 },
            launcher: plan.launcher,
            conditions: conditions,
            hookRunner: plan.hookRunner,
            zone: LocalZone.here,
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
            conditions: conditions,
            relay: relay,
            endOfEvents: { continuation.finish() }
        )
    }

    /// Removes the part files that a crash between two steps, or a forgotten task, left behind; to be called before the first task is added.
    func sweep() async {
        // A store that was put together again may not know all of its tasks: what it does not know of may be good.
        guard store.openingWarnings.isEmpty, let tasks = try? await store.taskIDs() else { return }
        await agent.sweep(keeping: tasks)
    }

    /// Stops everything, stores all states, and returns when every event has been told.
    func close() async {
        await agent.shutDown()
        await conditions?.close()
        conditions?.join()
        endOfEvents()
        await relay.value
        await bus.finish()
        transport.join()
        await store.close()
        documents.stop()
    }
}
