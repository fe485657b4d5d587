import Agent
import DownloadCore
import TestSupport
import Testing

/// What the store is given of many small files, and when that is told.
@Suite struct SmallFileTests {
    private static let size: Int64 = 2_000

    @Test func `of a small file four rows are written, and every event before it is told`() async throws {
        let origin = try Origin()
        let requests = (0..<60).map { DownloadRequest(urls: [origin.serve("/\($0)", .file(size: Self.size))]) }
        let bench = try await Workbench(tasks: 10)
        let clock = ContinuousClock()
        let start = clock.now
        let ids = try await bench.agent.add(requests)
        for id in ids { #expect(try await bench.end(of: id).kind == .finished) }
        let elapsed = clock.now - start
        await bench.stop()
        origin.stop()
        let saved = await bench.store.saved
        for id in ids {
            let states = (saved[id] ?? []).map(\.state.kind)
            #expect(states.last == .finished, "\(states)")
            // That all of it is there, before anything is made of it.
            #expect(saved[id]?.contains { $0.state == .publishing && $0.intent == nil && $0.plan.written == Self.size } == true)
            // The intent, before the file has its name.
            #expect(saved[id]?.contains { $0.state == .publishing && $0.intent != nil } == true)
        }
        // On a busy machine some are still running when offsets are saved: ten at most, each time.
        let rounds = Int(elapsed / .milliseconds(700)) + 1
        #expect(saved.values.reduce(0) { $0 + $1.count } <= 4 * ids.count + 10 * rounds)
        let stored = await bench.store.events.map(\.sequence)
        #expect(stored == Array(1...UInt64(3 * ids.count)))
        #expect(bench.inbox.all.filter { !$0.kind.isProgress }.map(\.sequence) == stored)
    }

    @Test func `the start of one that hangs is stored and told all the same, and a crash then loses nothing`() async throws {
        let origin = try Origin()
        let url = origin.serve("/a", .file(size: Self.size).interrupted(.stall(after: 700)).times(1), .file(size: Self.size))
        var bench = try await Workbench()
        let id = try await bench.agent.add([DownloadRequest(urls: [url])])[0]
        try await eventually("the start is told") { [bench] in
            bench.events(of: id).contains { if case .started = $0 { true } else { false } }
        }
        let stored = await bench.store.events
        #expect(stored.contains { if case .started = $0.kind { true } else { false } })
        let left = await bench.crash()
        // Whatever its row says by now, it is one that goes on.
        bench = try await Workbench(folder: bench.folder, store: left)
        await bench.agent.adopt(await left.load())
        guard case .finished(let file) = try await bench.end(of: id) else {
            Issue.record("it did not finish")
            return
        }
        #expect(GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: file.path) == nil)
        #expect(origin.log(of: "/a").count == 2)
        await bench.stop()
        origin.stop()
    }

    @Test func `offsets of a task that runs are stored within a moment, with its state`() async throws {
        let origin = try Origin()
        let url = origin.serve("/a", .file(size: 50_000).interrupted(.stall(after: 30_000)))
        let bench = try await Workbench()
        let id = try await bench.agent.add([DownloadRequest(urls: [url])])[0]
        try await eventually("the row says what is there", timeout: .seconds(20)) {
            guard let row = await bench.store.records[id] else { return false }
            return row.state == .running && row.plan.written == 30_000 && row.part != nil && row.representation != nil
        }
        await bench.stop()
        origin.stop()
    }
}
