import Screen

/// What a terminal would show of the bytes that a program sends it: as much of xterm as ncurses uses.
struct VirtualScreen {
    /// One cell; empty text is the second half of a wide character.
    struct Cell: Sendable, Hashable {
        var text = " "
        var isReversed = false
    }

    private(set) var width: Int
    private(set) var height: Int
    private var cells: [[Cell]]
    private var x = 0
    private var y = 0
    private var isReversed = false

    /// The last character that was drawn, for the code that repeats it.
    private var last: Unicode.Scalar = " "
    private var region: ClosedRange<Int>
    private var pending: [UInt8] = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        cells = Array(repeating: Array(repeating: Cell(), count: width), count: height)
        region = 0...height - 1
    }

    /// The rows as text, blanks at their ends left out.
    var lines: [String] {
        cells.map { row in
            let text = row.map(\.text).joined()
            return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// The column at which a text starts in a row; nil when it is not there.
    func column(of text: String, in row: Int) -> Int? {
        let wanted = text.map(String.init)
        let shown = cells[row].indices.filter { !cells[row][$0].text.isEmpty }
        return shown.indices.first { start in
            start + wanted.count <= shown.count && wanted.indices.allSatisfy { cells[row][shown[start + $0]].text == wanted[$0] }
        }.map { shown[$0] }
    }

    /// Whether a row stands out from the others as a whole.
    func isReversed(row: Int) -> Bool { cells[row].filter(\.isReversed).count > width / 2 }

    subscript(row: Int, column: Int) -> Cell { cells[row][column] }

    // MARK: - Reading

    /// Takes what a program wrote; a sequence may be cut anywhere.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        var rest = pending[...]
        while let first = rest.first {
            let before = rest
            let isWhole =
                switch first {
                case 0x1B: escape(&rest)
                case 0..<0x20, 0x7F: control(&rest)
                default: character(&rest)
                }
            if !isWhole {
                rest = before
                break
            }
        }
        pending = Array(rest)
    }

    private mutating func control(_ rest: inout ArraySlice<UInt8>) -> Bool {
        switch rest.removeFirst() {
        case 0x08: x = max(0, x - 1)
        case 0x09: x = min(width - 1, (x / 8 + 1) * 8)
        case 0x0A: lineFeed()
        case 0x0D: x = 0
        default: break
        }
        return true
    }

    private mutating func character(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let first = rest.first ?? 0
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard rest.count >= length else { return false }
        let text = String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
        for scalar in text.unicodeScalars { put(scalar) }
        return true
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let cellWidth = TextWidth.of(scalar)
        guard cellWidth > 0 else {
            // A mark stands on the character before it.
            let column = max(0, x - 1)
            let base = cells[y][column].text.isEmpty ? max(0, column - 1) : column
            cells[y][base].text.unicodeScalars.append(scalar)
            return
        }
        if x + cellWidth > width {
            x = 0
            lineFeed()
        }
        if cells[y][x].text.isEmpty, x > 0 { cells[y][x - 1].text = " " }
        cells[y][x] = Cell(text: String(scalar), isReversed: isReversed)
        if cellWidth == 2, x + 1 < width { cells[y][x + 1] = Cell(text: "", isReversed: isReversed) }
        if x + cellWidth < width, cells[y][x + cellWidth].text.isEmpty { cells[y][x + cellWidth].text = " " }
        x += cellWidth
        last = scalar
    }

    private mutating func lineFeed() {
        if y == region.upperBound {
            scroll(from: region.lowerBound, by: 1)
        } else {
            y = min(height - 1, y + 1)
        }
    }

    /// Moves the rows from one to the end of the region: up for a positive count.
    private mutating func scroll(from top: Int, by count: Int) {
        let blank = Array(repeating: Cell(), count: width)
        for _ in 0..<min(abs(count), height) {
            if count > 0 {
                cells.remove(at: top)
                cells.insert(blank, at: region.upperBound)
            } else {
                cells.remove(at: region.upperBound)
                cells.insert(blank, at: top)
            }
        }
    }

    // MARK: - Sequences

    private mutating func escape(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.count >= 2 else { return false }
        rest.removeFirst()
        switch rest.removeFirst() {
        case UInt8(ascii: "["): return sequence(&rest)
        case UInt8(ascii: "]"), UInt8(ascii: "P"): return skipString(&rest)
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            guard !rest.isEmpty else { return false }
            rest.removeFirst()
        case UInt8(ascii: "M"):
            if y == region.lowerBound { scroll(from: y, by: -1) } else { y = max(0, y - 1) }
        default: break
        }
        return true
    }

    private func skipString(_ rest: inout ArraySlice<UInt8>) -> Bool {
        while let byte = rest.popFirst() {
            if byte == 0x07 { return true }
            if byte == 0x1B, rest.first == UInt8(ascii: "\\") {
                rest.removeFirst()
                return true
            }
        }
        return false
    }

    private mutating func sequence(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) }) else { return false }
        let parameters = String(decoding: rest[..<end], as: UTF8.self)
        let final = Character(Unicode.Scalar(rest[end]))
        rest = rest[(end + 1)...]
        guard !parameters.contains(where: { "?>=!$".contains($0) }) else { return true }
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        if final == "m" { rendition(parameters) } else { act(final, numbers) }
        return true
    }

    private mutating func rendition(_ parameters: String) {
        for parameter in parameters.split(separator: ";", omittingEmptySubsequences: false) {
            switch Int(parameter) ?? 0 {
            case 0: isReversed = false
            case 7: isReversed = true
            case 27: isReversed = false
            default: break
            }
        }
    }

    private mutating func act(_ final: Character, _ numbers: [Int?]) {
        let first = numbers.first ?? nil
        let second = numbers.count > 1 ? numbers[1] : nil
        let count = max(1, first ?? 1)
        switch final {
        case "A": y = max(0, y - count)
        case "B": y = min(height - 1, y + count)
        case "C": x = min(width - 1, x + count)
        case "D": x = max(0, x - count)
        case "G", "`": x = min(width - 1, count - 1)
        case "d": y = min(height - 1, count - 1)
        case "H", "f": (y, x) = (min(height - 1, count - 1), min(width - 1, max(1, second ?? 1) - 1))
        case "J": eraseScreen(first ?? 0)
        case "K": eraseLine(first ?? 0)
        case "X": for column in x..<min(width, x + count) { cells[y][column] = Cell() }
        case "b": for _ in 0..<count { put(last) }
        case "P": shiftRow(by: -count)
        case "@": shiftRow(by: count)
        case "L": scroll(from: y, by: -count)
        case "M": scroll(from: y, by: count)
        case "S": scroll(from: region.lowerBound, by: count)
        case "T": scroll(from: region.lowerBound, by: -count)
        case "r":
            let bottom = min(height, second ?? height) - 1
            if count - 1 <= bottom { region = (count - 1)...bottom }
            (x, y) = (0, 0)
        default: break
        }
    }

    private mutating func eraseScreen(_ kind: Int) {
        switch kind {
        case 0:
            eraseLine(0)
            for row in (y + 1)..<max(y + 1, height) { cells[row] = Array(repeating: Cell(), count: width) }
        case 1:
            for row in 0..<y { cells[row] = Array(repeating: Cell(), count: width) }
            eraseLine(1)
        default: cells = Array(repeating: Array(repeating: Cell(), count: width), count: height)
        }
    }

    private mutating func eraseLine(_ kind: Int) {
        let part = kind == 0 ? min(x, width)..<width : kind == 1 ? 0..<min(width, x + 1) : 0..<width
        for column in part { cells[y][column] = Cell() }
    }

    private mutating func shiftRow(by count: Int) {
        let place = min(x, width)
        for _ in 0..<min(abs(count), width) {
            if count > 0 {
                cells[y].insert(Cell(), at: place)
                cells[y].removeLast()
            } else if place < width {
                cells[y].remove(at: place)
                cells[y].append(Cell())
            }
        }
    }
}
