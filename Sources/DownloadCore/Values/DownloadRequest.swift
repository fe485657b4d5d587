/// One line of an HTTP request's header.
public struct HeaderField: Sendable, Hashable, Codable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Reads `Name: value`; nil without a name or with characters that may not stand in a header.
    public init?(parsing line: String) {
        let bytes = line.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = bytes[..<colon]
        let value = bytes[bytes.index(after: colon)...].drop { $0 == 32 || $0 == 9 }
        let isToken = !name.isEmpty && name.allSatisfy { $0 > 32 && $0 < 127 }
        guard isToken, value.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else { return nil }
        self.init(name: String(Substring(name)), value: String(Substring(value)))
    }

    /// Whether that is its name; letters of ASCII are the same in either case (RFC 9110 section 5.1).
    func isNamed(_ other: String) -> Bool {
        func lowered(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
        return name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
    }
}

/// A name and a password for the original host of a task.
public struct Credentials: Sendable, Hashable, Codable {
    public var user: String
    public var password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

/// Whether partial data may be continued when the server gave nothing to recognise the file by.
public enum ResumeWithoutValidator: String, Sendable, Hashable, Codable, CaseIterable {
    case never
    /// Equal sizes are taken as the same file.
    case size
}

/// What a person or a program asked for: it never changes while the task lives, but by `edit`.
///
/// The members of `Options` are its own as well.
@dynamicMemberLookup
public struct DownloadRequest: Sendable, Hashable, Codable {
    /// The addresses of one and the same file, the first tried first; never empty.
    public var urls: [String]

    public var checksum: Checksum?

    /// A name a person chose for this file: used as it is.
    public var outputName: String?

    private var shared = Self.usual

    /// Those of a new request, in one allocation for all.
    private static let usual = Shared(Options())

    public init(urls: [String]) {
        self.urls = urls
    }

    /// What is mostly the same for all tasks of a list.
    public var options: Options {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    // Inlined, since the optimiser then sees which member is meant: a key path that is followed at run time costs a hundred times as much.
    @inlinable
    public subscript<Value>(dynamicMember member: WritableKeyPath<Options, Value>) -> Value {
        get { options[keyPath: member] }
        _modify { yield &options[keyPath: member] }
    }

    /// Keeps its options in one place with those of another request, if they are the same.
    public mutating func share(with other: DownloadRequest) {
        if shared == other.shared { shared = other.shared }
    }

    /// Everything about a request that is not about its one file.
    public struct Options: Sendable, Hashable {
        public var method = "GET"

        /// The body of a POST, at most 1 MiB.
        public var body: [UInt8]?
        public var headers: [HeaderField] = []
        public var referer: String?
        public var userAgent: String?
        public var credentials: Credentials?
        public var usesNetrc = false
        public var cookieFile: String?
        public var proxy: String?
        public var certificateAuthorities: String?
        public var isInsecure = false

        /// The name template of this task; nil for the session's.
        public var outputTemplate: String?

        /// Where to publish, when not in the session's documents directory: an absolute path.
        public var directory: String?

        public var maximumConnections = 8

        /// The task's own limit in bytes a second; nil for none.
        public var rateLimit: Int64?

        /// A try that stays below this many bytes a second for `stallTimeout` is given up; 0 for off.
        public var lowestSpeed: Int64 = 0
        public var connectTimeout: Duration = .seconds(30)

        /// The longest time without a byte.
        public var stallTimeout: Duration = .seconds(60)

        /// The same of a program's request, against what its session says; nil for that (row 19).
        public var requestTimeout: Duration?
        public var retry = RetryPolicy.batch
        public var waitsForNetwork = false
        public var waitsForDisk = false
        public var requiresResume = false
        public var resumeWithoutValidator = ResumeWithoutValidator.never
        public var priority = Priority.normal
        public var startsPaused = false

        /// The program's own text for this task; opaque to Haul.
        public var taskDescription: String?

        /// What the program's library has to find again with the task; opaque to Haul, and shown to nobody.
        public var libraryData: String?

        /// The longest time of the whole task while it is neither paused nor ended; nil for no end (row 20).
        public var resourceTimeout: Duration?

        /// Nothing is fetched before this moment.
        public var earliestBegin: WallTime?

        /// It may wait for mains power and a free network (row 18).
        public var isDiscretionary = false
        public var allowsCellularAccess = true
        public var allowsExpensiveNetworkAccess = true
        public var allowsConstrainedNetworkAccess = true

        /// The statuses that are no error; nil takes every reply for the file.
        public var acceptableStatusCodes: Range<Int>? = 200..<300

        /// Connections of its session to one host; nil for the agent's limit.
        public var sessionConnectionsPerHost: Int?

        /// The length that the program expects, in bytes, for a look at the disk before the first byte.
        public var expectedBytes: Int64?

        /// A refusal for want of a name and a password is waited for, not a failure (row 6).
        public var waitsForCredentials = false

        /// The finished file waits in a folder of its session until the program takes it.
        public var isStaged = false

        /// The group whose caps it shares; nil for none.
        public var group: String?

        /// A program that is run when it has finished, with its arguments; nil for none.
        public var onFinish: [String]?

        public init() {}
    }
}

extension DownloadRequest {
    /// The request without credentials, headers, proxy and whatever else a server alone should see.
    public var withoutSecrets: DownloadRequest {
        var request = self
        request.urls = urls.map { Address($0)?.withoutUserInfo ?? $0 }
        // Mostly there are none, and the options stay in one place with those of the others.
        guard !request.headers.isEmpty || request.credentials != nil || request.proxy != nil else { return request }
        request.headers = []
        request.credentials = nil
        request.proxy = nil
        return request
    }
}

/// The order of waiting tasks.
public enum Priority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
    case low = -1
    case normal = 0
    case high = 1

    /// Says what was expected: scripts that speak to the agent read it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(Int.self)
        guard let priority = Priority(rawValue: number) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(number) is no priority; -1, 0 or 1 was expected")
        }
        self = priority
    }

    public static func < (left: Priority, right: Priority) -> Bool {
        left.rawValue < right.rawValue
    }
}
