import SQLite
import Testing
import TestSupport

@Suite struct SQLiteTests {
    private func database() throws -> SQLiteConnection {
        let database = try SQLiteConnection(path: ":memory:")
        try database.run("CREATE TABLE t (a, b)")
        return database
    }

    @Test(arguments: [
        SQLiteValue.null, .integer(.max), .integer(.min), .text(""), .text("a\0ü"), .blob([]), .blob([0, 255, 0]),
    ])
    func `values come back as they went in`(value: SQLiteValue) throws {
        let database = try database()
        try database.run("INSERT INTO t VALUES (?, typeof(?1))", [value])
        var found: SQLiteValue?
        try database.run("SELECT a, b FROM t") { row in
            switch row.text(1) {
            case "null": found = row.isNull(0) ? .null : nil
            case "integer": found = .integer(row.integer(0))
            case "text": found = row.text(0).map(SQLiteValue.text)
            default: found = .blob(row.blob(0))
            }
        }
        #expect(found == value)
    }

    @Test func `values of an earlier run of a statement are forgotten`() throws {
        let database = try database()
        try database.run("INSERT INTO t VALUES (?, ?)", [.integer(1), .text("secret")])
        try database.run("INSERT INTO t VALUES (?, ?)", [.integer(2)])
        #expect(try database.integer("SELECT count(*) FROM t WHERE b IS NULL") == 1)
    }

    @Test func `a statement may run again while it runs`() throws {
        let database = try database()
        for number in 1...3 { try database.run("INSERT INTO t VALUES (?, 0)", [.integer(Int64(number))]) }
        var pairs = 0
        try database.run("SELECT a FROM t") { _ in
            try? database.run("SELECT a FROM t") { _ in pairs += 1 }
        }
        #expect(pairs == 9)
    }

    @Test func `a failed transaction leaves nothing, and the next one works`() throws {
        let database = try database()
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.run("INSERT INTO t VALUES (1, 1)")
                try database.run("INSERT INTO nowhere VALUES (1)")
            }
        }
        #expect(error?.sql == "INSERT INTO nowhere VALUES (1)")
        #expect(try database.integer("SELECT count(*) FROM t") == 0)
        try database.transaction { () throws(SQLiteError) in try database.run("INSERT INTO t VALUES (1, 1)") }
        #expect(database.changes == 1)
    }

    @Test(arguments: ["", "nonsense", "SELECT 'a", "\0"])
    func `texts that are no statement are errors`(sql: String) throws {
        let database = try database()
        #expect(throws: SQLiteError.self) { try database.run(sql) }
    }

    @Test func `the pragma takes effect each time`() throws {
        let database = try database()
        for mode in [(SQLiteConnection.Synchronous.full, 2), (.normal, 1), (.full, 2), (.normal, 1)] {
            try database.setSynchronous(mode.0)
            #expect(try database.integer("PRAGMA synchronous") == Int64(mode.1))
        }
    }

    @Test func `a folder is no database`() {
        let error = #expect(throws: SQLiteError.self) { try SQLiteConnection(path: "/") }
        #expect(error?.isClosedToUs == true)
    }
}
