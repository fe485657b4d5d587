internal import AgentLink
internal import DownloadCore

/// A look at the agent: all sessions and all tasks, without attaching to anything.
///
/// It takes no session from the program that is attached, and consumes no events: for dashboards and lists (row 70).
public struct TransferAgent: Sendable {
    private let caller: AgentCaller
    private let access: AgentAccess

    /// Looks at the agent of this person; it is started by the first question if it does not run.
    public init() {
        self.init(access: .standard)
    }

    package init(access: AgentAccess) {
        self.access = access
        caller = AgentCaller(access.connector, patience: .seconds(10))
    }

    /// What a list shows of a session.
    public struct SessionSummary: Sendable, Hashable, Identifiable {
        /// The session's identifier.
        public let identifier: String

        /// The process that is attached; nil when nobody is.
        public let owner: Int32?

        /// Events that nobody has acknowledged.
        public let waitingEventCount: Int

        /// Tasks that have not ended.
        public let taskCount: Int

        /// Finished files that wait to be taken.
        public let stagedFileCount: Int

        /// Bytes on the disk that belong to resume data.
        public let partialByteCount: Int64

        /// The program that is started when events wait and nobody is attached.
        public let launchCommand: [String]?

        /// Whether the session has been invalidated and only waits for its last events to be acknowledged.
        public let isInvalidated: Bool

        /// The identifier.
        public var id: String { identifier }

        init(_ summary: DownloadCore.SessionSummary) {
            identifier = summary.identifier.text
            owner = summary.holder
            waitingEventCount = summary.waitingEvents
            taskCount = summary.tasks
            stagedFileCount = summary.stagedFiles
            partialByteCount = summary.heldByPartials
            launchCommand = summary.launchCommand
            isInvalidated = summary.isInvalidated
        }
    }

    /// What a list shows of a task.
    public struct TaskSummary: Sendable, Hashable, Identifiable {
        /// The task's number.
        public let id: DownloadTask.ID

        /// The identifier of its session.
        public let sessionIdentifier: String

        /// How it is; of its request only the address is known here.
        public let status: DownloadStatus

        /// Bytes a second; nil while nothing moves.
        public let bytesPerSecond: Double?

        init(_ info: TaskInfo) {
            id = DownloadTask.ID(info.id)
            sessionIdentifier = info.session
            status = DownloadStatus(info)
            bytesPerSecond = info.speed
        }
    }

    /// What changed.
    @nonexhaustive
    public enum Change: Sendable, Hashable {
        /// A task as it is now.
        case updated(TaskSummary)
        /// A task that is no longer kept.
        case removed(DownloadTask.ID)
    }

    /// All sessions.
    ///
    /// - Throws: `BackgroundSessionError.Code.agentUnreachable`.
    public func sessions() async throws -> [SessionSummary] {
        try await caller.ask(SessionsCall()).sessions.map { SessionSummary($0) }
    }

    /// Tasks, in the order of their creation.
    ///
    /// - Parameters:
    ///   - sessionIdentifier: Whose tasks; nil for those of all sessions.
    ///   - includesCompleted: Whether those that have ended are among them, as far as they are still kept.
    /// - Returns: what a list shows of each.
    /// - Throws: `BackgroundSessionError`: `invalidIdentifier`, `unknownSession` or `agentUnreachable`.
    public func tasks(in sessionIdentifier: String? = nil, includesCompleted: Bool = false) async throws -> [TaskSummary] {
        let session = try sessionIdentifier.map(checked)
        var found: [TaskSummary] = []
        var after: TaskID?
        repeat {
            let page = try await caller.ask(TasksCall(session: session, includesEnded: includesCompleted, after: after))
            found += page.tasks.map { TaskSummary($0) }
            after = page.next
        } while after != nil
        return found
    }

    /// Changes of tasks from now on; of each task only the latest that has not been read.
    ///
    /// - Parameter sessionIdentifier: Whose tasks; nil for those of all sessions.
    /// - Returns: a sequence for one reader, which ends with an error when the agent leaves or is lost.
    /// - Throws: `BackgroundSessionError`: `invalidIdentifier`, `unknownSession` or `agentUnreachable`.
    public func watch(_ sessionIdentifier: String? = nil) async throws -> AsyncThrowingStream<Change, any Error> {
        let session = try sessionIdentifier.map(checked)
        do throws(LinkError) {
            let connection = try await access.connector.connect()
            _ = try await connection.call(WatchCall(session: session, wantsChanges: true), timeout: .seconds(10))
            let changes = LatestChanges(connection)
            return AsyncThrowingStream { try await changes.next() }
        } catch {
            throw BackgroundSessionError(error)
        }
    }

    private func checked(_ identifier: String) throws -> SessionIdentifier {
        guard let session = SessionIdentifier(identifier) else {
            throw BackgroundSessionError(.invalidIdentifier, "A session's identifier has 1 to 255 bytes of UTF-8 and no zero byte.")
        }
        return session
    }
}
