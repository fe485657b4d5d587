/// One cell of the grid.
///
/// It holds numbers only: a screen has thousands of cells, and one that held strings would be counted and freed cell by cell.
public struct Cell: Sendable, Hashable {
    /// The character; zero for the second cell of a wide one.
    private var character: UInt32

    /// What stands on the character, in the order of the text: three scalars of 21 bits, and the fourth.
    private var marks: UInt64 = 0
    private var lastMark: UInt32 = 0

    public var role: Role

    /// Exchanges foreground and background: the cursor row, and the name that is a progress bar.
    public var isReversed: Bool

    public static let blank = Cell(" ")

    /// A cell with a character that takes one or two cells, or none for the second cell of a wide one.
    public init(_ character: Unicode.Scalar?, role: Role = .text, isReversed: Bool = false) {
        self.character = character?.value ?? 0
        self.role = role
        self.isReversed = isReversed
    }

    /// It only holds the right half of the wide character before it.
    public var isContinuation: Bool { character == 0 }

    /// A character with its combining marks; empty for the second cell of a wide character.
    public var text: String {
        var text = ""
        for value in scalars { text.unicodeScalars.append(value) }
        return text
    }

    /// The same as scalars.
    public var scalars: [Unicode.Scalar] {
        let values = [character, UInt32(marks & 0x1FFFFF), UInt32(marks >> 21 & 0x1FFFFF), UInt32(marks >> 42), lastMark]
        return values.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
    }

    /// Puts a mark on the character; one more than `TextWidth.maximumMarks` has no place.
    mutating func add(mark: Unicode.Scalar) {
        for shift in [UInt64(0), 21, 42] where marks >> shift == 0 {
            marks |= UInt64(mark.value) << shift
            return
        }
        if lastMark == 0 { lastMark = mark.value }
    }

    /// Puts another character there, with nothing on it.
    mutating func replace(by character: Unicode.Scalar?) {
        self = Cell(character, role: role, isReversed: isReversed)
    }
}
