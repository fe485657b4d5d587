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
    public var lines: [String] {
        let titles = columns.map(\.title)
        let all = (titles.allSatisfy(\.isEmpty) ? [] : [titles]) + rows
        let widths = columns.indices.map { index in
            let content = all.map { TextWidth.of($0[index]) }.max() ?? 0
            return min(content, columns[index].maximumWidth ?? content)
        }
        return all.map { row in
            let cells = columns.indices.map { index in
                let text = Cut.middle(row[index], to: widths[index], ellipsis: glyphs.ellipsis)
                return columns[index].isRightAligned ? Cut.padLeft(text, to: widths[index]) : Cut.pad(text, to: widths[index])
            }
            let line = cells.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }
            return end.map { String(line[...$0]) } ?? ""
        }
    }
}
