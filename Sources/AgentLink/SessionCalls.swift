public import DownloadCore

/// Takes the lease of a session: from now on its journal comes over this connection, from the first entry that nobody has acknowledged.
///
/// The session is made when there is none. Fails with `in-use` while another living program holds it.
public struct AttachCall: AgentCall, Hashable {
    public static let method = "attach"

    public var session: SessionIdentifier
    public var configuration: SessionConfiguration

    /// The epoch of an earlier attachment of this same program, which the agent lost: it goes on under that number if nobody else came between.
    public var epoch: Int64?

    /// The last entry that this program has been given under that epoch; it is not sent again.
    public var seen: Int64?

    public init(session: SessionIdentifier, configuration: SessionConfiguration, epoch: Int64? = nil, seen: Int64? = nil) {
        self.session = session
        self.configuration = configuration
        self.epoch = epoch
        self.seen = seen
    }

    public struct Reply: Codable, Sendable, Hashable {
        public var epoch: Int64

        /// The last entry that waited at this moment: `didFinishEvents` is due when it is acknowledged.
        ///
        /// Equal to `acknowledged` when none waited.
        public var backlogThrough: Int64
        public var acknowledged: Int64

        /// This call made the session.
        public var isNew: Bool

        /// Other sessions whose names differ only in case or white space.
        public var nearMisses: [String]

        public init(epoch: Int64, backlogThrough: Int64, acknowledged: Int64, isNew: Bool, nearMisses: [String]) {
            self.epoch = epoch
            self.backlogThrough = backlogThrough
            self.acknowledged = acknowledged
            self.isNew = isNew
            self.nearMisses = nearMisses
        }
    }
}

/// Says that all entries up to a number have been dealt with; answered when that is durable.
///
/// Fails with `stale-lease` when another program has taken the session since.
public struct AcknowledgeCall: AgentCall, Hashable {
    public static let method = "acknowledge"
    public typealias Reply = NoReply

    public var session: SessionIdentifier
    public var epoch: Int64
    public var number: Int64

    public init(session: SessionIdentifier, epoch: Int64, number: Int64) {
        self.session = session
        self.epoch = epoch
        self.number = number
    }
}

/// Gives the lease back; the end of the connection does the same.
public struct DetachCall: AgentCall, Hashable {
    public static let method = "detach"
    public typealias Reply = NoReply

    public var session: SessionIdentifier
    public var epoch: Int64

    public init(session: SessionIdentifier, epoch: Int64) {
        self.session = session
        self.epoch = epoch
    }
}

/// Ends a session: it takes no new tasks, and goes when the last one has been acknowledged.
public struct InvalidateCall: AgentCall, Hashable {
    public static let method = "invalidate"
    public typealias Reply = NoReply

    public var session: SessionIdentifier
    public var epoch: Int64

    /// Whether its tasks are cancelled.
    public var cancels: Bool

    public init(session: SessionIdentifier, epoch: Int64, cancels: Bool) {
        self.session = session
        self.epoch = epoch
        self.cancels = cancels
    }
}

/// An entry of the journal, for the holder of the lease.
public struct EntryNotice: AgentNotice, Hashable {
    public static let method = "entry"

    public var session: SessionIdentifier
    public var epoch: Int64
    public var entry: JournalEntry

    public init(session: SessionIdentifier, epoch: Int64, entry: JournalEntry) {
        self.session = session
        self.epoch = epoch
        self.entry = entry
    }
}

/// News of a task that runs, for the holder of the lease; only the latest counts, and none of it is kept.
public struct ProgressNotice: AgentNotice, Hashable {
    public static let method = "progress"

    public var session: SessionIdentifier
    public var epoch: Int64
    public var task: TaskID
    public var done: Int64
    public var total: Int64?

    /// The transfer goes on from this offset; 0 when it had to start over.
    ///
    /// Nil for mere progress.
    public var resumedAt: Int64?

    public init(session: SessionIdentifier, epoch: Int64, task: TaskID, done: Int64, total: Int64?, resumedAt: Int64? = nil) {
        self.session = session
        self.epoch = epoch
        self.task = task
        self.done = done
        self.total = total
        self.resumedAt = resumedAt
    }
}

/// The program takes a staged file, or has taken it: so that one that vanished is known to be taken.
public struct ClaimCall: AgentCall, Hashable {
    public static let method = "claim"
    public typealias Reply = NoReply

    public enum Step: String, Codable, Sendable, Hashable {
        /// It is about to move the file.
        case begin
        /// It has moved it.
        case done
        /// It did not.
        case abandoned
    }

    public var task: TaskID
    public var step: Step

    public init(task: TaskID, step: Step) {
        self.task = task
        self.step = step
    }
}

/// A launched program has dealt with its events, or dropped its launch without saying so.
public struct LaunchEndedCall: AgentCall, Hashable {
    public static let method = "launch-ended"
    public typealias Reply = NoReply

    public var session: SessionIdentifier

    /// What the agent put into the environment of the program.
    public var token: String
    public var isComplete: Bool

    public init(session: SessionIdentifier, token: String, isComplete: Bool) {
        self.session = session
        self.token = token
        self.isComplete = isComplete
    }
}

/// Lists all sessions.
public struct SessionsCall: AgentCall, Hashable {
    public static let method = "sessions"

    public init() {}

    public struct Reply: Codable, Sendable, Hashable {
        public var sessions: [SessionSummary]

        public init(sessions: [SessionSummary]) {
            self.sessions = sessions
        }
    }
}
