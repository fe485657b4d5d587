/// A part of the screen.
public struct Rect: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The column behind the last one.
    public var endX: Int { x + width }

    /// The row below the last one.
    public var endY: Int { y + height }

    /// The same middle with the given extents, made smaller where they do not fit.
    public func centered(width wanted: Int, height tall: Int) -> Rect {
        let inner = (width: min(wanted, width), height: min(tall, height))
        return Rect(x: x + (width - inner.width) / 2, y: y + (height - inner.height) / 2, width: inner.width, height: inner.height)
    }
}
