internal import DownloadCore
internal import SQLite

/// A turn of the agent as rows, all encoded before the transaction begins.
struct StoredChange {
    private var tasks: [TaskRow] = []
    private var events: [(event: Event, body: [UInt8])] = []
    private var journal: [[SQLiteValue]] = []
    private var sessions: [(identifier: String, acknowledged: Int64, body: [UInt8])] = []
    private var staged: [(task: Int64, body: [UInt8])] = []
    private var hooks: [(key: String, body: [UInt8])] = []
    private let change: StoreChange

    init(_ change: StoreChange, isRequestStored: (TaskRecord) -> Bool, _ coder: RowCoder) throws(Failure) {
        self.change = change
        for record in change.records { tasks.append(try TaskRow(record, isRequestStored: isRequestStored(record), coder)) }
        for event in change.events where !event.kind.isProgress { events.append((event, try coder.encode(event: event))) }
        for (session, entry) in change.journal {
            let body = try coder.encode(entry)
            journal.append([.text(session.text), .integer(entry.number), .integer(entry.task.rawValue), .blob(body)])
        }
        for session in change.sessions {
            sessions.append((session.identifier.text, session.acknowledged, try coder.encode(session)))
        }
        for order in change.hooks { hooks.append((order.key, try coder.encode(order))) }
        for file in change.staged { staged.append((file.task.rawValue, try coder.encode(file))) }
    }

    func save(in database: SQLiteConnection) throws(SQLiteError) {
        for row in tasks { try row.save(in: database) }
        try SQLiteStore.append(events, to: database)
        for values in journal {
            try database.run("INSERT OR REPLACE INTO journal (session, number, task, body) VALUES (?, ?, ?, ?)", values)
        }
        for session in sessions {
            try database.run(
                "INSERT OR REPLACE INTO sessions (identifier, body) VALUES (?, ?)",
                [.text(session.identifier), .blob(session.body)]
            )
            try database.run(
                "DELETE FROM journal WHERE session = ? AND number <= ?",
                [.text(session.identifier), .integer(session.acknowledged)]
            )
        }
        for session in change.endedSessions {
            try database.run("DELETE FROM sessions WHERE identifier = ?", [.text(session.text)])
            try database.run("DELETE FROM journal WHERE session = ?", [.text(session.text)])
        }
        for (task, body) in staged {
            try database.run("INSERT OR REPLACE INTO staged (task, body) VALUES (?, ?)", [.integer(task), .blob(body)])
        }
        for (key, body) in hooks {
            try database.run("INSERT OR REPLACE INTO hooks (key, body) VALUES (?, ?)", [.text(key), .blob(body)])
        }
        if change.forgetsLimit { try database.run("DELETE FROM meta WHERE key = 'limit'") }
        for key in change.endedHooks { try database.run("DELETE FROM hooks WHERE key = ?", [.text(key)]) }
        for task in change.unstaged { try database.run("DELETE FROM staged WHERE task = ?", [.integer(task.rawValue)]) }
        for task in change.removed {
            try database.run("DELETE FROM tasks WHERE id = ?", [.integer(task.rawValue)])
            try database.run("DELETE FROM requests WHERE task = ?", [.integer(task.rawValue)])
        }
    }
}
