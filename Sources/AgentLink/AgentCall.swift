/// A request to the agent: its parameters, the name of its method, and what is answered.
///
/// All requests are in this room's `Call…` files; `assets/protocol.md` describes them for people without Swift.
public protocol AgentCall: Codable, Sendable {
    associatedtype Reply: Codable & Sendable

    /// The JSON-RPC method.
    static var method: String { get }
}

/// A message of the agent that answers nothing.
public protocol AgentNotice: Codable, Sendable {
    static var method: String { get }
}

/// A reply without members.
public struct NoReply: Codable, Sendable, Hashable {
    public init() {}
}

/// The version of the link: what a client and an agent must agree on.
public enum LinkVersion {
    /// Raised when an older side could misunderstand a newer one.
    public static let current = 1
}

/// The first call of every connection; all else is refused before it.
public struct HelloCall: AgentCall, Hashable {
    public static let method = "hello"

    /// `LinkVersion.current` of the client.
    public var link: Int

    /// The client's name for the log, such as `haul list`.
    public var client: String

    /// The version of Haul that the client belongs to, such as `0.1.0`.
    public var version: String

    public init(link: Int = LinkVersion.current, client: String, version: String) {
        self.link = link
        self.client = client
        self.version = version
    }

    public struct Reply: Codable, Sendable, Hashable {
        public var link: Int
        public var version: String
        public var pid: Int32

        /// The UUID of the agent's store.
        public var store: String

        /// The documents directory.
        public var documents: String

        public init(link: Int, version: String, pid: Int32, store: String, documents: String) {
            self.link = link
            self.version = version
            self.pid = pid
            self.store = store
            self.documents = documents
        }
    }
}

/// Asks how the agent is.
public struct StatusCall: AgentCall, Hashable {
    public static let method = "status"

    public init() {}

    public struct Reply: Codable, Sendable, Hashable {
        public var version: String
        public var pid: Int32

        /// Seconds since it started.
        public var uptime: Double
        public var connections: Int
        public var tasks: [String: Int]
        public var documents: String
        public var freeSpace: Int64?

        /// Bytes a second of all tasks.
        public var speed: Double

        /// The limit of all tasks together, in bytes a second.
        public var rateLimit: Int64?

        /// Whether that is the alternative limit; nil from an agent that has none.
        public var isLimitAlternative: Bool?

        /// Where that limit comes from: `alternative`, `hand`, `schedule` or `configuration`; nil from an agent that does not tell.
        public var limitSource: String?

        /// With `schedule` the part of the week, such as `mon, fri 08:00-17:30`.
        public var limitWindow: String?

        /// `suspend` or `poweroff`, when the machine is to do that when all is done.
        public var whenDone: String?

        /// What is wrong with the configuration.
        public var problems: [String]

        /// Those of them that are no mistakes, and wait for another start of the agent; nil for none.
        public var pending: [String]?

        /// What opening the store told; nil from an agent that has it among the problems.
        public var storeProblems: [String]?

        /// What is wrong with the documents directory now.
        public var documentsProblem: String?

        /// Whether systemd started it.
        public var isService: Bool

        /// Nil from an agent that does not tell.
        public var conditions: ConditionsInfo?

        public init(
            version: String,
            pid: Int32,
            uptime: Double,
            connections: Int,
            tasks: [String: Int],
            documents: String,
            freeSpace: Int64?,
            speed: Double,
            rateLimit: Int64?,
            problems: [String],
            storeProblems: [String]? = nil,
            isService: Bool,
            conditions: ConditionsInfo? = nil
        ) {
            self.version = version
            self.pid = pid
            self.uptime = uptime
            self.connections = connections
            self.tasks = tasks
            self.documents = documents
            self.freeSpace = freeSpace
            self.speed = speed
            self.rateLimit = rateLimit
            self.problems = problems
            self.storeProblems = storeProblems
            self.isService = isService
            self.conditions = conditions
        }
    }
}

/// Asks the agent to end; answered when its state is written and nothing runs any more.
public struct StopCall: AgentCall, Hashable {
    public static let method = "stop"
    public typealias Reply = NoReply

    /// A newer program takes over: connected clients are told to connect again.
    public var handsOver: Bool

    public init(handsOver: Bool = false) {
        self.handsOver = handsOver
    }

    /// A message without members means what it says most simply.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(handsOver: try container.decodeIfPresent(Bool.self, forKey: .handsOver) ?? false)
    }
}

/// The agent is about to leave; the connection ends after it.
public struct GoodbyeNotice: AgentNotice, Hashable {
    public static let method = "goodbye"

    /// `stopped`, `idle` or `handover`.
    public var reason: String

    public init(reason: String) {
        self.reason = reason
    }
}
