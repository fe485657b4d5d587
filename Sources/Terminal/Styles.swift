import CNcurses
import Screen

/// The attributes of ncurses for roles, in the colours that may be used.
struct Styles {
    struct Style: Sendable {
        var attributes: UInt
        var pair: Int16
    }

    private var styles: [Role: Style] = [:]
    private let reverse = UInt(cncurses_reverse())

    /// Prepares the pairs of colours; the background is always the terminal's own.
    init(_ theme: Theme, noColor: String?) {
        var depth = ColorDepth.none
        if has_colors(), noColor.map(\.isEmpty) ?? true, start_color() != ERR {
            depth = use_default_colors() == ERR ? .none : ColorDepth(colors: Int(cncurses_colors()), noColor: noColor)
        }
        if depth > .none {
            for color in Theme.Color.allCases { init_pair(Int16(color.rawValue), Int16(color.rawValue), -1) }
        }
        for role in Role.allCases {
            let style = theme[role]
            var attributes: UInt = 0
            if style.attributes.contains(.bold) { attributes |= UInt(cncurses_bold()) }
            if style.attributes.contains(.dim) { attributes |= UInt(cncurses_dim()) }
            if style.attributes.contains(.underline) { attributes |= UInt(cncurses_underline()) }
            styles[role] = Style(attributes: attributes, pair: depth > .none ? Int16(style.color?.rawValue ?? 0) : 0)
        }
    }

    func style(of cell: Cell) -> Style {
        var style = styles[cell.role] ?? Style(attributes: 0, pair: 0)
        if cell.isReversed { style.attributes |= reverse }
        return style
    }
}
