internal import CLinux
internal import Glibc

/// What can be told about the machine's network without asking anybody.
public enum Network {
    /// The kernel said that there is no way to the other side: an `errno` of a failed connection.
    public static func isUnreachable(_ errno: Int) -> Bool {
        errno == Int(ENETUNREACH) || errno == Int(ENETDOWN) || errno == Int(EHOSTUNREACH)
    }

    /// Whether any route leads out of the networks that the machine is part of, where names are looked up; unknown counts as yes.
    public static var hasDefaultRoute: Bool { DefaultRoute.all().map { !$0.isEmpty } ?? true }

    /// Whether any interface but the loopback one is up and has an address; unknown counts as yes.
    public static var hasRoute: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        var next = first
        while let interface = next {
            let flags = Int32(bitPattern: interface.pointee.ifa_flags)
            if let address = interface.pointee.ifa_addr, flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0 {
                let family = Int32(address.pointee.sa_family)
                if family == AF_INET || family == AF_INET6 { return true }
            }
            next = interface.pointee.ifa_next
        }
        return false
    }
}
