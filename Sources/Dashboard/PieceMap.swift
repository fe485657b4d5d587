import DownloadCore
import Screen

/// The ranges of a file as one row of signs.
enum PieceMap {
    /// Signs for done, active, partial and missing.
    static func signs(_ glyphs: GlyphSet) -> [String] {
        glyphs.isASCII ? ["#", ">", "-", "."] : ["█", "▓", "▒", "░"]
    }

    /// A cell is active where a connection writes into it now, partial where some of it is there.
    static func text(_ task: TaskSnapshot, cells: Int, glyphs: GlyphSet) -> String {
        let signs = signs(glyphs)
        if case .finished = task.state { return String(repeating: signs[0], count: cells) }
        guard cells > 0, let total = task.total, total > 0 else { return "" }
        var pieces = task.pieces
        if pieces.isEmpty, task.done > 0 { pieces = [.init(range: 0..<min(task.done, total), kind: .done)] }
        var done = Array(repeating: Int64(0), count: cells)
        var isActive = Array(repeating: false, count: cells)
        func cell(_ offset: Int64) -> Int { min(cells - 1, Int(Double(max(0, offset)) / Double(total) * Double(cells))) }
        func start(_ cell: Int) -> Int64 { Int64(Double(total) / Double(cells) * Double(cell)) }
        func end(_ cell: Int) -> Int64 { cell == cells - 1 ? total : start(cell + 1) }
        for piece in pieces where piece.range.lowerBound < total && !piece.range.isEmpty {
            switch piece.kind {
            case .active: isActive[cell(piece.range.lowerBound)] = true
            case .done:
                let last = cell(piece.range.upperBound - 1)
                for index in cell(piece.range.lowerBound)...max(cell(piece.range.lowerBound), last) {
                    let part = min(piece.range.upperBound, end(index)) - max(piece.range.lowerBound, start(index))
                    done[index] += max(0, part)
                }
            }
        }
        return (0..<cells).map { index in
            let length = max(1, end(index) - start(index))
            // A byte or two may be lost to rounding where two pieces meet.
            let isFull = done[index] + 2 >= length
            return isActive[index] ? signs[1] : isFull ? signs[0] : done[index] > 0 ? signs[2] : signs[3]
        }.joined()
    }
}
