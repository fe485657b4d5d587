/// What `--help` prints: made from the tables, in lines of at most 80 columns, each with its newline.
public enum HelpText {
    private static let termColumn = 30

    public static func text(_ topic: HelpTopic) -> String {
        let lines =
            switch topic {
            case .overview: overview
            case .batch: batch
            case .config: command(.config, configuration)
            case .completions: command(.completions, completions)
            case .exitStatus: ["Exit status:"] + ExitStatus.helpLines
            }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The ways to call the program, as usage and manual show them.
    static var synopses: [String] {
        ["haul [OPTION...] [URL...]", "haul --batch [OPTION...] URL...", "haul --batch [OPTION...] -i FILE"]
            + CommandWord.allCases.map { "haul \($0.synopsis)" }
    }

    private static var overview: [String] {
        ["Haul downloads files and goes on where it was interrupted.", ""]
            + usage(synopses)
            + ["", "Commands:"]
            + TextFlow.hanging("[URL...]", "add these addresses and open the dashboard", indent: 2, column: termColumn)
            + TextFlow.hanging("--batch", "run downloads to the end without the dashboard", indent: 2, column: termColumn)
            + CommandWord.allCases.flatMap { TextFlow.hanging($0.rawValue, $0.help, indent: 2, column: termColumn) }
            + options { $0.scope != .batch }
            + ["", "See haul --batch --help for the options of a batch run, and haul man for all."]
    }

    private static var batch: [String] {
        usage(["haul --batch [OPTION...] URL...", "haul --batch [OPTION...] -i FILE"])
            + [""]
            + TextFlow.wrap(batchSummary.capitalizedFirst, width: TextFlow.width)
            + options { $0.scope != .dashboard }
            + ["", "Exit status, with several failures that of the first one:"]
            + ExitStatus.helpLines
    }

    static let batchSummary = """
        the downloads run to the end in this process: published paths go to standard output, progress and errors to standard error. The \
        same command again continues an interrupted run.
        """

    private static func command(_ word: CommandWord, _ explanations: [(term: String, text: String)]) -> [String] {
        usage(["haul \(word.synopsis)"]) + ["", word.help.capitalizedFirst + ".", ""]
            + explanations.flatMap { TextFlow.hanging($0.term, $0.text, indent: 2, column: 12) }
    }

    private static var configuration: [(term: String, text: String)] {
        ConfigurationAction.allCases.map { action in
            switch action {
            case .check: (action.rawValue, "read the file and name its first fault with line, column and key")
            case .show: (action.rawValue, "print every value that holds, and where it comes from")
            case .path: (action.rawValue, "print the files and folders that Haul uses")
            case .keys: (action.rawValue, "print every key with its type, default and meaning")
            }
        }
    }

    private static var completions: [(term: String, text: String)] {
        Shell.allCases.map { shell in
            switch shell {
            case .bash: (shell.rawValue, "haul completions bash > ~/.local/share/bash-completion/completions/haul")
            case .zsh: (shell.rawValue, "haul completions zsh > a folder of $fpath, as _haul")
            case .fish: (shell.rawValue, "haul completions fish > ~/.config/fish/completions/haul.fish")
            }
        }
    }

    private static func usage(_ synopses: [String]) -> [String] {
        synopses.enumerated().map { ($0.offset == 0 ? "Usage: " : "       ") + $0.element }
    }

    private static func options(where isShown: (CommandOption) -> Bool) -> [String] {
        CommandOption.Group.allCases.flatMap { group in
            let shown = OptionTable.all.filter { $0.group == group && isShown($0) }
            return shown.isEmpty ? [] : ["", "\(group.rawValue):"] + shown.flatMap(lines)
        }
    }

    private static func lines(of option: CommandOption) -> [String] {
        let short = option.short.map { "-\($0), " } ?? "    "
        let value = option.argument.name.map { " " + $0 } ?? ""
        let standard = option.standard.map { " [\($0)]" } ?? ""
        return TextFlow.hanging(short + "--" + option.long + value, option.help + standard, indent: 2, column: termColumn)
    }
}

extension String {
    var capitalizedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}
