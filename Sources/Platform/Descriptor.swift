internal import Glibc

/// An open file descriptor that is closed when its owner goes.
public struct Descriptor: ~Copyable, Sendable {
    public let rawValue: Int32

    /// Takes ownership of a descriptor that is open.
    public init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Closes the descriptor and tells what `deinit` would have to swallow: a delayed write error.
    ///
    /// The corresponding C function is `close`; it is never repeated, since Linux has freed the number in any case.
    public consuming func close() throws(SystemError) {
        let number = rawValue
        discard self
        guard Glibc.close(number) != 0 else { return }
        let reason = errno
        guard reason != EINTR else { return }
        throw SystemError(errno: reason, "close")
    }

    /// A second descriptor for the same open file, closed on exec.
    public func duplicate() throws(SystemError) -> Descriptor {
        try Self.duplicate(of: rawValue)
    }

    /// As above, of one that stays somebody else's.
    public static func duplicate(of number: Int32) throws(SystemError) -> Descriptor {
        Descriptor(owning: try retrying("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    }

    /// Whether it leads to a terminal.
    public var isTerminal: Bool {
        isatty(rawValue) == 1
    }
}
