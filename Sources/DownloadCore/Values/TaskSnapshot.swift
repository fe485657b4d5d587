/// All that a list, a dashboard or a script is shown of one task at one moment.
///
/// Texts that came from outside are as they came: whoever shows them makes them harmless first.
public struct TaskSnapshot: Sendable, Hashable, Codable, Identifiable {
    public var id: TaskID
    public var session: String

    /// The first address, without user name and password.
    public var url: String

    /// The address that the bytes come from after redirects, without user name and password; nil before the first reply.
    public var finalURL: String?

    /// The file's original name as far as it is known.
    public var name: String
    public var state: TaskState

    /// The length of the whole file; nil while it is unknown.
    public var total: Int64?

    /// Bytes of the file that are on disk.
    public var done: Int64

    /// Bytes a second, smoothed over about five seconds; nil while nothing moves.
    public var speed: Double?

    /// Bytes a second over the time this task was running.
    public var averageSpeed: Double?

    /// The time that is probably left; nil if it cannot be told.
    public var remaining: Duration?
    public var connections: Int
    public var maximumConnections: Int

    /// Whether a pause keeps what was fetched; nil while that is not known.
    public var isResumable: Bool?
    public var attempt: Int
    public var priority: Priority

    /// The place in the queue, counted from 1; nil for a task that is not queued.
    public var queuePosition: Int?

    /// What orders queued tasks of one priority; nil where only the places are known.
    public var queueOrder: Int64?

    /// Bytes that were fetched and thrown away.
    public var wasted: Int64
    public var checksum: Checksum?
    public var rateLimit: Int64?
    public var added: WallTime
    public var ended: WallTime?

    /// The running time so far, without pauses and waits.
    public var activeTime: Duration

    /// The ranges of the file that are there or being fetched, in order; empty unless somebody asked for details.
    public var pieces: [Piece]

    /// A stretch of the file for the piece map.
    public struct Piece: Sendable, Hashable, Codable {
        public enum Kind: String, Sendable, Hashable, Codable {
            case done, active
        }

        public var range: Range<Int64>
        public var kind: Kind

        public init(range: Range<Int64>, kind: Kind) {
            self.range = range
            self.kind = kind
        }
    }

    /// A person has started it whatever it was to wait for.
    public var isHurried = false

    /// The group whose caps it shares.
    public var group: String?

    /// What keeps a queued task from running; nil when only others go before it, and for all that are not queued.
    public var obstacle: Queue.Obstacle?

    public init(
        id: TaskID,
        session: String = "",
        url: String,
        finalURL: String? = nil,
        name: String,
        state: TaskState,
        total: Int64? = nil,
        done: Int64 = 0,
        speed: Double? = nil,
        averageSpeed: Double? = nil,
        remaining: Duration? = nil,
        connections: Int = 0,
        maximumConnections: Int = 8,
        isResumable: Bool? = nil,
        attempt: Int = 0,
        priority: Priority = .normal,
        queuePosition: Int? = nil,
        queueOrder: Int64? = nil,
        wasted: Int64 = 0,
        checksum: Checksum? = nil,
        rateLimit: Int64? = nil,
        added: WallTime = WallTime(seconds: 0),
        ended: WallTime? = nil,
        activeTime: Duration = .zero,
        pieces: [Piece] = []
    ) {
        self.id = id
        self.session = session
        self.url = url
        self.finalURL = finalURL
        self.name = name
        self.state = state
        self.total = total
        self.done = done
        self.speed = speed
        self.averageSpeed = averageSpeed
        self.remaining = remaining
        self.connections = connections
        self.maximumConnections = maximumConnections
        self.isResumable = isResumable
        self.attempt = attempt
        self.priority = priority
        self.queuePosition = queuePosition
        self.queueOrder = queueOrder
        self.wasted = wasted
        self.checksum = checksum
        self.rateLimit = rateLimit
        self.added = added
        self.ended = ended
        self.activeTime = activeTime
        self.pieces = pieces
    }
}
