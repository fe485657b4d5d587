import Screen

/// The columns of the list of published files, in cells from the left.
struct FileColumns: Sendable, Hashable {
    var name: Columns.Span
    var published: Columns.Span?
    var size: Columns.Span
    var time: Columns.Span?
    var host: Columns.Span?
    var digest: Columns.Span?
    var verdict: Columns.Span?

    /// The least needed go first as the screen gets narrower: published name, digest, origin, what was checked, time.
    init(width: Int) {
        var widths: [(path: WritableKeyPath<FileColumns, Columns.Span?>, cells: Int)] = []
        if width >= 150 { widths.append((\.published, width >= 190 ? 48 : 30)) }
        if width >= 50 { widths.append((\.time, width >= 116 ? 16 : 10)) }
        if width >= 72 { widths.append((\.host, width >= 150 ? 28 : width >= 116 ? 20 : width >= 80 ? 16 : 14)) }
        if width >= 116 { widths.append((\.digest, 17)) }
        if width >= 60 { widths.append((\.verdict, 10)) }
        let gap = width >= 60 ? 2 : 1
        // The last column is the scroll bar's.
        let names = max(6, width - 4 - 8 - widths.reduce(0) { $0 + $1.cells + gap } - gap - 1)
        name = Columns.Span(4, names)
        // The published name stands beside the original one, before the size.
        var x = name.end
        size = Columns.Span(0, 8)
        func next(_ cells: Int) -> Columns.Span {
            defer { x += gap + cells }
            return Columns.Span(x + gap, cells)
        }
        if let first = widths.first, first.path == \.published { published = next(first.cells) }
        size = next(8)
        for column in widths where column.path != \.published { self[keyPath: column.path] = next(column.cells) }
    }
}
