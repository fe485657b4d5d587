internal import CLinux
internal import Glibc

/// A socket on which the kernel tells that something has changed; asleep while nothing does.
///
/// The corresponding protocol is netlink(7).
public struct KernelNews: ~Copyable, Sendable {
    /// What is told.
    public enum Subject: Sendable {
        /// Interfaces, their addresses, and routes.
        case routes
        /// Devices that come, go or change, power supplies among them.
        case devices
    }

    private let socket: Descriptor

    /// Begins to listen.
    ///
    /// - Throws: where the kernel has no such socket, or a sandbox allows none.
    public init(of subject: Subject) throws(SystemError) {
        let isRoutes = subject == .routes
        let protocolNumber = Int32(isRoutes ? clinux_netlink_route : clinux_netlink_devices)
        let groups = UInt32(isRoutes ? clinux_route_groups : clinux_device_groups)
        let opened = Descriptor(owning: try retrying("socket") { clinux_netlink_open(protocolNumber) })
        let number = opened.rawValue
        try retrying("bind") { clinux_netlink_join(number, groups) }
        socket = opened
    }

    /// Readable when there is something.
    public var descriptor: Int32 { socket.rawValue }

    /// Takes all messages there are.
    ///
    /// - Returns: their bytes as text; an empty one for those that were lost. What does not come from the kernel is left out.
    public borrowing func drain() -> [String] {
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            var sender: UInt32 = 0
            let count = clinux_netlink_receive(socket.rawValue, &buffer, UInt(buffer.count), &sender)
            if count < 0 {
                if errno == EINTR { continue }
                // More was told than the socket could hold: all that counts now is how things are.
                if errno == ENOBUFS {
                    messages.append("")
                    continue
                }
                return messages
            }
            guard count > 0 else { return messages }
            if sender == 0 { messages.append(String(decoding: buffer[..<count], as: UTF8.self)) }
        }
    }
}
