/// How sure the store must be before it says that something is written.
public enum Durability: Sendable, Hashable {
    /// It survives a loss of power: commands, intents, terminal states.
    case full
    /// It survives the end of the process: progress.
    case normal
}

/// What one turn of the agent changes, all of it in one transaction.
public struct StoreChange: Sendable {
    /// New and changed tasks.
    public var records: [TaskRecord] = []

    /// Lifecycle events for the bounded history.
    public var events: [Event] = []

    /// New entries of journals.
    public var journal: [(session: SessionIdentifier, entry: JournalEntry)] = []

    /// New and changed sessions.
    ///
    /// Entries that they have acknowledged leave the journal.
    public var sessions: [SessionRecord] = []

    /// Sessions that are over, with their journals.
    public var endedSessions: [SessionIdentifier] = []

    /// New and changed files in staging, and those that left it.
    public var staged: [StagedFile] = []
    public var unstaged: [TaskID] = []

    /// Tasks that are removed for good; their numbers are never given again.
    public var removed: [TaskID] = []

    /// Runs of hooks that are to come, and the keys of those that are over.
    public var hooks: [HookOrder] = []
    public var endedHooks: [String] = []

    /// A limit that was set by hand holds no more.
    public var forgetsLimit = false

    public init() {}

    public var isEmpty: Bool {
        records.isEmpty && events.isEmpty && journal.isEmpty && sessions.isEmpty && endedSessions.isEmpty && staged.isEmpty
            && unstaged.isEmpty && removed.isEmpty && hooks.isEmpty && endedHooks.isEmpty && !forgetsLimit
    }
}

/// A finished file that waits for its program.
public struct StagedFile: Sendable, Hashable, Codable {
    public var task: TaskID
    public var session: SessionIdentifier
    public var path: String
    public var bytes: Int64

    /// The program has said that it is about to move it.
    public var isClaimed: Bool

    /// When it is removed, after its event was acknowledged and nobody took it; nil before.
    public var expires: WallTime?

    public init(
        task: TaskID,
        session: SessionIdentifier,
        path: String,
        bytes: Int64,
        isClaimed: Bool = false,
        expires: WallTime? = nil
    ) {
        self.task = task
        self.session = session
        self.path = path
        self.bytes = bytes
        self.isClaimed = isClaimed
        self.expires = expires
    }
}

/// The partial file of a task that has ended.
public struct KeptPart: Sendable, Hashable {
    public var task: TaskID
    public var session: SessionIdentifier?
    public var bytes: Int64
    public var ended: WallTime

    public init(task: TaskID, session: SessionIdentifier?, bytes: Int64, ended: WallTime) {
        self.task = task
        self.session = session
        self.bytes = bytes
        self.ended = ended
    }
}

/// What keeps the tasks of one session, or of all sessions of an agent.
public protocol TaskStore: Sendable {
    /// The next task numbers; they are never given again.
    func reserveIDs(_ count: Int) async throws(Failure) -> ClosedRange<Int64>

    /// Writes what a turn changed in one transaction.
    func save(_ change: StoreChange, durability: Durability) async throws(Failure)

    /// The rows of all tasks that have not ended, in the order of the queue.
    func load() async throws(Failure) -> [TaskRecord]

    /// The rows of all tasks of a run, ended or not, by id.
    func loadAll(run: Int64) async throws(Failure) -> [TaskRecord]

    /// The rows of these tasks as far as they are there, by id.
    func find(_ ids: [TaskID]) async throws(Failure) -> [TaskRecord]

    /// The highest number that a stored event has; 0 without any. Whoever numbers events goes on from here.
    func lastSequence() async throws(Failure) -> UInt64

    /// The run that is open, if one is.
    func openRun() async throws(Failure) -> Int64?

    /// Begins a run, or closes the open one.
    func beginRun(at time: WallTime) async throws(Failure) -> Int64
    func closeRun(_ run: Int64) async throws(Failure)

    // MARK: Sessions of programs

    func sessions() async throws(Failure) -> [SessionRecord]

    /// Entries of a session's journal behind a number, in order, at most so many.
    func journal(of session: SessionIdentifier, after number: Int64, limit: Int) async throws(Failure) -> [JournalEntry]

    /// The rows of tasks that have ended and whose last entry is still in a journal.
    func undelivered() async throws(Failure) -> [TaskRecord]

    func stagedFiles() async throws(Failure) -> [StagedFile]

    /// Tasks that have ended without a file and still have bytes on disk.
    func keptParts() async throws(Failure) -> [KeptPart]

    /// Runs of hooks that are not known to be over, in the order in which they came.
    func dueHooks() async throws(Failure) -> [HookOrder]
}

extension TaskStore {
    public func save(_ records: [TaskRecord], events: [Event], durability: Durability) async throws(Failure) {
        var change = StoreChange()
        change.records = records
        change.events = events
        try await save(change, durability: durability)
    }

    public func remove(_ tasks: [TaskID]) async throws(Failure) {
        var change = StoreChange()
        change.removed = tasks
        try await save(change, durability: .full)
    }
}
