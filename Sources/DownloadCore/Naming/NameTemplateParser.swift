/// Reads the text of a template, character by character.
struct NameTemplateParser {
    private static let expected = "expected one of {timestamp} {date:FORMAT} {name} {stem} {ext} {host} {id}"
    private let characters: [Character]
    private var position = 0
    private var pieces: [NameTemplate.Piece] = []
    private var literal = ""

    init(_ text: String) {
        characters = Array(text)
    }

    mutating func parse() throws(NameTemplate.Invalid) -> [NameTemplate.Piece] {
        guard !characters.isEmpty else { throw invalid("an empty template; \(Self.expected)") }
        while position < characters.count {
            let character = characters[position]
            let isDoubled = position + 1 < characters.count && characters[position + 1] == character
            switch character {
            case "{" where isDoubled, "}" where isDoubled:
                literal.append(character)
                position += 2
            case "{":
                flush()
                pieces.append(try placeholder())
            case "}":
                throw invalid("a } without its {; expected }} for a brace in the name")
            default:
                try checkLiteral(character)
                literal.append(character)
                position += 1
            }
        }
        flush()
        return pieces
    }

    private mutating func flush() {
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
    }

    private mutating func placeholder() throws(NameTemplate.Invalid) -> NameTemplate.Piece {
        guard let end = characters[position...].firstIndex(of: "}") else { throw invalid("a { without its }; \(Self.expected)") }
        let inside = String(characters[(position + 1)..<end])
        let piece: NameTemplate.Piece
        switch inside {
        case "timestamp": piece = .timestamp
        case "name": piece = .name
        case "stem": piece = .stem
        case "ext": piece = .pathExtension
        case "host": piece = .host
        case "id": piece = .id
        case "date": throw invalid("{date} without a format; expected one such as {date:%Y-%m-%d}")
        default:
            guard inside.hasPrefix("date:") else { throw invalid("unknown placeholder {\(inside)}; \(Self.expected)") }
            piece = .date(try date(Array(inside.dropFirst(5))))
        }
        position = end + 1
        return piece
    }

    private func date(_ format: [Character]) throws(NameTemplate.Invalid) -> [NameTemplate.DatePart] {
        guard !format.isEmpty else { throw invalid("{date:} without a format; expected one such as {date:%Y-%m-%d}") }
        var parts: [NameTemplate.DatePart] = []
        var index = 0
        while index < format.count {
            guard format[index] == "%" else {
                try checkLiteral(format[index])
                parts.append(.text(String(format[index])))
                index += 1
                continue
            }
            let letter = index + 1 < format.count ? format[index + 1] : nil
            switch letter {
            case "Y": parts.append(.year)
            case "m": parts.append(.month)
            case "d": parts.append(.day)
            case "H": parts.append(.hour)
            case "M": parts.append(.minute)
            case "S": parts.append(.second)
            case "%": parts.append(.text("%"))
            default:
                throw invalid("unknown date part %\(letter.map(String.init) ?? ""); expected one of %Y %m %d %H %M %S %%")
            }
            index += 2
        }
        return parts
    }

    private func checkLiteral(_ character: Character) throws(NameTemplate.Invalid) {
        for scalar in character.unicodeScalars {
            guard scalar != "/" else { throw invalid("a / in a name template; expected the name of a file, not a path") }
            guard scalar.properties.generalCategory != .control else { throw invalid("a control character; expected text") }
        }
    }

    private func invalid(_ description: String) -> NameTemplate.Invalid {
        NameTemplate.Invalid(offset: position, description: description)
    }
}
