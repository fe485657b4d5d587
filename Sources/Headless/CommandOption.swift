/// One option of the command line: all that parsing, help, the manual page and completions say about it.
struct CommandOption: Sendable, Hashable {
    /// The options by their long names; everything else refers to these cases.
    enum Key: String, Sendable, Hashable, CaseIterable {
        case batch
        case foreground
        case help
        case version
        case directory
        case inputFile = "input-file"
        case maximumConcurrentDownloads = "max-concurrent-downloads"
        case maximumConnections = "max-connections"
        case maximumConnectionsPerHost = "max-connections-per-host"
        case out
        case checksum
        case requireResume = "require-resume"
        case diskFull = "disk-full"
        case header
        case user
        case netrc
        case loadCookies = "load-cookies"
        case method
        case data
        case userAgent = "user-agent"
        case referer
        case proxy
        case cacert
        case insecure
        case limitRate = "limit-rate"
        case lowestSpeed = "lowest-speed"
        case retries
        case connectTimeout = "connect-timeout"
        case timeout
        case waitNetwork = "wait-network"
        case discretionary
        case noMetered = "no-metered"
        case noCellular = "no-cellular"
        case noConstrained = "no-constrained"
        case session
        case ephemeral
        case background
        case detach
        case json
        case progress
        case interval
        case quiet
        case config
        case noColor = "no-color"
        case ascii
        case all
        case priority
        case at
        case paused
        case url
        case probe
        case group
        case onFinish = "on-finish"
        case alternative
        case yes
    }

    /// What follows the option, by the name that help shows for it.
    enum Argument: Sendable, Hashable {
        case none
        case text(String)
        case file(String)
        case directory(String)
        case choice([String])

        /// The name in help: `FILE`, `wait|fail`.
        var name: String? {
            switch self {
            case .none: nil
            case .text(let name), .file(let name), .directory(let name): name
            case .choice(let words): words.joined(separator: "|")
            }
        }
    }

    /// The headings of help and manual, in their order.
    enum Group: String, Sendable, Hashable, CaseIterable {
        case mode = "Mode"
        case downloads = "Downloads"
        case request = "Requests"
        case transfer = "Speed and patience"
        case session = "Sessions"
        case agent = "Tasks of the agent"
        case output = "Output"
        case general = "General"
    }

    /// Where the option may stand.
    enum Scope: Sendable, Hashable {
        case anywhere
        case batch
        case dashboard
        /// Where the command's own process does the work: with `--batch` or `--foreground`.
        case ownProcess
        /// With some of the commands that are words, and nowhere else.
        case commands
    }

    let key: Key
    let short: Character?
    let argument: Argument
    let help: String

    /// What holds when the option is not given, as help shows it; nil when there is nothing to say.
    let standard: String?
    let group: Group
    let scope: Scope

    var long: String { key.rawValue }
}
