/// Why the full-screen display cannot be used.
public enum TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
    case notATerminal
    /// `TERM` is not set.
    case termMissing
    /// The terminal database has no entry of this name.
    case termUnknown(String)
    /// The terminal cannot move its cursor.
    case termIncapable(String)
    case startFailed

    public var description: String {
        switch self {
        case .notATerminal: "standard input and output are no terminal; see haul --help for use in scripts"
        case .termMissing: "TERM is not set; set it to the kind of your terminal, for example xterm-256color"
        case .termUnknown(let name): "the terminal type \"\(name)\" is not known here; set TERM to one that is, for example xterm-256color"
        case .termIncapable(let name): "a terminal of the type \"\(name)\" cannot show the dashboard; use haul list, or another TERM"
        case .startFailed: "the terminal could not be prepared"
        }
    }
}
