public import Screen

/// Where the panels are, as a pure function of the screen's size and of what is to be shown.
public struct Layout: Sendable, Hashable {
    public enum Width: Sendable, Hashable {
        case narrow, normal, wide
    }

    public let width: Width
    public let header: Rect
    public let tabs: Rect

    /// The heads of the columns; nil on narrow screens and without a list.
    public let heads: Rect?
    public let list: Rect

    /// With its title.
    public private(set) var details: Rect?

    /// With its title on wide screens; below the details on others.
    public private(set) var graph: Rect?

    /// The newest lines of the log, with the title.
    public private(set) var log: Rect?
    public let status: Rect
    public let footer: Rect

    /// Nil for a screen on which there is no room for more than one line saying so.
    ///
    /// Without tasks there is nothing to tell beside the list.
    public init?(_ size: Size, _ panes: Panes = Panes(), hasTasks: Bool = true) {
        guard size.width >= 24, size.height >= 6 else { return nil }
        width = size.width >= 100 ? .wide : size.width >= 60 ? .normal : .narrow
        func rows(_ y: Int, _ count: Int = 1) -> Rect { Rect(x: 0, y: y, width: size.width, height: count) }
        header = rows(0)
        tabs = rows(1)
        status = rows(size.height - 2)
        footer = rows(size.height - 1)
        let isWide = width == .wide
        let hasGraph = panes.graph != .off && size.height >= 24 && width != .narrow
        if hasTasks, panes.arrangement == .details {
            heads = nil
            list = rows(2, 0)
            let below = hasGraph ? 9 : 0
            details = rows(2, size.height - 4 - below)
            graph = hasGraph ? rows(size.height - 2 - below, below) : nil
            return
        }
        let top = width == .narrow ? 2 : 3
        heads = width == .narrow ? nil : rows(2)
        var end = size.height - 2
        if hasTasks, isWide, size.height >= 36 {
            end -= 3
            log = rows(end, 3)
        }
        if hasTasks, panes.arrangement == .split, size.height >= 18 {
            let room = end - top
            let height = isWide ? min(11, room * 2 / 5) : width == .normal ? 4 : 4
            let below = hasGraph && !isWide ? 2 : 0
            end -= height + below
            let split = isWide && hasGraph ? min(58, size.width / 2) : size.width
            details = Rect(x: 0, y: end, width: split, height: height)
            if isWide, hasGraph {
                graph = Rect(x: split, y: end, width: size.width - split, height: height)
            } else if below > 0 {
                graph = rows(end + height, below)
            }
        }
        list = rows(top, end - top)
    }

    /// How many tasks the list shows: on narrow screens the cursor's task takes two lines.
    public var rows: Int { max(1, width == .narrow ? list.height - 1 : list.height) }
}
