internal import CLinux
internal import Glibc

/// An interface of the machine to a network.
public struct NetworkInterface: Sendable, Hashable {
    public var name: String

    /// It is switched on and something is at its other end.
    public var isRunning: Bool

    /// What others reach it by: addresses of IPv4, and of IPv6 the first half, since the other half changes every day.
    public var addresses: Set<String>

    public init(name: String, isRunning: Bool, addresses: Set<String> = []) {
        self.name = name
        self.isRunning = isRunning
        self.addresses = addresses
    }

    /// All interfaces; none where the system does not tell.
    ///
    /// The corresponding C function is `getifaddrs`.
    public static func all() -> [NetworkInterface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String: NetworkInterface] = [:]
        var next = first
        while let entry = next {
            let name = String(cString: entry.pointee.ifa_name)
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            let isRunning = flags & Int32(IFF_UP) != 0 && flags & Int32(IFF_RUNNING) != 0
            var interface = found[name] ?? NetworkInterface(name: name, isRunning: isRunning)
            if let address = entry.pointee.ifa_addr.flatMap(text) { interface.addresses.insert(address) }
            found[name] = interface
            next = entry.pointee.ifa_next
        }
        return found.values.sorted { $0.name < $1.name }
    }

    private static func text(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { $0.map { String($0) }.joined(separator: ".") }
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                let bytes = withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0.prefix(8)) }
                // fe80::/10 is on every link and leads nowhere.
                if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { return nil }
                let words = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
                return words.joined(separator: ":") + "::/64"
            }
        default:
            return nil
        }
    }
}
