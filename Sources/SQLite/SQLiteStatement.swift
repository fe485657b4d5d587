internal import CSQLite

/// A prepared statement, finalized when its last owner goes.
final class SQLiteStatement {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Sets the parameters, in their order.
    ///
    /// The corresponding C functions are `sqlite3_bind_*`; SQLite copies texts and blobs.
    func bind(_ values: [SQLiteValue]) -> Int32 {
        for (index, value) in zip(Int32(1)..., values) {
            let code: Int32 =
                switch value {
                case .null: sqlite3_bind_null(pointer, index)
                case .integer(let number): sqlite3_bind_int64(pointer, index, number)
                case .text(let text): csqlite_bind_text(pointer, index, text, Int32(clamping: text.utf8.count))
                case .blob(let bytes): bind(bytes, index)
                }
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    private func bind(_ bytes: [UInt8], _ index: Int32) -> Int32 {
        // Without an address it would become NULL instead of an empty blob.
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
        return bytes.withUnsafeBytes { csqlite_bind_blob(pointer, index, $0.baseAddress, Int32(clamping: $0.count)) }
    }

    func step() -> Int32 {
        sqlite3_step(pointer)
    }

    /// Makes it ready to be run again; the values are let go, since they may be secrets.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }
}
