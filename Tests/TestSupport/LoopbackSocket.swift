import Glibc

/// The few socket calls that the origin needs, on 127.0.0.1 only.
enum LoopbackSocket {
    /// A listening TCP socket and its port.
    static func listen(port: UInt16, backlog: Int32 = 1024) throws(PosixError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw PosixError("socket") }
        do throws(PosixError) {
            set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            try withUnsafeMutablePointer(to: &address) { (pointer) throws(PosixError) in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (raw) throws(PosixError) in
                    guard bind(descriptor, raw, length) == 0 else { throw PosixError("bind") }
                    guard Glibc.listen(descriptor, backlog) == 0 else { throw PosixError("listen") }
                    guard getsockname(descriptor, raw, &length) == 0 else { throw PosixError("getsockname") }
                }
            }
            return (descriptor, UInt16(bigEndian: address.sin_port))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// `POLLRDHUP`, which Glibc's module does not show (poll(2)).
    private static let peerClosed: Int16 = 0x2000

    /// Makes the next `close` send a reset instead of an orderly end.
    static func resetOnClose(_ descriptor: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    static func disableDelay(_ descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    /// Sends all of the bytes; false when the peer is gone.
    static func sendAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        var sent = 0
        while sent < bytes.count {
            let count = send(descriptor, base + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            sent += count
        }
        return true
    }

    /// Whether the peer has closed its side, looked at for at most so many milliseconds.
    static func isClosedByPeer(_ descriptor: Int32, waitingMilliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: peerClosed, revents: 0)
        let ready = poll(&entry, 1, waitingMilliseconds)
        return ready > 0 && Int32(entry.revents) & (Int32(peerClosed) | POLLHUP | POLLERR) != 0
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// A port of 127.0.0.1 on which nobody listens at the moment.
public func freePort() throws(PosixError) -> UInt16 {
    let (descriptor, port) = try LoopbackSocket.listen(port: 0)
    close(descriptor)
    return port
}
