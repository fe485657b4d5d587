internal import Glibc

/// Calls a C function that answers -1 and sets `errno`, again and again while a signal interrupts it.
///
/// `close` must not go through here: Linux has closed the descriptor even when it reports EINTR (close(2)).
@discardableResult
func retrying<Result: FixedWidthInteger & SignedInteger>(
    _ operation: StaticString,
    path: @autoclosure () -> String? = nil,
    _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        guard result == -1 else { return result }
        // Read at once: anything that runs in between, even a release, may change it.
        let reason = errno
        guard reason == EINTR else { throw SystemError(errno: reason, "\(operation)", path: path()) }
    }
}
