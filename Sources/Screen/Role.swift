/// What a piece of the screen means; a theme turns it into attributes and colours.
public enum Role: Character, Sendable, Hashable, CaseIterable {
    /// Ordinary text.
    case text = "."
    /// Text of less weight: tracks, units, separators.
    case faint = "-"
    /// The program's name and the titles of panels.
    case title = "t"
    /// The heads of columns.
    case heading = "h"
    /// What is chosen: the current tab, a key in the footer.
    case accent = "k"
    case active = "a"
    case waiting = "w"
    case queued = "q"
    case paused = "p"
    case done = "d"
    case failed = "f"
    /// The mark of a marked row.
    case mark = "m"
    /// A message that needs no action.
    case notice = "n"

    /// One letter for golden files.
    public var letter: Character { rawValue }

    /// Its name in a theme file.
    public var name: String {
        switch self {
        case .text: "text"
        case .faint: "faint"
        case .title: "title"
        case .heading: "heading"
        case .accent: "accent"
        case .active: "active"
        case .waiting: "waiting"
        case .queued: "queued"
        case .paused: "paused"
        case .done: "done"
        case .failed: "failed"
        case .mark: "mark"
        case .notice: "notice"
        }
    }
}
