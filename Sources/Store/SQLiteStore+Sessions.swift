public import DownloadCore
internal import SQLite

extension SQLiteStore {
    /// All sessions of programs; one that cannot be understood is mentioned and left alone.
    public func sessions() throws(Failure) -> [SessionRecord] {
        try decoded(SessionRecord.self, "SELECT body FROM sessions ORDER BY identifier", what: "a session")
    }

    public func journal(of session: SessionIdentifier, after number: Int64, limit: Int) throws(Failure) -> [JournalEntry] {
        let values: [SQLiteValue] = [.text(session.text), .integer(number), .integer(Int64(max(0, limit)))]
        let query = "SELECT body FROM journal WHERE session = ? AND number > ? ORDER BY number LIMIT ?"
        return try decoded(JournalEntry.self, query, values, what: "an entry of a journal")
    }

    public func undelivered() throws(Failure) -> [TaskRecord] {
        try records("tasks.ended IS NOT NULL AND tasks.id IN (SELECT task FROM journal) ORDER BY id")
    }

    public func stagedFiles() throws(Failure) -> [StagedFile] {
        try decoded(StagedFile.self, "SELECT body FROM staged ORDER BY task", what: "a staged file")
    }

    public func dueHooks() throws(Failure) -> [HookOrder] {
        try decoded(HookOrder.self, "SELECT body FROM hooks ORDER BY key", what: "a run of a hook")
    }

    public func keptParts() throws(Failure) -> [KeptPart] {
        try read { (database) throws(SQLiteError) in
            var parts: [KeptPart] = []
            let query =
                "SELECT id, session, done, ended FROM tasks WHERE ended IS NOT NULL AND done > 0 AND state IN ('failed', 'cancelled')"
            try database.run(query) { row in
                parts.append(
                    KeptPart(
                        task: TaskID(rawValue: row.integer(0)),
                        session: row.text(1).flatMap { SessionIdentifier($0) },
                        bytes: row.integer(2),
                        ended: WallTime(nanoseconds: row.integer(3))
                    )
                )
            }
            return parts
        }
    }

    private func decoded<Value: Decodable>(
        _ type: Value.Type,
        _ query: String,
        _ values: [SQLiteValue] = [],
        what: String
    ) throws(Failure) -> [Value] {
        var broken = 0
        let found = try read { (database) throws(SQLiteError) in
            var found: [Value] = []
            try database.run(query, values) { row in
                if let value = coder.decode(type, row.blob(0)) { found.append(value) } else { broken += 1 }
            }
            return found
        }
        if broken > 0 { warn("\(what) cannot be read and is left alone") }
        return found
    }
}
