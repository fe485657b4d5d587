/// One whole screen as a value: what a view makes, a terminal shows and a golden file holds.
public struct Frame: Sendable, Hashable {
    public let size: Size

    /// All cells, row after row.
    public private(set) var cells: [Cell]

    /// Where the terminal's own cursor stands; nil hides it.
    public var cursor: Position?

    /// The title of the terminal's window; empty leaves it alone.
    public var title = ""

    public init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

    /// The cell at a place; blank outside of the frame.
    public subscript(x: Int, y: Int) -> Cell {
        guard let index = index(x, y) else { return .blank }
        return cells[index]
    }

    /// Writes text from a place to the right, at most `limit` cells and never beyond the row, and tells the column behind it.
    ///
    /// A wide character that does not fit whole becomes a blank.
    @discardableResult
    public mutating func put(
        _ text: String,
        x: Int,
        y: Int,
        role: Role = .text,
        isReversed: Bool = false,
        limit: Int = .max
    ) -> Int {
        guard y >= 0, y < size.height else { return x }
        let end = limit < size.width - x ? x + max(0, limit) : size.width
        var column = x
        /// Where the marks that follow belong.
        var host: Int?
        TextWidth.walk(text) { piece in
            switch piece {
            case .mark(let mark):
                if let host { cells[host].add(mark: mark) }
            case .character(let character, let width):
                guard column < end else { return false }
                let fits = column + width <= end
                set(Cell(fits ? character : " ", role: role, isReversed: isReversed), column, y)
                host = fits ? index(column, y) : nil
                if fits, width == 2 { setContinuation(column + 1, y, role, isReversed) }
                column += fits ? width : 1
            }
            return true
        }
        return column
    }

    /// Writes text so that it ends before a column; what does not fit into `limit` cells is cut at its end.
    public mutating func put(_ text: String, endingAt end: Int, y: Int, role: Role = .text, limit: Int, ellipsis: String) {
        let shown = TextWidth.of(text) > limit ? Cut.end(text, to: limit, ellipsis: ellipsis) : text
        put(shown, x: end - TextWidth.of(shown), y: y, role: role, limit: limit)
    }

    /// Makes a part blank.
    public mutating func clear(_ rect: Rect) {
        for y in max(0, rect.y)..<max(0, rect.y, min(rect.endY, size.height)) {
            for x in max(0, rect.x)..<max(0, rect.x, min(rect.endX, size.width)) { set(.blank, x, y) }
        }
    }

    /// Gives all cells of a part the same role.
    public mutating func paint(_ rect: Rect, _ role: Role) {
        for y in max(0, rect.y)..<max(0, rect.y, min(rect.endY, size.height)) {
            for x in max(0, rect.x)..<max(0, rect.x, min(rect.endX, size.width)) {
                if let index = index(x, y) { cells[index].role = role }
            }
        }
    }

    /// Exchanges foreground and background of a stretch of a row; a wide character follows its first cell.
    public mutating func reverse(from x: Int, count: Int, y: Int) {
        guard count > 0 else { return }
        for column in max(0, x)..<max(0, x, min(x + count, size.width)) {
            guard let index = index(column, y) else { continue }
            cells[index].isReversed = true
            if column + 1 < size.width, cells[index + 1].isContinuation { cells[index + 1].isReversed = true }
        }
    }

    /// The characters as lines of equal width.
    public var text: String {
        lines { $0.text }
    }

    /// One letter per cell for its role, in upper case (`#` for ordinary text) where it is reversed.
    public var roles: String {
        lines { cell in
            guard cell.isReversed else { return String(cell.role.letter) }
            return cell.role == .text ? "#" : cell.role == .faint ? "=" : cell.role.letter.uppercased()
        }
    }

    private func lines(_ letter: (Cell) -> String) -> String {
        var result = ""
        for y in 0..<size.height {
            for x in 0..<size.width { result += letter(cells[y * size.width + x]) }
            result += "\n"
        }
        return result
    }

    private func index(_ x: Int, _ y: Int) -> Int? {
        x >= 0 && x < size.width && y >= 0 && y < size.height ? y * size.width + x : nil
    }

    /// Replaces one cell; the other half of a wide character that it cuts in two becomes blank.
    private mutating func set(_ cell: Cell, _ x: Int, _ y: Int) {
        guard let index = index(x, y) else { return }
        if cells[index].isContinuation, x > 0 { cells[index - 1].replace(by: " ") }
        if x + 1 < size.width, cells[index + 1].isContinuation { cells[index + 1].replace(by: " ") }
        cells[index] = cell
    }

    private mutating func setContinuation(_ x: Int, _ y: Int, _ role: Role, _ isReversed: Bool) {
        set(Cell(" ", role: role, isReversed: isReversed), x, y)
        if let index = index(x, y) { cells[index].replace(by: nil) }
    }
}
