/// What `--help` prints: made from the tables, in lines of at most 80 columns, each with its newline.
public enum HelpText {
    private static let termColumn = 30
    private static let commandColumn = 16

    public static func text(_ topic: HelpTopic) -> String {
        let lines =
            switch topic {
            case .overview: overview
            case .batch: batch
            case .exitStatus: ["Exit status:"] + ExitStatus.helpLines
            case .command(let word): command(word)
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
            + usage(["haul [OPTION...] [URL...]", "haul --batch [OPTION...] URL...|-i FILE", "haul COMMAND [OPTION...] ..."])
            + ["", "Commands:"]
            + TextFlow.hanging("[URL...]", "add these addresses and open the dashboard", indent: 2, column: commandColumn)
            + TextFlow.hanging("--batch", "run downloads to the end without the dashboard", indent: 2, column: commandColumn)
            + CommandWord.allCases.flatMap { TextFlow.hanging($0.rawValue, $0.help, indent: 2, column: commandColumn) }
            + options { $0.scope != .batch && $0.scope != .commands }
            + [
                "",
                "See haul COMMAND --help for a command, haul --batch --help for a batch run, and",
                "haul man for all.",
            ]
    }

    private static var batch: [String] {
        usage(["haul --batch [OPTION...] URL...", "haul --batch [OPTION...] -i FILE"])
            + [""]
            + TextFlow.wrap(batchSummary.capitalizedFirst, width: TextFlow.width)
            + options { $0.scope != .dashboard && $0.scope != .commands }
            + ["", "Exit status, with several failures that of the first one:"]
            + ExitStatus.helpLines
    }

    static let batchSummary = """
        the downloads run to the end in this process: published paths go to standard output, progress and errors to standard error. The \
        same command again continues an interrupted run.
        """

    private static func command(_ word: CommandWord) -> [String] {
        let row = word.row
        let notes = row.notes.flatMap { [""] + TextFlow.wrap($0, width: TextFlow.width) }
        let terms = row.terms.flatMap { TextFlow.hanging($0.term, $0.text, indent: 2, column: 12) }
        let shown =
            row.options.isEmpty ? [] : ["", "Options:"] + word.options.flatMap { lines(of: $0, CommandTable.help(of: $0, with: word)) }
        let summary = [""] + TextFlow.wrap(row.help.capitalizedFirst + ".", width: TextFlow.width)
        return usage(["haul \(word.synopsis)"]) + summary + notes + (terms.isEmpty ? [] : [""] + terms) + shown
    }

    private static func usage(_ synopses: [String]) -> [String] {
        synopses.enumerated().map { ($0.offset == 0 ? "Usage: " : "       ") + $0.element }
    }

    private static func options(where isShown: (CommandOption) -> Bool) -> [String] {
        CommandOption.Group.allCases.flatMap { group in
            let shown = OptionTable.all.filter { $0.group == group && isShown($0) }
            return shown.isEmpty ? [] : ["", "\(group.rawValue):"] + shown.flatMap { lines(of: $0, ($0.help, $0.standard)) }
        }
    }

    private static func lines(of option: CommandOption, _ help: (text: String, standard: String?)) -> [String] {
        let short = option.short.map { "-\($0), " } ?? "    "
        let value = option.argument.name.map { " " + $0 } ?? ""
        let standard = help.standard.map { " [\($0)]" } ?? ""
        return TextFlow.hanging(short + "--" + option.long + value, help.text + standard, indent: 2, column: termColumn)
    }
}

extension String {
    var capitalizedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}
