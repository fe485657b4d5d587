/// An address as it may be written down for everybody to read.
enum OriginAddress {
    /// The address without user, password and fragment, and without the query unless that is wanted.
    static func shown(_ url: String, keepsQuery: Bool) -> String {
        var text = url.unicodeScalars[...]
        text = text.prefix { $0 != "#" }
        if !keepsQuery { text = text.prefix { $0 != "?" } }
        guard let colon = text.firstIndex(of: ":"), text[colon...].starts(with: "://".unicodeScalars) else {
            // Without a host there is nothing to tell user and path apart by.
            return text.contains("@") ? "" : String(text)
        }
        let start = text.index(colon, offsetBy: 3)
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "\\" }
        let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return String(text[..<start]) + String(server) + String(text[authority.endIndex...])
    }
}
