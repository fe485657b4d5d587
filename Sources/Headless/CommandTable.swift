import DownloadCore

/// All that parsing, help, the manual page and completions say about one command.
struct CommandRow: Sendable {
    /// What follows the command, as in help: `ID...|--all`.
    var operands = ""

    /// One line of the list of commands.
    var help: String
    var options: Set<CommandOption.Key> = []

    /// The words that its first operand may be.
    var choices: [String] = []

    /// What only the agent knows of its operands.
    var candidates: Candidates?

    /// The words that may stand last, behind such operands.
    var endings: [String] = []

    /// What `haul COMMAND --help` says besides: a paragraph each.
    var notes: [String] = []

    /// The choices, or other operands, with their meaning.
    var terms: [(term: String, text: String)] = []
}

/// The commands of `headless.md` section 3: the one place from which parsing, help, manual and completions are made.
enum CommandTable {
    static func row(of word: CommandWord) -> CommandRow {
        switch word {
        case .add: add
        case .list: list
        case .show: show
        case .pause, .resume, .startNow, .cancel, .retry, .remove: control(word)
        case .priority: priority
        case .move: move
        case .limit: limit
        case .edit: edit
        case .auth: auth
        case .wait: wait
        case .watch: watch
        case .whenDone: whenDone
        case .files: files
        case .sessions: sessions
        case .agent: agent
        case .doctor: doctor
        case .demo: demo
        case .config: config
        case .completions: completions
        case .man: CommandRow(help: "print the manual page")
        case .help: CommandRow(operands: "[COMMAND]", help: "show help on a command", choices: HelpTopic.allCases.map(\.rawValue))
        }
    }

    /// What an option means with a command, where that is not what it means in a batch run.
    static func help(of option: CommandOption, with word: CommandWord) -> (text: String, standard: String?) {
        switch (option.key, word) {
        case (.limitRate, .add): ("bytes a second for each of them, such as 500K or 2M (K = 1024)", "off")
        case (.retries, .add): (option.help, "no limit")
        case (.session, .list), (.session, .watch): ("only those of this session", nil)
        case (.session, _): ("the session that is meant", SessionIdentifier.haul.text)
        case (.all, .list): ("also those that have ended", nil)
        case (.json, _): ("JSON, one object a line", nil)
        case (.user, .auth): ("the name; a missing one is asked for", nil)
        case (.directory, .files): ("another documents directory", "the configured one")
        default: (option.help, option.standard)
        }
    }

    static let identifiers = "ID may be a number such as 7, a range such as 3-9, or name:TEXT for the tasks whose name contains TEXT."

    private static let output: Set<CommandOption.Key> = [.json, .ascii, .config]

    private static let add = CommandRow(
        operands: "[OPTION...] URL...|-i FILE",
        help: "queue downloads in the agent and return; prints their ids",
        options: [
            .directory, .inputFile, .maximumConnections, .out, .checksum, .requireResume, .diskFull, .header, .user, .netrc, .loadCookies,
            .method, .data, .userAgent, .referer, .proxy, .cacert, .insecure, .limitRate, .lowestSpeed, .retries, .connectTimeout,
            .timeout, .waitNetwork, .discretionary, .noMetered, .noCellular, .noConstrained, .priority, .at, .paused, .group, .onFinish,
            .json, .config,
        ],
        notes: [
            """
            The agent fetches them, whatever becomes of this terminal. The ids go to standard output, one a line. A bad line of a list is \
            reported with its number, the rest is queued, and the exit status is 28.
            """
        ]
    )

    private static let list = CommandRow(
        help: "list the tasks that have not ended, with --all the others too",
        options: output.union([.all, .session]),
        notes: [
            """
            First what runs, then what waits for something, what is paused, and the queue in the order in which it starts; last what has \
            ended, the latest first. With --json they come by their numbers, and those of the queue have their place in it.
            """
        ]
    )

    private static let show = CommandRow(
        operands: "ID",
        help: "show all that is known of a task",
        options: output,
        candidates: .allTasks,
        notes: [identifiers]
    )

    private static func control(_ word: CommandWord) -> CommandRow {
        let help =
            switch word {
            case .pause: "stop tasks and keep their data until they are resumed"
            case .resume: "let paused tasks go on"
            case .startNow: "run waiting tasks at once, before all others"
            case .cancel: "end tasks"
            case .retry: "try tasks again that failed or were cancelled"
            default: "take tasks off the list; published files stay"
            }
        let which = word == .remove ? "all ended tasks" : "all tasks"
        return CommandRow(
            operands: "ID...|--all",
            help: help,
            options: [.all, .session, .config],
            // The others mean nothing to a task that has ended.
            candidates: word == .retry || word == .remove ? .allTasks : .tasks,
            notes: ["Returns when the state has changed. --all means \(which) of the session haul, or of --session NAME.", identifiers]
        )
    }

    private static let priority = CommandRow(
        operands: "ID... low|normal|high",
        help: "say which tasks go first",
        options: [.config],
        candidates: .tasks,
        endings: PriorityName.allCases.map(\.rawValue),
        notes: [identifiers]
    )

    private static let move = CommandRow(
        operands: "ID up|down|top|bottom",
        help: "move a task within the queue",
        options: [.config],
        candidates: .tasks,
        endings: QueuePlace.allCases.map(\.rawValue),
        notes: [identifiers]
    )

    private static let limit = CommandRow(
        operands: "[[ID...] RATE|off] | --alternative on|off",
        help: "limit the speed of all tasks together, or of these",
        options: [.alternative, .config],
        candidates: .tasks,
        endings: ["off"],
        notes: [
            """
            RATE is a number of bytes a second such as 500K or 2M (K = 1024); one below 1 KiB a second needs its unit, as in 500B. Without it \
            the limits are shown, and where that of all comes from. A limit for all that is set here holds until a part of the week of \
            [[schedule]] begins or ends that has another one.
            """,
            identifiers,
        ]
    )

    private static let edit = CommandRow(
        operands: "ID OPTION...",
        help: "change what a task asks for",
        options: [.url, .header, .out, .checksum, .config],
        candidates: .allTasks,
        notes: ["A new address keeps the data if the file is the same. --header replaces all headers.", identifiers]
    )

    private static let auth = CommandRow(
        operands: "ID [-u NAME]",
        help: "give a task that waits for it a name and a password",
        options: [.user, .config],
        candidates: .tasks,
        notes: ["The password is asked for on the terminal, or read from the first line of standard input.", identifiers]
    )

    private static let wait = CommandRow(
        operands: "[ID...]",
        help: "wait until tasks have ended",
        options: [.json, .session, .config],
        candidates: .tasks,
        notes: [
            """
            Without an ID: until nothing of the session haul, or of --session NAME, is left to do. Published paths go to standard output, \
            failures to standard error. The exit status is that of the first failure, and 7 when the agent went away.
            """,
            identifiers,
        ]
    )

    private static let watch = CommandRow(
        help: "print events as they come",
        options: output.union([.session]),
        notes: ["Of all sessions, or of --session NAME. Watching takes nothing away from the programs that the events belong to."]
    )

    private static let whenDone = CommandRow(
        operands: "[" + WhenDone.allCases.map(\.rawValue).joined(separator: "|") + "]",
        help: "suspend the machine or switch it off when all downloads are done",
        options: [.yes, .config],
        choices: WhenDone.allCases.map(\.rawValue),
        notes: [
            """
            Asks first, unless --yes is given. Half a minute passes between the last end and the order to logind, in which new downloads or \
            haul when-done off call it off. It is meant once, and forgotten when the agent ends. Without a word, what is set is shown.
            """
        ]
    )

    private static let files = CommandRow(
        operands: "[verify] [QUERY]",
        help: "list the files of the documents directory, or check them",
        options: output.union([.directory]),
        choices: ["verify"],
        notes: [
            "QUERY is a part of the name, the original name or the address. verify reads every file that has a digest and compares it; 32 "
                + "says that one is not as it was."
        ]
    )

    private static let sessions = CommandRow(
        help: "list sessions: who holds them, what waits, what they launch, what they keep on disk",
        options: output
    )

    private static let agent = CommandRow(
        operands: AgentAction.allCases.map(\.rawValue).joined(separator: "|"),
        help: "start, stop or look at the agent",
        options: output,
        choices: AgentAction.allCases.map(\.rawValue),
        terms: AgentAction.allCases.map { action in
            switch action {
            case .start: (action.rawValue, "start it if none runs")
            case .stop: (action.rawValue, "end it; unfinished downloads go on at its next start")
            case .status: (action.rawValue, "how it is, and what is wrong; does not start it")
            case .log: (action.rawValue, "print its log")
            case .enable: (action.rawValue, "install the systemd user units that start it")
            case .disable: (action.rawValue, "remove them")
            case .run: (action.rawValue, "be the agent, in the foreground")
            }
        }
    )

    private static let doctor = CommandRow(
        operands: "[SESSION] [--probe URL]",
        help: "check everything in a fixed order and say what to do",
        options: output.union([.probe]),
        candidates: .sessions,
        notes: ["With SESSION also what its program must know; with --probe whether a server can resume. 0 says that all is well, else 1."]
    )

    private static let demo = CommandRow(
        help: "try the dashboard on simulated downloads",
        options: [.ascii, .config],
        notes: ["Every key does what it does else, but nothing is fetched, nothing is written and no agent is asked."]
    )

    private static let config = CommandRow(
        operands: ConfigurationAction.allCases.map(\.rawValue).joined(separator: "|"),
        help: "check the configuration file, or show its values, its place or all keys",
        options: [.config],
        choices: ConfigurationAction.allCases.map(\.rawValue),
        terms: ConfigurationAction.allCases.map { action in
            switch action {
            case .check: (action.rawValue, "read the file and name its first fault with line, column and key")
            case .show: (action.rawValue, "print every value that holds, and where it comes from")
            case .path: (action.rawValue, "print the files and folders that Haul uses")
            case .keys: (action.rawValue, "print every key with its type, default and meaning")
            }
        }
    )

    private static let completions = CommandRow(
        operands: (Shell.allCases.map(\.rawValue) + Candidates.allCases.map(\.rawValue)).joined(separator: "|"),
        help: "print completions for a shell",
        choices: Shell.allCases.map(\.rawValue) + Candidates.allCases.map(\.rawValue),
        notes: ["The completions ask for tasks and sessions themselves: a line each, nothing when no agent runs, and none is started."],
        terms: Shell.allCases.map { shell in
            switch shell {
            case .bash: (shell.rawValue, "haul completions bash > ~/.local/share/bash-completion/completions/haul")
            case .zsh: (shell.rawValue, "haul completions zsh > a folder of $fpath, as _haul")
            case .fish: (shell.rawValue, "haul completions fish > ~/.config/fish/completions/haul.fish")
            }
        }
            + Candidates.allCases.map { candidates in
                switch candidates {
                case .tasks: (candidates.rawValue, "the ids of the tasks that have not ended")
                case .allTasks: (candidates.rawValue, "the ids of all tasks")
                case .sessions: (candidates.rawValue, "the names of the sessions")
                }
            }
    )
}
