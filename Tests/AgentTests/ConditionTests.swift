import Agent
import DownloadCore
import Synchronization
import TestSupport
import Testing

/// A world that a test makes.
final class FakeConditions: ConditionsPort {
    private let known: Mutex<Conditions>
    private let cpu = Mutex<Int?>(nil)
    private let ready = Mutex(0)
    let changes: AsyncStream<Conditions>
    private let continuation: AsyncStream<Conditions>.Continuation

    init(_ change: (inout Conditions) -> Void = { _ in }) {
        var conditions = Conditions()
        change(&conditions)
        known = Mutex(conditions)
        (changes, continuation) = AsyncStream.makeStream(of: Conditions.self)
    }

    func current() async -> Conditions { known.withLock { $0 } }
    func load() -> Int? { cpu.withLock { $0 } }
    func readyForSleep() async { ready.withLock { $0 += 1 } }
    var timesReady: Int { ready.withLock { $0 } }
    func set(load: Int?) { cpu.withLock { $0 = load } }

    func change(_ change: (inout Conditions) -> Void) {
        let conditions = known.withLock { known in
            change(&known)
            return known
        }
        continuation.yield(conditions)
    }
}

@Suite struct ConditionTests {
    private static func wait(_ bench: Workbench, _ id: TaskID) async -> Wait? {
        guard case .waiting(let wait) = await bench.agent.snapshot(of: id)?.state else { return nil }
        return wait
    }

    /// An address of this machine that no rule takes for one: what it serves needs a network, as far as anybody can tell.
    private static func elsewhere(_ url: String) -> String {
        url.replacing("127.0.0.1", with: "0.0.0.0")
    }

    private static func request(_ url: String, _ change: (inout DownloadRequest) -> Void = { _ in }) -> DownloadRequest {
        var request = DownloadRequest(urls: [url])
        request.waitsForNetwork = true
        request.maximumConnections = 1
        change(&request)
        return request
    }

    /// A file that comes slowly enough to be caught in the middle.
    private static let slow = TestSupport.Reply.file(size: 8 << 20).limited(to: 1 << 20)

    private static func running(_ bench: Workbench, _ id: TaskID, beyond bytes: Int64 = 1 << 18) async throws {
        try await eventually("bytes come") { await bench.agent.record(id).map { $0.state == .running && $0.plan.written > bytes } ?? false }
    }

    /// Ends well, after so many requests, with hardly a byte fetched twice.
    private static func finishes(_ bench: Workbench, _ id: TaskID, _ origin: Origin, requests: Int) async throws {
        guard case .finished(let file) = try await bench.end(of: id) else {
            Issue.record("it should end well")
            return
        }
        #expect(file.bytes == 8 << 20)
        #expect(origin.log.count == requests)
        let failures = await bench.agent.record(id)?.failures
        #expect(failures == 0)
        #expect(await bench.agent.record(id)?.wasted == 0)
    }

    @Test func `a discretionary task runs on mains power, stops on battery, and goes on with its range`() async throws {
        let origin = try Origin()
        let world = FakeConditions { $0.power = .battery(charge: 80) }
        let bench = try await Workbench(conditions: world)
        let url = origin.serve("/file.bin", Self.slow)
        let id = try await bench.agent.add([Self.request(url) { $0.isDiscretionary = true }])[0]
        try await eventually("it waits") { await Self.wait(bench, id)?.reason == .power }
        #expect(origin.log.isEmpty)
        #expect(await bench.agent.snapshot(of: id)?.queuePosition == nil)
        world.change { $0.power = .mains }
        try await Self.running(bench, id)
        world.change { $0.power = .battery(charge: 79) }
        try await eventually("it stops") { await Self.wait(bench, id)?.reason == .power }
        #expect(await bench.agent.totals().counts == [.waiting: 1])
        world.change { $0.power = .mains }
        try await Self.finishes(bench, id, origin, requests: 2)
        #expect(origin.log.last?.range != nil)
        let waits = bench.events(of: id).filter { if case .waiting(let wait) = $0 { wait.reason == .power } else { false } }
        #expect(waits.count == 2)
        await bench.stop()
        origin.stop()
    }

    @Test func `the load of the machine is read while a task depends on it`() async throws {
        let origin = try Origin()
        let world = FakeConditions()
        world.set(load: 500)
        let bench = try await Workbench(conditions: world)
        let id = try await bench.agent.add([Self.request(origin.serve("/a", .file(size: 10))) { $0.isDiscretionary = true }])[0]
        try await eventually("it waits") { await Self.wait(bench, id)?.reason == .load }
        // A person who raises the limit is heard at once.
        await bench.agent.change { $0.conditions.highestLoad = 500 }
        guard case .finished = try await bench.end(of: id) else {
            Issue.record("it should end well")
            return
        }
        await bench.stop()
        origin.stop()
    }

    @Test func `what a task forbids holds it back, and a start by hand does not ask for it`() async throws {
        let origin = try Origin()
        let world = FakeConditions { $0.network.isCellular = true }
        let bench = try await Workbench(conditions: world)
        let url = Self.elsewhere(origin.serve("/a", .file(size: 10)))
        let ids = try await bench.agent.add([
            Self.request(url) { $0.allowsCellularAccess = false }, Self.request(url) { $0.allowsExpensiveNetworkAccess = false },
            Self.request(url) { $0.allowsConstrainedNetworkAccess = false }, Self.request(url),
        ])
        _ = try await bench.end(of: ids[2])
        _ = try await bench.end(of: ids[3])
        #expect(await Self.wait(bench, ids[0])?.reason == .cellular)
        #expect(await Self.wait(bench, ids[1])?.reason == .metered)
        #expect(await bench.agent.startNow(ids[0]) == nil)
        guard case .finished = try await bench.end(of: ids[0]) else {
            Issue.record("it should end well")
            return
        }
        world.change { $0.network.isCellular = false }
        guard case .finished = try await bench.end(of: ids[1]) else {
            Issue.record("it should end well")
            return
        }
        await bench.stop()
        origin.stop()
    }

    @Test func `a lost network stops what needs one, and its return lets all go on at once`() async throws {
        let origin = try Origin()
        let world = FakeConditions { $0.network.connectivity = .online }
        let bench = try await Workbench(conditions: world)
        let url = Self.elsewhere(origin.serve("/file.bin", Self.slow))
        let near = origin.serve("/near.bin", .file(size: 1 << 20).limited(to: 1 << 18))
        let ids = try await bench.agent.add([Self.request(url), Self.request(near)])
        try await Self.running(bench, ids[0])
        world.change { $0.network.connectivity = .offline }
        try await eventually("it waits") { await Self.wait(bench, ids[0])?.reason == .network }
        // From this machine itself bytes come on.
        #expect(await bench.agent.record(ids[1])?.state.isActive == true)
        guard case .finished = try await bench.end(of: ids[1]) else {
            Issue.record("it should end well")
            return
        }
        #expect(await Self.wait(bench, ids[0])?.reason == .network)
        world.change { $0.network.connectivity = .online }
        let back = ContinuousClock.now
        try await eventually("it goes on") { await bench.agent.record(ids[0])?.state.isActive == true }
        #expect(ContinuousClock.now - back < .seconds(2))
        try await Self.finishes(bench, ids[0], origin, requests: 3)
        await bench.stop()
        origin.stop()
    }

    @Test func `another address makes running transfers ask again, once`() async throws {
        let origin = try Origin()
        let world = FakeConditions { ($0.network.connectivity, $0.network.paths) = (.online, ["wlan0", "wlan0 10.0.0.2"]) }
        let bench = try await Workbench(conditions: world)
        let id = try await bench.agent.add([Self.request(Self.elsewhere(origin.serve("/file.bin", Self.slow)))])[0]
        try await Self.running(bench, id)
        world.change { $0.network.paths = ["wlan0", "wlan0 10.9.9.9"] }
        try await Self.finishes(bench, id, origin, requests: 2)
        await bench.stop()
        origin.stop()
    }

    @Test func `before sleep all is stopped and then said to be ready, and after it all goes on`() async throws {
        let origin = try Origin()
        let world = FakeConditions()
        let bench = try await Workbench(conditions: world)
        let id = try await bench.agent.add([Self.request(origin.serve("/file.bin", Self.slow))])[0]
        try await Self.running(bench, id)
        world.change { $0.isGoingToSleep = true }
        try await eventually("the machine may sleep") { world.timesReady == 1 }
        let wait = await Self.wait(bench, id)
        #expect(wait?.reason == .network && wait?.failure?.detail == "the machine goes to sleep")
        // Not even a person's start goes before it.
        #expect(await bench.agent.startNow(id) == nil)
        #expect(await Self.wait(bench, id)?.reason == .network)
        world.change { $0.isGoingToSleep = false }
        try await Self.finishes(bench, id, origin, requests: 2)
        #expect(world.timesReady == 1)
        await bench.stop()
        origin.stop()
    }

    @Test func `a sleep that nobody told of shows in the clock, and running transfers ask again`() async throws {
        let origin = try Origin()
        let clocks = JumpingClocks()
        let bench = try await Workbench(conditions: FakeConditions(), clocks: clocks)
        let id = try await bench.agent.add([Self.request(Self.elsewhere(origin.serve("/file.bin", Self.slow)))])[0]
        try await Self.running(bench, id)
        clocks.jump(by: .seconds(5))
        try await Self.running(bench, id, beyond: 1 << 20)
        #expect(origin.log.count == 1)
        clocks.jump(by: .seconds(3_600))
        try await Self.finishes(bench, id, origin, requests: 2)
        await bench.stop()
        origin.stop()
    }

    @Test func `a start time is looked at again when somebody sets the clock, forward and back`() async throws {
        let origin = try Origin()
        let clocks = JumpingClocks()
        let bench = try await Workbench(clocks: clocks)
        let begin = clocks.now().wall.advanced(by: .seconds(7_200))
        let url = origin.serve("/file.bin", .file(size: 100))
        let id = try await bench.agent.add([Self.request(url) { $0.earliestBegin = begin }])[0]
        try await eventually("it waits") { await Self.wait(bench, id) == Wait(reason: .startTime, until: begin) }
        clocks.setWall(by: .seconds(-3_600))
        await bench.agent.clockChanged()
        // Asked and answered: what was to be looked at has been.
        #expect(await bench.agent.command(.resume, id) == nil)
        #expect(await Self.wait(bench, id)?.reason == .startTime && origin.log.isEmpty)
        clocks.setWall(by: .seconds(10_801))
        await bench.agent.clockChanged()
        guard case .finished = try await bench.end(of: id) else {
            Issue.record("it should end well")
            return
        }
        await bench.stop()
        origin.stop()
    }

    @Test func `very many tasks are held and let go in a moment, and none is told one by one`() async throws {
        let world = FakeConditions { $0.network.connectivity = .online }
        let bench = try await Workbench(tasks: 1, conditions: world)
        let requests = (0..<20_000).map { Self.request("http://192.0.2.1/\($0)") { $0.startsPaused = false } }
        let ids = try await bench.agent.add(requests)
        let begun = ContinuousClock.now
        world.change { $0.network.connectivity = .offline }
        try await eventually("the last one waits") { await Self.wait(bench, ids[19_999])?.reason == .network }
        world.change { $0.network.connectivity = .online }
        try await eventually("it does not any more") { await bench.agent.snapshot(of: ids[19_999])?.state == .queued }
        #expect(ContinuousClock.now - begun < .seconds(10))
        let told = bench.inbox.all.filter { if case .waiting(let wait) = $0.kind { wait.reason == .network } else { false } }
        #expect(told.count <= 3)
        await bench.stop()
    }
}
