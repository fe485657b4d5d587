import Screen

/// A frame as an SVG picture: text as text in exact cells, blocks, lines and braille as shapes, so that no font leaves gaps in a bar.
struct Picture {
    /// What a terminal adds to a theme: its own foreground and background, and the window around them.
    struct Look {
        var theme: Theme
        var foreground: String
        var background: String
        var bar: String
        var border: String

        static let dark = Look(theme: .dark, foreground: "#d8dee9", background: "#10141b", bar: "#1a2029", border: "#2c3440")
        static let light = Look(theme: .light, foreground: "#24292f", background: "#fdfdfc", bar: "#f0f1f2", border: "#d4d8dd")
    }

    private static let cellWidth = 8.4
    private static let cellHeight = 18.0
    private static let margin = 14.0
    private static let barHeight = 34.0
    private static let fonts =
        "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', 'Noto Sans Mono CJK JP', monospace"

    private let frame: Frame
    private let look: Look
    private var shapes: [String] = []
    private var texts: [String] = []

    /// The picture of a frame.
    static func svg(_ frame: Frame, _ look: Look, description: String) -> String {
        var picture = Picture(frame: frame, look: look)
        for y in 0..<frame.size.height { picture.drawRow(y) }
        return picture.document(description)
    }

    private init(frame: Frame, look: Look) {
        self.frame = frame
        self.look = look
    }

    private func document(_ description: String) -> String {
        let width = Double(frame.size.width) * Self.cellWidth + 2 * Self.margin
        let height = Double(frame.size.height) * Self.cellHeight + Self.barHeight + Self.margin
        let dots = [0, 1, 2].map { "<circle cx=\"\(Self.number(20 + 18 * Double($0)))\" cy=\"17\" r=\"5.5\"/>" }.joined()
        let (across, down) = (Self.number(width), Self.number(height))
        let size = "width=\"\(across)\" height=\"\(down)\" viewBox=\"0 0 \(across) \(down)\""
        let (right, below) = (Self.number(width - 9.5), Self.number(Self.barHeight))
        let bar = "M0.5 \(below)V9.5a9 9 0 0 1 9-9H\(right)a9 9 0 0 1 9 9V\(below)z"
        let title = "x=\"\(Self.number(width / 2))\" y=\"22\" font-size=\"13\" text-anchor=\"middle\" opacity=\"0.75\""
        let inner = "width=\"\(Self.number(width - 1))\" height=\"\(Self.number(height - 1))\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img">
            <title>\(Self.escaped(description))</title>
            <rect x="0.5" y="0.5" \(inner) rx="9" fill="\(look.background)"/>
            <path d="\(bar)" fill="\(look.bar)"/>
            <rect x="0.5" y="0.5" \(inner) rx="9" fill="none" stroke="\(look.border)"/>
            <g fill="\(look.border)">\(dots)</g>
            <g font-family="\(Self.fonts)" font-size="14" style="white-space:pre" xml:space="preserve">
            <text \(title) fill="\(look.foreground)">\(Self.escaped(frame.title))</text>
            <g shape-rendering="crispEdges">
            \(shapes.joined(separator: "\n"))
            </g>
            \(texts.joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    // MARK: - Rows

    /// Cells side by side that look the same.
    private struct Run {
        var x: Int
        var cells: [Cell]
        var width: Int
    }

    private mutating func drawRow(_ y: Int) {
        var runs: [Run] = []
        for x in 0..<frame.size.width {
            let cell = frame[x, y]
            guard !cell.isContinuation else { continue }
            let width = frame[x + 1, y].isContinuation && x + 1 < frame.size.width ? 2 : 1
            if let last = runs.last, last.cells[0].role == cell.role, last.cells[0].isReversed == cell.isReversed {
                runs[runs.count - 1].cells.append(cell)
                runs[runs.count - 1].width += width
            } else {
                runs.append(Run(x: x, cells: [cell], width: width))
            }
        }
        for run in runs { draw(run, y) }
    }

    private mutating func draw(_ run: Run, _ y: Int) {
        let cell = run.cells[0]
        let style = look.theme[cell.role]
        let color = style.color.map { Self.hex($0) } ?? look.foreground
        let ink = cell.isReversed ? look.background : color
        if cell.isReversed { shapes.append(rect(Double(run.x), Double(y), Double(run.width), 1, color)) }
        // Shades are the colour at a share of its strength.
        var paths: [Double: String] = [:]
        var dots: [Int: [Int]] = [:]
        var word = ""
        var wordX = run.x
        var x = run.x
        for cell in run.cells {
            let width = TextWidth.of(cell.text)
            if let found = Self.dots(of: cell.text) {
                for (column, row) in found { dots[row, default: []].append(2 * x + column) }
                flush(&word, wordX, y, ink, style)
            } else if let shape = shape(of: cell.text, x, y) {
                paths[Self.strength(of: cell.text), default: ""] += shape
                flush(&word, wordX, y, ink, style)
            } else if cell.text == " " {
                flush(&word, wordX, y, ink, style)
            } else {
                // Wide and rare characters come from other fonts, whose width is their own: each gets its cell.
                let isAlone = cell.text.utf8.count > 1
                if isAlone { flush(&word, wordX, y, ink, style) }
                if word.isEmpty { wordX = x }
                word += cell.text
                if isAlone { flush(&word, wordX, y, ink, style) }
            }
            x += width
        }
        flush(&word, wordX, y, ink, style)
        for (strength, path) in paths.sorted(by: { $0.key < $1.key }) {
            let opacity = strength < 1 ? " opacity=\"\(Self.number(strength))\"" : ""
            shapes.append("<path d=\"\(path)\" fill=\"\(ink)\"\(opacity)/>")
        }
        if !dots.isEmpty { draw(dots, y, ink) }
    }

    /// Draws the dots of braille: those side by side are one dashed line.
    private mutating func draw(_ dots: [Int: [Int]], _ y: Int, _ ink: String) {
        let (size, pitch) = (2.5, Self.cellWidth / 2)
        var path = ""
        for (row, columns) in dots.sorted(by: { $0.key < $1.key }) {
            var rest = columns.sorted()[...]
            while let first = rest.popFirst() {
                var last = first
                while rest.first == last + 1 { last = rest.removeFirst() }
                let (left, top) = place(Double(first) / 2 + 0.25, Double(y) + 0.125 + Double(row) * 0.25)
                path += "M\(Self.number(left - size / 2)) \(Self.number(top))h\(Self.number(Double(last - first) * pitch + size))"
            }
        }
        let dashes = "\(Self.number(size)) \(Self.number(pitch - size))"
        shapes.append("<path d=\"\(path)\" stroke=\"\(ink)\" stroke-width=\"\(Self.number(size))\" stroke-dasharray=\"\(dashes)\"/>")
    }

    private mutating func flush(_ word: inout String, _ x: Int, _ y: Int, _ color: String, _ style: Theme.Style) {
        guard !word.isEmpty else { return }
        let width = TextWidth.of(word)
        let left = Self.margin + Double(x) * Self.cellWidth
        let base = Self.barHeight + Double(y) * Self.cellHeight + 13.5
        var attributes = "x=\"\(Self.number(left))\" y=\"\(Self.number(base))\" fill=\"\(color)\""
        if width > 1 {
            attributes += " textLength=\"\(Self.number(Double(width) * Self.cellWidth))\" lengthAdjust=\"spacingAndGlyphs\""
        }
        if style.attributes.contains(.bold) { attributes += " font-weight=\"700\"" }
        if style.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
        if style.attributes.contains(.dim) { attributes += " opacity=\"0.6\"" }
        texts.append("<text \(attributes)>\(Self.escaped(word))</text>")
        word = ""
    }

    // MARK: - Shapes

    private static func strength(of text: String) -> Double {
        switch text {
        case "░": 0.2
        case "▒": 0.45
        case "▓": 0.7
        default: 1
        }
    }

    /// The outline of a character that is a shape rather than a letter; nil for letters.
    private func shape(of text: String, _ x: Int, _ y: Int) -> String? {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return nil }
        let (column, row) = (Double(x), Double(y))
        func part(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> String {
            outline(column + left, row + top, width, height)
        }
        // Bars keep a distance from those of the rows above and below; what is stacked does not.
        let isStacked = frame[x, y].role == .faint || frame[x, y].isReversed
        let (top, high) = isStacked ? (0.0, 1.0) : (0.12, 0.76)
        switch scalar.value {
        case 0xB7: return dot(column + 0.5, row + 0.5, 1)
        case 0x2588: return part(0, top, 1, high)
        case 0x2581...0x2587:
            let height = Double(scalar.value - 0x2580) / 8
            return part(0, 1 - height, 1, height)
        case 0x2589...0x258F: return part(0, top, Double(0x2590 - scalar.value) / 8, high)
        case 0x2590: return part(0.5, top, 0.5, high)
        case 0x2591...0x2593: return part(0, top, 1, high)
        default: return lines(scalar, column, row)
        }
    }

    /// Frames and axes: lines from the middle of the cell to its sides.
    private func lines(_ scalar: Unicode.Scalar, _ column: Double, _ row: Double) -> String? {
        let sides: [Unicode.Scalar: String] = [
            "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "urd", "┤": "uld", "┬": "lrd", "┴": "lru", "┼": "lrud",
        ]
        guard let wanted = sides[scalar] else { return nil }
        let (thin, flat) = (1 / Self.cellWidth, 1 / Self.cellHeight)
        return wanted.map { side in
            switch side {
            case "l": outline(column, row + 0.5, 0.5 + thin, flat)
            case "r": outline(column + 0.5, row + 0.5, 0.5, flat)
            case "u": outline(column + 0.5, row, thin, 0.5 + flat)
            default: outline(column + 0.5, row + 0.5, thin, 0.5)
            }
        }.joined()
    }

    /// The dots of a character of braille, as columns and rows; nil for others.
    private static func dots(of text: String) -> [(Int, Int)]? {
        guard let value = text.unicodeScalars.first?.value, (0x2800...0x28FF).contains(value) else { return nil }
        let places: [(UInt32, Int, Int)] = [
            (0x01, 0, 0), (0x02, 0, 1), (0x04, 0, 2), (0x40, 0, 3), (0x08, 1, 0), (0x10, 1, 1), (0x20, 1, 2), (0x80, 1, 3),
        ]
        return places.filter { value & $0.0 != 0 }.map { ($0.1, $0.2) }
    }

    private func dot(_ x: Double, _ y: Double, _ radius: Double) -> String {
        let (left, top) = place(x, y)
        let side = Self.number(2 * radius)
        return "M\(Self.number(left - radius)) \(Self.number(top - radius))h\(side)v\(side)h-\(side)z"
    }

    private func outline(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        let (left, top) = place(x, y)
        let (across, down) = (Self.number(width * Self.cellWidth), Self.number(height * Self.cellHeight))
        return "M\(Self.number(left)) \(Self.number(top))h\(across)v\(down)h-\(across)z"
    }

    private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String) -> String {
        "<path d=\"\(outline(x, y, width, height))\" fill=\"\(color)\"/>"
    }

    private func place(_ x: Double, _ y: Double) -> (Double, Double) {
        (Self.margin + x * Self.cellWidth, Self.barHeight + y * Self.cellHeight)
    }

    // MARK: - Text

    /// At most two decimals, without trailing zeros.
    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }

    private static func hex(_ color: Theme.Color) -> String {
        let (red, green, blue) = color.components
        return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
