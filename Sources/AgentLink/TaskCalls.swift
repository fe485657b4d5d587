public import DownloadCore

/// Queues tasks; answered with their numbers, in order, when they are stored.
///
/// The session's configuration fills in what a request leaves open. Fails with `unknown-session`, `invalidated`, or `unsupported-url`.
public struct AddCall: AgentCall, Hashable {
    public static let method = "add"

    public var session: SessionIdentifier
    public var requests: [DownloadRequest]

    /// Made by the client, unique for this call: the same token again, as after a lost connection, queues nothing and is answered with the same numbers.
    public var token: String?

    public init(session: SessionIdentifier, requests: [DownloadRequest], token: String? = nil) {
        self.session = session
        self.requests = requests
        self.token = token
    }

    public struct Reply: Codable, Sendable, Hashable {
        public var tasks: [TaskID]

        public init(tasks: [TaskID]) {
            self.tasks = tasks
        }
    }
}

/// Queues a task that goes on with what an earlier one left; without its partial file it starts over.
public struct AddResumingCall: AgentCall, Hashable {
    public static let method = "add-resuming"

    public var session: SessionIdentifier
    public var ticket: ResumeTicket

    /// What the new task asks for; nil for what the earlier one did.
    public var request: DownloadRequest?

    /// What is different in the new task.
    public var changes: RequestChanges?

    /// As in `AddCall`.
    public var token: String?

    public init(session: SessionIdentifier, ticket: ResumeTicket, request: DownloadRequest? = nil, token: String? = nil) {
        self.session = session
        self.ticket = ticket
        self.request = request
        self.token = token
    }

    public struct Reply: Codable, Sendable, Hashable {
        public var task: TaskID

        /// Where it goes on; 0 when it starts over.
        public var offset: Int64

        public init(task: TaskID, offset: Int64) {
            self.task = task
            self.offset = offset
        }
    }
}

/// Cancels a task and keeps its partial file for a later one.
public struct CancelProducingCall: AgentCall, Hashable {
    public static let method = "cancel-producing-resume-data"

    public var task: TaskID

    public init(task: TaskID) {
        self.task = task
    }

    public struct Reply: Codable, Sendable, Hashable {
        /// Nil when nothing could be kept: no bytes, or a server that gives nothing to recognise the file by.
        public var ticket: ResumeTicket?

        public init(ticket: ResumeTicket?) {
            self.ticket = ticket
        }
    }
}

/// Lists tasks, in the order of their numbers, a page at a time.
public struct TasksCall: AgentCall, Hashable {
    public static let method = "tasks"

    /// Nil for those of all sessions.
    public var session: SessionIdentifier?

    /// Whether those that have ended are among them.
    public var includesEnded: Bool

    /// Only those behind this one.
    public var after: TaskID?

    /// At most so many; the agent may send fewer and a `next`.
    public var limit: Int?

    /// Only these; the other conditions hold as well.
    public var ids: [TaskID]?

    /// Only those whose last entry of the journal has not been acknowledged, whether they have ended or not (row 67).
    public var onlyUnacknowledged: Bool?

    public init(
        session: SessionIdentifier? = nil,
        includesEnded: Bool = false,
        after: TaskID? = nil,
        limit: Int? = nil,
        ids: [TaskID]? = nil,
        onlyUnacknowledged: Bool? = nil
    ) {
        self.session = session
        self.includesEnded = includesEnded
        self.after = after
        self.limit = limit
        self.ids = ids
        self.onlyUnacknowledged = onlyUnacknowledged
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            session: try container.decodeIfPresent(SessionIdentifier.self, forKey: .session),
            includesEnded: try container.decodeIfPresent(Bool.self, forKey: .includesEnded) ?? false,
            after: try container.decodeIfPresent(TaskID.self, forKey: .after),
            limit: try container.decodeIfPresent(Int.self, forKey: .limit),
            ids: try container.decodeIfPresent([TaskID].self, forKey: .ids),
            onlyUnacknowledged: try container.decodeIfPresent(Bool.self, forKey: .onlyUnacknowledged)
        )
    }

    public struct Reply: Codable, Sendable, Hashable {
        public var tasks: [TaskInfo]

        /// Where the next page begins: the `after` of the next call; nil when this was the last one.
        public var next: TaskID?

        public init(tasks: [TaskInfo], next: TaskID?) {
            self.tasks = tasks
            self.next = next
        }
    }
}

/// Shows all that is known of a task.
///
/// Fails with `unknown-task`.
public struct ShowCall: AgentCall, Hashable {
    public static let method = "show"

    public var task: TaskID

    /// Of its latest events so many are wanted, at most 200; nil for 50.
    public var events: Int?

    public init(task: TaskID, events: Int? = nil) {
        self.task = task
        self.events = events
    }

    public struct Reply: Codable, Sendable, Hashable {
        public var task: TaskInfo

        /// Without anything secret.
        public var request: DownloadRequest
        public var representation: Representation?

        /// The latest last.
        public var events: [EventInfo]

        /// Tries in a row that brought nothing.
        public var failures: Int

        /// Bytes on the disk that a loss of power does not touch.
        public var durable: Int64

        /// The newest entry of the journal has not been acknowledged.
        public var isUndelivered: Bool

        /// The status of the newest reply.
        public var httpStatus: Int?

        /// Where the file is to go, and the name that it is to have there; nil once it is there, and for a name of which only the moment is missing.
        public var saveFolder: String?
        public var saveName: String?

        /// Fields of its header, as far as they are kept; nil for those that `representation` was read from.
        public var responseHeaders: [HeaderField]?

        public init(
            task: TaskInfo,
            request: DownloadRequest,
            representation: Representation?,
            events: [EventInfo],
            failures: Int,
            durable: Int64,
            isUndelivered: Bool,
            httpStatus: Int? = nil,
            responseHeaders: [HeaderField]? = nil
        ) {
            self.task = task
            self.request = request
            self.representation = representation
            self.events = events
            self.failures = failures
            self.durable = durable
            self.isUndelivered = isUndelivered
            self.httpStatus = httpStatus
            self.responseHeaders = responseHeaders
        }
    }
}

/// Carries out a command on tasks; answered when their states have changed and are stored.
public struct ControlCall: AgentCall, Hashable {
    public static let method = "control"

    public enum Command: String, Codable, Sendable, Hashable, CaseIterable {
        case pause, resume, cancel, retry, remove
        /// Runs a waiting task at once, before all others.
        case startNow = "start-now"
    }

    public var command: Command

    /// Nil for all tasks that the command fits.
    public var tasks: [TaskID]?

    /// With `tasks` nil: only those of this session.
    public var session: SessionIdentifier?

    public init(_ command: Command, tasks: [TaskID]?, session: SessionIdentifier? = nil) {
        self.command = command
        self.tasks = tasks
        self.session = session
    }

    public struct Reply: Codable, Sendable, Hashable {
        /// The tasks that changed.
        public var changed: [TaskID]

        /// The others, with a sentence each.
        public var refused: [Refusal]

        public init(changed: [TaskID], refused: [Refusal]) {
            self.changed = changed
            self.refused = refused
        }
    }

    public struct Refusal: Codable, Sendable, Hashable {
        public var task: TaskID
        public var reason: String

        public init(task: TaskID, reason: String) {
            self.task = task
            self.reason = reason
        }
    }
}

/// Changes what a task asks for or how it is treated; members that are nil stay as they are.
public struct EditCall: AgentCall, Hashable {
    public static let method = "edit"
    public typealias Reply = NoReply

    public var task: TaskID

    /// A new address keeps the data if the file is the same.
    public var url: String?

    /// Further addresses of the same file; they replace all.
    public var mirrors: [String]?

    /// Replaces all.
    public var headers: [HeaderField]?
    public var outputName: String?
    public var outputTemplate: String?

    /// `TYPE=HEX`.
    public var checksum: String?
    public var priority: Priority?

    /// Bytes a second; 0 for no limit.
    public var rateLimit: Int64?

    /// Answers a task that waits for a name and a password.
    public var credentials: Credentials?

    /// What a program may change.
    public var changes: RequestChanges?

    public init(task: TaskID) {
        self.task = task
    }
}

/// Moves a task within the queue.
public struct MoveCall: AgentCall, Hashable {
    public static let method = "move"
    public typealias Reply = NoReply

    public enum Place: String, Codable, Sendable, Hashable, CaseIterable {
        case up, down, top, bottom
    }

    public var task: TaskID
    public var place: Place

    public init(task: TaskID, place: Place) {
        self.task = task
        self.place = place
    }
}

/// Switches the alternative limit of all tasks together on or off.
public struct AlternativeLimitCall: AgentCall, Hashable {
    public static let method = "limit-alternative"
    public typealias Reply = NoReply

    public var isOn: Bool

    public init(isOn: Bool) {
        self.isOn = isOn
    }
}

/// Says what the machine is to do when all downloads are done, or asks what is set.
public struct WhenDoneCall: AgentCall, Hashable {
    public static let method = "when-done"

    /// `suspend`, `poweroff` or `off`; nil only asks.
    public var action: String?

    public init(action: String? = nil) {
        self.action = action
    }

    public struct Reply: Codable, Sendable, Hashable {
        /// What is set now.
        public var action: String

        public init(action: String) {
            self.action = action
        }
    }
}

/// Sets the limit of all tasks together, until the agent ends.
public struct LimitCall: AgentCall, Hashable {
    public static let method = "limit"
    public typealias Reply = NoReply

    /// Bytes a second; nil for none.
    public var rate: Int64?

    public init(rate: Int64?) {
        self.rate = rate
    }
}
