import Agent
import DownloadCore
import Synchronization
import TestSupport
import Testing

/// Which hooks are run, how many at once, and what a crash leaves of them.
@Suite struct HookTests {
    /// Notes each run and ends it when the gate is open.
    private final class Recorder: HookRunner {
        private let state = Mutex((running: 0, most: 0, orders: [HookOrder]()))
        let gate: Gate
        let ending: HookEnding

        init(gate: Gate, ending: HookEnding = .done) {
            self.gate = gate
            self.ending = ending
        }

        var orders: [HookOrder] { state.withLock { $0.orders } }
        var most: Int { state.withLock { $0.most } }

        func run(_ order: HookOrder) async -> HookEnding {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
                state.orders.append(order)
            }
            while !gate.isOpen {
                do { try await Task.sleep(for: .milliseconds(2)) } catch { break }
            }
            state.withLock { $0.running -= 1 }
            return ending
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
        try await eventually("all are stored") { await bench.store.hooks.count == 6 }
        let left = await bench.crash()
        let again = Recorder(gate: Gate())
        again.gate.open()
        let next = try await Workbench(folder: bench.folder, store: left, hookRunner: again)
        try await next.agent.adoptSessions()
        await next.agent.hooksEnded()
        #expect(again.orders.count == 6)
        #expect(again.orders.allSatisfy { $0.isRepeated == true && $0.facts.event == .finished && $0.facts.path != nil })
        #expect(again.orders.map(\.key) == again.orders.map(\.key).sorted())
        #expect(await left.hooks.isEmpty)
        await next.stop()
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
        try await eventually("it is told") {
            bench.inbox.all.contains { $0.kind == .warning("the hook /bin/x for finished of task 1 ended with status 9") }
        }
        await bench.stop()
    }
}
