import Glibc

/// Sends a descriptor's output to another one for a while.
public struct TTYRedirection: Sendable {
    private let descriptor: Int32
    private let saved: Int32

    /// Redirects; nil when the system refuses.
    public init?(of descriptor: Int32, to target: Int32) {
        let saved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard saved >= 0 else { return nil }
        guard dup2(target, descriptor) >= 0 else {
            close(saved)
            return nil
        }
        self.descriptor = descriptor
        self.saved = saved
    }

    /// Gives the descriptor its old target back; to be called once.
    public func end() {
        dup2(saved, descriptor)
        close(saved)
    }
}
