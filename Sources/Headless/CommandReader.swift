import DownloadCore

/// The words of one command, and how they are read.
struct CommandReader {
    let command: CommandWord
    private let given: [OptionScanner.Given]

    /// What stands behind the command.
    private let words: [String]

    init(_ command: CommandWord, _ scanned: OptionScanner) throws(UsageError) {
        self.command = command
        given = scanned.given
        words = Array(scanned.operands.dropFirst())
        for option in given where !command.takes(option.option) {
            throw UsageError("haul \(command.rawValue) does not take \(option.spelling); see haul \(command.rawValue) --help.")
        }
    }

    func parse() throws(UsageError) -> TopLevel {
        switch command {
        case .add: return .add(try add())
        case .list: return .list(try list())
        case .show: return .show(try onlyTask(), try common())
        case .pause, .resume, .startNow, .cancel, .retry, .remove: return try control()
        case .priority: return try priority()
        case .move: return try move()
        case .limit: return try limit()
        case .whenDone: return try whenDone()
        case .edit: return .edit(try onlyTask(), try edit(), try common())
        case .auth: return try auth()
        case .wait: return .wait(try wait())
        case .watch: return .watch(try nothing(session()), try common())
        case .files: return .files(try files())
        case .sessions: return .sessions(try nothing(common()))
        case .agent: return try .agent(choice(AgentAction.self), common())
        case .doctor: return .doctor(try doctor())
        case .demo: return .demo(try nothing(common()))
        case .config: return .configuration(try choice(ConfigurationAction.self), file: try common().configurationFile)
        case .completions: return try completions()
        case .man: return try nothing(.manual)
        case .help: return .help(try topic())
        }
    }

    // MARK: - Options

    private func last(_ key: CommandOption.Key) -> OptionScanner.Given? {
        given.last { $0.option.key == key }
    }

    private func common() throws(UsageError) -> CommonOptions {
        var options = CommonOptions()
        options.isJSON = last(.json) != nil
        options.isASCII = last(.ascii) != nil
        options.configurationFile = try last(.config)?.path()
        return options
    }

    private func session() throws(UsageError) -> SessionIdentifier? {
        try last(.session)?.sessionIdentifier()
    }

    // MARK: - Operands

    /// For commands that take no words.
    private func nothing<Value>(_ value: Value) throws(UsageError) -> Value {
        try refuse(words[...])
        return value
    }

    private func refuse(_ words: ArraySlice<String>) throws(UsageError) {
        guard words.isEmpty else { throw UsageError("haul \(command.rawValue) does not take \(words.joined(separator: " ").quoted).") }
    }

    private func missing(_ what: String) -> UsageError {
        UsageError("\(what) is missing: haul \(command.synopsis).")
    }

    private func onlyTask() throws(UsageError) -> TaskTerm {
        guard let word = words.first else { throw missing("The task") }
        let term = try TaskTerm.parse(word)
        try refuse(words.dropFirst())
        return term
    }

    private func terms(_ words: some Sequence<String>) throws(UsageError) -> [TaskTerm] {
        var terms: [TaskTerm] = []
        for word in words { terms.append(try TaskTerm.parse(word)) }
        return terms
    }

    private func choice<Choice: RawRepresentable<String>>(_ type: Choice.Type) throws(UsageError) -> Choice {
        guard let word = words.first else {
            throw UsageError("What haul \(command.rawValue) is to do is missing: haul \(command.synopsis).")
        }
        try refuse(words.dropFirst())
        guard let choice = Choice(rawValue: word) else { throw unknown(word, among: command.choices) }
        return choice
    }

    private func unknown(_ word: String, among choices: [String]) -> UsageError {
        let near = NearMiss.best(for: word, among: choices).map { "did you mean \($0)?" }
        return UsageError("haul \(command.rawValue) does not know \(word.quoted); " + (near ?? "it is haul \(command.synopsis)."))
    }

    /// The last word as one of some names, and the tasks before it.
    private func tasksAndName<Name: RawRepresentable<String> & CaseIterable>(
        _ type: Name.Type,
        _ what: String
    ) throws(UsageError) -> (terms: [TaskTerm], name: Name) {
        guard let word = words.last else { throw missing("The task") }
        guard let name = Name(rawValue: word) else {
            if words.count == 1, TaskTerm(word) != nil { throw missing(what) }
            throw unknown(word, among: Name.allCases.map(\.rawValue))
        }
        guard words.count > 1 else { throw missing("The task") }
        return (try terms(words.dropLast()), name)
    }

    // MARK: - Commands

    private func add() throws(UsageError) -> AddOptions {
        var options = AddOptions()
        for given in given {
            switch given.option.key {
            case .priority: options.priority = PriorityName(rawValue: try given.choice())?.priority ?? .normal
            case .at: options.start = try given.startTime()
            case .paused: options.isPaused = true
            case .group: options.group = try given.group()
            default: try options.batch.apply(given)
            }
        }
        for word in words where !BatchOptions.isAddress(word) { throw BatchOptions.noAddress(word) }
        options.batch.urls = words
        try options.batch.checkTogether(needsAddress: true)
        return options
    }

    private func list() throws(UsageError) -> ListOptions {
        var options = ListOptions()
        options.includesEnded = last(.all) != nil
        options.session = try session()
        options.common = try common()
        return try nothing(options)
    }

    private func control() throws(UsageError) -> TopLevel {
        guard let action = ControlAction(rawValue: command.rawValue) else { throw missing("The task") }
        if last(.all) != nil {
            guard words.isEmpty else { throw UsageError("--all cannot stand with \(words.joined(separator: " ").quoted).") }
            return .control(action, .all(session: try session()), try common())
        }
        if let session = last(.session) { throw UsageError("\(session.spelling) works only with --all here.") }
        guard !words.isEmpty else { throw missing("The task") }
        return .control(action, .terms(try terms(words)), try common())
    }

    private func priority() throws(UsageError) -> TopLevel {
        let (terms, name) = try tasksAndName(PriorityName.self, "The priority")
        return .priority(terms, name.priority, try common())
    }

    private func move() throws(UsageError) -> TopLevel {
        let (terms, place) = try tasksAndName(QueuePlace.self, "The place")
        guard let term = terms.first, terms.count == 1 else {
            throw UsageError("haul move takes one task: haul \(command.synopsis).")
        }
        return .move(term, place, try common())
    }

    private func limit() throws(UsageError) -> TopLevel {
        if let given = last(.alternative) {
            return .alternativeLimit(isOn: try nothing(given.choice()) == "on", try common())
        }
        guard let word = words.last else { return .limit([], rate: nil, try common()) }
        guard let rate = OptionValue.rate(word) else {
            throw UsageError("\(word.quoted) is no rate; give one such as 500K or 2M, or off.")
        }
        guard !Rate.lacksUnit(word) else { throw OptionValue.lackOfUnit(word) }
        return .limit(try terms(words.dropLast()), rate: rate, try common())
    }

    private func whenDone() throws(UsageError) -> TopLevel {
        let action: WhenDone? = words.isEmpty ? nil : try choice(WhenDone.self)
        return .whenDone(action, isConfirmed: last(.yes) != nil, try common())
    }

    private func edit() throws(UsageError) -> EditOptions {
        var options = EditOptions()
        var collected = BatchOptions()
        for given in given {
            switch given.option.key {
            case .url: options.url = try given.address()
            default: try collected.apply(given)
            }
        }
        options.headers = last(.header) == nil ? nil : collected.headers
        (options.outputName, options.outputTemplate, options.checksum) =
            (collected.outputName, collected.outputTemplate, collected.checksum)
        guard options != EditOptions() else {
            throw UsageError("What to change is missing; give --url, --header, --out or --checksum.")
        }
        return options
    }

    private func auth() throws(UsageError) -> TopLevel {
        var collected = BatchOptions()
        if let user = last(.user) { try collected.applyUser(user) }
        return .auth(try onlyTask(), user: collected.user, password: collected.password, try common())
    }

    private func wait() throws(UsageError) -> WaitOptions {
        var options = WaitOptions()
        options.terms = try terms(words)
        options.session = try session()
        options.common = try common()
        if let session = last(.session), !options.terms.isEmpty { throw UsageError("\(session.spelling) cannot stand with tasks.") }
        return options
    }

    private func files() throws(UsageError) -> FilesOptions {
        var options = FilesOptions()
        options.verifies = words.first == "verify"
        let rest = words.dropFirst(options.verifies ? 1 : 0)
        options.query = rest.first
        try refuse(rest.dropFirst())
        options.directory = try last(.directory)?.path()
        options.common = try common()
        return options
    }

    private func doctor() throws(UsageError) -> DoctorOptions {
        var options = DoctorOptions()
        if let word = words.first {
            guard let session = SessionIdentifier(word) else {
                throw UsageError("\(word.quoted) is no session; an identifier has 1 to 255 bytes.")
            }
            options.session = session
        }
        try refuse(words.dropFirst())
        options.probe = try last(.probe)?.address()
        options.common = try common()
        return options
    }

    private func completions() throws(UsageError) -> TopLevel {
        if words.count == 1, let candidates = Candidates(rawValue: words[0]) { return .candidates(candidates) }
        return .completions(try choice(Shell.self))
    }

    private func topic() throws(UsageError) -> HelpTopic {
        guard let word = words.first else { return .overview }
        try refuse(words.dropFirst())
        guard let topic = HelpTopic(rawValue: word) else { throw unknown(word, among: command.choices) }
        return topic
    }
}

/// Priorities by the words that people type.
enum PriorityName: String, CaseIterable {
    case low, normal, high

    init(_ priority: Priority) {
        self =
            switch priority {
            case .low: .low
            case .normal: .normal
            case .high: .high
            }
    }

    var priority: Priority {
        switch self {
        case .low: .low
        case .normal: .normal
        case .high: .high
        }
    }
}
