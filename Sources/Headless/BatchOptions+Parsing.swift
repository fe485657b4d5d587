import DownloadCore
import Screen

extension BatchOptions {
    /// The longest request body (`headless.md` section 1).
    private static let longestBody = 1 << 20

    /// The options of a scanned command, checked one by one and against each other.
    static func parse(scanned: OptionScanner, isBatch: Bool) throws(UsageError) -> BatchOptions {
        var options = BatchOptions()
        let isOwnProcess = isBatch || scanned.given.contains { $0.option.key == .foreground }
        for given in scanned.given {
            switch given.option.scope {
            case .batch where !isBatch: throw UsageError("\(given.spelling) works only with --batch.")
            case .dashboard where isBatch: throw UsageError("\(given.spelling) cannot stand with --batch.")
            case .ownProcess where !isOwnProcess: throw UsageError("\(given.spelling) works only with --batch or --foreground.")
            case .commands: throw given.isOnlyForCommands
            case .anywhere, .batch, .dashboard, .ownProcess: break
            }
            try options.apply(given)
        }
        for word in scanned.operands where !isAddress(word) { throw noAddress(word) }
        options.urls = scanned.operands
        try options.checkTogether(needsAddress: isBatch)
        return options
    }

    /// Whether a word is an address at all; which schemes can be fetched is for the transport to say.
    public static func isAddress(_ word: String) -> Bool {
        Address(word) != nil
    }

    static func noAddress(_ word: String) -> UsageError {
        // Somebody who leaves out the scheme, as browsers allow: a dot inside the first part looks like a host.
        let host = word.prefix { $0 != "/" && $0 != ":" && $0 != "?" }
        let looksLikeHost = host.dropFirst().dropLast().contains(".") || host == "localhost"
        let near = "https://" + word
        guard looksLikeHost, isAddress(near) else {
            return UsageError("\(word.quoted) is no address; an address begins like https://.")
        }
        return UsageError("\(word.quoted) is no address; did you mean \(near.quoted)?")
    }

    func checkTogether(needsAddress: Bool) throws(UsageError) {
        if needsAddress, urls.isEmpty, inputFile == nil {
            throw UsageError("There is nothing to download; give an address or a list with -i FILE.")
        }
        if checksum != nil, urls.count != 1 || inputFile != nil {
            throw UsageError("--checksum needs exactly one address; in a list, put checksum= on a line below the entry.")
        }
        if isDetached, !isBackground { throw UsageError("--detach works only with --background.") }
        if isEphemeral, isBackground { throw UsageError("--ephemeral cannot stand with --background.") }
        if isEphemeral, session != nil { throw UsageError("--ephemeral cannot stand with --session.") }
    }

    /// Takes one option; of an option that is given twice the last one counts, but for those that add up.
    mutating func apply(_ given: OptionScanner.Given) throws(UsageError) {
        switch given.option.key {
        case .batch, .foreground, .help, .version, .all, .priority, .at, .paused, .url, .probe, .group, .alternative, .yes: break
        case .directory: directory = try given.path()
        case .inputFile: inputFile = try given.path()
        case .maximumConcurrentDownloads: maximumConcurrentDownloads = try given.number(in: 1...1_000)
        case .maximumConnections: maximumConnections = try given.number(in: 1...64)
        case .maximumConnectionsPerHost: maximumConnectionsPerHost = try given.number(in: 1...1_000)
        case .out: try applyOut(given)
        case .checksum: checksum = try given.checksum()
        case .requireResume: requiresResume = true
        case .onFinish: onFinish = try given.command()
        case .diskFull: waitsForDisk = try given.choice() == "wait"
        case .header: headers.append(try given.header())
        case .user: try applyUser(given)
        case .netrc: usesNetrc = true
        case .loadCookies: cookieFile = try given.path()
        case .method: method = try given.method()
        case .data: body = try applyData(given)
        case .userAgent: userAgent = try given.line()
        case .referer: referer = try given.line()
        case .proxy: proxy = try given.proxy()
        case .cacert: certificateAuthorities = try given.path()
        case .insecure: isInsecure = true
        case .limitRate: limitRate = try given.limit()
        case .lowestSpeed: lowestSpeed = try given.rate()
        case .retries: retries = try given.number(in: 0...1_000_000)
        case .connectTimeout: connectTimeout = try given.seconds()
        case .timeout: timeout = try given.seconds()
        case .waitNetwork: waitsForNetwork = true
        case .discretionary: isDiscretionary = true
        case .noMetered: allowsMetered = false
        case .noCellular: allowsCellular = false
        case .noConstrained: allowsConstrained = false
        case .session: session = try given.sessionName()
        case .ephemeral: isEphemeral = true
        case .background: isBackground = true
        case .detach: isDetached = true
        case .json: isJSON = true
        case .progress: progress = ProgressMode(rawValue: try given.choice())
        case .interval: interval = try given.seconds()
        case .quiet: quietness = min(quietness + 1, 2)
        case .config: configurationFile = try given.path()
        case .noColor: hasNoColor = true
        case .ascii: isASCII = true
        }
    }

    /// A text without placeholders is the name itself; as a template it would get the server's extension behind its own.
    mutating func applyOut(_ given: OptionScanner.Given) throws(UsageError) {
        (outputName, outputTemplate) = (nil, nil)
        let isTemplate = given.value.utf8.contains { $0 == 0x7B || $0 == 0x7D } || ["timestamp", "original"].contains(given.value)
        if isTemplate {
            do {
                _ = try NameTemplate(parsing: given.value)
            } catch {
                throw UsageError("\(given.spelling) at character \(error.offset + 1): \(Sanitizer.visible(error.description)).")
            }
            outputTemplate = given.value
        } else if let fault = ChosenName.fault(in: given.value) {
            throw UsageError("\(given.spelling) \(given.value.quoted): \(fault); choose the folder with --directory.")
        } else {
            outputName = given.value
        }
    }

    mutating func applyUser(_ given: OptionScanner.Given) throws(UsageError) {
        let value = try given.line()
        let colon = value.utf8.firstIndex(of: 0x3A)
        let name = String(value[..<(colon ?? value.endIndex)])
        guard !name.isEmpty else { throw UsageError("\(given.spelling) needs a name: NAME or NAME:PASSWORD.") }
        user = name
        password = colon.map { String(value[value.utf8.index(after: $0)...]) }
    }

    private func applyData(_ given: OptionScanner.Given) throws(UsageError) -> [UInt8] {
        guard given.value.utf8.count <= Self.longestBody else { throw UsageError("\(given.spelling) can hold at most 1 MiB.") }
        return Array(given.value.utf8)
    }
}
