internal import SQLite

extension SQLiteConnection {
    /// Whether the database has been set up.
    func hasTable() throws(SQLiteError) -> Bool {
        try integer("PRAGMA user_version") ?? 0 > 0
    }

    /// Sets the database up, with what is known already.
    func makeTable(filledWith entries: [CatalogueEntry]) throws(SQLiteError) {
        try transaction { () throws(SQLiteError) in
            // Two processes may come here one after the other.
            try run(
                """
                CREATE TABLE IF NOT EXISTS file (
                    name TEXT NOT NULL, original_name TEXT NOT NULL, url TEXT, size INTEGER NOT NULL, digest TEXT,
                    time INTEGER NOT NULL, device INTEGER NOT NULL, inode INTEGER NOT NULL,
                    PRIMARY KEY (name, inode)
                ) WITHOUT ROWID
                """
            )
            try run("CREATE INDEX IF NOT EXISTS file_time ON file (time)")
            for entry in entries { try upsert(entry) }
            try run("PRAGMA user_version = 1")
        }
    }

    /// Adds an entry, or replaces the one of the same name and file; may be repeated.
    func upsert(_ entry: CatalogueEntry) throws(SQLiteError) {
        try run(
            """
            INSERT OR REPLACE INTO file (name, original_name, url, size, digest, time, device, inode)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(entry.name),
                .text(entry.originalName),
                SQLiteValue(entry.url),
                .integer(entry.size),
                SQLiteValue(entry.digest),
                .integer(entry.time),
                // SQLite has no unsigned integers: the same bits go in and come out.
                .integer(Int64(bitPattern: entry.device)),
                .integer(Int64(bitPattern: entry.inode)),
            ]
        )
    }

    func entries(matching text: String?, limit: Int, offset: Int) throws(SQLiteError) -> [CatalogueEntry] {
        var sql = "SELECT name, original_name, url, size, digest, time, device, inode FROM file"
        var values: [SQLiteValue] = []
        if let text, !text.isEmpty {
            sql += " WHERE name LIKE ?1 ESCAPE '\\' OR original_name LIKE ?1 ESCAPE '\\' OR url LIKE ?1 ESCAPE '\\'"
            values.append(.text("%" + Self.escaped(text) + "%"))
        }
        sql += " ORDER BY time DESC, name DESC LIMIT \(max(0, limit)) OFFSET \(max(0, offset))"
        var entries: [CatalogueEntry] = []
        try run(sql, values) { row in
            entries.append(
                CatalogueEntry(
                    name: row.text(0) ?? "",
                    originalName: row.text(1) ?? "",
                    url: row.text(2),
                    size: row.integer(3),
                    digest: row.text(4),
                    time: row.integer(5),
                    device: UInt64(bitPattern: row.integer(6)),
                    inode: UInt64(bitPattern: row.integer(7))
                )
            )
        }
        return entries
    }

    /// A text in which the wildcards of LIKE stand for themselves.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}
