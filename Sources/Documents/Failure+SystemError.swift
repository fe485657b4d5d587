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

extension Failure {
    /// What a failed system call means for a file that goes into the folder of a rule, if it does: a folder that cannot be used can be mended.
    init(_ error: SystemError, _ code: Code, inFolderOfRule folder: String?) {
        self.init(error, code)
        guard folder != nil, error.code.isOfFolder else { return }
        detail = "the folder of a [[rule]] cannot be used: \(detail); mend it, or change the rule"
        (isDirectoryMissing, isFolderOfRule) = (true, true)
    }
}

extension SystemError.Code {
    /// The folder is to blame, and not the name of what is put into it.
    fileprivate var isOfFolder: Bool {
        [.accessDenied, .notPermitted, .readOnly, .notADirectory, .noSuchFile, .tooManyLinks, .stale, .inputOutput].contains(self)
    }
}

/// Runs system calls in the folder of a rule, if it is one, and says of what kind their failure is.
func translating<Result: ~Copyable>(
    _ code: Failure.Code,
    inFolderOfRule folder: String?,
    _ body: () throws(SystemError) -> Result
) throws(Failure) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw Failure(error, code, inFolderOfRule: folder)
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
