public import Screen

/// One line of text being typed, with the keys of a shell's line.
public struct LineEditor: Sendable, Hashable {
    public private(set) var characters: [Character] = []

    /// The character before which the next one goes.
    public private(set) var cursor = 0

    /// Characters a line holds at most; what goes beyond is dropped.
    static let maximumLength = 8_192

    public init(_ text: String = "") {
        insert(text)
    }

    public var text: String { String(characters) }

    /// Puts text in at the cursor; line ends and other controls become blanks.
    public mutating func insert(_ text: String) {
        let room = max(0, LineEditor.maximumLength - characters.count)
        let added = text.prefix(room).map { character -> Character in
            character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? character : " "
        }
        characters.insert(contentsOf: added, at: cursor)
        cursor += added.count
    }

    /// Puts the cursor before a character, as near as there is one.
    public mutating func moveCursor(to place: Int) {
        cursor = min(max(0, place), characters.count)
    }

    /// Carries out an editing key and tells whether it was one.
    public mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .backspace: remove(from: max(0, cursor - 1))
        case .delete: if cursor < characters.count { characters.remove(at: cursor) }
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .control("u"): remove(from: 0)
        case .control("k"): characters.removeSubrange(cursor...)
        case .control("w"): remove(from: wordStart)
        case .alt("b"): cursor = wordStart
        case .alt("f"): cursor = wordEnd
        default: return false
        }
        return true
    }

    private mutating func remove(from start: Int) {
        characters.removeSubrange(start..<cursor)
        cursor = start
    }

    private var wordStart: Int {
        var index = cursor
        while index > 0, characters[index - 1] == " " { index -= 1 }
        while index > 0, characters[index - 1] != " " { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, characters[index] == " " { index += 1 }
        while index < characters.count, characters[index] != " " { index += 1 }
        return index
    }
}
