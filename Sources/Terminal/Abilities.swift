/// What a terminal understands beyond its description, by the names that it gives itself in the environment.
///
/// A code that a terminal does not know is at best ignored and at worst shown: what is not known is off.
public struct Abilities: Sendable, Hashable {
    /// How a message leaves the terminal.
    public enum Notification: Sendable, Hashable {
        /// OSC 9, as in iTerm2.
        case plain
        /// OSC 777, as in rxvt.
        case titled
    }

    /// Its window can be given a title; the same families answer questions about modes and colours.
    public var isXtermLike = false

    /// OSC 52 puts text on the person's clipboard.
    public var hasClipboard = false

    /// OSC 9;4 shows progress; others would show it as a message.
    public var hasProgress = false
    public var notification: Notification?

    public init() {}

    public init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let families = [
            "xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "konsole", "vte", "st-", "iterm", "wezterm", "ghostty", "contour",
        ]
        isXtermLike = families.contains { term.hasPrefix($0) }
        // GNU screen keeps it for itself, and says that it is a tmux of old.
        hasClipboard = isXtermLike && (environment["STY"] ?? "").isEmpty
        // A multiplexer swallows what it does not know, or shows it as its own.
        let isInside =
            ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty } || term.hasPrefix("screen") || term.hasPrefix("tmux")
        guard isXtermLike, !isInside else { return }
        let program = environment["TERM_PROGRAM"] ?? ""
        let vte = Int(environment["VTE_VERSION"] ?? "") ?? 0
        let hasKonsole = !(environment["KONSOLE_VERSION"] ?? "").isEmpty
        let isGhostty = program == "ghostty" || term.contains("ghostty")
        let isWezTerm = program == "WezTerm" || term == "wezterm"
        let isWindows = !(environment["WT_SESSION"] ?? "").isEmpty
        let isITerm = program == "iTerm.app"
        hasProgress = isGhostty || isWezTerm || isWindows || isITerm || vte >= 7_900 || hasKonsole
        if isGhostty || isWezTerm || isITerm {
            notification = .plain
        } else if term.hasPrefix("foot") || term.hasPrefix("rxvt") {
            notification = .titled
        }
    }
}
