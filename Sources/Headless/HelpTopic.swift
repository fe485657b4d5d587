/// What help is asked for.
public enum HelpTopic: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// `haul --help`: the commands and where to read on.
    case overview
    /// `haul --batch --help`: every option of a batch run.
    case batch
    /// The exit statuses alone.
    case exitStatus
    case command(CommandWord)

    /// Help and the manual are explained by the overview.
    public static let allCases: [HelpTopic] =
        [.overview, .batch, .exitStatus] + CommandWord.allCases.filter { $0 != .help && $0 != .man }.map(HelpTopic.command)

    public init?(rawValue: String) {
        switch rawValue {
        case "overview", CommandWord.help.rawValue, CommandWord.man.rawValue: self = .overview
        case "batch": self = .batch
        case "exit-status": self = .exitStatus
        default:
            guard let word = CommandWord(rawValue: rawValue) else { return nil }
            self = .command(word)
        }
    }

    public var rawValue: String {
        switch self {
        case .overview: "overview"
        case .batch: "batch"
        case .exitStatus: "exit-status"
        case .command(let word): word.rawValue
        }
    }
}
