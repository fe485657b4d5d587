import DownloadCore
import Platform
import SQLite
import Testing

@testable import Store
import TestSupport

@Suite struct TaskRowTests {
    private static let failure = Failure(.overloaded, "429 \u{7} from x", httpStatus: 429, isTransient: true, retryAfter: .seconds(7))
    private static let states: [TaskState] = [
        .queued, .connecting, .running, .paused, .verifying, .publishing, .cancelled, .failed(failure),
        .waiting(Wait(reason: .rateLimited, until: WallTime(seconds: 9), attempt: 2, limit: 5, failure: failure)),
        .finished(FinishedFile(path: "/d/1.iso", bytes: .max, digest: Checksum(.md5, hex: String(repeating: "0", count: 32)))),
    ]

    @Test(arguments: states)
    func `a task comes back as it was saved`(state: TaskState) async throws {
        let bench = try StoreBench()
        let record = StoreBench.record(1, state: state)
        do {
            let store = try bench.open()
            try await store.save([record], events: [], durability: .full)
            await store.close()
        }
        let store = try bench.open()
        #expect(try await store.find([record.id]) == [record])
        #expect(try await store.load() == (state.isEnded ? [] : [record]))
        #expect(try await store.ended() == (state.isEnded ? [record] : []))
        #expect(try await store.counts() == [state.kind: 1])
    }

    @Test func `every field of a record is stored somewhere`() {
        // A new field of TaskRecord belongs into StoredProgress or a column, then into this list.
        let known = [
            "id", "request", "state", "order", "attempt", "generation", "plan", "representation", "previous", "isWithoutRanges", "mirror",
            "setbacks", "failures", "wasted", "activeTime", "added", "ended", "intent", "run", "part", "session", "inherited",
            "age", "token", "isContinuation", "isHurried",
        ]
        let fields = Mirror(reflecting: StoreBench.record(1)).children.compactMap(\.label)
        #expect(fields.map { String($0.trimmingPrefix("_")) }.sorted() == known.sorted())
    }

    @Test func `a task that is new to everything comes back too`() async throws {
        let store = try SQLiteStore.ephemeral()
        let record = TaskRecord(
            id: TaskID(rawValue: 1),
            request: DownloadRequest(urls: []),
            order: .min,
            added: WallTime(nanoseconds: .min)
        )
        try await store.save([record], events: [], durability: .normal)
        #expect(try await store.load() == [record])
    }

    @Test func `the queue's order is kept`() async throws {
        let store = try SQLiteStore.ephemeral()
        var records = [(1, 9), (2, 3), (3, 3), (4, 1)].map { StoreBench.record($0.0, order: $0.1) }
        records[0].request.priority = .high
        records[3].request.priority = .low
        try await store.save(records.reversed(), events: [], durability: .full)
        #expect(try await store.load().map(\.id.rawValue) == [1, 2, 3, 4])
    }

    @Test func `what has not ended comes in portions, and rows that cannot be read end nothing`() async throws {
        let bench = try StoreBench()
        do {
            let store = try bench.open()
            let records = (1...9).map { StoreBench.record(Int64($0), state: $0 == 5 ? .cancelled : .queued) }
            try await store.save(records, events: [], durability: .full)
            await store.close()
        }
        try bench.tamper("UPDATE tasks SET progress = 'x' WHERE id IN (3, 4)")
        let store = try bench.open()
        var portions: [[Int64]] = []
        repeat {
            let last = portions.last?.last.map { TaskID(rawValue: $0) }
            portions.append(try await store.load(after: last, limit: 2).map(\.id.rawValue))
        } while portions.last?.isEmpty == false
        #expect(portions == [[1, 2], [6, 7], [8, 9], []])
    }

    @Test func `all tasks of a run come back, ended or not`() async throws {
        let store = try SQLiteStore.ephemeral()
        var records = [StoreBench.record(1, state: .cancelled), StoreBench.record(2), StoreBench.record(3)]
        records[2].run = nil
        try await store.save(records, events: [], durability: .full)
        #expect(try await store.loadAll(run: 5).map(\.id.rawValue) == [1, 2])
        #expect(try await store.loadAll(run: 6).isEmpty)
    }

    @Test func `a save of progress leaves the request's row alone, an edit changes it`() async throws {
        let bench = try StoreBench()
        let store = try bench.open()
        var record = StoreBench.record(1, state: .running)
        record.request.taskDescription = String(repeating: "long ", count: 20_000)
        try await store.save([record], events: [], durability: .full)
        try await store.checkpoint()
        let before = try Directory.open(bench.path).status(of: "tasks.db-wal")?.size ?? 0
        #expect(before == 0)
        record.wasted += 1
        try await store.save([record], events: [], durability: .normal)
        let grown = try Directory.open(bench.path).status(of: "tasks.db-wal")?.size ?? 0
        #expect(grown > 0 && grown < 20_000, "\(grown) bytes")
        for text in ["short", "other", "short"] {
            record.request.taskDescription = text
            try await store.save([record], events: [], durability: .full)
            #expect(try await store.load() == [record])
        }
        try await store.remove([record.id])
        try await store.save([record], events: [], durability: .full)
        #expect(try await store.load() == [record])
    }

    @Test func `pages of ended tasks don't overlap, and odd limits are no trap`() async throws {
        let store = try SQLiteStore.ephemeral()
        try await store.save((1...5).map { StoreBench.record($0, state: .cancelled) }, events: [], durability: .full)
        #expect(try await store.ended(limit: 2).map(\.id.rawValue) == [5, 4])
        #expect(try await store.ended(limit: 2, offset: 4).map(\.id.rawValue) == [1])
        #expect(try await store.ended(limit: -1, offset: .min).isEmpty)
    }

    @Test func `addresses in columns carry no secrets`() async throws {
        let bench = try StoreBench()
        let store = try bench.open()
        var record = StoreBench.record(1)
        record.mirror = 0
        try await store.save([record], events: [], durability: .full)
        await store.close()
        let database = try SQLiteConnection(path: bench.file)
        #expect(try database.text("SELECT url FROM tasks") == "https://files.example/1.iso?key=1")
        #expect(try database.text("SELECT origin FROM tasks") == "https://files.example:443")
    }
}
