/// A progress bar as text of a fixed number of cells.
public enum ProgressBar {
    /// A bar of so many parts done of all; it is full only when everything is there.
    public static func known(done: Int64, total: Int64, cells: Int, glyphs: GlyphSet) -> String {
        let cells = min(max(cells, 0), Size.maximumExtent)
        let isComplete = total <= 0 || done >= total
        if glyphs.isASCII {
            let inner = max(0, cells - 2)
            // The sign of the head stands in the cell that is being filled.
            let share = isComplete ? 1 : Double(max(0, done)) / Double(total)
            let filled = isComplete ? inner : min(Int(share * Double(inner)), max(0, inner - 1))
            let head = done > 0 && !isComplete && inner > 0 ? ">" : ""
            let bar = String(repeating: "#", count: filled) + head
            return cells < 2 ? String(repeating: " ", count: cells) : "[" + Cut.pad(bar, to: inner).replacing(" ", with: ".") + "]"
        }
        let eighths = isComplete ? cells * 8 : min(part(done, total, cells * 8), max(0, cells * 8 - 1))
        let full = eighths / 8
        let rest = eighths % 8
        let bar = String(repeating: "█", count: full) + (rest > 0 ? partial[rest - 1] : "")
        return bar + String(repeating: "·", count: cells - full - (rest > 0 ? 1 : 0))
    }

    /// A block on a track, for a file of unknown size; each pulse moves it by one cell, to the end and back.
    public static func unknown(pulse: Int, cells: Int, glyphs: GlyphSet) -> String {
        let cells = min(max(cells, 0), Size.maximumExtent)
        let inner = glyphs.isASCII ? max(0, cells - 2) : cells
        let block = glyphs.isASCII ? "<##>" : "▐██▌"
        guard inner >= 4 else { return empty(cells: cells, glyphs: glyphs) }
        let span = inner - 4
        let step = span == 0 ? 0 : Int(UInt(bitPattern: pulse) % UInt(span * 2))
        let offset = step <= span ? step : span * 2 - step
        let track = glyphs.isASCII ? "." : "·"
        let bar = String(repeating: track, count: offset) + block + String(repeating: track, count: span - offset)
        return glyphs.isASCII ? "[" + bar + "]" : bar
    }

    /// A bar of a task that has nothing yet.
    public static func empty(cells: Int, glyphs: GlyphSet) -> String {
        known(done: 0, total: 1, cells: cells, glyphs: glyphs)
    }

    /// So many of `steps` steps as `done` is of `total`, rounded.
    public static func part(_ done: Int64, _ total: Int64, _ steps: Int) -> Int {
        guard total > 0, steps > 0 else { return 0 }
        let share = Double(max(0, done)) / Double(total) * Double(steps)
        return share >= Double(steps) ? steps : Int(share.rounded())
    }

    private static let partial = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
