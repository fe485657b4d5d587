public import DownloadCore

/// The options of a command as typed values; what was not given is nil, false or empty, so that the configuration's values hold there.
public struct BatchOptions: Sendable, Hashable {
    /// The addresses of the command line, one entry each.
    public var urls: [String] = []

    /// The list of entries; `-` is standard input.
    public var inputFile: String?

    /// As it was given: it may be relative to the working directory.
    public var directory: String?
    public var maximumConcurrentDownloads: Int?
    public var maximumConnections: Int?
    public var maximumConnectionsPerHost: Int?

    /// A name template that `NameTemplate` accepts.
    public var outputTemplate: String?

    /// The name itself, when what was given for `--out` holds no placeholder.
    public var outputName: String?
    public var checksum: Checksum?
    /// A program with its arguments that is run for each file that has finished; nil for none.
    public var onFinish: [String]?
    public var requiresResume = false

    /// Whether a full disk is waited for.
    public var waitsForDisk: Bool?
    public var headers: [HeaderField] = []
    public var user: String?

    /// Nil with a `user` means that it has to be asked for.
    public var password: String?
    public var usesNetrc = false
    public var cookieFile: String?
    public var method: String?
    public var body: [UInt8]?
    public var userAgent: String?
    public var referer: String?
    public var proxy: String?
    public var certificateAuthorities: String?
    public var isInsecure = false

    /// Bytes a second over all tasks; 0 is off.
    public var limitRate: Int64?

    /// Bytes a second; 0 is off.
    public var lowestSpeed: Int64?
    public var retries: Int?
    public var connectTimeout: Duration?
    public var timeout: Duration?
    public var waitsForNetwork = false

    /// It waits for power, a free network and little load.
    public var isDiscretionary = false
    public var allowsMetered = true
    public var allowsCellular = true
    public var allowsConstrained = true
    public var session: String?
    public var isEphemeral = false
    public var isBackground = false
    public var isDetached = false
    public var isJSON = false
    public var progress: ProgressMode?
    public var interval: Duration?

    /// How often `-q` was given: 1 for errors only, 2 for nothing.
    public var quietness = 0
    public var configurationFile: String?
    public var hasNoColor = false
    public var isASCII = false

    public init() {}

    /// Reads the words behind `haul --batch`; `--batch` itself may stand anywhere among them.
    public static func parse(_ arguments: [String]) throws(UsageError) -> BatchOptions {
        try parse(scanned: try OptionScanner.scan(arguments), isBatch: true)
    }

    /// The connections that one host gets: what was asked for, else the configured number but never less than `-x` and `-j`.
    public func connectionsPerHost(default standard: Int) -> Int {
        maximumConnectionsPerHost ?? max(standard, maximumConnections ?? 0, maximumConcurrentDownloads ?? 0)
    }

    /// What to fetch for one entry: the options, and the configuration's values where there are none.
    public func request(urls: [String], defaults: RequestDefaults) -> DownloadRequest {
        var request = DownloadRequest(urls: urls)
        request.method = method ?? (body == nil ? "GET" : "POST")
        request.body = body
        request.headers = headers
        request.referer = referer
        request.userAgent = userAgent ?? defaults.userAgent
        if let user { request.credentials = Credentials(user: user, password: password ?? "") }
        request.usesNetrc = usesNetrc
        request.cookieFile = cookieFile
        request.proxy = proxy ?? defaults.proxy
        request.certificateAuthorities = certificateAuthorities ?? defaults.caFile
        request.isInsecure = isInsecure
        request.checksum = checksum
        request.outputTemplate = outputTemplate
        request.outputName = outputName
        request.maximumConnections = maximumConnections ?? defaults.maxConnections
        request.lowestSpeed = lowestSpeed ?? defaults.lowestSpeed
        request.connectTimeout = connectTimeout ?? defaults.connectTimeout
        request.stallTimeout = timeout ?? defaults.timeout
        request.retry.tries = retries ?? defaults.retries
        request.waitsForNetwork = waitsForNetwork || defaults.waitNetwork
        request.isDiscretionary = isDiscretionary
        request.allowsExpensiveNetworkAccess = allowsMetered
        request.allowsCellularAccess = allowsCellular
        request.allowsConstrainedNetworkAccess = allowsConstrained
        request.waitsForDisk = waitsForDisk ?? defaults.diskFullWait
        request.requiresResume = requiresResume
        request.onFinish = onFinish
        request.resumeWithoutValidator = defaults.resumeWithoutValidator
        return request
    }
}
