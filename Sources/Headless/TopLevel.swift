public import DownloadCore

/// What a command line asks for.
public enum TopLevel: Sendable, Hashable {
    case batch(BatchOptions)
    case dashboard(urls: [String], options: BatchOptions, isForeground: Bool)
    /// The dashboard on simulated tasks.
    case demo(CommonOptions)
    case help(HelpTopic)
    case version
    case manual
    case completions(Shell)
    /// What such completions offer.
    case candidates(Candidates)
    case configuration(ConfigurationAction, file: String?)

    // On the agent.
    case add(AddOptions)
    case list(ListOptions)
    case show(TaskTerm, CommonOptions)
    case control(ControlAction, TaskTargets, CommonOptions)
    case priority([TaskTerm], Priority, CommonOptions)
    case move(TaskTerm, QueuePlace, CommonOptions)
    /// Bytes a second, 0 for off, nil to show the limits; without terms for all tasks together.
    case limit([TaskTerm], rate: Int64?, CommonOptions)
    case edit(TaskTerm, EditOptions, CommonOptions)
    /// What is nil is asked for.
    case auth(TaskTerm, user: String?, password: String?, CommonOptions)
    case wait(WaitOptions)
    /// Nil for all sessions.
    case watch(SessionIdentifier?, CommonOptions)
    case files(FilesOptions)
    case sessions(CommonOptions)
    case agent(AgentAction, CommonOptions)
    case doctor(DoctorOptions)
    case alternativeLimit(isOn: Bool, CommonOptions)
    /// Nil shows what is set.
    case whenDone(WhenDone?, isConfirmed: Bool, CommonOptions)

    /// Reads the words behind the program's name.
    public static func parse(_ arguments: [String]) throws(UsageError) -> TopLevel {
        let scanned = try OptionScanner.scan(arguments)
        let keys = Set(scanned.given.map(\.option.key))
        let isBatch = keys.contains(.batch)
        let command = isBatch ? nil : scanned.operands.first.flatMap(CommandWord.init)
        if keys.contains(.help) { return .help(isBatch ? .batch : command.flatMap { HelpTopic(rawValue: $0.rawValue) } ?? .overview) }
        if keys.contains(.version) { return .version }
        if isBatch { return .batch(try BatchOptions.parse(scanned: scanned, isBatch: true)) }
        if let command { return try CommandReader(command, scanned).parse() }
        for word in scanned.operands where !BatchOptions.isAddress(word) { throw unknown(word) }
        let options = try BatchOptions.parse(scanned: scanned, isBatch: false)
        return .dashboard(urls: options.urls, options: options, isForeground: keys.contains(.foreground))
    }

    private static func unknown(_ word: String) -> UsageError {
        if let near = NearMiss.best(for: word, among: CommandWord.allCases.map(\.rawValue)) {
            return UsageError("There is no command \(word.quoted); did you mean haul \(near)?")
        }
        let isWord = word.utf8.allSatisfy { (97...122).contains($0) || $0 == 0x2D }
        return isWord
            ? UsageError("\(word.quoted) is neither a command nor an address; see haul --help.")
            : BatchOptions.noAddress(word)
    }
}
