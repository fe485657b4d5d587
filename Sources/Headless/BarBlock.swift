public import DownloadCore
import Screen

/// The block of lines at the end of a terminal: it knows what it wrote last and makes the bytes that replace it, to be written at once.
public struct BarBlock: Sendable {
    /// The widths of the lines that stand on the terminal.
    private var widths: [Int] = []
    private var pace = Pace.redraw

    public init() {}

    /// Whether a quarter of a second has passed since the last time this was true.
    public mutating func shouldRedraw(now: Instant) -> Bool {
        pace.isDue(at: now)
    }

    /// The text that puts `above` where the block was and the new block below; the cursor ends in the line below the block.
    public mutating func redraw(above: [String] = [], block: [String], columns: Int) -> String {
        var text = erasure(columns: columns)
        for line in above + block { text += line + "\n" }
        widths = block.map { TextWidth.of(ANSIStyle.stripped($0)) }
        return text
    }

    /// The text that takes the block away: before the last lines of a run, or before somebody is asked for a password.
    public mutating func erase(columns: Int) -> String {
        let text = erasure(columns: columns)
        widths = []
        return text
    }

    /// Up to the block's first line and clear from there.
    ///
    /// A terminal that was made narrower since has broken the lines, so that they take more rows than were written.
    private func erasure(columns: Int) -> String {
        guard !widths.isEmpty else { return "" }
        let columns = max(1, columns)
        let rows = widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
        return "\u{1B}[\(rows)A\r\u{1B}[J"
    }
}
