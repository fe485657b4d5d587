/// What help is asked for.
public enum HelpTopic: String, Sendable, Hashable, CaseIterable {
    /// `haul --help`: the commands and where to read on.
    case overview
    /// `haul --batch --help`: every option.
    case batch
    case config
    case completions
    /// The exit statuses alone.
    case exitStatus = "exit-status"
}
