/// What an address says of a file's name.
struct AddressName {
    /// The last part of the path, decoded once; nil when the path is empty or ends in a slash.
    let name: String?

    /// The host without user, password and port; nil when there is none.
    let host: String?

    init(_ url: String) {
        let scalars = url.unicodeScalars
        var rest = scalars[...]
        if let colon = rest.firstIndex(of: ":"), rest[colon...].starts(with: "://".unicodeScalars) {
            rest = rest[colon...].dropFirst(3)
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        let authority = rest.prefix { $0 != "/" }
        // Split first, decode then: an escaped slash is part of a name, not the end of a folder's.
        let path = rest[authority.endIndex...]
        let last = path.lastIndex(of: "/").map { path[path.index(after: $0)...] }
        if let last, !last.isEmpty {
            name = PercentEncoding.decode(Substring(last)) ?? String(last)
        } else {
            name = nil
        }
        let host = Self.host(authority)
        self.host = host.isEmpty ? nil : host
    }

    private static func host(_ authority: Substring.UnicodeScalarView) -> String {
        let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        if server.first == "[" { return String(server.dropFirst().prefix { $0 != "]" }) }
        return String(server.prefix { $0 != ":" })
    }
}
