/// Why something that was asked of a session or of the agent was not done.
public struct BackgroundSessionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of error it is.
    public let code: Code

    /// What happened and what to do about it, in a sentence or two for people.
    public let message: String

    /// With `Code.identifierInUse`: the process that holds the session, which may be this one.
    public let owner: Int32?

    /// Makes an error.
    public init(_ code: Code, _ message: String, owner: Int32? = nil) {
        self.code = code
        self.message = message
        self.owner = owner
    }

    /// The message.
    public var description: String { message }

    /// The kind of a `BackgroundSessionError`; values may be added.
    ///
    /// Negative raw values are those of Foundation's `NSURLError…` constants where one fits; positive ones have no counterpart there.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable {
        /// The stable number.
        public let rawValue: Int

        /// Makes a code of its stable number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Somebody is attached to a session with this identifier; `owner` says who (row 11).
        public static let identifierInUse = Code(rawValue: -996)
        /// The agent could not be started or reached, or the connection to it was lost for longer than the session's `requestTimeout`.
        public static let agentUnreachable = Code(rawValue: -997)
        /// Only http and https addresses can be downloaded (row 25).
        public static let unsupportedURL = Code(rawValue: -1002)

        /// An identifier has 1 to 255 bytes of UTF-8 and no zero byte (row 10).
        public static let invalidIdentifier = Code(rawValue: 1)
        /// The session has been invalidated.
        public static let invalidated = Code(rawValue: 2)
        /// These bytes are no resume data, or not of a version that this library knows (row 48).
        public static let invalidResumeData = Code(rawValue: 3)
        /// The file was only there until its event was acknowledged (row 35).
        public static let fileExpired = Code(rawValue: 4)
        /// A session's events have one reader.
        public static let eventsAlreadyRead = Code(rawValue: 5)
        /// The agent knows no such task, or none of this session.
        public static let unknownTask = Code(rawValue: 6)
        /// It makes no sense now: a task that has ended cannot be suspended.
        public static let refused = Code(rawValue: 7)
        /// Another program took the session over while this one could not be reached.
        public static let leaseLost = Code(rawValue: 8)
        /// A file of this name is there already, and it was not to be replaced.
        public static let fileExists = Code(rawValue: 9)
        /// The file could not be moved; it is still where it was.
        public static let cannotMoveFile = Code(rawValue: 10)
        /// The request cannot be sent as it is: its method, a header, its body or its destination.
        public static let invalidRequest = Code(rawValue: 11)
        /// Library and agent are of versions that do not understand each other, or the agent answered nonsense.
        public static let incompatibleAgent = Code(rawValue: 12)
        /// The agent could not store what was asked, as on a full disk.
        public static let cannotStore = Code(rawValue: 13)
        /// There is no such session.
        public static let unknownSession = Code(rawValue: 14)
    }
}
