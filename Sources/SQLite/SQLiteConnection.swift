internal import CSQLite

/// One connection to a SQLite database; used by one owner only, an actor on an executor that may block.
///
/// The corresponding pages are sqlite3_open_v2, sqlite3_prepare_v3 and sqlite3_step.
public final class SQLiteConnection {
    /// What a connection may do with its file.
    public enum Access: Sendable {
        case readOnly
        /// The file is made when it is missing.
        case readWrite

        var flags: Int32 {
            switch self {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    /// When a commit waits for the disk.
    public enum Synchronous: String, Sendable {
        /// Each commit survives a loss of power.
        case full = "FULL"
        /// With a write-ahead log: commits survive the end of the process, the database survives everything.
        case normal = "NORMAL"
        /// Commits never wait: a loss of power may damage the database. Only for what can be made again.
        case off = "OFF"
    }

    /// So many prepared statements are kept; a program has fewer.
    private static let mostStatements = 64

    private let handle: OpaquePointer

    // The one that was used last is at the end, and most are used again at once. Texts that are one literal are known to be equal without
    // a look at them; to hash one takes longer than many statements do.
    private var statements: [(sql: String, statement: SQLiteStatement)] = []

    /// Opens a database; `:memory:` is one that is gone with the connection.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - access: What may be done with it.
    ///   - busyTimeout: How long a statement waits while another process writes, in milliseconds.
    /// - Throws: What SQLite says when it cannot be opened; a damaged file shows itself only later.
    public init(path: String, access: Access = .readWrite, busyTimeout: Int32 = 5_000) throws(SQLiteError) {
        var opened: OpaquePointer?
        // NOMUTEX: the owner of the connection is the only one to use it.
        let code = sqlite3_open_v2(path, &opened, access.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { throw SQLiteError(code: code, message: "no memory") }
        guard code == SQLITE_OK else {
            let message = String(cString: sqlite3_errmsg(opened))
            // Also after a failed open there is a handle to close (sqlite3_open).
            sqlite3_close_v2(opened)
            throw SQLiteError(code: code, message: message)
        }
        handle = opened
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, busyTimeout)
    }

    deinit {
        statements.removeAll()
        // The variant that also takes a connection of which a statement is left (sqlite3_close_v2).
        sqlite3_close_v2(handle)
    }

    /// Runs one statement, prepared once for each text, and hands out each row.
    ///
    /// - Parameters:
    ///   - sql: One statement; values never belong in its text.
    ///   - values: For its parameters, in their order.
    ///   - row: Called for each row; what it is given must not be kept.
    /// - Throws: What SQLite says; rows that came before count.
    public func run(_ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteRow) -> Void = { _ in }) throws(SQLiteError) {
        let statement = try take(sql)
        defer { give(statement, back: sql) }
        try check(statement.bind(values), sql)
        while true {
            let code = statement.step()
            guard code == SQLITE_ROW else { return try check(code == SQLITE_DONE ? SQLITE_OK : code, sql) }
            row(SQLiteRow(statement.pointer))
        }
    }

    /// The first column of the first row; nil without a row.
    public func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int64? {
        var result: Int64?
        try run(sql, values) { row in
            if result == nil, !row.isNull(0) { result = row.integer(0) }
        }
        return result
    }

    /// The first column of the first row; nil without a row.
    public func text(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> String? {
        var result: String?
        try run(sql, values) { row in result = result ?? row.text(0) }
        return result
    }

    /// Runs statements as one: all or nothing.
    ///
    /// The right to write is taken at once, so that no later statement can find it gone.
    public func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // The first error tells; a rollback that fails has nothing to roll back.
            try? run("ROLLBACK")
            throw error
        }
    }

    /// How many rows the last statement changed.
    public var changes: Int {
        Int(sqlite3_changes64(handle))
    }

    /// The row number of the last insertion.
    public var lastInsertion: Int64 {
        sqlite3_last_insert_rowid(handle)
    }

    // MARK: - Pragmas

    /// Lets readers and the writer work side by side.
    ///
    /// False where the file system cannot do it: then the journal stays what it was.
    @discardableResult
    public func useWriteAheadLog() throws(SQLiteError) -> Bool {
        try text("PRAGMA journal_mode = WAL") == "wal"
    }

    /// Decides when commits wait for the disk; to be called between transactions.
    public func setSynchronous(_ mode: Synchronous) throws(SQLiteError) {
        try run("PRAGMA synchronous = \(mode.rawValue)")
    }

    /// Whether the file's structure is in order; reads all of it.
    public func isIntact() throws(SQLiteError) -> Bool {
        try text("PRAGMA quick_check(1)") == "ok"
    }

    // MARK: - Statements

    private func take(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        // Taken out while it runs: the same text may be run again from within a row, and is then prepared anew.
        if let place = statements.lastIndex(where: { $0.sql == sql }) { return statements.remove(at: place).statement }
        var prepared: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil), sql)
        guard let prepared else { throw SQLiteError(code: SQLITE_MISUSE, message: "not a statement", sql: sql) }
        return SQLiteStatement(prepared)
    }

    private func give(_ statement: SQLiteStatement, back sql: String) {
        statement.reset()
        // Some pragmas work while they are prepared and would do nothing the second time (sqlite.org/pragma.html).
        guard statements.count < Self.mostStatements, !sql.hasPrefix("PRAGMA") else { return }
        statements.append((sql, statement))
    }

    private func check(_ code: Int32, _ sql: String) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }
}
