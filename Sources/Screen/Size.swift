/// The columns and rows of a terminal or of a part of it; never negative.
public struct Size: Sendable, Hashable {
    public let width: Int
    public let height: Int

    /// The largest extent that is believed: a terminal that claims more is taken to have this much.
    public static let maximumExtent = 1_000

    public init(width: Int, height: Int) {
        self.width = min(max(width, 0), Size.maximumExtent)
        self.height = min(max(height, 0), Size.maximumExtent)
    }
}

/// A cell's place, counted from the upper left corner.
public struct Position: Sendable, Hashable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
