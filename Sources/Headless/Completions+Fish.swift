extension Completions {
    static var fish: String {
        let head = [
            "# Completion of haul for fish; printed by `haul completions fish`.",
            "# What only the agent knows: a word and its description a line, with a tab between.",
            "function __haul_candidates",
            "    set -l words (commandline -opc)",
            "    # The stores of batch runs have names of their own.",
            "    contains -- --batch $words; and return",
            "    set -l program (string replace -r '^~/' \"$HOME/\" -- $words[1])",
            "    $program completions $argv 2>/dev/null",
            "end",
            "complete -c haul -f",
        ]
        let commands = CommandWord.allCases.map { word in
            "complete -c haul -n __fish_use_subcommand -a \(word.rawValue) -d \(fishQuoted(word.help))"
        }
        let choices = CommandWord.allCases.filter { !$0.choices.isEmpty }.map { word in
            let isBehind = fishQuoted("__fish_seen_subcommand_from \(word.rawValue)")
            return "complete -c haul -n \(isBehind) -a \(fishQuoted(word.choices.joined(separator: " ")))"
        }
        // A line for each kind, since fish asks every condition at every key.
        let operands = Candidates.allCases.map { candidates in
            let words = CommandWord.allCases.filter { $0.candidates == candidates }.map(\.rawValue).joined(separator: " ")
            let isBehind = fishQuoted("__fish_seen_subcommand_from \(words)")
            return "complete -c haul -n \(isBehind) -k -a '(__haul_candidates \(candidates.rawValue))'"
        }
        let endings = CommandWord.allCases.filter { !$0.endings.isEmpty }.map { word in
            let isBehind = fishQuoted("__fish_seen_subcommand_from \(word.rawValue); and test (count (commandline -opc)) -gt 2")
            return "complete -c haul -n \(isBehind) -a \(fishQuoted(word.endings.joined(separator: " ")))"
        }
        return (head + commands + choices + operands + endings + OptionTable.all.map(fishOption)).joined(separator: "\n") + "\n"
    }

    private static func fishOption(_ option: CommandOption) -> String {
        let short = option.short.map { " -s \($0)" } ?? ""
        let words = CommandWord.allCases.filter { $0.takes(option) }.map(\.rawValue).joined(separator: " ")
        let condition = option.scope == .commands ? " -n " + fishQuoted("__fish_seen_subcommand_from \(words)") : ""
        return "complete -c haul\(condition)\(short) -l \(option.long)\(fishValue(option)) -d \(fishQuoted(option.help))"
    }

    private static func fishValue(_ option: CommandOption) -> String {
        switch option.argument {
        case .none: ""
        case .text where option.key == .session: " -x -k -a '(__haul_candidates \(Candidates.sessions.rawValue))'"
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
