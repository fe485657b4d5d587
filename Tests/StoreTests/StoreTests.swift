import DownloadCore
import Platform
import SQLite
import Testing

@testable import Store
import TestSupport

@Suite struct StoreTests {
    @Test func `the second owner is told who the first is, and may come when it has gone`() async throws {
        let bench = try StoreBench()
        let first = try bench.open()
        let failure = #expect(throws: Failure.self) { try bench.open() }
        #expect(failure?.code == .sessionInUse)
        #expect(failure?.detail == "process \(ThisProcess.id) holds it")
        await first.close()
        _ = try bench.open()
        await #expect(throws: Failure.self) { try await first.load() }
    }

    @Test func `only its owner can read it`() async throws {
        let bench = try StoreBench()
        let base = try Directory.make(folderOf(bench.path))
        try base.makeDirectory("test", mode: 0o755)
        let store = try bench.open()
        try await store.save([StoreBench.record(1)], events: [], durability: .full)
        let folder = try Directory.open(bench.path)
        #expect(try folder.status().mode == 0o700)
        for name in try folder.names() { #expect(try folder.status(of: name)?.mode == 0o600, "\(name)") }
        #expect(try bench.names() == ["lock", "tasks.db", "tasks.db-wal", "tasks.db-shm"])
    }

    @Test func `runs of hooks come back in their order until they are over`() async throws {
        let bench = try StoreBench()
        let first = try bench.open()
        var facts = HookFacts(.finished, session: "haul", time: WallTime(seconds: 5))
        (facts.id, facts.path, facts.url) = (TaskID(rawValue: 7), "/d/a b", "https://example.org/ü")
        let orders = ["0002-0", "0010-0", "0002-1"].map {
            HookOrder(key: $0, command: ["/bin/x", "", "$y"], timeout: .seconds(3), facts: facts)
        }
        var change = StoreChange()
        change.hooks = orders
        try await first.save(change, durability: .full)
        await first.close()
        let second = try bench.open()
        #expect(try await second.dueHooks() == [orders[0], orders[2], orders[1]])
        change = StoreChange()
        change.endedHooks = ["0002-1", "0002-0", "none"]
        try await second.save(change, durability: .normal)
        #expect(try await second.dueHooks() == [orders[1]])
    }

    private func folderOf(_ path: String) -> String {
        "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }

    @Test func `its name is made once and looks like a UUID`() async throws {
        let bench = try StoreBench()
        let first = try bench.open()
        await first.close()
        let second = try bench.open()
        #expect(first.storeID == second.storeID)
        #expect(second.storeID.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
        #expect(try SQLiteStore.ephemeral().storeID != second.storeID)
    }

    @Test(arguments: ["relative/path", ""])
    func `a path that is not absolute is refused`(path: String) {
        #expect(throws: Failure.self) { try SQLiteStore(directory: path) }
    }

    @Test func `numbers are never given again, not even after a removal and a restart`() async throws {
        let bench = try StoreBench()
        let store = try bench.open()
        #expect(try await store.reserveIDs(3) == 1...3)
        try await store.save([StoreBench.record(3)], events: [], durability: .full)
        try await store.remove([TaskID(rawValue: 3)])
        #expect(try await store.load().isEmpty)
        #expect(try await store.find([TaskID(rawValue: 3)]).isEmpty)
        await store.close()
        #expect(try await bench.open().reserveIDs(1) == 4...4)
    }

    @Test func `a counter at its end and odd counts are failures, no traps`() async throws {
        let bench = try StoreBench()
        var store = try bench.open()
        for count in [0, -1, .min, .max] {
            await #expect(throws: Failure.self) { try await store.reserveIDs(count) }
        }
        await store.close()
        try bench.tamper("INSERT OR REPLACE INTO meta VALUES ('next task', 9223372036854775806)")
        store = try bench.open()
        #expect(try await store.reserveIDs(1) == Int64.max - 1...Int64.max - 1)
        await #expect(throws: Failure.self) { try await store.reserveIDs(1) }
        #expect(try await store.load().isEmpty)
    }

    @Test func `runs are opened and closed`() async throws {
        let store = try SQLiteStore.ephemeral()
        #expect(try await store.openRun() == nil)
        let first = try await store.beginRun(at: WallTime(seconds: 1))
        #expect(try await store.openRun() == first)
        try await store.closeRun(first)
        #expect(try await store.openRun() == nil)
        #expect(try await store.beginRun(at: WallTime(seconds: 2)) > first)
    }

    @Test func `only the oldest ended tasks of closed runs are forgotten`() async throws {
        let store = try SQLiteStore.ephemeral()
        let closed = try await store.beginRun(at: WallTime(seconds: 1))
        let file = FinishedFile(path: "/d/1", bytes: 1)
        var records = (1...4).map { StoreBench.record($0, state: .finished(file)) }
        records.append(StoreBench.record(5, state: .failed(Failure(.network, "reset"))))
        for index in records.indices {
            records[index].run = closed
            records[index].ended = WallTime(seconds: Int64(index))
        }
        try await store.save(records, events: [], durability: .full)
        try await store.forgetEnded(keeping: 1)
        #expect(try await store.loadAll(run: closed).count == 5, "the run is still open")
        try await store.closeRun(closed)
        try await store.forgetEnded(keeping: 1)
        #expect(try await store.loadAll(run: closed).map(\.id.rawValue) == [4, 5])
        #expect(try await store.failed().map(\.id.rawValue) == [5])
    }

    @Test func `events are kept in order, progress is not`() async throws {
        let bench = try StoreBench()
        let store = try bench.open()
        #expect(try await store.lastSequence() == 0)
        let progress = Event.Kind.progress(.init(done: 1, total: nil, speed: .nan, remaining: nil, connections: 1))
        let events = [
            StoreBench.event(1, .queued(url: "https://a")), StoreBench.event(1, progress), StoreBench.event(2, task: 2, .warning("x")),
            StoreBench.event(3, task: nil, .resumed),
        ]
        try await store.save([], events: events, durability: .full)
        #expect(try await store.events() == [events[0], events[2], events[3]])
        #expect(try await store.events(after: 1, task: TaskID(rawValue: 2)) == [events[2]])
        #expect(try await store.events(limit: 1) == [events[0]])
        #expect(try await store.lastSequence() == 3)
        await store.close()
        #expect(try await bench.open().events().count == 3)
    }

    @Test func `the history is bounded`() async throws {
        let store = try SQLiteStore.ephemeral()
        let count = UInt64(SQLiteStore.eventLimit) + 25
        try await store.save([], events: (1...count).map { StoreBench.event($0) }, durability: .normal)
        let kept = try await store.events(limit: .max)
        #expect(kept.count == Int(SQLiteStore.eventLimit))
        #expect(kept.first?.sequence == 26)
        #expect(kept.last?.sequence == count)
    }

    @Test func `a thousand tasks are saved at once`() async throws {
        let bench = try StoreBench()
        let store = try bench.open()
        let records = (1...1_000).map { StoreBench.record($0, state: .running) }
        try await store.save(records, events: [], durability: .normal)
        #expect(try await store.load() == records)
    }
}
