internal import CLinux
internal import Glibc

/// Tells when one of some descriptors can be read, once, until it is armed again: for programs whose main loop is not a `poll`.
public final class InputWatch: Sendable {
    /// A pipe: a byte in it arms the watch, its end closes it.
    private let reading: Int32
    private let writing: Int32

    /// Begins to watch, armed.
    ///
    /// - Parameters:
    ///   - descriptors: what is watched; they stay the caller's.
    ///   - onReadable: called on the watch's own thread.
    /// - Throws: when there is no pipe or no thread to be had.
    public init(_ descriptors: [Int32], onReadable: @escaping @Sendable () -> Void) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(errno: errno, "pipe2") }
        reading = ends[0]
        writing = ends[1]
        let reading = ends[0]
        let thread = try NamedThread.start("haul-input") {
            defer { close(reading) }
            repeat {
                var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                while poll(&watched, nfds_t(watched.count), -1) < 0, errno == EINTR {}
                onReadable()
            } while InputWatch.waitForByte(reading)
        }
        thread.detach()
    }

    deinit {
        close(writing)
    }

    /// What was readable has been read: tell again when there is more.
    public func arm() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    private static func waitForByte(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1
        }
    }
}
