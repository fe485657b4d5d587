/// How many cells text takes, by the rules of terminals that follow `wcwidth`.
///
/// A cell is one spacing character with the zero-width ones after it. So a flag is two cells of one regional indicator each, and an emoji
/// with a skin tone is two wide characters: what the C library, and with it the terminal's driver, counts.
public enum TextWidth {
    /// A character that takes one or two cells, with the marks that stand on it.
    public struct Cluster: Sendable, Hashable {
        public var text: String
        public var width: Int
    }

    /// Combining marks per cell that are kept; more is decoration that terminals drop anyway.
    public static let maximumMarks = 4

    /// The cells of a text.
    public static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return clusters(of: text).reduce(0) { $0 + $1.width }
    }

    /// The cells of one scalar: 0, 1 or 2.
    ///
    /// What cannot be printed takes the one cell of its replacement.
    public static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        if contains(WidthTables.zero, value) { return 0 }
        return value >= 0x1100 && contains(WidthTables.wide, value) ? 2 : 1
    }

    /// The text as cells.
    public static func clusters(of text: String) -> [Cluster] {
        var clusters: [Cluster] = []
        clusters.reserveCapacity(text.utf8.count)
        walk(text) { piece in
            switch piece {
            case .character(let character, let width): clusters.append(Cluster(text: String(character), width: width))
            case .mark(let mark): clusters[clusters.count - 1].text.unicodeScalars.append(mark)
            }
            return true
        }
        return clusters
    }

    /// A piece of a text that is put into cells.
    enum Piece {
        /// It takes one or two cells.
        case character(Unicode.Scalar, width: Int)
        /// It stands on the character before; there is always one.
        case mark(Unicode.Scalar)
    }

    /// Goes through a text until the body has had enough.
    ///
    /// Controls that were not made visible before become `?`, so that nothing raw can reach a terminal.
    static func walk(_ text: String, _ body: (Piece) -> Bool) {
        var marks = maximumMarks
        var isFirst = true
        for scalar in text.unicodeScalars {
            // They only ask for another picture of the character before; terminals disagree about what that does to its width.
            if isVariationSelector(scalar) { continue }
            if Sanitizer.isHarmful(scalar) {
                guard body(.character("?", width: 1)) else { return }
                marks = maximumMarks
            } else if case let width = of(scalar), width > 0 {
                guard body(.character(scalar, width: width)) else { return }
                marks = 0
            } else {
                // A mark without a character before stands on a blank.
                if isFirst {
                    guard body(.character(" ", width: 1)) else { return }
                    marks = 0
                }
                guard marks < maximumMarks else { continue }
                guard body(.mark(scalar)) else { return }
                marks += 1
            }
            isFirst = false
        }
    }

    static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
        (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if value < ranges[middle].lowerBound {
                high = middle
            } else if value > ranges[middle].upperBound {
                low = middle + 1
            } else {
                return true
            }
        }
        return false
    }
}
