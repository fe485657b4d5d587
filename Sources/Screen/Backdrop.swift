/// How bright the terminal's own background is.
public enum Backdrop: Sendable, Hashable {
    case light, dark

    /// Reads a terminal's answer about a colour: `rgb:ffff/ffff/ffff`, with one to four hexadecimal digits for each part.
    ///
    /// Nil for what is none.
    public init?(color text: some StringProtocol) {
        guard text.utf8.count <= 40, let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else { return nil }
        let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        let shares = parts.prefix(3).compactMap { part -> Double? in
            guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit), let number = Int(part, radix: 16) else { return nil }
            return Double(number) / Double((1 << (4 * part.utf8.count)) - 1)
        }
        guard shares.count == 3, (3...4).contains(parts.count) else { return nil }
        // As bright as the eye sees the three.
        self = 0.299 * shares[0] + 0.587 * shares[1] + 0.114 * shares[2] > 0.5 ? .light : .dark
    }
}
