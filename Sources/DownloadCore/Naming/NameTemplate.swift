/// How the names of published files are made: text with placeholders such as `{timestamp}` or `{date:%Y-%m-%d} {name}`.
///
/// A template that mentions neither `{name}` nor `{ext}` gets the file's extension at its end.
public struct NameTemplate: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case text(String)
        case timestamp
        case date([DatePart])
        case name
        case stem
        case pathExtension
        case host
        case id
    }

    /// A part of a date's format.
    enum DatePart: Sendable, Hashable {
        case text(String)
        case year
        case month
        case day
        case hour
        case minute
        case second
    }

    /// Why a text is no template: what was found, where, and what was expected.
    public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
        /// Characters before the fault.
        public let offset: Int
        public let description: String
    }

    let pieces: [Piece]

    /// `<unix seconds>.<ext>`, the names of `naming = "timestamp"`.
    public static let timestamp = NameTemplate(pieces: [.timestamp])

    /// The name that the server or the address gave.
    public static let original = NameTemplate(pieces: [.name])

    init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Reads a template; the words `timestamp` and `original` stand for the two ready ones.
    public init(parsing text: String) throws(Invalid) {
        switch text {
        case "timestamp": self = .timestamp
        case "original": self = .original
        default:
            var parser = NameTemplateParser(text)
            self.init(pieces: try parser.parse())
        }
    }

    /// The name depends on the moment at which the file is there.
    public var mentionsTime: Bool {
        pieces.contains { piece in
            switch piece {
            case .timestamp, .date: true
            case .text, .name, .stem, .pathExtension, .host, .id: false
            }
        }
    }

    var mentionsExtension: Bool {
        pieces.contains(.name) || pieces.contains(.pathExtension)
    }
}
