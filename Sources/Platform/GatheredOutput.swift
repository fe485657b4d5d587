internal import CLinux
internal import Glibc

/// A way to a terminal of one's own, whose output can be gathered: for a library that writes in many small pieces.
///
/// Each piece would wake the terminal, and over a network be a packet.
public final class GatheredOutput {
    /// The library's descriptor, which stays open until the program ends.
    public let descriptor: Int32
    private let terminal: Int32

    /// Where the pieces go meanwhile; -1 when the system has no such file to give.
    private let memory: Int32

    /// Opens a descriptor that leads where another one does.
    ///
    /// - Throws: `SystemError` when the system has no descriptor to give.
    public init(to terminal: Int32) throws(SystemError) {
        self.terminal = terminal
        descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw SystemError(errno: errno, "fcntl") }
        memory = memfd_create("haul-frame", UInt32(clinux_memfd_cloexec))
    }

    /// What the body writes to the descriptor, without letting it through.
    ///
    /// Nil when that cannot be held back: then it has been written. The terminal's own descriptor is never touched.
    public func gather(_ body: () -> Void) -> [UInt8]? {
        guard memory >= 0, dup2(memory, descriptor) >= 0 else {
            body()
            return nil
        }
        body()
        // The terminal can always be had again: its descriptor is there.
        dup2(terminal, descriptor)
        let size = lseek(memory, 0, SEEK_CUR)
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, Int(size))) { buffer, used in
            count = pread(memory, buffer.baseAddress, buffer.count, 0)
            used = max(0, count)
        }
        lseek(memory, 0, SEEK_SET)
        return bytes
    }
}
