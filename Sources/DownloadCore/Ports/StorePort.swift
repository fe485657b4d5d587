/// How sure the store must be before it says that something is written.
public enum Durability: Sendable, Hashable {
    /// It survives a loss of power: commands, intents, terminal states.
    case full
    /// It survives the end of the process: progress.
    case normal
}

/// What keeps the tasks of one session, or of all sessions of an agent.
public protocol TaskStore: Sendable {
    /// The next task numbers; they are never given again.
    func reserveIDs(_ count: Int) async throws(Failure) -> ClosedRange<Int64>

    /// Writes new or changed rows, and the lifecycle events that go with them, in one transaction.
    func save(_ records: [TaskRecord], events: [Event], durability: Durability) async throws(Failure)

    /// The rows of all tasks that have not ended, in the order of the queue.
    func load() async throws(Failure) -> [TaskRecord]

    /// The rows of all tasks of a run, ended or not, by id.
    func loadAll(run: Int64) async throws(Failure) -> [TaskRecord]

    /// The highest number that a stored event has; 0 without any. Whoever numbers events goes on from here.
    func lastSequence() async throws(Failure) -> UInt64

    /// Removes rows for good; their numbers are never given again.
    func remove(_ tasks: [TaskID]) async throws(Failure)

    /// The run that is open, if one is.
    func openRun() async throws(Failure) -> Int64?

    /// Begins a run, or closes the open one.
    func beginRun(at time: WallTime) async throws(Failure) -> Int64
    func closeRun(_ run: Int64) async throws(Failure)
}
