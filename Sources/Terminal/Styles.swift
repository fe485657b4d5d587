import CNcurses
import Screen

/// The attributes of ncurses for roles, in the colours that may be used.
struct Styles {
    struct Style: Sendable {
        var attributes: UInt
        var pair: Int16
    }

    /// How many colours the terminal has and the person wants.
    let depth: ColorDepth
    private var styles: [Role: Style] = [:]
    private let reverse = UInt(cncurses_reverse())

    /// Prepares the pairs of colours, one for each role; the background is always the terminal's own.
    init(_ theme: Theme, usesColor: Bool) {
        var depth = ColorDepth.none
        if usesColor, has_colors(), start_color() != ERR, use_default_colors() != ERR {
            // Only a terminal that mixes colours by itself is spoken to in red, green and blue.
            let colors = Int(cncurses_colors())
            depth = ColorDepth(colors: cncurses_is_direct() || colors < ColorDepth.direct.rawValue ? colors : 256, isWanted: true)
        }
        self.depth = depth
        for (index, role) in Role.allCases.enumerated() {
            let style = theme[role]
            var attributes: UInt = 0
            if style.attributes.contains(.bold) { attributes |= UInt(cncurses_bold()) }
            if style.attributes.contains(.dim) { attributes |= UInt(cncurses_dim()) }
            if style.attributes.contains(.underline) { attributes |= UInt(cncurses_underline()) }
            var pair: Int16 = 0
            if let color = style.color?.number(in: depth) {
                pair = Int16(index + 1)
                init_extended_pair(Int32(pair), Int32(color), -1)
            }
            styles[role] = Style(attributes: attributes, pair: pair)
        }
    }

    func style(of cell: Cell) -> Style {
        var style = styles[cell.role] ?? Style(attributes: 0, pair: 0)
        if cell.isReversed { style.attributes |= reverse }
        return style
    }
}
