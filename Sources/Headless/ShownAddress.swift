/// An address as it may be shown: without user name and password.
enum ShownAddress {
    /// Looks at bytes, not at characters: a combining mark behind an `@` would hide it among these.
    static func of(_ url: String) -> String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: Array("://".utf8)) else {
            // Something that is no address may still hold a password before an @.
            return bytes.contains(0x40) ? "(not an address)" : url
        }
        let start = bytes.index(colon, offsetBy: 3)
        let end = bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        guard let at = bytes[start..<end].lastIndex(of: 0x40) else { return url }
        return String(decoding: Array(bytes[..<start]) + Array(bytes[bytes.index(after: at)...]), as: UTF8.self)
    }
}
