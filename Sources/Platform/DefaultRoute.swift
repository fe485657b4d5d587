/// A way out of the machine, as the kernel lists it.
public struct DefaultRoute: Sendable, Hashable {
    public enum Family: Sendable, Hashable {
        case version4, version6
    }

    public var family: Family
    public var interface: String

    /// The lowest is taken.
    public var metric: UInt32

    public init(family: Family, interface: String, metric: UInt32) {
        self.family = family
        self.interface = interface
        self.metric = metric
    }

    // RTF_UP and RTF_REJECT of <linux/route.h>.
    private static let up: UInt32 = 0x1
    private static let reject: UInt32 = 0x200

    /// Reads `/proc/net/route`: name, destination, gateway, flags, …, metric, mask.
    public static func version4(_ text: String) -> [DefaultRoute] {
        lines(text).compactMap { words in
            guard words.count >= 8, words[1] == "00000000", words[7] == "00000000", let flags = UInt32(words[3], radix: 16),
                let metric = UInt32(words[6])
            else { return nil }
            return route(.version4, String(words[0]), metric, flags)
        }
    }

    /// Reads `/proc/net/ipv6_route`: destination, its length, …, metric, …, flags, name.
    public static func version6(_ text: String) -> [DefaultRoute] {
        lines(text).compactMap { words in
            guard words.count >= 10, words[1] == "00", words[0].allSatisfy({ $0 == "0" }), words[3] == "00",
                let flags = UInt32(words[8], radix: 16), let metric = UInt32(words[5], radix: 16)
            else { return nil }
            return route(.version6, String(words[9]), metric, flags)
        }
    }

    private static func route(_ family: Family, _ interface: String, _ metric: UInt32, _ flags: UInt32) -> DefaultRoute? {
        guard flags & up != 0, flags & reject == 0, interface != "lo" else { return nil }
        return DefaultRoute(family: family, interface: interface, metric: metric)
    }

    private static func lines(_ text: String) -> [[Substring]] {
        text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace) }
    }

    /// All that there are now; nil where the kernel does not tell.
    public static func all(procfs: String = "/proc") -> [DefaultRoute]? {
        let four = File.text(of: "\(procfs)/net/route")
        let six = File.text(of: "\(procfs)/net/ipv6_route")
        guard four != nil || six != nil else { return nil }
        return version4(four ?? "") + version6(six ?? "")
    }
}
