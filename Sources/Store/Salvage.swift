internal import DownloadCore
internal import SQLite

/// Takes over what can still be read of a damaged database: its name, its counter, and its tasks row by row.
struct Salvage {
    private let from: String
    private let to: SQLiteConnection

    init(from path: String, to database: SQLiteConnection) {
        from = path
        to = database
    }

    /// Copies what can be read.
    ///
    /// - Returns: what there is to tell about it.
    func run() -> [String] {
        guard let damaged = try? SQLiteConnection(path: from), let tasks = try? copyTasks(damaged) else {
            return ["none of its tasks could be read"]
        }
        return ["\(tasks) of its tasks could be read"]
    }

    private func copyTasks(_ damaged: SQLiteConnection) throws(SQLiteError) -> Int {
        var rows: [Int64: [SQLiteValue]] = [:]
        // From both ends: a damaged page in the middle hides only what stands on it.
        for direction in ["ASC", "DESC"] {
            let sql = """
                SELECT id, state, priority, place, name, url, origin, total, done, added, ended, progress, body
                FROM tasks NOT INDEXED JOIN requests ON task = id ORDER BY id \(direction)
                """
            try? damaged.run(sql) { row in
                rows[row.integer(0)] =
                    [0].map { .integer(row.integer($0)) } + [.text(row.text(1) ?? "")] + [2, 3].map { .integer(row.integer($0)) }
                    + [4, 5, 6].map { .text(row.text($0) ?? "") }
                    + [7, 8, 9, 10].map { SQLiteValue(row.optionalInteger($0)) } + [11, 12].map { .blob(row.blob($0)) }
            }
        }
        // With the old name the part files are found again; without it they belong to nobody and stay.
        let name = (try? damaged.text("SELECT value FROM meta WHERE key = 'store'")) ?? nil
        let next = (try? damaged.integer("SELECT value FROM meta WHERE key = 'next task'")) ?? nil
        return try to.transaction { () throws(SQLiteError) in
            var copied = 0
            for row in rows.values.sorted(by: { Self.id($0) < Self.id($1) }) where Self.id(row) > 0 {
                // A row that is no longer fit for the table is left where it is.
                guard let id = row.first, let body = row.last, (try? insert(Array(row.dropLast()))) != nil else { continue }
                try to.run("INSERT INTO requests (task, body) VALUES (?, ?)", [id, body])
                copied += 1
            }
            copySessions(damaged)
            if let name { try to.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('store', ?)", [.text(name)]) }
            let highest = rows.keys.max() ?? 0
            let counter = max(next ?? 1, highest.saturatingAdd(1))
            try to.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('next task', ?)", [.integer(counter)])
            return copied
        }
    }

    /// Sessions, their journals and what waits in staging; rows that cannot be read stay behind.
    private func copySessions(_ damaged: SQLiteConnection) {
        for (table, columns) in [("sessions", ["identifier", "body"]), ("staged", ["task", "body"])] {
            try? damaged.run("SELECT \(columns.joined(separator: ", ")) FROM \(table)") { row in
                let key: SQLiteValue = table == "sessions" ? .text(row.text(0) ?? "") : .integer(row.integer(0))
                try? to.run(
                    "INSERT OR REPLACE INTO \(table) (\(columns.joined(separator: ", "))) VALUES (?, ?)",
                    [key, .blob(row.blob(1))]
                )
            }
        }
        try? damaged.run("SELECT session, number, task, body FROM journal") { row in
            let values: [SQLiteValue] = [.text(row.text(0) ?? ""), .integer(row.integer(1)), .integer(row.integer(2)), .blob(row.blob(3))]
            try? to.run("INSERT OR REPLACE INTO journal (session, number, task, body) VALUES (?, ?, ?, ?)", values)
        }
        // Apart from the other columns, since a database of the first version has none; from both ends as they are.
        for direction in ["ASC", "DESC"] {
            try? damaged.run("SELECT id, session FROM tasks NOT INDEXED WHERE session IS NOT NULL ORDER BY id \(direction)") { row in
                try? to.run("UPDATE tasks SET session = ? WHERE id = ?", [SQLiteValue(row.text(1)), .integer(row.integer(0))])
            }
        }
    }

    private func insert(_ values: [SQLiteValue]) throws(SQLiteError) {
        try to.run(
            """
            INSERT INTO tasks (id, state, priority, place, name, url, origin, total, done, added, ended, progress)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            values
        )
    }

    private static func id(_ row: [SQLiteValue]) -> Int64 {
        guard case .integer(let number)? = row.first else { return 0 }
        return number
    }
}
