import DownloadCore
import Platform
import SQLite
import Testing

@testable import Store
import TestSupport

@Suite struct StoreDamageTests {
    private func filled(_ bench: StoreBench, tasks: Int64 = 3) async throws -> String {
        let store = try bench.open()
        _ = try await store.reserveIDs(Int(tasks))
        try await store.save((1...tasks).map { StoreBench.record($0) }, events: [StoreBench.event(1)], durability: .full)
        await store.close()
        return store.storeID
    }

    @Test(arguments: ["this is no database", "SQLite format 3\0garbage"])
    func `a damaged store is set aside, each time under another name`(garbage: String) async throws {
        let bench = try StoreBench()
        for round in 1...2 {
            _ = try await filled(bench)
            let text = Array((garbage + String(repeating: "#", count: 8192)).utf8)
            let file = try File.open(bench.file, .readWrite)
            try file.truncate(to: 0)
            try file.write(text, at: 0)
            let store = try bench.open()
            #expect(store.openingWarnings.first == "the store was damaged and is kept as tasks.db.damaged-\(round)")
            #expect(try await store.load().isEmpty)
            #expect(try File.open(bench.path + "/tasks.db.damaged-\(round)", .read).read(atMost: 100_000) == text)
            try await store.save([StoreBench.record(1)], events: [], durability: .full)
            await store.close()
        }
        #expect(try await bench.open().load().count == 1)
    }

    @Test func `what can be read of a damaged store is taken over`() async throws {
        let bench = try StoreBench()
        let name = try await filled(bench, tasks: 200)
        // The upper half of the pages is lost; the tables' roots are below.
        let file = try File.open(bench.file, .readWrite)
        let size = try file.status().size
        try file.write([UInt8](repeating: 0x5a, count: 8192), at: size / 8192 * 4096)
        let store = try bench.open()
        #expect(store.openingWarnings.count == 2, "\(store.openingWarnings)")
        #expect(store.storeID == name)
        let kept = try await store.load()
        #expect(kept.count > 50 && kept.count < 200, "\(kept.count)")
        #expect(kept.allSatisfy { $0 == runless(StoreBench.record($0.id.rawValue)) })
        #expect(try await store.reserveIDs(1).lowerBound > 200)
    }

    /// Runs are not taken over.
    private func runless(_ record: TaskRecord) -> TaskRecord {
        var record = record
        record.run = nil
        return record
    }

    @Test(arguments: [
        "UPDATE tasks SET progress = '{' WHERE id = 2", "UPDATE tasks SET progress = X'00ff' WHERE id = 2",
        "UPDATE requests SET body = '{\"urls\":7}' WHERE task = 2", "DELETE FROM requests WHERE task = 2",
        "UPDATE tasks SET progress = replace(CAST(progress AS TEXT), '\"queued\"', '\"dreaming\"') WHERE id = 2",
        "UPDATE tasks SET progress = replace(CAST(progress AS TEXT), '\"w\":4096', '\"w\":-4096') WHERE id = 2",
        "UPDATE requests SET body = 'no JSON at all' WHERE task = 2",
    ])
    func `one row that makes no sense never stops the others, and is kept`(damage: String) async throws {
        let bench = try StoreBench()
        _ = try await filled(bench)
        try bench.tamper(damage)
        let store = try bench.open()
        #expect(try await store.load().map(\.id.rawValue) == [1, 3])
        #expect(await store.warnings == ["task 2 cannot be read and is left alone"])
        #expect(try await store.load().count == 2)
        #expect(await store.warnings.count == 1)
        await store.close()
        let database = try SQLiteConnection(path: bench.file)
        #expect(try database.text("SELECT state FROM tasks WHERE id = 2") == "broken")
    }

    @Test func `fields that a later version added are no obstacle, and missing ones have their defaults`() async throws {
        let bench = try StoreBench()
        _ = try await filled(bench)
        try bench.tamper(
            "UPDATE requests SET body = json_set(CAST(body AS TEXT), '$.colour', 'red')",
            "UPDATE requests SET body = json_remove(CAST(body AS TEXT), '$.maximumConnections', '$.retry.firstDelay', '$.method')",
            "UPDATE tasks SET progress = json_remove(CAST(progress AS TEXT), '$.wasted', '$.setbacks')"
        )
        let loaded = try await bench.open().load()
        #expect(loaded.count == 3)
        #expect(loaded.first?.request == StoreBench.record(1).request)
        #expect(loaded.first?.wasted == 0)
    }

    @Test func `numbers that could overflow when they are counted up are cut`() async throws {
        let bench = try StoreBench()
        _ = try await filled(bench)
        let set = "UPDATE tasks SET progress = json_set(CAST(progress AS TEXT), "
        try bench.tamper(
            set + "'$.attempt', 9223372036854775807, '$.mirror', 9223372036854775807)",
            set + "'$.generation', -5, '$.failures', 9223372036854775807)"
        )
        let record = try #require(try await bench.open().load().first)
        #expect(record.attempt == 1 << 40)
        #expect(record.generation == 0)
        #expect(record.url == record.request.urls.first)
        var machine = TaskStateMachine(recovering: record, trust: .written)
        _ = machine.handle(.start, now: Now(instant: Instant(nanoseconds: .max), wall: WallTime(seconds: .max)))
        #expect(machine.record.attempt == (1 << 40) + 1)
    }

    @Test func `a store of a newer version is refused and not touched`() async throws {
        let bench = try StoreBench()
        _ = try await filled(bench)
        try bench.tamper("INSERT INTO migrations (name) VALUES ('from the future')")
        let failure = #expect(throws: Failure.self) { try bench.open() }
        #expect(failure?.detail.contains("newer version") == true)
        #expect(try !bench.names().contains { $0.contains("damaged") })
        try bench.tamper("DELETE FROM migrations WHERE name = 'from the future'")
        #expect(try await bench.open().load().count == 3)
    }

    @Test func `a commit that was cut off leaves the state before it`() async throws {
        let bench = try StoreBench()
        _ = try await filled(bench)
        // A process killed within a transaction leaves a log without its commit.
        do {
            let database = try SQLiteConnection(path: bench.file)
            try database.run("BEGIN IMMEDIATE")
            try database.run("DELETE FROM tasks")
        }
        #expect(try await bench.open().load().count == 3)
    }
}
