extension Theme {
    /// A theme that is always there, with what it is for.
    public struct BuiltIn: Sendable, Hashable {
        public var name: String
        public var comment: String
        public var theme: Theme
    }

    /// The terminal's own palette on its own background.
    public static let standard = Theme([
        .faint: Style(nil, .dim),
        .title: Style(nil, .bold),
        .heading: Style(nil, .bold),
        .accent: Style(.named(.blue), .bold),
        .active: Style(.named(.cyan)),
        .waiting: Style(.named(.yellow)),
        .paused: Style(.named(.yellow)),
        .done: Style(.named(.green)),
        .failed: Style(.named(.red), .bold),
        .mark: Style(.named(.yellow), .bold),
    ])

    /// Shades that can be read on white and on paper-coloured backgrounds.
    public static let light = Theme([
        .faint: Style(.rgb(0x5F, 0x5F, 0x5F)),
        .title: Style(nil, .bold),
        .heading: Style(nil, .bold),
        .accent: Style(.rgb(0x00, 0x5F, 0xAF), .bold),
        .active: Style(.rgb(0x00, 0x5F, 0x87)),
        .waiting: Style(.rgb(0x87, 0x4F, 0x00)),
        .paused: Style(.rgb(0x87, 0x4F, 0x00)),
        .done: Style(.rgb(0x00, 0x5F, 0x00)),
        .failed: Style(.rgb(0xAF, 0x00, 0x00), .bold),
        .mark: Style(.rgb(0x87, 0x00, 0xAF), .bold),
    ])

    /// Shades that can be read on black and on dark grey.
    public static let dark = Theme([
        .faint: Style(.rgb(0x9E, 0x9E, 0x9E)),
        .title: Style(nil, .bold),
        .heading: Style(nil, .bold),
        .accent: Style(.rgb(0x5F, 0xAF, 0xFF), .bold),
        .active: Style(.rgb(0x5F, 0xD7, 0xFF)),
        .waiting: Style(.rgb(0xFF, 0xD7, 0x5F)),
        .paused: Style(.rgb(0xFF, 0xAF, 0x5F)),
        .done: Style(.rgb(0x87, 0xD7, 0x87)),
        .failed: Style(.rgb(0xFF, 0x87, 0x87), .bold),
        .mark: Style(.rgb(0xFF, 0xD7, 0x5F), .bold),
    ])

    /// The foreground only, which has the highest contrast that the terminal offers; nothing is dim.
    public static let highContrast = Theme([
        .title: Style(nil, .bold),
        .heading: Style(nil, [.bold, .underline]),
        .accent: Style(nil, [.bold, .underline]),
        .active: Style(nil, .bold),
        .failed: Style(nil, [.bold, .underline]),
        .mark: Style(nil, .bold),
        .notice: Style(nil, .bold),
    ])

    /// Attributes without any colour.
    public static let mono = Theme([
        .faint: Style(nil, .dim),
        .title: Style(nil, .bold),
        .heading: Style(nil, .bold),
        .accent: Style(nil, .bold),
        .active: Style(nil, .bold),
        .failed: Style(nil, .bold),
        .mark: Style(nil, .bold),
    ])

    public static let builtIn = [
        BuiltIn(name: "default", comment: "The terminal's own palette on its own background.", theme: .standard),
        BuiltIn(name: "light", comment: "Shades that can be read on white and on paper-coloured backgrounds.", theme: .light),
        BuiltIn(name: "dark", comment: "Shades that can be read on black and on dark grey.", theme: .dark),
        BuiltIn(
            name: "high-contrast",
            comment: "The foreground only, which has the highest contrast that the terminal offers; nothing is dim.",
            theme: .highContrast
        ),
        BuiltIn(name: "mono", comment: "Attributes without any colour.", theme: .mono),
    ]

    /// The built-in theme of a name.
    public static func named(_ name: String) -> Theme? {
        builtIn.first { $0.name == name }?.theme
    }
}

extension Theme.BuiltIn {
    /// The theme as a file, which a person can copy and change.
    public var file: String {
        let lines = Role.allCases.map { role in "\(role.name) = \"\(theme[role].text)\"" }
        return "# \(comment)\n#\n# A role on each line: a colour and attributes. The background is always the terminal's own.\n"
            + lines.joined(separator: "\n") + "\n"
    }
}
