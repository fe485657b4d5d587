/// The parts of an address that rules look at: scheme, host, port.
///
/// Whatever else it holds is libcurl's business.
public struct Address: Sendable, Hashable {
    /// In lower case.
    public var scheme: String

    /// In lower case, an IPv6 address in its brackets.
    public var host: String

    /// The port that was given, else the scheme's own; 0 when neither is known.
    public var port: Int

    /// The user and the password of `user:password@`, as they stand there; nil without them.
    public var userInfo: String?

    /// Everything behind the host and port, from its `/`, `?` or `#` on.
    public var rest: String

    private static func usualPort(of scheme: String) -> Int {
        switch scheme {
        case "http": 80
        case "https": 443
        case "ftp": 21
        case "ftps": 990
        case "sftp": 22
        default: 0
        }
    }

    /// Reads an absolute address of a scheme with a host; nil for all else.
    ///
    /// Looks at bytes, as libcurl does: to Swift's characters a combining mark behind a `/` or an `@` would hide that sign.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.contains(where: { $0 <= 32 || $0 == 127 }) else { return nil }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes[colon...].starts(with: "://".utf8) else { return nil }
        scheme = Self.lowered(bytes[..<colon])
        guard bytes[..<colon].allSatisfy(Self.isSchemeByte) else { return nil }
        let behind = bytes[(colon + 3)...]
        let authority = behind.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        rest = Self.text(behind[authority.endIndex...])
        var server = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = Self.text(authority[..<at])
            server = authority[(at + 1)...]
        }
        var name = server
        port = Self.usualPort(of: scheme)
        let bracket = server.lastIndex(of: UInt8(ascii: "]"))
        if let colon = server.lastIndex(of: UInt8(ascii: ":")), bracket.map({ colon > $0 }) ?? true {
            name = server[..<colon]
            let digits = Self.text(server[(colon + 1)...])
            if !digits.isEmpty {
                guard let number = Int64(digits: digits), number <= 65535 else { return nil }
                port = Int(number)
            }
        }
        guard Self.isHost(name) else { return nil }
        host = Self.lowered(name)
    }

    /// In lower case; mostly it is so already.
    private static func lowered(_ bytes: ArraySlice<UInt8>) -> String {
        let isLow = bytes.allSatisfy { $0 < 128 && !(65...90).contains($0) }
        return isLow ? text(bytes) : text(bytes).lowercased()
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// A name without colons and brackets, or an IPv6 address in its brackets.
    public static func isHost(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, let last = name.last else { return false }
        let isBracketed = name.count > 2 && first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
        let inner = isBracketed ? name.dropFirst().dropLast() : name
        // A backslash is taken for a slash by some: an address with one in its host is nobody's honest one.
        return !inner.contains { byte in
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"): true
            case UInt8(ascii: ":"): !isBracketed
            default: false
            }
        }
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || [43, 45, 46].contains(byte)
    }

    /// Scheme, host and port: what must be equal for credentials and headers to be sent again.
    public var origin: String { "\(scheme)://\(host):\(port)" }

    /// The address without user name and password: what may be stored in attributes, logged and shown.
    public var withoutUserInfo: String {
        let isDefault = port == Self.usualPort(of: scheme)
        return "\(scheme)://\(host)\(isDefault ? "" : ":\(port)")\(rest)"
    }

    /// The host, and the port where that is not the scheme's own.
    public var place: String { host + (port == Self.usualPort(of: scheme) ? "" : ":\(port)") }

    /// The host is a number of IP, not a name.
    public static func isNumber(host: some StringProtocol) -> Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        // As for browsers: no name ends with a number.
        let last = host.utf8.split(separator: UInt8(ascii: ".")).last ?? []
        let isHex = last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy { Self.isHexDigit($0) }
        return !last.isEmpty && (isHex || last.allSatisfy { (48...57).contains($0) })
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }

    /// What `userInfo` says, decoded; nil without it.
    public var credentials: Credentials? {
        guard let userInfo else { return nil }
        let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            PercentEncoding.decode($0) ?? String($0)
        }
        return Credentials(user: parts[0], password: parts.count > 1 ? parts[1] : "")
    }

    /// It leads to this machine itself, which takes no network.
    public var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 4, numbers[0] == "127" else { return false }
        return numbers.allSatisfy { Int64(digits: $0).map { $0 <= 255 } ?? false }
    }

    /// The schemes that a task may name.
    public static let downloadSchemes: Set<String> = ["http", "https", "ftp", "ftps", "sftp"]

    /// Whether a reply from this address may send on to another one: http and https only, and never from https down to http
    /// unless a checksum stands for the content.
    public func mayRedirect(to other: Address, hasChecksum: Bool) -> Bool {
        switch (scheme, other.scheme) {
        case (_, "https"): true
        case ("https", "http"): hasChecksum
        case (_, "http"): true
        default: false
        }
    }
}
