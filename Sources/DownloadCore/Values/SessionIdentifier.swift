/// The name under which a program finds its session again: any text of 1 to 255 bytes without NUL, compared byte for byte.
///
/// Nothing is normalised: two spellings of one accented letter are two identifiers (`background-sessions.md` rows 9 and 10).
public struct SessionIdentifier: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    public let text: String

    /// The session of `haul` itself: its dashboard and its commands.
    ///
    /// Its events are a bounded history and wait for nobody.
    public static let haul = SessionIdentifier(unchecked: "haul")

    /// Nil for an empty text, more than 255 bytes of UTF-8, or one with a NUL.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !text.utf8.contains(0) else { return nil }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    public static func == (left: SessionIdentifier, right: SessionIdentifier) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public static func < (left: SessionIdentifier, right: SessionIdentifier) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    public var description: String { text }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let identifier = SessionIdentifier(text) else {
            let why = "a session identifier has 1 to 255 bytes and no NUL"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: why))
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
