/// One cell of the grid.
public struct Cell: Sendable, Hashable {
    /// A character with its combining marks; empty for the second cell of a wide character.
    public var text: String
    public var role: Role

    /// Foreground and background are exchanged: the cursor row, and the name that is a progress bar.
    public var isReversed: Bool

    public static let blank = Cell(" ")

    public init(_ text: String, role: Role = .text, isReversed: Bool = false) {
        self.text = text
        self.role = role
        self.isReversed = isReversed
    }

    /// It only holds the right half of the wide character before it.
    public var isContinuation: Bool { text.isEmpty }
}
