public import Screen

/// How a terminal is to be used.
public struct TerminalOptions: Sendable, Hashable {
    /// The kind of the terminal, from `TERM`.
    public var term: String?

    /// `NO_COLOR`: anything but nothing switches colours off.
    public var noColor: String?

    /// The time in milliseconds after which an Escape stands alone; nil when the person's `ESCDELAY` is to be kept.
    public var escapeDelay: Int32?
    public var theme: Theme

    /// Where standard error goes while the screen is in use; nil leaves it.
    public var errorDescriptor: Int32?

    public init(
        term: String?,
        noColor: String? = nil,
        escapeDelay: Int32? = 25,
        theme: Theme = .standard,
        errorDescriptor: Int32? = nil
    ) {
        self.term = term
        self.noColor = noColor
        self.escapeDelay = escapeDelay
        self.theme = theme
        self.errorDescriptor = errorDescriptor
    }

    /// What the environment says.
    public init(environment: [String: String], theme: Theme = .standard, errorDescriptor: Int32? = nil) {
        self.init(
            term: environment["TERM"],
            noColor: environment["NO_COLOR"],
            escapeDelay: environment["ESCDELAY"] == nil ? 25 : nil,
            theme: theme,
            errorDescriptor: errorDescriptor
        )
    }
}
