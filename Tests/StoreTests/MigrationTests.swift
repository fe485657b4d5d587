import DownloadCore
import SQLite
import Testing

@testable import Store
import TestSupport

@Suite struct MigrationTests {
    /// The names of all released steps: a step may be added at the end, never changed or moved.
    @Test func `the steps are those that were released, in their order`() {
        #expect(Migration.all.map(\.name) == ["first tables", "sessions", "hooks"])
    }

    @Test func `a step is carried out once`() throws {
        let database = try SQLiteConnection(path: ":memory:")
        let counter = Migration(name: "count", statements: ["CREATE TABLE IF NOT EXISTS c (n)", "INSERT INTO c VALUES (1)"])
        for _ in 1...3 { try Migration.apply(Migration.all + [counter], to: database) }
        #expect(try database.integer("SELECT count(*) FROM c") == 1)
    }

    @Test func `a step that fails leaves nothing of itself`() throws {
        let database = try SQLiteConnection(path: ":memory:")
        try Migration.apply(to: database)
        let bad = Migration(name: "bad", statements: ["CREATE TABLE half (n)", "CREATE TABLE tasks (n)"])
        #expect(throws: Migration.Refusal.self) { try Migration.apply(Migration.all + [bad], to: database) }
        #expect(try database.integer("SELECT count(*) FROM sqlite_master WHERE name = 'half'") == 0)
        #expect(try database.integer("SELECT count(*) FROM migrations") == Int64(Migration.all.count))
    }
}
