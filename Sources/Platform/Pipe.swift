internal import CLinux
internal import Glibc

/// Both ends of a pipe, closed on exec.
///
/// The corresponding C function is `pipe2`.
public struct Pipe: ~Copyable, Sendable {
    public let reading: Descriptor
    public let writing: Descriptor

    /// - Throws: when the system has no descriptors to give.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(errno: errno, "pipe2") }
        reading = Descriptor(owning: ends[0])
        writing = Descriptor(owning: ends[1])
    }

    /// Keeps one end, and closes the other.
    public consuming func takeReading() -> Descriptor { reading }
    public consuming func takeWriting() -> Descriptor { writing }
}
