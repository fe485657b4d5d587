public import Screen

/// How a terminal is to be used.
public struct TerminalOptions: Sendable, Hashable {
    /// The kind of the terminal, from `TERM`.
    public var term: String?
    public var usesColor: Bool

    /// The time in milliseconds after which an Escape stands alone; nil when the person's `ESCDELAY` is to be kept.
    public var escapeDelay: Int32?
    public var theme: Theme

    /// Clicks and the wheel are reported; the terminal's own selection of text needs Shift then.
    public var usesMouse: Bool
    public var abilities: Abilities

    public init(
        term: String?,
        usesColor: Bool = true,
        escapeDelay: Int32? = 25,
        theme: Theme = .standard,
        usesMouse: Bool = false,
        abilities: Abilities = Abilities()
    ) {
        self.term = term
        self.usesColor = usesColor
        self.escapeDelay = escapeDelay
        self.theme = theme
        self.usesMouse = usesMouse
        self.abilities = abilities
    }

    /// What the environment says.
    public init(environment: [String: String], colors: ColorWish = .auto) {
        self.init(
            term: environment["TERM"],
            usesColor: colors.allowsColors(in: environment),
            escapeDelay: environment["ESCDELAY"] == nil ? 25 : nil,
            abilities: Abilities(environment: environment)
        )
    }
}
