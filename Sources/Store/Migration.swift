internal import SQLite

/// One step of the schema.
///
/// What has been released is never edited: a change is a further step.
struct Migration: Sendable {
    /// Stored with the database; unique.
    let name: String
    let statements: [String]

    /// All steps, in order.
    static let all = [firstTables, sessions, hooks]

    /// Requests stand apart from what changes: an update writes the whole row again, and a request can be large.
    private static let firstTables = Migration(
        name: "first tables",
        statements: [
            "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
            """
            CREATE TABLE tasks (
                id INTEGER PRIMARY KEY, state TEXT NOT NULL, priority INTEGER NOT NULL, place INTEGER NOT NULL, run INTEGER,
                name TEXT NOT NULL, url TEXT NOT NULL, origin TEXT NOT NULL,
                total INTEGER, done INTEGER NOT NULL, added INTEGER NOT NULL, ended INTEGER, progress BLOB NOT NULL
            )
            """,
            "CREATE INDEX tasks_waiting ON tasks (priority DESC, place, id) WHERE ended IS NULL",
            "CREATE INDEX tasks_ended ON tasks (ended) WHERE ended IS NOT NULL",
            "CREATE INDEX tasks_run ON tasks (run, id) WHERE run IS NOT NULL",
            "CREATE TABLE requests (task INTEGER PRIMARY KEY, body BLOB NOT NULL)",
            """
            CREATE TABLE events (
                position INTEGER PRIMARY KEY AUTOINCREMENT, sequence INTEGER NOT NULL, time INTEGER NOT NULL, task INTEGER, body BLOB NOT NULL
            )
            """,
            "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, began INTEGER NOT NULL, closed INTEGER)",
        ]
    )

    /// Identifiers are compared byte by byte, as SQLite's BINARY collation does.
    ///
    /// Numbers of a journal are the session's own.
    private static let sessions = Migration(
        name: "sessions",
        statements: [
            "ALTER TABLE tasks ADD COLUMN session TEXT",
            "CREATE INDEX tasks_session ON tasks (session, id) WHERE session IS NOT NULL",
            "CREATE INDEX tasks_kept ON tasks (ended) WHERE ended IS NOT NULL AND done > 0 AND state IN ('failed', 'cancelled')",
            "CREATE TABLE sessions (identifier TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
            """
            CREATE TABLE journal (
                session TEXT NOT NULL, number INTEGER NOT NULL, task INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (session, number)
            ) WITHOUT ROWID
            """,
            "CREATE TABLE staged (task INTEGER PRIMARY KEY, body BLOB NOT NULL)",
        ]
    )

    /// Runs of hooks that are to come: all that they need is in the row, so that the task may be gone by then.
    private static let hooks = Migration(
        name: "hooks",
        statements: ["CREATE TABLE hooks (key TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID"]
    )

    /// Why a database cannot be used by this program.
    enum Refusal: Error {
        case newer(step: String)
        case failed(SQLiteError)
    }

    /// Brings a database to the last step.
    static func apply(_ migrations: [Migration] = all, to database: SQLiteConnection) throws(Refusal) {
        var foreign: String?
        do throws(SQLiteError) {
            foreign = try database.transaction { () throws(SQLiteError) -> String? in
                try database.run("CREATE TABLE IF NOT EXISTS migrations (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
                var done: Set<String> = []
                try database.run("SELECT name FROM migrations") { row in done.insert(row.text(0) ?? "") }
                if let unknown = done.subtracting(migrations.map(\.name)).min() { return unknown }
                for migration in migrations where !done.contains(migration.name) {
                    for statement in migration.statements { try database.run(statement) }
                    try database.run("INSERT INTO migrations (name) VALUES (?)", [.text(migration.name)])
                }
                return nil
            }
        } catch {
            throw .failed(error)
        }
        if let foreign { throw .newer(step: foreign) }
    }
}
