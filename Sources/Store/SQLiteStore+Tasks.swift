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

    public func save(_ change: StoreChange, durability: Durability) throws(Failure) {
        guard !change.isEmpty else { return }
        let rows = try StoredChange(change, isRequestStored: { requests[$0.id] == $0.request }, coder)
        try write(durability) { (database) throws(SQLiteError) in try rows.save(in: database) }
        // Only what was committed is stored. An ended task changes no more, so that nothing need be kept for it.
        for record in change.records { requests[record.id] = record.state.isEnded ? nil : record.request }
        for task in change.removed { requests[task] = nil }
    }

    public func load() throws(Failure) -> [TaskRecord] {
        try records("tasks.ended IS NULL ORDER BY priority DESC, place, id")
    }

    /// A portion of those of `load`, by id.
    public func load(after id: TaskID?, limit: Int) throws(Failure) -> [TaskRecord] {
        let values = [id?.rawValue ?? 0, Int64(max(1, limit))].map(SQLiteValue.integer)
        while true {
            let before = setApart
            let portion = try records("tasks.ended IS NULL AND tasks.id > ? ORDER BY tasks.id LIMIT ?", values)
            // An empty portion is the last one; but not when it was full of rows that the next look passes over.
            if !portion.isEmpty || setApart == before { return portion }
        }
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

    /// Ended tasks of one session, the latest first.
    public func ended(of session: SessionIdentifier, limit: Int) throws(Failure) -> [TaskRecord] {
        let values: [SQLiteValue] = [.text(session.text), .integer(Int64(max(0, limit)))]
        return try records("tasks.session = ? AND tasks.ended IS NOT NULL ORDER BY tasks.ended DESC, id DESC LIMIT ?", values)
    }

    /// Forgets the oldest finished and cancelled tasks of each session, so that a store that is used for years stays small.
    ///
    /// Not those of an open run, those that a program has still to hear of, nor those that resume data name.
    public func forgetEnded(keeping count: Int) throws(Failure) {
        try write(.normal) { (database) throws(SQLiteError) in
            let old = """
                SELECT id FROM (
                    SELECT id, row_number() OVER (PARTITION BY session ORDER BY ended DESC) AS place FROM tasks
                    WHERE ended IS NOT NULL AND state IN ('finished', 'cancelled')
                    AND (run IS NULL OR run NOT IN (SELECT id FROM runs WHERE closed IS NULL))
                    AND NOT (state = 'cancelled' AND done > 0 AND session IS NOT NULL) AND id NOT IN (SELECT task FROM journal)
                ) WHERE place > ?
                """
            try database.run("DELETE FROM requests WHERE task IN (\(old))", [.integer(Int64(max(0, count)))])
            try database.run("DELETE FROM tasks WHERE id IN (\(old))", [.integer(Int64(max(0, count)))])
        }
    }

    /// The numbers of all tasks that have a row, readable or not.
    public func taskIDs() throws(Failure) -> Set<TaskID> {
        try read { (database) throws(SQLiteError) in
            var found: Set<TaskID> = []
            try database.run("SELECT id FROM tasks") { found.insert(TaskID(rawValue: $0.integer(0))) }
            return found
        }
    }

    /// The devices of the folders that the partial files of tasks that go on were in.
    public func partDevices() throws(Failure) -> Set<UInt64> {
        Set(try records("tasks.ended IS NULL AND tasks.done > 0 ORDER BY id").compactMap { $0.part?.folder })
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
    func records(_ condition: String, _ values: [SQLiteValue] = []) throws(Failure) -> [TaskRecord] {
        var found: [TaskRecord] = []
        var broken: [Int64] = []
        try read { (database) throws(SQLiteError) in
            try database.run(TaskRow.query + condition, values) { row in
                if let record = TaskRow.record(row, coder) { found.append(record) } else { broken.append(row.integer(0)) }
            }
        }
        guard !broken.isEmpty else { return found }
        setApart += broken.count
        for id in broken { warn("task \(id) cannot be read and is left alone") }
        try write(.normal) { (database) throws(SQLiteError) in
            for id in broken { try database.run("UPDATE tasks SET state = ? WHERE id = ?", [.text(TaskRow.broken), .integer(id)]) }
        }
        return found
    }
}
