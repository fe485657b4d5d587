extension Theme.Color {
    /// Reads `cyan`, `bright-cyan`, a number from 0 to 255, or `#rrggbb`.
    public init?(_ text: some StringProtocol) {
        if let name = Theme.Name(rawValue: String(text)) {
            self = .named(name)
        } else if text.utf8.count <= 3, text.utf8.allSatisfy({ (48...57).contains($0) }), let index = UInt8(text) {
            self = .index(index)
        } else if text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, text.utf8.dropFirst().first != UInt8(ascii: "+"),
            let value = UInt32(text.dropFirst(), radix: 16)
        {
            self = .rgb(UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255))
        } else {
            return nil
        }
    }

    /// The text that is read as this colour.
    public var text: String {
        switch self {
        case .named(let name): return name.rawValue
        case .index(let index): return String(index)
        case .rgb(let red, let green, let blue):
            let value = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
            return "#" + String(repeating: "0", count: 6 - value.count) + value
        }
    }
}

extension Theme.Style {
    /// What a text of a style must be, as the end of a sentence.
    public static let expectation =
        "a colour (\"default\", \"cyan\", \"bright-cyan\", \"208\" or \"#ff8700\") and \"bold\", \"dim\" or \"underline\", in any order"

    /// Reads a colour and attributes with blanks between them: `red bold`, `default dim`, `bold`.
    public init?(_ text: String) {
        self.init()
        var hasColor = false
        let words = text.split(separator: " ")
        guard !words.isEmpty, words.count <= 4 else { return nil }
        for word in words {
            switch word {
            case "bold": attributes.insert(.bold)
            case "dim": attributes.insert(.dim)
            case "underline": attributes.insert(.underline)
            default:
                let read = word == "default" ? nil : Theme.Color(word)
                guard !hasColor, read != nil || word == "default" else { return nil }
                hasColor = true
                color = read
            }
        }
    }

    /// The text that is read as this style.
    public var text: String {
        var words = [color?.text ?? "default"]
        if attributes.contains(.bold) { words.append("bold") }
        if attributes.contains(.dim) { words.append("dim") }
        if attributes.contains(.underline) { words.append("underline") }
        return words.joined(separator: " ")
    }
}
