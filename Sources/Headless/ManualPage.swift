/// The manual page in roff, made from the tables.
public enum ManualPage {
    /// The whole page.
    ///
    /// - Parameters:
    ///   - version: the version of the program.
    ///   - keys: the keys of the dashboard in their groups: how they are written, and what they do.
    /// - Returns: the page in roff.
    public static func text(version: String, keys: [(group: String, rows: [(keys: String, help: String)])] = []) -> String {
        var lines = [".TH HAUL 1 \"\" \"haul \(escaped(version))\" \"User Commands\""]
        lines += section("NAME", ["haul \\- download files and go on where it was interrupted"])
        lines += section("SYNOPSIS", HelpText.synopses.flatMap { [".B \(escaped($0))", ".br"] }.dropLast())
        lines += section("DESCRIPTION", description)
        lines += section("COMMANDS", commands)
        lines += section("OPTIONS", CommandOption.Group.allCases.flatMap(options))
        lines += section("INPUT LIST", paragraphs(list))
        if !keys.isEmpty {
            let groups = keys.flatMap { [".SS \"\(escaped($0.group))\""] + terms($0.rows.map { (term: $0.keys, text: $0.help + ".") }) }
            lines += section("KEYS OF THE DASHBOARD", [escaped(dashboardKeys, atStart: true)] + groups)
        }
        lines += section("SIGNALS", paragraphs(signals))
        lines += section("EXIT STATUS", ["With several failures it is the status of the first one."] + ExitStatus.rows.flatMap(status))
        lines += section("FILES", terms(files))
        lines += section("ENVIRONMENT", terms(environment))
        lines += section("EXAMPLES", terms(examples))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ title: String, _ lines: some Sequence<String>) -> [String] {
        [".SH \"\(title)\""] + lines
    }

    private static var description: [String] {
        paragraphs([withoutBatch, "With --batch: " + HelpText.batchSummary])
    }

    private static var commands: [String] {
        paragraphs([onTheAgent, CommandTable.identifiers]) + CommandWord.allCases.flatMap(command)
    }

    private static func command(_ word: CommandWord) -> [String] {
        let row = word.row
        let head = [".TP", ".B \(escaped("haul \(word.synopsis)"))", escaped(row.help.capitalizedFirst + ".", atStart: true)]
        let spellings = word.options.filter { $0.key != .help }.map { "\\fB\\-\\-\(escaped($0.long))\\fR" }
        let options = spellings.isEmpty ? [] : ["Options: " + spellings.joined(separator: ", ") + "."]
        return head + row.notes.filter { $0 != CommandTable.identifiers }.map { escaped($0, atStart: true) } + options
            + (row.terms.isEmpty ? [] : [".RS"] + terms(row.terms) + [".RE"])
    }

    private static func options(of group: CommandOption.Group) -> [String] {
        [".SS \"\(group.rawValue)\""]
            + OptionTable.all.filter { $0.group == group }.flatMap { option -> [String] in
                let spellings = Completions.spellings(of: option).map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
                let value = option.argument.name.map { " \\fI\(escaped($0))\\fR" } ?? ""
                let standard = option.standard.map { [escaped("Default: \($0).", atStart: true)] } ?? []
                let scope =
                    switch option.scope {
                    case .anywhere, .dashboard, .commands: [String]()
                    case .batch: ["Without a command: with \\fB\\-\\-batch\\fR only."]
                    case .ownProcess: ["Without a command: with \\fB\\-\\-batch\\fR or \\fB\\-\\-foreground\\fR only."]
                    }
                return [".TP", spellings + value, escaped(option.help.capitalizedFirst + ".", atStart: true)] + standard + scope
            }
    }

    private static func status(_ row: ExitStatus.Row) -> [String] {
        let codes = row.codes.isEmpty ? "" : " Error code\(row.codes.count > 1 ? "s" : ""): \(row.codes.joined(separator: ", "))."
        return [".TP", ".B \(row.status)", escaped(row.meaning.capitalizedFirst + "." + codes, atStart: true)]
    }

    private static func paragraphs(_ texts: [String]) -> [String] {
        texts.enumerated().flatMap { ($0.offset == 0 ? [] : [".PP"]) + [escaped($0.element, atStart: true)] }
    }

    private static func terms(_ terms: [(term: String, text: String)]) -> [String] {
        terms.flatMap { [".TP", ".B \(escaped($0.term))", escaped($0.text, atStart: true)] }
    }

    /// Text as it is: roff must neither take it for a request nor turn its ASCII into typographic signs.
    private static func escaped(_ text: String, atStart: Bool = false) -> String {
        var result = atStart && (text.hasPrefix(".") || text.hasPrefix("'")) ? "\\&" : ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            case "\"": result += "\\(dq"
            default: result.append(character)
            }
        }
        return result
    }

    private static let onTheAgent = """
        Most commands speak with the agent, the process that owns background downloads, and start it if none runs. haul agent status and \
        haul doctor look without starting it; files, config, completions and man need none. What lists takes --json: one object a line.
        """

    private static let dashboardKeys =
        "Most act on the marked tasks, else on the one under the cursor. Every command is also in the palette."

    private static let withoutBatch = "Without --batch, haul adds the addresses that were given and opens the dashboard."

    private static let list = [
        """
        The format of aria2's input files: one entry a line, several addresses of the same file separated by TAB. Lines that begin with # \
        and blank lines are skipped. Lines that begin with white space are options of the entry above: \
        \(ListOption.known.map { $0 + "=" }.joined(separator: ", ")).
        """,
        "A bad line is reported with its number and left out, the rest goes on, and the exit status is not 0.",
    ]

    private static let signals = [
        """
        The first INT or TERM lets nothing new begin, writes the state and the summary, and ends within two seconds with the signal. The \
        second one ends at once. HUP is taken like TERM unless it was ignored at the start.
        """,
        "USR1 makes the dashboard read the configuration and its theme again; it does so by itself too when one of them changes.",
    ]

    private static let files: [(term: String, text: String)] = [
        ("$XDG_CONFIG_HOME/haul/config.toml", "The configuration; see haul config keys."),
        ("$XDG_CONFIG_HOME/haul/themes/NAME.toml", "Themes of one's own, which dashboard.theme can name."),
        ("$XDG_STATE_HOME/haul/", "The stores and the log."),
        ("~/Documents/Haul", "The documents directory, unless the configuration names another one."),
    ]

    private static let environment: [(term: String, text: String)] = [
        ("HAUL_CONFIG", "The configuration file, unless --config names one."),
        ("http_proxy, https_proxy, no_proxy", "Proxies, unless --proxy or the configuration names one."),
        ("SSL_CERT_FILE", "Certificate authorities, unless --cacert names them."),
        ("NO_COLOR, CLICOLOR=0", "No colours, unless dashboard.color says always."),
    ]

    private static let examples: [(term: String, text: String)] = [
        ("haul --batch -i list.txt -d /srv/mirror --json", "Fetch a list and tell about it in JSON lines."),
        ("haul --batch --checksum sha-256=... https://example.org/a.iso", "Publish the file only if its content is the expected one."),
        ("haul https://example.org/a.iso", "Add an address and watch it in the dashboard."),
        ("haul wait $(haul add https://example.org/a.iso)", "Queue an address and wait until it is there."),
        ("haul doctor --probe https://example.org/a.iso", "Find out whether a server can resume."),
    ]
}
