public import Screen

/// Several lines of text being edited; the one with the cursor is a line editor.
public struct TextArea: Sendable, Hashable {
    /// All lines; the cursor's is out of date until it is left.
    private var others: [String]
    public private(set) var row = 0
    public private(set) var editor: LineEditor

    /// The first line on the screen.
    private(set) var top = 0

    /// Lines that are kept; what goes beyond is dropped.
    static let mostLines = 100_000

    public init(_ lines: [String]) {
        others = lines.isEmpty ? [""] : Array(lines.prefix(TextArea.mostLines))
        editor = LineEditor(others[0])
        editor.moveCursor(to: 0)
    }

    public var lines: [String] {
        var lines = others
        lines[row] = editor.text
        return lines
    }

    public var count: Int { others.count }

    func line(_ index: Int) -> String { index == row ? editor.text : others[index] }

    /// Carries out an editing key; whether it was one.
    public mutating func handle(_ key: Key, page: Int) -> Bool {
        switch key {
        case .up: go(to: row - 1)
        case .down: go(to: row + 1)
        case .pageUp: go(to: row - page)
        case .pageDown: go(to: row + page)
        case .enter: breakLine()
        case .backspace where editor.cursor == 0: join(with: row - 1)
        case .delete where editor.cursor == editor.characters.count: join(with: row)
        default: return editor.handle(key)
        }
        return true
    }

    /// Scrolls as little as possible so that the cursor is among so many lines.
    mutating func keepOnScreen(_ height: Int) {
        top = min(top, row)
        if row >= top + height { top = row - height + 1 }
        top = max(0, min(top, others.count - height))
    }

    mutating func paste(_ text: String) {
        let new = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(TextArea.mostLines)
        for (index, line) in new.enumerated() {
            if index > 0 { breakLine() }
            editor.insert(String(line))
        }
    }

    private mutating func go(to wanted: Int) {
        let column = editor.cursor
        others[row] = editor.text
        row = min(max(0, wanted), others.count - 1)
        editor = LineEditor(others[row])
        editor.moveCursor(to: column)
    }

    private mutating func breakLine() {
        guard others.count < TextArea.mostLines else { return }
        others[row] = String(editor.characters[..<editor.cursor])
        row += 1
        others.insert(String(editor.characters[editor.cursor...]), at: row)
        editor = LineEditor(others[row])
        editor.moveCursor(to: 0)
    }

    /// Makes one line of one and the next.
    private mutating func join(with first: Int) {
        guard first >= 0, first + 1 < others.count else { return }
        others = lines
        let column = others[first].count
        others[first] += others.remove(at: first + 1)
        row = first
        editor = LineEditor(others[row])
        editor.moveCursor(to: column)
    }
}
