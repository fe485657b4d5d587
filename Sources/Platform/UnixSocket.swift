internal import CLinux
internal import Glibc

/// Who is at the other end of a UNIX socket, as the kernel noted when it connected.
public struct PeerIdentity: Sendable, Hashable {
    public let pid: Int32
    public let uid: UInt32

    public init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
    }
}

/// UNIX stream sockets: connecting, and moving bytes without ever waiting.
public enum UnixSocket {
    /// The longest path that the kernel takes, in bytes (unix(7)).
    public static let longestPath = 107

    /// Connects; the socket never blocks and is closed on exec.
    ///
    /// The corresponding C function is `connect`: `noSuchFile` when there is no socket, `connectionRefused` when nobody listens to it any more,
    /// `wouldBlock` when too many wait to be accepted, `nameTooLong` beyond `longestPath`.
    public static func connect(_ path: String) throws(SystemError) -> Descriptor {
        var address = try address(path, "connect")
        let socket = try make()
        let number = socket.rawValue
        try retrying("connect", path: path) { clinux_connect_unix(number, &address) }
        return socket
    }

    /// The process at the other end, and whose it is.
    ///
    /// The corresponding C function is `getsockopt` with `SO_PEERCRED`.
    public static func peer(of descriptor: Int32) throws(SystemError) -> PeerIdentity {
        var pid: Int32 = 0
        var uid: UInt32 = 0
        try retrying("getsockopt") { clinux_peer(descriptor, &pid, &uid) }
        return PeerIdentity(pid: pid, uid: uid)
    }

    /// Reads what is there; nil when that is nothing yet, 0 at the end.
    ///
    /// The corresponding C function is `read` on a socket that does not block.
    public static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try retrying("read") { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
        } catch {
            if error.code == .wouldBlock { return nil }
            throw error
        }
    }

    /// Sends as much as the kernel takes now; 0 when it takes nothing.
    ///
    /// The corresponding C function is `send` with `MSG_NOSIGNAL`: `brokenPipe` when the other end is gone.
    public static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        do throws(SystemError) {
            return try retrying("send") {
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
        } catch {
            if error.code == .wouldBlock { return 0 }
            throw error
        }
    }

    /// What of a connection ends.
    public enum Direction: Sendable {
        case output
        case both
    }

    /// Ends a connection, or what we say on it; the descriptor stays open.
    ///
    /// The corresponding C function is `shutdown`.
    public static func shutDown(_ descriptor: Int32, direction: Direction = .both) {
        _ = shutdown(descriptor, direction == .both ? Int32(SHUT_RDWR) : Int32(SHUT_WR))
    }

    static func make() throws(SystemError) -> Descriptor {
        Descriptor(owning: try retrying("socket") { socket(AF_UNIX, Int32(clinux_sock_stream | clinux_sock_flags), 0) })
    }

    static func address(_ path: String, _ operation: String) throws(SystemError) -> sockaddr_un {
        guard path.isCPath else { throw SystemError(.invalidArgument, operation, path: path) }
        var address = sockaddr_un()
        guard clinux_unix_address(&address, path) == 0 else { throw SystemError(.nameTooLong, operation, path: path) }
        return address
    }
}
