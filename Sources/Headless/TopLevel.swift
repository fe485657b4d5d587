/// What a command line asks for.
public enum TopLevel: Sendable, Hashable {
    case batch(BatchOptions)
    case dashboard(urls: [String], options: BatchOptions, isForeground: Bool)
    case help(HelpTopic)
    case version
    case manual
    case completions(Shell)
    case configuration(ConfigurationAction, file: String?)

    /// Reads the words behind the program's name.
    public static func parse(_ arguments: [String]) throws(UsageError) -> TopLevel {
        let scanned = try OptionScanner.scan(arguments)
        let keys = Set(scanned.given.map(\.option.key))
        let isBatch = keys.contains(.batch)
        let command = isBatch ? nil : scanned.operands.first.flatMap(CommandWord.init)
        if keys.contains(.help) { return .help(isBatch ? .batch : topic(of: command)) }
        if keys.contains(.version) { return .version }
        if isBatch { return .batch(try BatchOptions.parse(scanned: scanned, isBatch: true)) }
        if let command { return try parse(command, scanned) }
        for word in scanned.operands where !BatchOptions.isAddress(word) { throw unknown(word) }
        let options = try BatchOptions.parse(scanned: scanned, isBatch: false)
        return .dashboard(urls: options.urls, options: options, isForeground: keys.contains(.foreground))
    }

    private static func parse(_ command: CommandWord, _ scanned: OptionScanner) throws(UsageError) -> TopLevel {
        for given in scanned.given where command != .config || given.option.key != .config {
            throw UsageError("haul \(command.rawValue) does not take \(given.spelling); see haul --help.")
        }
        let words = scanned.operands.dropFirst()
        let most = command.choices.isEmpty ? 0 : 1
        guard words.count <= most else {
            throw UsageError("haul \(command.rawValue) does not take \(words.dropFirst(most).joined(separator: " ").quoted).")
        }
        let word = words.first
        if let word, !command.choices.contains(word) { throw unknown(word, of: command) }
        switch command {
        case .man: return .manual
        case .help: return .help(word.flatMap(HelpTopic.init) ?? .overview)
        case .completions:
            if let shell = word.flatMap(Shell.init) { return .completions(shell) }
        case .config:
            let file = scanned.given.last?.value
            if let action = word.flatMap(ConfigurationAction.init) { return .configuration(action, file: file) }
        }
        throw UsageError("What haul \(command.rawValue) is to do is missing: haul \(command.synopsis).")
    }

    private static func topic(of command: CommandWord?) -> HelpTopic {
        switch command {
        case .config: .config
        case .completions: .completions
        case .man, .help, nil: .overview
        }
    }

    private static func unknown(_ word: String, of command: CommandWord) -> UsageError {
        let near = NearMiss.best(for: word, among: command.choices).map { "did you mean \($0)?" }
        return UsageError("haul \(command.rawValue) does not know \(word.quoted); " + (near ?? "it is haul \(command.synopsis)."))
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
