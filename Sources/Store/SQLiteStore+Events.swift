public import DownloadCore
internal import SQLite

extension SQLiteStore {
    /// Adds events and lets the oldest ones go when there are too many.
    static func append(_ events: [(event: Event, body: [UInt8])], to database: SQLiteConnection) throws(SQLiteError) {
        guard !events.isEmpty else { return }
        for (event, body) in events {
            try database.run(
                "INSERT INTO events (sequence, time, task, body) VALUES (?, ?, ?, ?)",
                [
                    .integer(Int64(bitPattern: event.sequence)),
                    .integer(event.time.nanoseconds),
                    SQLiteValue(event.task?.rawValue),
                    .blob(body),
                ]
            )
        }
        try database.run("DELETE FROM events WHERE position <= ?", [.integer(database.lastInsertion - eventLimit)])
    }

    /// Stored events in the order in which they happened.
    ///
    /// - Parameters:
    ///   - sequence: Only those behind this one; 0 for all that are kept.
    ///   - task: Only those of this task; nil for all.
    ///   - limit: At most so many.
    /// - Returns: the events; one that cannot be understood is left out.
    /// - Throws: `write-file` for a damaged store.
    public func events(after sequence: UInt64 = 0, task: TaskID? = nil, limit: Int = 1_000) throws(Failure) -> [Event] {
        try read { (database) throws(SQLiteError) in
            var events: [Event] = []
            try database.run(
                "SELECT body FROM events WHERE sequence > ?1 AND (?2 IS NULL OR task = ?2) ORDER BY position LIMIT ?3",
                [.integer(Int64(bitPattern: sequence)), SQLiteValue(task?.rawValue), .integer(Int64(max(0, limit)))]
            ) { row in
                if let event = coder.decode(Event.self, row.blob(0)) { events.append(event) }
            }
            return events
        }
    }

    public func lastSequence() throws(Failure) -> UInt64 {
        try read { (database) throws(SQLiteError) in
            UInt64(bitPattern: max(0, try database.integer("SELECT max(sequence) FROM events") ?? 0))
        }
    }
}
