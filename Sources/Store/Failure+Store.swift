internal import DownloadCore
internal import Platform
internal import SQLite

extension Failure {
    /// What a failed system call on the store's own files means.
    init(_ error: SystemError) {
        self.init(error.code.isFull ? .diskFull : .openFile, error.description)
    }

    /// What a failed statement means.
    ///
    /// The statement itself is not told: it is our business, and of no help to a person.
    init(_ error: SQLiteError) {
        let code: Code =
            if error.isFull {
                .diskFull
            } else if error.isBusy {
                .sessionInUse
            } else if error.isClosedToUs {
                .openFile
            } else {
                .writeFile
            }
        self.init(code, "the store: \(error.message)", isTransient: error.isBusy)
    }
}

/// Runs system calls and turns their failure into one of the domain.
func translating<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw Failure(error)
    }
}

/// Runs statements and turns their failure into one of the domain.
func translating<Result>(_ body: () throws(SQLiteError) -> Result) throws(Failure) -> Result {
    do throws(SQLiteError) {
        return try body()
    } catch {
        throw Failure(error)
    }
}
