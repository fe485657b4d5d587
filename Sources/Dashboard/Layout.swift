public import Screen

/// Where the panels are, as a pure function of the screen's size.
public struct Layout: Sendable, Hashable {
    public enum Width: Sendable, Hashable {
        case narrow, normal, wide
    }

    public let width: Width
    public let header: Rect
    public let tabs: Rect

    /// The heads of the columns; nil on narrow screens.
    public let heads: Rect?
    public let list: Rect
    public let status: Rect
    public let footer: Rect

    /// Nil for a screen on which there is no room for more than one line saying so.
    public init?(_ size: Size) {
        guard size.width >= 24, size.height >= 6 else { return nil }
        width = size.width >= 100 ? .wide : size.width >= 60 ? .normal : .narrow
        func row(_ y: Int) -> Rect { Rect(x: 0, y: y, width: size.width, height: 1) }
        header = row(0)
        tabs = row(1)
        heads = width == .narrow ? nil : row(2)
        let top = width == .narrow ? 2 : 3
        list = Rect(x: 0, y: top, width: size.width, height: size.height - top - 2)
        status = row(size.height - 2)
        footer = row(size.height - 1)
    }

    /// How many tasks the list shows: on narrow screens the cursor's task takes two lines.
    public var rows: Int { width == .narrow ? max(1, list.height - 1) : list.height }
}
