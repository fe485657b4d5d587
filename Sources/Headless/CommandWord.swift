/// The commands that are words: the one table for parsing, help, manual and completions.
enum CommandWord: String, Sendable, Hashable, CaseIterable {
    case config, completions, man, help

    /// The words that may follow; empty when nothing may.
    var choices: [String] {
        switch self {
        case .config: ConfigurationAction.allCases.map(\.rawValue)
        case .completions: Shell.allCases.map(\.rawValue)
        case .man: []
        case .help: HelpTopic.allCases.map(\.rawValue)
        }
    }

    /// Whether one of the choices must follow.
    var needsChoice: Bool { self == .config || self == .completions }

    var help: String {
        switch self {
        case .config: "check the configuration file, or show its values, its place or all keys"
        case .completions: "print completions for a shell"
        case .man: "print the manual page"
        case .help: "show help on a topic"
        }
    }

    /// As in help: `config check|show|path|keys`.
    var synopsis: String {
        guard !choices.isEmpty else { return rawValue }
        let words = choices.joined(separator: "|")
        return rawValue + (needsChoice ? " \(words)" : " [\(words)]")
    }
}
