/// The widths of the columns of a progress line; 0 for a column that has no room.
struct BarLayout: Sendable, Hashable {
    let width: Int
    var name: Int
    var percent = 0
    var bar = 0
    var rate = 0
    var eta = 0

    /// The name gets at least this much before other columns do.
    private static let leastName = 12

    init(width: Int) {
        self.width = max(0, width)
        var rest = self.width
        func take(_ cells: Int, gap: Int) -> Int {
            guard rest - cells - gap >= Self.leastName else { return 0 }
            rest -= cells + gap
            return cells
        }
        percent = take(4, gap: 2)
        rate = take(10, gap: 2)
        eta = rate > 0 ? take(5, gap: 2) : 0
        if eta > 0, rest >= 30 { bar = take(min(rest / 2 - 4, 40), gap: 1) }
        name = rest
    }
}
