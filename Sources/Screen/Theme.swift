/// How roles look: attributes and colours as values.
public struct Theme: Sendable, Hashable {
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
        /// Nil for the terminal's own.
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
        get { styles[role] ?? Style() }
        set { styles[role] = newValue }
    }
}
