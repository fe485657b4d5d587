extension Completions {
    static var fish: String {
        let head = ["# Completion of haul for fish; printed by `haul completions fish`.", "complete -c haul -f"]
        let commands = CommandWord.allCases.map { word in
            "complete -c haul -n __fish_use_subcommand -a \(word.rawValue) -d \(fishQuoted(word.help))"
        }
        let choices = CommandWord.allCases.filter { !$0.choices.isEmpty }.map { word in
            let isBehind = fishQuoted("__fish_seen_subcommand_from \(word.rawValue)")
            return "complete -c haul -n \(isBehind) -a \(fishQuoted(word.choices.joined(separator: " ")))"
        }
        return (head + commands + choices + OptionTable.all.map(fishOption)).joined(separator: "\n") + "\n"
    }

    private static func fishOption(_ option: CommandOption) -> String {
        let short = option.short.map { " -s \($0)" } ?? ""
        let words = CommandWord.allCases.filter { $0.takes(option) }.map(\.rawValue).joined(separator: " ")
        let condition = option.scope == .commands ? " -n " + fishQuoted("__fish_seen_subcommand_from \(words)") : ""
        return "complete -c haul\(condition)\(short) -l \(option.long)\(fishValue(option.argument)) -d \(fishQuoted(option.help))"
    }

    private static func fishValue(_ argument: CommandOption.Argument) -> String {
        switch argument {
        case .none: ""
        case .text: " -x"
        case .file: " -r -F"
        case .directory: " -x -a '(__fish_complete_directories)'"
        case .choice(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
        }
    }

    /// Between single quotes fish knows a backslash before itself and before a quotation mark.
    private static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }
}
