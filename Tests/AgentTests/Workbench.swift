import Agent
import Documents
import DownloadCore
import Platform
import Synchronization
import TestSupport
import Transport

/// The machine's own clocks.
struct RealClocks: Clocks {
    func now() -> Now {
        Now(instant: Instant(nanoseconds: SystemClock.sinceBoot), wall: WallTime(nanoseconds: SystemClock.wall))
    }
}

/// The machine's own clocks, which a test lets jump as those of a machine do that has slept.
final class JumpingClocks: Clocks {
    private let jumped = Mutex(Duration.zero)
    private let set = Mutex(Duration.zero)

    func now() -> Now {
        let jumped = jumped.withLock { $0 }
        let now = RealClocks().now()
        return Now(instant: now.instant.advanced(by: jumped), wall: now.wall.advanced(by: jumped + set.withLock { $0 }))
    }

    /// Sets the clock on the wall as a person does.
    func setWall(by duration: Duration) { set.withLock { $0 += duration } }

    func jump(by duration: Duration) { jumped.withLock { $0 += duration } }
}

/// A whole agent with a real transport and a real documents directory.
final class Workbench: Sendable {
    let folder: TemporaryDirectory
    let store: MemoryStore
    let documents: Documents
    let transport: CurlTransport
    let agent: Agent
    let events = Mutex<[Event]>([])

    init(
        tasks: Int = 5,
        perHost: Int = 8,
        rateLimit: Int64? = nil,
        groups: [DownloadGroup] = [],
        orders: OrderRecorder? = nil,
        folder: TemporaryDirectory? = nil,
        store: MemoryStore = MemoryStore(),
        launcher: LaunchRecorder? = nil,
        hookRunner: (any HookRunner)? = nil,
        keepsPartials: Duration? = nil,
        conditions: FakeConditions? = nil,
        clocks: any Clocks = RealClocks()
    ) async throws {
        self.folder = try folder ?? TemporaryDirectory()
        self.store = store
        documents = try Documents(directory: self.folder.appending("docs"), storeID: "test")
        let channel = ReportChannel()
        transport = try await CurlTransport(clocks: RealClocks(), knownHosts: nil, report: { channel.send($0) })
        let recorded: any DownloadCore.Transport =
            if let orders { RecordedTransport(recorder: orders, transport: transport) } else { transport }
        let inbox = EventInbox()
        var settings = Agent.Settings(
            limits: .init(tasks: tasks, connectionsPerHost: perHost),
            rateLimit: rateLimit,
            session: "test"
        )
        settings.groups = groups
        settings.keepsPartials = keepsPartials
        agent = Agent(
            settings: settings,
            store: store,
            transport: recorded,
            publisher: documents,
            clocks: clocks,
            bootID: "boot",
            storeID: "test",
            launcher: launcher,
            conditions: conditions,
            hookRunner: hookRunner,
            reports: channel,
            publish: { inbox.add($0) }
        )
        self.inbox = inbox
        await agent.start()
    }

    let inbox: EventInbox

    /// All that was told of a task so far.
    func events(of id: TaskID) -> [Event.Kind] {
        inbox.all.filter { $0.task == id }.map(\.kind)
    }

    /// Adds a request and waits until its task has ended.
    func run(_ request: DownloadRequest) async throws -> (TaskID, TaskState) {
        let id = try await agent.add([request])[0]
        return (id, try await end(of: id))
    }

    func end(of id: TaskID) async throws -> TaskState {
        try await eventually("task \(id) ends", timeout: .seconds(30)) {
            guard let state = await self.agent.record(id)?.state, state.isEnded else { return nil }
            return state
        }
    }

    /// Ends as a process that is killed: what the store has now is all that is left, and what was received later lies in the part file at most.
    ///
    /// - Returns: the tasks as the store has them.
    func crash() async -> MemoryStore {
        let left = await store.copy()
        await store.fail(with: Failure(.internal, "it was killed"))
        await agent.shutDown()
        transport.join()
        documents.stop()
        return left
    }

    func stop() async {
        await agent.shutDown()
        transport.join()
        documents.stop()
    }
}

/// Collects what an agent tells.
final class EventInbox: Sendable {
    private let events = Mutex<[Event]>([])

    func add(_ more: [Event]) { events.withLock { $0 += more } }
    var all: [Event] { events.withLock { $0 } }
}
