internal import DownloadCore
internal import SQLite

/// A task as its two rows hold it: columns for queries, JSON for everything.
struct TaskRow {
    /// The state of a row that cannot be understood.
    static let broken = "broken"

    /// To be followed by a condition.
    ///
    /// Requests are read leniently: a field that was added to them later is missing in older rows.
    static let query = """
        SELECT tasks.id, place, run, added, ended, progress, body, session
        FROM tasks LEFT JOIN requests ON task = tasks.id
        WHERE state <> 'broken' AND
        """ + " "

    private let values: [SQLiteValue]
    private let id: Int64
    private let request: [UInt8]?

    /// Encodes a record.
    ///
    /// - Parameters:
    ///   - record: What is to be stored.
    ///   - isRequestStored: Its request is known to be in the store as it is.
    ///   - coder: What makes the JSON.
    /// - Throws: `internal` for what has no JSON.
    init(_ record: TaskRecord, isRequestStored: Bool, _ coder: RowCoder) throws(Failure) {
        id = record.id.rawValue
        request = isRequestStored ? nil : try coder.encode(request: record.request)
        let address = Address(record.url)
        let name = record.request.outputName
        values = [
            .integer(id),
            .text(record.state.kind.rawValue),
            .integer(Int64(record.request.priority.rawValue)),
            .integer(record.order),
            SQLiteValue(record.run),
            .text(name ?? FileName.displayName(hints: record.representation?.hints ?? NameHints(url: record.url))),
            .text(address?.withoutUserInfo ?? ""),
            .text(address?.origin ?? ""),
            SQLiteValue(record.plan.total),
            .integer(record.plan.written),
            .integer(record.added.nanoseconds),
            SQLiteValue(record.ended?.nanoseconds),
            .blob(try coder.encode(progress: StoredProgress(record))),
            SQLiteValue(record.session?.text),
        ]
    }

    func save(in database: SQLiteConnection) throws(SQLiteError) {
        try database.run(
            """
            INSERT INTO tasks (id, state, priority, place, run, name, url, origin, total, done, added, ended, progress, session)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                state = excluded.state, priority = excluded.priority, place = excluded.place, run = excluded.run, name = excluded.name,
                url = excluded.url, origin = excluded.origin, total = excluded.total, done = excluded.done, ended = excluded.ended,
                progress = excluded.progress
            """,
            values
        )
        guard let request else { return }
        // The same request is not written again: nothing of its row, however long, is touched.
        try database.run(
            """
            INSERT INTO requests (task, body) VALUES (?, ?)
            ON CONFLICT (task) DO UPDATE SET body = excluded.body WHERE body <> excluded.body
            """,
            [.integer(id), .blob(request)]
        )
    }

    /// Reads a row of `query`; nil for one that cannot be understood.
    static func record(_ row: SQLiteRow, _ coder: RowCoder) -> TaskRecord? {
        guard let request = coder.request(row.blob(6)), row.integer(0) > 0,
            let progress = coder.progress(row.blob(5))
        else { return nil }
        let id = TaskID(rawValue: row.integer(0))
        var record = TaskRecord(id: id, request: request, order: row.integer(1), added: WallTime(nanoseconds: row.integer(3)))
        record.run = row.optionalInteger(2)
        record.ended = row.optionalInteger(4).map(WallTime.init(nanoseconds:))
        record.session = row.text(7).flatMap { SessionIdentifier($0) }
        progress.restore(&record)
        return record
    }
}
