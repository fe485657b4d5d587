internal import DownloadCore
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

    func entries(
        matching text: String?,
        sort: Sort = .newestFiles,
        limit: Int,
        offset: Int
    ) throws(SQLiteError) -> [CatalogueEntry] {
        let (condition, values) = Self.condition(text)
        let direction = sort.isDescending ? "DESC" : "ASC"
        let sql =
            "SELECT name, original_name, url, size, digest, time, device, inode FROM file WHERE \(condition)"
            + " ORDER BY \(Self.column(sort)) \(direction), name \(direction) LIMIT \(max(0, limit)) OFFSET \(max(0, offset))"
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

    /// How many entries there are, or fit.
    func count(matching text: String? = nil) throws(SQLiteError) -> Int {
        let (condition, values) = Self.condition(text)
        return Int(clamping: try integer("SELECT count(*) FROM file WHERE \(condition)", values) ?? 0)
    }

    /// The place of an entry among those that fit, in the order of `entries`; nil when it is not among them.
    func place(
        of name: String,
        _ inode: UInt64,
        time: Int64,
        matching text: String?,
        sort: Sort = .newestFiles
    ) throws(SQLiteError) -> Int? {
        let (condition, values) = Self.condition(text)
        // Numbered, so that a text may come before them or not.
        let own: [SQLiteValue] =
            (values.isEmpty ? [.text("")] : values) + [.text(name), .integer(Int64(bitPattern: inode)), .integer(time)]
        let isThere = "EXISTS (SELECT 1 FROM file WHERE name = ?2 AND inode = ?3 AND time = ?4 AND (\(condition)))"
        let column = Self.column(sort)
        let value = "(SELECT \(column) FROM file WHERE name = ?2 AND inode = ?3)"
        let sign = sort.isDescending ? ">" : "<"
        let before = "(\(column) \(sign) \(value) OR \(column) = \(value) AND name \(sign) ?2) AND (\(condition)) AND ?1 = ?1"
        let sql = "SELECT CASE WHEN \(isThere) THEN (SELECT count(*) FROM file WHERE \(before)) ELSE -1 END"
        return try integer(sql, own).flatMap { $0 < 0 ? nil : Int(clamping: $0) }
    }

    /// Takes an entry off the list; without an inode all of that name.
    func remove(_ name: String, inode: UInt64?) throws(SQLiteError) {
        guard let inode else { return try run("DELETE FROM file WHERE name = ?1", [.text(name)]) }
        try run("DELETE FROM file WHERE name = ?1 AND inode = ?2", [.text(name), .integer(Int64(bitPattern: inode))])
    }

    /// What files are sorted by, as SQL has it.
    private static func column(_ sort: Sort) -> String {
        switch sort.column {
        case .name: "original_name COLLATE NOCASE"
        case .size: "size"
        default: "time"
        }
    }

    /// What a text asks for as a condition of SQL, with its one value; without a text everything fits.
    private static func condition(_ text: String?) -> (sql: String, values: [SQLiteValue]) {
        guard let text, !text.isEmpty else { return ("1", []) }
        let sql = "name LIKE ?1 ESCAPE '\\' OR original_name LIKE ?1 ESCAPE '\\' OR url LIKE ?1 ESCAPE '\\'"
        return (sql, [.text("%" + escaped(text) + "%")])
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
