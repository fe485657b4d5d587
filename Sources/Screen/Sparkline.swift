/// A row of columns for the rates of the last moments.
public enum Sparkline {
    /// The newest values at the right; a scale of 1, 2 or 5 times a power of ten keeps it from dancing with each value.
    public static func text(_ values: [Double], cells: Int, glyphs: GlyphSet) -> String {
        let cells = min(max(cells, 0), Size.maximumExtent)
        let shown = values.suffix(cells)
        let top = scale(shown.max() ?? 0)
        let columns = shown.map { value -> String in
            guard value > 0, value.isFinite, top > 0 else { return " " }
            let height = min(8, max(1, Int((value / top * 8).rounded())))
            return glyphs.heights[height - 1]
        }
        return String(repeating: " ", count: cells - columns.count) + columns.joined()
    }

    /// The next larger value of 1, 2 or 5 times a power of ten.
    public static func scale(_ maximum: Double) -> Double {
        guard maximum > 0, maximum.isFinite else { return 0 }
        var power = 1.0
        while power * 10 <= maximum { power *= 10 }
        while power > maximum { power /= 10 }
        return [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= maximum } ?? maximum
    }
}
