/// A key as a terminal reports it.
public enum Key: Sendable, Hashable {
    case character(Character)
    /// A letter with Control, in lower case.
    case control(Character)
    /// A key with Alt, which terminals send as Escape and the key.
    case alt(Character)
    case enter, escape, tab, backTab, backspace, delete, shiftDelete
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)

    /// The key as help and footer write it.
    public var label: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let letter): "^\(letter)"
        case .alt(let character): "Alt-\(character)"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "S-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .shiftDelete: "S-Del"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}

extension Key {
    private static let named: [Key] = [
        .enter, .escape, .tab, .backTab, .backspace, .delete, .shiftDelete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
    ]

    /// Reads what `label` writes: `j`, `space`, `^f`, `Alt-b`, `PgDn`, `F5`; names in any case, and `C-f` and `M-b` too.
    public init?(label text: some StringProtocol) {
        let label = String(text)
        if label.count == 1, let character = label.first {
            guard character.unicodeScalars.allSatisfy({ !Sanitizer.isHarmful($0) }), character != " " else { return nil }
            self = .character(character)
            return
        }
        let lower = label.lowercased()
        if lower == "space" {
            self = .character(" ")
        } else if let key = Key.named.first(where: { $0.label.lowercased() == lower }) {
            self = key
        } else if lower.first == "f", let number = Int(lower.dropFirst()), (1...12).contains(number), lower.dropFirst().first != "+" {
            self = .function(number)
        } else if let letter = Key.single(after: ["^", "c-", "ctrl-"], in: lower), letter.isASCII, letter.isLetter {
            self = .control(letter)
        } else if let character = Key.single(after: ["alt-", "m-"], in: label), character.isASCII, character != " " {
            self = .alt(character)
        } else {
            return nil
        }
    }

    /// The one character behind one of some prefixes, which are in lower case.
    private static func single(after prefixes: [String], in label: String) -> Character? {
        for prefix in prefixes where label.lowercased().hasPrefix(prefix) && label.count == prefix.count + 1 { return label.last }
        return nil
    }
}
