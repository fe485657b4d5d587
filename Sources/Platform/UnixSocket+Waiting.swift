internal import Glibc

extension UnixSocket {
    /// What a caller waits for.
    public enum Readiness: Sendable {
        /// There is something to read, or the end.
        case input
        /// Something can be sent, or the other end is gone.
        case output
    }

    /// Blocks the calling thread until a socket is ready, at most so long.
    ///
    /// The corresponding C function is `poll`. Only for exchanges that are over in a moment: everything else waits with `ReadinessLoop`.
    /// - Returns: false when the time is over.
    public static func wait(_ descriptor: Int32, for readiness: Readiness, milliseconds: Int32) throws(SystemError) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(readiness == .input ? POLLIN : POLLOUT), revents: 0)
        // Interrupted, the whole time begins again: signals do not come in floods.
        return try retrying("poll") { poll(&entry, 1, milliseconds) } > 0
    }
}
