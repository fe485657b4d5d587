public import DownloadCore
internal import SQLite

extension SQLiteStore {
    public func reserveIDs(_ count: Int) throws(Failure) -> ClosedRange<Int64> {
        guard count > 0 else { throw Failure(.internal, "no task numbers were asked for") }
        // Not forced to the disk: should a loss of power undo it, it has undone the tasks of these numbers as well.
        let first = try write(.normal) { (database) throws(SQLiteError) -> Int64? in
            let first = max(1, try database.integer("SELECT value FROM meta WHERE key = 'next task'") ?? 1)
            let (next, overflow) = first.addingReportingOverflow(Int64(count))
            guard !overflow else { return nil }
            try database.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('next task', ?)", [.integer(next)])
            return first
        }
        guard let first else { throw Failure(.internal, "the store has no more task numbers") }
        return first...first + (Int64(count) - 1)
    }

    public func save(_ records: [TaskRecord], events: [Event], durability: Durability) throws(Failure) {
        let rows = try records.map { (record) throws(Failure) in
            try TaskRow(record, isRequestStored: requests[record.id] == record.request, coder)
        }
        let lifecycle = try events.filter { !$0.kind.isProgress }.map { (event) throws(Failure) in
            (event, try coder.encode(event))
        }
        guard !rows.isEmpty || !lifecycle.isEmpty else { return }
        try write(durability) { (database) throws(SQLiteError) in
            for row in rows { try row.save(in: database) }
            for (event, body) in lifecycle { try Self.append(event, body, to: database) }
        }
        // Only what was committed is stored. An ended task changes no more, so that nothing need be kept for it.
        for record in records { requests[record.id] = record.state.isEnded ? nil : record.request }
    }

    public func load() throws(Failure) -> [TaskRecord] {
        try records("tasks.ended IS NULL ORDER BY priority DESC, place, id")
    }

    public func loadAll(run: Int64) throws(Failure) -> [TaskRecord] {
        try records("tasks.run = ? ORDER BY id", [.integer(run)])
    }

    /// The rows of these tasks as far as they are there, by id.
    public func find(_ ids: [TaskID]) throws(Failure) -> [TaskRecord] {
        var found: [TaskRecord] = []
        for id in Set(ids).sorted() { found += try records("tasks.id = ?", [.integer(id.rawValue)]) }
        return found
    }

    /// Ended tasks, the latest first.
    public func ended(limit: Int = 1_000, offset: Int = 0) throws(Failure) -> [TaskRecord] {
        let page = [limit, offset].map { SQLiteValue.integer(Int64(max(0, $0))) }
        return try records("tasks.ended IS NOT NULL ORDER BY tasks.ended DESC, id DESC LIMIT ? OFFSET ?", page)
    }

    /// Tasks that have failed, the oldest first.
    public func failed(limit: Int = 10_000) throws(Failure) -> [TaskRecord] {
        try records("tasks.state = 'failed' ORDER BY id LIMIT ?", [.integer(Int64(max(0, limit)))])
    }

    /// Forgets the oldest finished and cancelled tasks of closed runs, so that a store that is used for years stays small.
    public func forgetEnded(keeping count: Int) throws(Failure) {
        try write(.normal) { (database) throws(SQLiteError) in
            let old = """
                SELECT id FROM tasks WHERE ended IS NOT NULL AND state IN ('finished', 'cancelled')
                AND (run IS NULL OR run NOT IN (SELECT id FROM runs WHERE closed IS NULL))
                ORDER BY ended DESC LIMIT -1 OFFSET ?
                """
            try database.run("DELETE FROM requests WHERE task IN (\(old))", [.integer(Int64(max(0, count)))])
            try database.run("DELETE FROM tasks WHERE id IN (\(old))", [.integer(Int64(max(0, count)))])
        }
    }

    public func remove(_ tasks: [TaskID]) throws(Failure) {
        guard !tasks.isEmpty else { return }
        try write(.full) { (database) throws(SQLiteError) in
            for task in tasks {
                try database.run("DELETE FROM tasks WHERE id = ?", [.integer(task.rawValue)])
                try database.run("DELETE FROM requests WHERE task = ?", [.integer(task.rawValue)])
            }
        }
        for task in tasks { requests[task] = nil }
    }

    /// How many tasks there are in each state.
    public func counts() throws(Failure) -> [TaskState.Kind: Int] {
        try read { (database) throws(SQLiteError) in
            var counts: [TaskState.Kind: Int] = [:]
            try database.run("SELECT state, count(*) FROM tasks GROUP BY state") { row in
                if let kind = row.text(0).flatMap(TaskState.Kind.init) { counts[kind] = Int(row.integer(1)) }
            }
            return counts
        }
    }

    /// The rows that a condition chooses.
    ///
    /// One that cannot be understood is set apart and never stops the others.
    private func records(_ condition: String, _ values: [SQLiteValue] = []) throws(Failure) -> [TaskRecord] {
        var found: [TaskRecord] = []
        var broken: [Int64] = []
        try read { (database) throws(SQLiteError) in
            let defaults = SQLiteValue.text(TaskRow.requestDefaults(coder))
            try database.run(TaskRow.query + condition, [defaults] + values) { row in
                if let record = TaskRow.record(row, coder) { found.append(record) } else { broken.append(row.integer(0)) }
            }
        }
        guard !broken.isEmpty else { return found }
        for id in broken { warn("task \(id) cannot be read and is left alone") }
        try write(.normal) { (database) throws(SQLiteError) in
            for id in broken { try database.run("UPDATE tasks SET state = ? WHERE id = ?", [.text(TaskRow.broken), .integer(id)]) }
        }
        return found
    }
}
