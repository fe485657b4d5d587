extension Theme {
    /// A colour as a theme names it; what a terminal cannot show is replaced by the nearest that it can.
    public enum Color: Sendable, Hashable {
        /// One of the sixteen that every person chooses the shades of.
        case named(Name)
        /// One of the 256 of most terminals.
        case index(UInt8)
        case rgb(UInt8, UInt8, UInt8)
    }

    public enum Name: String, Sendable, Hashable, CaseIterable {
        case black, red, green, yellow, blue, magenta, cyan, white
        case brightBlack = "bright-black"
        case brightRed = "bright-red"
        case brightGreen = "bright-green"
        case brightYellow = "bright-yellow"
        case brightBlue = "bright-blue"
        case brightMagenta = "bright-magenta"
        case brightCyan = "bright-cyan"
        case brightWhite = "bright-white"

        /// The number that terminals know it by, from 0 to 15.
        var number: Int { Name.allCases.firstIndex(of: self) ?? 0 }
    }
}

extension Theme.Color {
    /// The number of the colour for a terminal that has so many; nil for the terminal's own foreground.
    ///
    /// With few colours a shade becomes the named colour of its hue; greys have none, and are the foreground: they must stay readable.
    public func number(in depth: ColorDepth) -> Int? {
        switch (self, depth) {
        case (_, .none): return nil
        case (.named(let name), .eight): return name.number & 7
        case (.named(let name), .sixteen), (.named(let name), .many): return name.number
        case (.named(let name), .direct): return name.number < 8 ? name.number : packed
        case (.index(let index), .many): return Int(index)
        case (.rgb, .many): return nearestIndex
        case (.index, .direct), (.rgb, .direct): return packed
        case (.index, _), (.rgb, _): return hue.map { $0.number + (depth == .sixteen && isBright ? 8 : 0) }
        }
    }

    /// Red, green and blue, as xterm has them.
    public var components: (red: Int, green: Int, blue: Int) {
        switch self {
        case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
        case .named(let name): return Self.components(of: name.number)
        case .index(let index): return Self.components(of: Int(index))
        }
    }

    /// One number for terminals with millions of colours, whose first eight are the named ones.
    private var packed: Int {
        let (red, green, blue) = components
        let value = red << 16 | green << 8 | blue
        return value < 8 ? 0 : value
    }

    private var isBright: Bool {
        let (red, green, blue) = components
        return max(red, green, blue) > 215
    }

    /// The named colour of the same hue; nil for greys.
    private var hue: Theme.Name? {
        let (red, green, blue) = components
        let strongest = max(red, green, blue)
        guard strongest - min(red, green, blue) > strongest / 5 else { return nil }
        let angle = Self.angle(red, green, blue, strongest)
        switch angle {
        // Orange and brown are the yellow of terminals, the blue of the sky is blue.
        case 20..<70: return .yellow
        case 70..<160: return .green
        case 160..<200: return .cyan
        case 200..<260: return .blue
        case 260..<330: return .magenta
        default: return .red
        }
    }

    /// The place on the circle of hues in degrees, red at 0.
    private static func angle(_ red: Int, _ green: Int, _ blue: Int, _ strongest: Int) -> Int {
        let span = max(1, strongest - min(red, green, blue))
        if strongest == red { return ((green - blue) * 60 / span + 360) % 360 }
        return strongest == green ? 120 + (blue - red) * 60 / span : 240 + (red - green) * 60 / span
    }

    /// The nearest of the 240 colours that are the same everywhere: a cube of six steps and 24 greys.
    private var nearestIndex: Int {
        let wanted = components
        func distance(_ index: Int) -> Int {
            let found = Self.components(of: index)
            let (red, green, blue) = (wanted.red - found.red, wanted.green - found.green, wanted.blue - found.blue)
            return red * red + green * green + blue * blue
        }
        return (16...255).min { distance($0) < distance($1) } ?? 16
    }

    private static let steps = [0, 95, 135, 175, 215, 255]

    private static func components(of index: Int) -> (red: Int, green: Int, blue: Int) {
        switch index {
        case 0..<7: return (index & 1 == 1 ? 205 : 0, index & 2 == 2 ? 205 : 0, index & 4 == 4 ? 205 : 0)
        case 7: return (229, 229, 229)
        case 8: return (127, 127, 127)
        case 9...15: return (index & 1 == 1 ? 255 : 0, index & 2 == 2 ? 255 : 0, index & 4 == 4 ? 255 : 0)
        case 16..<232: return (steps[(index - 16) / 36], steps[(index - 16) / 6 % 6], steps[(index - 16) % 6])
        default: return ((index - 232) * 10 + 8, (index - 232) * 10 + 8, (index - 232) * 10 + 8)
        }
    }
}
