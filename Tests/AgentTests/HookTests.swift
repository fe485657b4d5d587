import Agent
import DownloadCore
import Synchronization
import TestSupport
import Testing

/// Which hooks are run, how many at once, and what a crash leaves of them.
@Suite struct HookTests {
    /// Notes each run and ends it when the gate is open.
    private final class Recorder: HookRunner {
        private let state = Mutex((running: 0, most: 0, orders: [HookOrder](), left: [String]()))
        let gate: Gate

        /// Those of an earlier agent end when it is open.
        let leftGate = Gate()
        let ending: HookEnding

        init(gate: Gate, ending: HookEnding = .done) {
            self.gate = gate
            self.ending = ending
        }

        var orders: [HookOrder] { state.withLock { $0.orders } }
        var most: Int { state.withLock { $0.most } }
        var left: [String] { state.withLock { $0.left } }

        func run(_ order: HookOrder, began: @Sendable (HookRun) async -> Bool) async -> HookEnding {
            let count = state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
                state.orders.append(order)
                return state.orders.count
            }
            defer { state.withLock { $0.running -= 1 } }
            guard await began(HookRun(pid: Int32(count), started: 1, boot: "boot")) else { return .interrupted }
            while !gate.isOpen {
                do { try await Task.sleep(for: .milliseconds(2)) } catch { return .interrupted }
            }
            return ending
        }

        func endLeft(_ run: HookRun, of order: HookOrder) async {
            state.withLock { $0.left.append(order.key) }
            while !leftGate.isOpen {
                do { try await Task.sleep(for: .milliseconds(2)) } catch { return }
            }
        }
    }

    private func bench(_ recorder: Recorder, store: MemoryStore = MemoryStore(), _ hooks: [Hook]) async throws -> Workbench {
        let bench = try await Workbench(store: store, hookRunner: recorder)
        await bench.agent.change { $0.hooks = hooks }
        return bench
    }

    @Test func `each event has its own, few run at once, and the end of all is stored`() async throws {
        let origin = try Origin()
        let gate = Gate()
        let recorder = Recorder(gate: gate)
        let hooks = [
            Hook([.finished, .failed], command: ["a"]), Hook([.finished], session: SessionIdentifier("other"), command: ["b"]),
            Hook([.allDone], command: ["c"]),
        ]
        let bench = try await bench(recorder, hooks)
        var requests = (0..<12).map { DownloadRequest(urls: [origin.serve("/\($0)", .file(size: 100))]) }
        requests.append(DownloadRequest(urls: [origin.url("/missing")]))
        requests[0].onFinish = ["own", "word"]
        let ids = try await bench.agent.add(requests, session: .haul)
        for id in ids { _ = try await bench.end(of: id) }
        try await eventually("four run") { recorder.orders.count == 4 }
        // 12 finished, one of them twice, one failed, and all of them together.
        #expect(await bench.store.hooks.count == 15)
        gate.open()
        await bench.agent.hooksEnded()
        #expect(recorder.most == 4)
        let commands = recorder.orders.map(\.command)
        #expect(
            commands.count { $0 == ["a"] } == 13 && commands.count { $0 == ["own", "word"] } == 1 && commands.count { $0 == ["c"] } == 1
        )
        #expect(commands.last == ["c"])
        #expect(recorder.orders.allSatisfy { $0.isRepeated == nil })
        #expect(await bench.store.hooks.isEmpty)
        await bench.stop()
    }

    @Test func `what was not over at a crash is run by the next agent, in its order, with its facts`() async throws {
        let origin = try Origin()
        let recorder = Recorder(gate: Gate())
        let bench = try await bench(recorder, [Hook([.finished, .started], command: ["a"])])
        let urls = (0..<6).map { origin.serve("/\($0)", .file(size: 100)) }
        let ids = try await bench.agent.add(urls.map { DownloadRequest(urls: [$0]) }, session: .haul)
        for id in ids { _ = try await bench.end(of: id) }
        try await eventually("four have begun, and all that is kept is stored") {
            let hooks = await bench.store.hooks.values
            return hooks.count { $0.run != nil } == 4 && hooks.count { $0.facts.event == .finished } == 6
        }
        let left = await bench.crash()
        let begun = await left.hooks.values.filter { $0.run != nil }
        let again = Recorder(gate: Gate())
        again.gate.open()
        let next = try await Workbench(folder: bench.folder, store: left, hookRunner: again)
        await next.agent.change { $0.hooks = [Hook([.finished, .started], command: ["a"])] }
        try await next.agent.adoptSessions()
        // Those that had begun are ended first; meanwhile none begins, and those that are told of no end do not come again.
        try await eventually("they are being ended") { again.left.count == 4 }
        #expect(Set(again.left) == Set(begun.map(\.key)) && again.orders.isEmpty)
        again.leftGate.open()
        await next.agent.hooksEnded()
        #expect(again.orders.count == 6)
        #expect(again.orders.allSatisfy { $0.facts.event == .finished && $0.facts.path != nil && $0.run == nil })
        let repeated = again.orders.filter { $0.isRepeated == true }.map(\.key)
        #expect(Set(repeated) == Set(begun.filter { $0.facts.event == .finished }.map(\.key)))
        #expect(again.orders.map(\.key) == again.orders.map(\.key).sorted())
        #expect(await left.hooks.isEmpty)
        await next.stop()
    }

    @Test func `an agent that stops ends those that run, and the next one runs them again`() async throws {
        let origin = try Origin()
        let recorder = Recorder(gate: Gate())
        let bench = try await bench(recorder, [Hook([.finished, .started], command: ["a"])])
        let ids = try await bench.agent.add([DownloadRequest(urls: [origin.serve("/a", .file(size: 100))])], session: .haul)
        _ = try await bench.end(of: ids[0])
        try await eventually("both have begun") { await bench.store.hooks.values.count { $0.run != nil } == 2 }
        await bench.stop()
        // The one of the start has been told, as far as it came.
        #expect(await bench.store.hooks.values.map(\.facts.event) == [.finished])
        let again = Recorder(gate: Gate())
        again.gate.open()
        again.leftGate.open()
        let next = try await Workbench(folder: bench.folder, store: bench.store, hookRunner: again)
        await next.agent.change { $0.hooks = [Hook([.finished], command: ["a"])] }
        try await next.agent.adoptSessions()
        await next.agent.hooksEnded()
        #expect(again.orders.map(\.isRepeated) == [true])
        await next.stop()
    }

    @Test(.timeLimit(.minutes(1)))
    func `whoever waits for hooks goes on when the agent stops, also when some had not begun`() async throws {
        let origin = try Origin()
        let bench = try await bench(Recorder(gate: Gate()), [Hook([.finished], command: ["a"])])
        let urls = (0..<6).map { origin.serve("/\($0)", .file(size: 100)) }
        for id in try await bench.agent.add(urls.map { DownloadRequest(urls: [$0]) }, session: .haul) { _ = try await bench.end(of: id) }
        try await eventually("four have begun") { await bench.store.hooks.values.count { $0.run != nil } == 4 }
        let wait = Task { await bench.agent.hooksEnded() }
        await bench.stop()
        await wait.value
        #expect(await bench.store.hooks.count == 6)
    }

    @Test func `what the configuration does not name any more is not run, but for a task's own`() async throws {
        let origin = try Origin()
        let gate = Gate()
        let recorder = Recorder(gate: gate)
        let hooks = [Hook([.finished], command: ["a"], timeout: .seconds(7)), Hook([.finished], command: ["b"])]
        let bench = try await bench(recorder, hooks)
        var request = DownloadRequest(urls: [origin.serve("/a", .file(size: 100))])
        request.onFinish = ["own"]
        let ids = try await bench.agent.add([request, request], session: .haul)
        for id in ids { _ = try await bench.end(of: id) }
        try await eventually("four of six have begun") { recorder.orders.count == 4 }
        #expect(recorder.orders.map(\.command) == [["a"], ["b"], ["own"], ["a"]])
        await bench.agent.change { $0.hooks = [Hook([.finished], command: ["a"])] }
        gate.open()
        await bench.agent.hooksEnded()
        #expect(recorder.orders.map(\.command) == [["a"], ["b"], ["own"], ["a"], ["own"]])
        // Of the one that ended last.
        let warning = Event.Kind.warning("the hook b for finished is not run: the configuration does not name it any more")
        try await eventually("it is told") {
            bench.inbox.all.contains { told in told.kind == warning && ids.contains { told.task == $0 } }
        }
        #expect(await bench.store.hooks.isEmpty)
        await bench.stop()
    }

    @Test func `while the configuration cannot be read, what was wanted once is run`() async throws {
        let order = HookOrder(
            key: "1",
            command: ["a"],
            timeout: .seconds(9),
            facts: HookFacts(.finished, session: "haul", time: WallTime(seconds: 1)),
            isConfigured: true
        )
        #expect(order.wanted(by: []) == nil && order.wanted(by: [Hook([.failed], command: ["a"])]) == nil)
        #expect(order.wanted(by: [Hook([.finished], session: SessionIdentifier("other"), command: ["a"])]) == nil)
        #expect(order.wanted(by: [Hook([.finished], session: .haul, command: ["a"], timeout: .seconds(2))])?.timeout == 2)
        let store = MemoryStore()
        var change = StoreChange()
        change.hooks = [order]
        try await store.save(change, durability: .full)
        let recorder = Recorder(gate: Gate())
        recorder.gate.open()
        let bench = try await Workbench(store: store, hookRunner: recorder)
        await bench.agent.change { $0.knowsHooks = false }
        try await bench.agent.adoptSessions()
        await bench.agent.hooksEnded()
        #expect(recorder.orders.map(\.command) == [["a"]])
        #expect(recorder.orders.map(\.isRepeated) == [nil])
        await bench.stop()
    }

    @Test func `a failure is a warning, and the next ones run all the same`() async throws {
        let origin = try Origin()
        let gate = Gate()
        gate.open()
        let recorder = Recorder(gate: gate, ending: .failed("ended with status 9"))
        let bench = try await bench(recorder, [Hook([.finished], command: ["/bin/x"])])
        let ids = try await bench.agent.add([DownloadRequest(urls: [origin.serve("/a", .file(size: 100))])], session: .haul)
        #expect(try await bench.end(of: ids[0]).kind == .finished)
        await bench.agent.hooksEnded()
        let warning = Event.Kind.warning("the hook /bin/x for finished ended with status 9")
        try await eventually("it is told") { bench.inbox.all.contains { $0.kind == warning && $0.task == ids[0] } }
        // The task's own history has it.
        #expect(await bench.store.events.contains { $0.task == ids[0] && $0.kind == warning })
        await bench.stop()
    }
}
