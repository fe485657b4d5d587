internal import Glibc
internal import Synchronization

/// Reads what others write into a pipe, as it comes and until the last of them has closed it, so that none of them has to wait.
public final class PipeReader: Sendable {
    private let loop: ReadinessLoop
    private let descriptor: Descriptor
    private let take: @Sendable ([UInt8]) -> Void

    /// Also what keeps pieces in their order: they are handed on while it is held.
    private let watch = Mutex<ReadinessLoop.Watch?>(nil)

    /// So much is read at once: a writer that never stops leaves the loop to others in between.
    private static let piece = 1 << 16

    /// Begins to read; `take` is called on the loop's thread, or on that of `catchUp`, never on both at once.
    ///
    /// - Throws: when the descriptor can't be told not to block.
    @discardableResult
    public init(_ descriptor: consuming Descriptor, on loop: ReadinessLoop, take: @escaping @Sendable ([UInt8]) -> Void) throws(SystemError)
    {
        let number = descriptor.rawValue
        try retrying("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
        self.descriptor = descriptor
        self.loop = loop
        self.take = take
        // The watch keeps the reader until the pipe has ended.
        let watch = loop.watch(number) { _ in self.read() }
        self.watch.withLock { $0 = watch }
        loop.want(.read, of: watch)
    }

    /// Takes what has been written up to now, without waiting for more.
    public func catchUp() {
        // A pipe holds sixteen such pieces at most, unless somebody made it larger; whoever writes on and on is not waited for.
        var pieces = 0
        while pieces < 32, read() { pieces += 1 }
    }

    /// Whether there may be more at once.
    @discardableResult
    private func read() -> Bool {
        watch.withLock { watch in
            guard let current = watch else { return false }
            var buffer = [UInt8](repeating: 0, count: Self.piece)
            let count = Glibc.read(descriptor.rawValue, &buffer, buffer.count)
            let reason = errno
            if count > 0 {
                take(Array(buffer[..<count]))
                return true
            }
            if count < 0, reason == EAGAIN || reason == EINTR { return reason == EINTR }
            loop.remove(current)
            watch = nil
            return false
        }
    }
}
