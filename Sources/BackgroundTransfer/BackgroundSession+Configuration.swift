internal import DownloadCore
public import FoundationEssentials

extension BackgroundSession {
    /// How a session works.
    ///
    /// A value: a session keeps the one it was made with, and each task the one it was added under (row 23).
    public struct Configuration: Sendable, Hashable, Codable {
        /// The name under which the program finds its session again: 1 to 255 bytes without a zero byte.
        ///
        /// Two identifiers are the same only byte for byte; nothing is trimmed, folded or normalised (rows 7 to 10).
        public let identifier: String

        /// Whether tasks may wait for mains power, a free network and a quiet machine (row 18); for large transfers without hurry.
        public var isDiscretionary = false

        /// The longest time without a byte.
        ///
        /// When it is over the agent tries again by itself (row 19). It is also how long the agent may be out of reach before `events` gives up.
        public var requestTimeout = Duration.seconds(60)

        /// The longest time for a whole task, counted over all its tries while the machine runs and the task is not suspended (row 20).
        public var resourceTimeout = Duration.seconds(604_800)

        /// Whether tasks may use a mobile network (row 21).
        public var allowsCellularAccess = true

        /// Whether tasks may use a network that costs by volume (row 22).
        public var allowsExpensiveNetworkAccess = true

        /// Whether tasks may run while the person saves data (row 22).
        public var allowsConstrainedNetworkAccess = true

        /// How many connections to one host all tasks of the session may have together.
        public var maximumConnectionsPerHost = 6

        /// Header fields of all requests, to the host of the task's own address only.
        public var additionalHeaders: [String: String] = [:]

        /// The statuses that are no error; nil takes every reply for the file.
        public var acceptableStatusCodes: Range<Int>? = 200..<300

        /// When faults that may pass are tried again.
        public var retryPolicy = RetryPolicy.automatic

        /// The folder in which finished files wait for the program; nil for the agent's own.
        ///
        /// On the file system of their later place, taking a file is a rename and not a copy (row 36).
        public var stagingDirectory: URL?

        /// Whether files that were not taken are kept for a day after the acknowledgement and listed, or removed at once (row 39).
        public var retainsUnclaimedFiles = true

        /// Whether `launchCommand` is run (row 51).
        public var sendsLaunchEvents = true

        /// The program that is started when events wait and nobody is attached; nil for none.
        public var launchCommand: LaunchCommand?

        /// How long a started program may go on after its events were delivered before its launch counts as abandoned (row 66).
        public var launchGrace = Duration.seconds(30)

        /// Makes a configuration with the defaults.
        ///
        /// The identifier is looked at when a session is made of it.
        public init(identifier: String) {
            self.identifier = identifier
        }
    }
}

extension BackgroundSession.Configuration {
    func core() throws -> SessionConfiguration {
        var core = SessionConfiguration()
        core.isDiscretionary = isDiscretionary
        core.requestTimeout = requestTimeout
        core.resourceTimeout = resourceTimeout
        core.allowsCellularAccess = allowsCellularAccess
        core.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
        core.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        core.maximumConnectionsPerHost = max(maximumConnectionsPerHost, 1)
        core.additionalHeaders = try HeaderField.all(of: additionalHeaders)
        core.acceptableStatusCodes = acceptableStatusCodes
        core.retry = retryPolicy.core
        if let stagingDirectory { core.stagingDirectory = try stagingDirectory.checkedPath("A stagingDirectory") }
        core.retainsUnclaimedFiles = retainsUnclaimedFiles
        core.sendsLaunchEvents = sendsLaunchEvents
        if let launchCommand {
            guard let program = launchCommand.arguments.first, !program.isEmpty else {
                throw BackgroundSessionError(.invalidRequest, "A launchCommand needs at least the name of a program.")
            }
            core.launchCommand = launchCommand.core
        }
        core.launchGrace = launchGrace
        return core
    }
}

extension HeaderField {
    /// The fields in the order of their names, so that equal dictionaries make equal requests.
    static func all(of headers: [String: String]) throws -> [HeaderField] {
        try headers.sorted { $0.key < $1.key }.map { name, value in
            guard let field = HeaderField(parsing: "\(name): \(value)"), field.name == name else {
                throw BackgroundSessionError(.invalidRequest, "This cannot stand in a header field: \(name)")
            }
            return field
        }
    }
}

extension URL {
    /// The absolute path of a file URL.
    func checkedPath(_ what: String) throws -> String {
        guard isFileURL else {
            throw BackgroundSessionError(.invalidRequest, "\(what) must be a file URL, and this is none: \(absoluteString)")
        }
        let path = absoluteURL.path(percentEncoded: false)
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw BackgroundSessionError(.invalidRequest, "\(what) must be an absolute path: \(absoluteString)")
        }
        return path
    }
}
