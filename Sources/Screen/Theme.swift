/// How roles look: attributes and colours as values.
public struct Theme: Sendable, Hashable {
    /// The named colours of every terminal; their exact shade is the person's choice.
    public enum Color: Int, Sendable, Hashable, CaseIterable {
        case red = 1
        case green, yellow, blue, magenta, cyan
    }

    public struct Attributes: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public static let bold = Attributes(rawValue: 1)
        public static let dim = Attributes(rawValue: 2)
        public static let underline = Attributes(rawValue: 4)

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }

    public struct Style: Sendable, Hashable {
        public var color: Color?
        public var attributes: Attributes

        public init(_ color: Color? = nil, _ attributes: Attributes = []) {
            self.color = color
            self.attributes = attributes
        }
    }

    private var styles: [Role: Style]

    public init(_ styles: [Role: Style]) {
        self.styles = styles
    }

    /// The style of a role; roles that a theme does not name look like ordinary text.
    public subscript(role: Role) -> Style {
        styles[role] ?? Style()
    }

    /// The terminal's own palette on its own background.
    public static let standard = Theme([
        .faint: Style(nil, .dim),
        .title: Style(nil, .bold),
        .heading: Style(nil, .bold),
        .accent: Style(.blue, .bold),
        .active: Style(.cyan),
        .waiting: Style(.yellow),
        .paused: Style(.yellow),
        .done: Style(.green),
        .failed: Style(.red, .bold),
        .mark: Style(.yellow, .bold),
    ])
}
