/// A filled curve in braille: two columns and four heights a cell; in ASCII one column and four heights.
public enum BrailleGraph {
    /// The points that fit side by side into so many cells.
    public static func points(cells: Int, glyphs: GlyphSet) -> Int { glyphs.isASCII ? cells : cells * 2 }

    /// The rows from top to bottom; `values` has one value a point, the newest last, and `top` is the value of a full column.
    public static func rows(_ values: [Double], top: Double, cells: Int, height: Int, glyphs: GlyphSet) -> [String] {
        let (cells, height) = (min(max(cells, 0), Size.maximumExtent), min(max(height, 0), Size.maximumExtent))
        let width = points(cells: cells, glyphs: glyphs)
        let shown = values.suffix(width)
        let dots = Array(repeating: 0, count: width - shown.count) + shown.map { count(of: $0, top, height * 4) }
        return (0..<height).map { row in
            let floor = (height - 1 - row) * 4
            func level(_ point: Int) -> Int { min(4, max(0, dots[point] - floor)) }
            return (0..<cells).map { cell in
                glyphs.isASCII ? plain[level(cell)] : braille(level(cell * 2), level(cell * 2 + 1))
            }.joined()
        }
    }

    private static func count(of value: Double, _ top: Double, _ most: Int) -> Int {
        guard value > 0, value.isFinite, top > 0 else { return 0 }
        return value >= top ? most : max(1, Int((value / top * Double(most)).rounded()))
    }

    private static let plain = [" ", ".", ":", "|", "#"]
    private static let left: [UInt32] = [0, 0x40, 0x44, 0x46, 0x47]
    private static let right: [UInt32] = [0, 0x80, 0xA0, 0xB0, 0xB8]

    private static func braille(_ first: Int, _ second: Int) -> String {
        let dots = left[first] + right[second]
        return dots == 0 ? " " : Unicode.Scalar(0x2800 + dots).map { String($0) } ?? " "
    }
}
