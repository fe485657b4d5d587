/// What is to be shown of a session: for lists, the dashboard and `haul doctor`.
public struct SessionSummary: Sendable, Hashable, Codable {
    public var identifier: SessionIdentifier

    /// Who consumes its events now.
    public var holder: Int32?
    public var epoch: Int64

    /// Entries of the journal that nobody has acknowledged.
    public var waitingEvents: Int
    public var tasks: Int
    public var launchCommand: [String]?
    public var launch: LaunchState

    /// Bytes on disk that partial files of tasks that have ended hold.
    public var heldByPartials: Int64

    /// Finished files that wait to be taken.
    public var stagedFiles: Int
    public var lastFailure: Failure?
    public var isInvalidated: Bool

    public init(
        identifier: SessionIdentifier,
        holder: Int32? = nil,
        epoch: Int64 = 0,
        waitingEvents: Int = 0,
        tasks: Int = 0,
        launchCommand: [String]? = nil,
        launch: LaunchState = .idle,
        heldByPartials: Int64 = 0,
        stagedFiles: Int = 0,
        lastFailure: Failure? = nil,
        isInvalidated: Bool = false
    ) {
        self.identifier = identifier
        self.holder = holder
        self.epoch = epoch
        self.waitingEvents = waitingEvents
        self.tasks = tasks
        self.launchCommand = launchCommand
        self.launch = launch
        self.heldByPartials = heldByPartials
        self.stagedFiles = stagedFiles
        self.lastFailure = lastFailure
        self.isInvalidated = isInvalidated
    }

    /// Where the launch of a session's program stands.
    public enum LaunchState: String, Sendable, Hashable, Codable {
        case idle
        /// The program was started and has not completed.
        case running
        /// A launch is due later, since the last ones came too close together.
        case delayed
        /// The last launch could not be started or was abandoned.
        case failed
    }
}
