/// The commands that are words; what each takes and says of itself stands in `CommandTable`.
public enum CommandWord: String, Sendable, Hashable, CaseIterable {
    case add, list, show, pause, resume
    case startNow = "start-now"
    case cancel, retry, remove, priority, move, limit, edit, auth, wait, watch
    case whenDone = "when-done"
    case files, sessions, agent, doctor, demo
    case config, completions, man, help

    var row: CommandRow { CommandTable.row(of: self) }

    /// The words that may follow; empty when there are none to choose from.
    var choices: [String] { row.choices }

    /// What only the agent knows of its operands; nil for commands that are not about tasks or sessions.
    var candidates: Candidates? { row.candidates }

    /// The words that may stand behind such operands.
    var endings: [String] { row.endings }

    var help: String { row.help }

    /// As in help: `config check|show|path|keys`.
    var synopsis: String {
        row.operands.isEmpty ? rawValue : "\(rawValue) \(row.operands)"
    }

    /// The options that may stand with it, in the order of the option table.
    var options: [CommandOption] {
        OptionTable.all.filter { $0.key == .help || row.options.contains($0.key) }
    }

    func takes(_ option: CommandOption) -> Bool {
        row.options.contains(option.key)
    }
}
