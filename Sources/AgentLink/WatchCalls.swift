public import DownloadCore

/// Asks for news over this connection; takes no lease and changes nothing for others.
public struct WatchCall: AgentCall, Hashable {
    public static let method = "watch"

    /// Nil for all sessions.
    public var session: SessionIdentifier?

    /// `event` notices: what happened, progress among it.
    public var wantsEvents: Bool

    /// `changes` notices: tasks as they are now, each only as often as it can be shown.
    public var wantsChanges: Bool

    /// A `list` notice when the list has changed, only as often as it can be shown.
    public var wantsList: Bool?

    /// The shortest time between two `list` notices in milliseconds, 50 to 60,000; nil for 200.
    public var listPause: Int?

    /// Events after this number come first, as far as they are still kept; nil for those from now on.
    public var after: UInt64?

    public init(
        session: SessionIdentifier? = nil,
        wantsEvents: Bool = false,
        wantsChanges: Bool = false,
        wantsList: Bool? = nil,
        listPause: Int? = nil,
        after: UInt64? = nil
    ) {
        self.session = session
        self.wantsEvents = wantsEvents
        self.wantsChanges = wantsChanges
        self.wantsList = wantsList
        self.listPause = listPause
        self.after = after
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            session: try container.decodeIfPresent(SessionIdentifier.self, forKey: .session),
            wantsEvents: try container.decodeIfPresent(Bool.self, forKey: .wantsEvents) ?? false,
            wantsChanges: try container.decodeIfPresent(Bool.self, forKey: .wantsChanges) ?? false,
            wantsList: try container.decodeIfPresent(Bool.self, forKey: .wantsList),
            listPause: try container.decodeIfPresent(Int.self, forKey: .listPause),
            after: try container.decodeIfPresent(UInt64.self, forKey: .after)
        )
    }

    public struct Reply: Codable, Sendable, Hashable {
        /// The number of the newest event.
        public var sequence: UInt64

        public init(sequence: UInt64) {
            self.sequence = sequence
        }
    }
}

/// Something happened; for those who watch.
public struct EventNotice: AgentNotice, Hashable {
    public static let method = "event"

    public var event: EventInfo

    public init(event: EventInfo) {
        self.event = event
    }
}

/// Tasks as they are now; for those who watch.
public struct ChangesNotice: AgentNotice, Hashable {
    public static let method = "changes"

    public var tasks: [TaskInfo]
    public var removed: [TaskID]

    public init(tasks: [TaskInfo], removed: [TaskID]) {
        self.tasks = tasks
        self.removed = removed
    }
}
