internal import DownloadCore
internal import Platform

extension Failure {
    /// What a failed system call means for a task; a full disk is always `disk-full`.
    init(_ error: SystemError, _ code: Code) {
        let isExhausted = error.code == .tooManyOpenFiles || error.code == .tooManyOpenFilesInSystem
        let detail = error.description + (error.code == .tooManyLinks ? "; links are not followed there: put a real one in its place" : "")
        self.init(error.code.isFull ? .diskFull : code, detail, isTransient: isExhausted, isResumable: true)
    }
}

/// Runs system calls and says of what kind their failure is.
func translating<Result: ~Copyable>(_ code: Failure.Code, _ body: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw Failure(error, code)
    }
}
