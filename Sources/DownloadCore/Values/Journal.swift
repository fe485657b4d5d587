/// One thing that a program has to be told, kept until it has acknowledged it.
public struct JournalEntry: Sendable, Hashable, Codable {
    /// Numbered from 1 within the session, without holes, never again.
    public var number: Int64
    public var time: WallTime
    public var task: TaskID
    public var kind: Kind

    public init(number: Int64, time: WallTime, task: TaskID, kind: Kind) {
        self.number = number
        self.time = time
        self.task = task
        self.kind = kind
    }

    public enum Kind: Sendable, Hashable, Codable {
        /// The file is there; always followed by `completed` of the same task.
        case file(DeliveredFile)
        /// The last entry of a task; without a failure it ended well.
        case completed(Completion)
        /// The server wants a name and a password that nobody gave (row 6).
        case needsCredential(Failure)
    }
}

/// A finished file as a program gets it.
public struct DeliveredFile: Sendable, Hashable, Codable {
    public var file: FinishedFile

    /// The name that the server or the address suggests.
    public var suggestedName: String

    /// It lies in staging and is to be taken away; otherwise it has been published at the place that the request named.
    public var isStaged: Bool

    public init(file: FinishedFile, suggestedName: String, isStaged: Bool) {
        self.file = file
        self.suggestedName = suggestedName
        self.isStaged = isStaged
    }
}

/// How a task ended.
public struct Completion: Sendable, Hashable, Codable {
    /// Nil when it ended well; `cancelled` when somebody cancelled it.
    public var failure: Failure?
    public var cancellation: Cancellation?

    /// What a later task can go on with.
    public var ticket: ResumeTicket?
    public var bytes: Int64
    public var total: Int64?
    public var attempts: Int
    public var activeTime: Duration

    public init(
        failure: Failure?,
        cancellation: Cancellation? = nil,
        ticket: ResumeTicket? = nil,
        bytes: Int64,
        total: Int64?,
        attempts: Int,
        activeTime: Duration
    ) {
        self.failure = failure
        self.cancellation = cancellation
        self.ticket = ticket
        self.bytes = bytes
        self.total = total
        self.attempts = attempts
        self.activeTime = activeTime
    }

    /// Who cancelled a task (row 42).
    public enum Cancellation: String, Sendable, Hashable, Codable {
        /// The program, or a person with a command.
        case client
        /// The session was invalidated.
        case invalidated
    }
}

/// What resume data hold: which partial file of which agent goes on, and how the file on the server is recognised.
public struct ResumeTicket: Sendable, Hashable, Codable {
    /// The UUID of the agent's store.
    public var store: String
    public var task: TaskID
    public var url: String
    public var etag: String?
    public var lastModified: String?
    public var total: Int64?

    /// Bytes of the file that are there.
    public var offset: Int64

    public init(store: String, task: TaskID, url: String, etag: String?, lastModified: String?, total: Int64?, offset: Int64) {
        self.store = store
        self.task = task
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
        self.total = total
        self.offset = offset
    }
}
