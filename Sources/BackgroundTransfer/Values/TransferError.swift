/// Why a task failed: the error that `didComplete` carries.
public struct TransferError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of error it is.
    public let code: Code

    /// What happened, in a few words for people.
    public let message: String

    /// The status of the reply, where it was the reply that made the task fail.
    public let httpStatusCode: Int?

    /// What a later task can go on with: of a cancelled task and of a failed one alike (rows 43, 44).
    ///
    /// Nil when nothing is there to go on with, or the server gave nothing to recognise the file by.
    public let resumeData: ResumeData?

    /// With `Code.cancelled`: who cancelled the task, or what.
    public let cancellationReason: CancellationReason?

    /// Makes an error.
    public init(
        _ code: Code,
        message: String,
        httpStatusCode: Int? = nil,
        resumeData: ResumeData? = nil,
        cancellationReason: CancellationReason? = nil
    ) {
        self.code = code
        self.message = message
        self.httpStatusCode = httpStatusCode
        self.resumeData = resumeData
        self.cancellationReason = cancellationReason
    }

    /// The message.
    public var description: String { message }

    /// Why a task was cancelled.
    public struct CancellationReason: RawRepresentable, Sendable, Hashable, Codable {
        /// The stable name.
        public let rawValue: String

        /// Makes a reason of its stable name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The program called `cancel()`, or a person used a command or the dashboard.
        public static let client = CancellationReason(rawValue: "client")
        /// The session was invalidated with `invalidateAndCancel()`.
        public static let sessionInvalidated = CancellationReason(rawValue: "invalidated")
        /// The agent was told to give up all work.
        public static let agentStopped = CancellationReason(rawValue: "agent-stopped")
        /// The machine lacks what the task needs, as disk space that does not come.
        public static let insufficientResources = CancellationReason(rawValue: "insufficient-resources")
    }
}

extension TransferError {
    /// The kind of a `TransferError`; values may be added.
    ///
    /// Negative raw values are those of Foundation's `NSURLError…` constants of the same name; positive ones have no counterpart there.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        /// The stable number.
        public let rawValue: Int

        /// Makes a code of its stable number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Something that has no code of its own: the message says what.
        public static let unknown = Code(rawValue: -1)
        /// The task was cancelled; `cancellationReason` says by whom.
        public static let cancelled = Code(rawValue: -999)
        /// The session's `resourceTimeout` is over, or the server was silent for too long and no retry was left.
        public static let timedOut = Code(rawValue: -1001)
        /// Neither http nor https.
        public static let unsupportedURL = Code(rawValue: -1002)
        /// The name of the host could not be resolved.
        public static let cannotFindHost = Code(rawValue: -1003)
        /// The connection was cut or could not be made.
        public static let networkConnectionLost = Code(rawValue: -1005)
        /// Too many redirects, or one to an address that is not allowed.
        public static let httpTooManyRedirects = Code(rawValue: -1007)
        /// The server is overloaded.
        public static let resourceUnavailable = Code(rawValue: -1008)
        /// There is no network.
        public static let notConnectedToInternet = Code(rawValue: -1009)
        /// The status of the reply is none of the session's `acceptableStatusCodes`; `httpStatusCode` has it.
        public static let badServerResponse = Code(rawValue: -1011)
        /// The server wants a name and a password, or did not accept them.
        public static let userAuthenticationRequired = Code(rawValue: -1013)
        /// The server answered without a file.
        public static let zeroByteResource = Code(rawValue: -1014)
        /// The reply makes no sense.
        public static let cannotParseResponse = Code(rawValue: -1017)
        /// The server has no such file.
        public static let fileDoesNotExist = Code(rawValue: -1100)
        /// The server's certificate or its encryption was not accepted.
        public static let secureConnectionFailed = Code(rawValue: -1200)
        /// A file or a folder could not be made.
        public static let cannotCreateFile = Code(rawValue: -3000)
        /// A file could not be opened.
        public static let cannotOpenFile = Code(rawValue: -3001)
        /// A file could not be written.
        public static let cannotWriteToFile = Code(rawValue: -3003)

        /// The file has another digest than the request's `expectedDigest`.
        public static let digestMismatch = Code(rawValue: 1)
        /// The file changed on the server while it was fetched.
        public static let resourceChanged = Code(rawValue: 2)
        /// The disk is full.
        public static let diskFull = Code(rawValue: 3)
        /// The server cannot continue a partial download.
        public static let cannotResume = Code(rawValue: 4)
    }
}
