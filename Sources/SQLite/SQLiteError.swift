internal import CSQLite

/// A failed call of SQLite.
public struct SQLiteError: Error, Sendable, Hashable {
    /// The extended result code (sqlite.org/rescode.html).
    public let code: Int32
    public let message: String

    /// The statement, without the values, which may be secrets.
    public let sql: String?

    public init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The low byte of the code.
    private var primary: Int32 {
        code & 0xff
    }

    /// The file is no database, or a damaged one.
    public var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(primary)
    }

    /// The disk is full.
    public var isFull: Bool {
        primary == SQLITE_FULL
    }

    /// Another process was writing for longer than the busy timeout.
    public var isBusy: Bool {
        primary == SQLITE_BUSY || primary == SQLITE_LOCKED
    }

    /// The file could not be opened, or not for writing.
    public var isClosedToUs: Bool {
        [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH].contains(primary)
    }

    /// A file that cannot be opened, for callers that find out before SQLite does.
    public static func cannotOpen(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CANTOPEN, message: message)
    }

    /// A database in which a check has found faults.
    public static func damaged(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: message)
    }
}
