internal import CLinux
import Glibc

/// Holds back what is written to a descriptor, such as a library's complaint to standard error, while the screen has no place for it.
public struct TTYRedirection: Sendable {
    private let descriptor: Int32
    private let saved: Int32
    private let held: Int32

    /// MFD_CLOEXEC of memfd_create(2).
    private static let closesOnExec: UInt32 = 1

    /// Begins to hold back; nil when the system refuses, and for a descriptor that leads to no terminal: what goes there disturbs nobody.
    public init?(of descriptor: Int32) {
        guard TTY.isTerminal(descriptor) else { return nil }
        saved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard saved >= 0 else { return nil }
        held = memfd_create("held", TTYRedirection.closesOnExec)
        guard held >= 0, dup2(held, descriptor) >= 0 else {
            close(saved)
            if held >= 0 { close(held) }
            return nil
        }
        self.descriptor = descriptor
    }

    /// Gives the descriptor its old target back, with what was held back; to be called once.
    public func end() {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { release(through: $0) }
        close(saved)
        close(held)
    }

    /// The same for a handler of signals: it allocates nothing and closes nothing.
    func release(through buffer: UnsafeMutableRawBufferPointer) {
        dup2(saved, descriptor)
        lseek(held, 0, SEEK_SET)
        while true {
            let count = read(held, buffer.baseAddress, buffer.count)
            guard count > 0 else { return }
            guard write(descriptor, buffer.baseAddress, count) == count else { return }
        }
    }
}
