public import DownloadCore

/// An option line of an input list that means something here.
public enum ListOption: Sendable, Hashable {
    case out(String)
    case directory(String)
    case header(HeaderField)
    case checksum(Checksum)
    case referer(String)
    case userAgent(String)
    /// Bytes a second; 0 is off.
    case rateLimit(Int64)
    case connections(Int)

    /// The names of these options as aria2 writes them.
    static let known = [
        "out", "dir", "header", "checksum", "referer", "user-agent", "max-download-limit", "split", "max-connection-per-server",
    ]

    /// What an option line turned out to be.
    enum Reading: Sendable, Hashable {
        case option(ListOption)
        /// Taken, but not as it was given.
        case clamped(ListOption, String)
        case meaningless
        case bad(String)
    }

    /// The most connections that a task can have.
    private static let mostConnections = 64

    static func read(name: String, value: String) -> Reading {
        switch name {
        case "out": out(value)
        case "dir": isLine(value) && !value.isEmpty ? .option(.directory(value)) : .bad("dir= needs the path of a folder")
        case "header": HeaderField(parsing: value).map { .option(.header($0)) } ?? .bad("header= needs a header such as Name: value")
        case "checksum": Checksum(parsing: value).map { .option(.checksum($0)) } ?? .bad(checksumFault)
        case "referer": isLine(value) ? .option(.referer(value)) : .bad("referer= cannot hold control characters")
        case "user-agent": isLine(value) ? .option(.userAgent(value)) : .bad("user-agent= cannot hold control characters")
        case "max-download-limit":
            rateLimit(value)
        case "split", "max-connection-per-server": connections(name, value)
        default: .meaningless
        }
    }

    private static let checksumFault = "checksum= needs TYPE=HEX, where TYPE is md5, sha-1, sha-256 or sha-512 and HEX has all its digits"

    private static func out(_ value: String) -> Reading {
        ChosenName.fault(in: value).map { .bad("out=\(value.quoted): \($0)") } ?? .option(.out(value))
    }

    private static func connections(_ name: String, _ value: String) -> Reading {
        guard let number = OptionValue.number(value, in: 1...Int(Int32.max)) else { return .bad("\(name)= needs a whole number from 1 on") }
        guard number > mostConnections else { return .option(.connections(number)) }
        return .clamped(.connections(mostConnections), "\(name)=\(number) is more than \(mostConnections), which are taken instead")
    }

    private static func rateLimit(_ value: String) -> Reading {
        guard let rate = OptionValue.rate(value) else { return .bad("max-download-limit= needs a rate such as 500K or 2M") }
        guard Rate.lacksUnit(value) else { return .option(.rateLimit(rate)) }
        return .clamped(.rateLimit(rate), "max-download-limit=\(value) has no unit and is \(value) bytes a second; \(value)K may be meant")
    }

    private static func isLine(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
