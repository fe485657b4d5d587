import Screen

/// The columns of the list, in cells from the left.
struct Columns: Sendable, Hashable {
    /// A column: where it begins and how wide it is; all but name and bar are right-aligned.
    struct Span: Sendable, Hashable {
        var x: Int
        var width: Int

        var end: Int { x + width }

        init(_ x: Int, _ width: Int) {
            self.x = x
            self.width = width
        }
    }

    var name: Span
    var size: Span?
    var bar: Span?
    var percent: Span
    var speed: Span?
    var remaining: Span?
    var connections: Span?

    /// Left-aligned, on very wide screens only.
    var host: Span?
    var session: Span?

    /// Columns are given up from the right as the screen gets narrower; the name takes what is left.
    init(_ layout: Layout) {
        let width = layout.list.width
        switch layout.width {
        case .wide:
            let extra = width >= 170 ? 44 : width >= 145 ? 26 : 0
            let names = width - 81 - extra
            let after = 4 + names
            name = Span(4, names)
            size = Span(after + 1, 8)
            bar = Span(after + 11, 24)
            percent = Span(after + 36, 4)
            speed = Span(after + 42, 17)
            remaining = Span(after + 61, 7)
            connections = Span(after + 70, 2)
            if extra > 0 { host = Span(after + 75, 24) }
            if extra > 26 { session = Span(after + 101, 16) }
        case .normal:
            let hasRemaining = width >= 70
            let names = width - (hasRemaining ? 50 : 44)
            let after = 4 + names
            name = Span(4, names)
            size = Span(after + 1, 8)
            bar = Span(after + 10, 12)
            percent = Span(after + 23, 4)
            speed = Span(after + 28, 11)
            remaining = hasRemaining ? Span(after + 40, 5) : nil
        case .narrow:
            let hasSpeed = width >= 36
            name = Span(4, width - (hasSpeed ? 21 : 10))
            percent = Span(name.end + 1, 4)
            speed = hasSpeed ? Span(name.end + 6, 10) : nil
        }
    }
}
