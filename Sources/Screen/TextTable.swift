/// A table of text for commands that print lists: columns as wide as their content, two blanks between them.
public struct TextTable: Sendable, Hashable {
    public struct Column: Sendable, Hashable {
        public var title: String
        public var isRightAligned: Bool

        /// The largest width, beyond which content loses its middle; nil for no limit.
        public var maximumWidth: Int?

        public init(_ title: String, isRightAligned: Bool = false, maximumWidth: Int? = nil) {
            self.title = title
            self.isRightAligned = isRightAligned
            self.maximumWidth = maximumWidth
        }
    }

    public var columns: [Column]
    public private(set) var rows: [[String]] = []
    public var glyphs: GlyphSet

    public init(columns: [Column], glyphs: GlyphSet = .unicode) {
        self.columns = columns
        self.glyphs = glyphs
    }

    /// Adds a row; its texts are made harmless, missing ones are empty and more than there are columns are dropped.
    public mutating func append(_ texts: [String]) {
        let safe = texts.prefix(columns.count).map { Sanitizer.visible($0, asciiOnly: glyphs.isASCII) }
        rows.append(safe + Array(repeating: "", count: columns.count - safe.count))
    }

    /// The lines without blanks at their ends; the first one holds the titles unless all are empty.
    public var lines: [String] { lines(columns: nil) }

    /// Cells that the last column should keep on a narrow terminal.
    private static let leastWidth = 16

    /// The same for a terminal of so many cells.
    ///
    /// - Parameters:
    ///   - total: the width of the terminal; nil for lines as long as they are.
    ///   - order: the titles of columns that leave, one after the other, while there is too little room.
    /// - Returns: the lines; the last column gives way after these columns, and then the ends of lines are cut off.
    public func lines(columns total: Int?, leaving order: [String] = []) -> [String] {
        if let total, let title = order.first, narrowest > total {
            return without(title).lines(columns: total, leaving: Array(order.dropFirst()))
        }
        let titles = columns.map(\.title)
        let all = (titles.allSatisfy(\.isEmpty) ? [] : [titles]) + rows
        var widths = columns.indices.map { index in
            let content = all.map { TextWidth.of($0[index]) }.max() ?? 0
            return min(content, columns[index].maximumWidth ?? content)
        }
        if let total, let last = widths.last {
            let others = widths.dropLast().reduce(0) { $0 + $1 + 2 }
            widths[widths.count - 1] = min(last, max(8, total - others))
        }
        return all.map { row in
            let cells = columns.indices.map { index in
                let text = Cut.middle(row[index], to: widths[index], ellipsis: glyphs.ellipsis)
                return columns[index].isRightAligned ? Cut.padLeft(text, to: widths[index]) : Cut.pad(text, to: widths[index])
            }
            let line = cells.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }
            let trimmed = end.map { String(line[...$0]) } ?? ""
            return total.map { Cut.end(trimmed, to: $0, ellipsis: glyphs.ellipsis) } ?? trimmed
        }
    }

    /// What the lines need when the last column is as narrow as it should get.
    private var narrowest: Int {
        let widths = columns.indices.map { index in
            let content = ([columns[index].title] + rows.map { $0[index] }).map(TextWidth.of).max() ?? 0
            return min(content, columns[index].maximumWidth ?? content)
        }
        return widths.dropLast().reduce(0) { $0 + $1 + 2 } + min(widths.last ?? 0, Self.leastWidth)
    }

    private func without(_ title: String) -> TextTable {
        guard let index = columns.firstIndex(where: { $0.title == title }), columns.count > 1 else { return self }
        var table = self
        table.columns.remove(at: index)
        for row in table.rows.indices { table.rows[row].remove(at: index) }
        return table
    }
}
