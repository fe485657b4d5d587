internal import AgentLink
internal import DownloadCore

/// A handle to a task of the agent: small, to be copied and compared freely.
///
/// Letting go of it has no effect on the task. Two handles are equal when they mean the same task.
public struct DownloadTask: Sendable, Hashable, Identifiable {
    /// The number of a task: never used again within its session (row 69).
    public struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        /// The number, positive.
        public let rawValue: Int

        /// Makes an identifier of a number that was stored.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Orders tasks by their creation.
        public static func < (left: ID, right: ID) -> Bool {
            left.rawValue < right.rawValue
        }

        /// The number in digits.
        public var description: String { String(rawValue) }

        init(_ id: TaskID) {
            rawValue = Int(id.rawValue)
        }

        var core: TaskID { TaskID(rawValue: Int64(rawValue)) }
    }

    /// The task's number.
    public let id: ID

    private let session: SessionIdentifier
    private let caller: AgentCaller

    init(id: ID, session: SessionIdentifier, caller: AgentCaller) {
        self.id = id
        self.session = session
        self.caller = caller
    }

    /// Whether both mean the same task.
    public static func == (left: DownloadTask, right: DownloadTask) -> Bool {
        left.id == right.id && left.session == right.session
    }

    /// Hashes what makes tasks equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(session)
    }

    /// All that is known of the task now.
    ///
    /// - Throws: `BackgroundSessionError`: `unknownTask` once the agent has forgotten it, or `agentUnreachable`.
    public var status: DownloadStatus {
        get async throws { DownloadStatus(try await caller.ask(ShowCall(task: id.core, events: 0))) }
    }

    /// Lets a suspended task go on; without effect on one that is not suspended.
    ///
    /// - Throws: `BackgroundSessionError`: `refused` for a task that has ended, `unknownTask`, or `agentUnreachable`.
    public func resume() async throws {
        try await control(.resume) { $0 != .paused }
    }

    /// Stops the transfer and keeps what was fetched, also over restarts of the agent and the machine; without effect on a suspended task (row 49).
    ///
    /// - Throws: `BackgroundSessionError`: `refused` for a task that has ended, `unknownTask`, or `agentUnreachable`.
    public func suspend() async throws {
        try await control(.pause) { $0 == .paused }
    }

    /// Ends the task; its `didComplete` comes with `TransferError.Code.cancelled`.
    ///
    /// Without effect on a task that has ended.
    ///
    /// - Throws: `BackgroundSessionError`: `unknownTask` or `agentUnreachable`.
    public func cancel() async throws {
        try await control(.cancel) { _ in false }
    }

    /// Ends the task and keeps what was fetched for a later one.
    ///
    /// - Returns: what `download(resumingWith:)` goes on with; nil when nothing was fetched, or when the server gave nothing to recognise the file by
    ///   (rows 46, 82). `didComplete` carries the same.
    /// - Throws: `BackgroundSessionError`: `refused` for a task that has ended, `unknownTask`, or `agentUnreachable`.
    @discardableResult
    public func cancelByProducingResumeData() async throws -> ResumeData? {
        try await caller.ask(CancelProducingCall(task: id.core)).ticket.flatMap { ResumeData($0) }
    }

    /// Changes what belongs to the program and not to the transfer.
    package func change(_ changes: TaskChanges) async throws {
        var call = EditCall(task: id.core)
        call.changes = changes.core
        _ = try await caller.ask(call)
    }

    /// Carries out a command; a refusal is no error where the task is already as it should be.
    private func control(_ command: ControlCall.Command, isThere: (TaskState.Kind) -> Bool) async throws {
        let reply = try await caller.ask(ControlCall(command, tasks: [id.core]))
        guard let refusal = reply.refused.first(where: { $0.task == id.core }) else { return }
        let state = try await caller.ask(ShowCall(task: id.core, events: 0)).task.snapshot.state
        guard !(state.isEnded ? command == .cancel : isThere(state.kind)) else { return }
        throw BackgroundSessionError(.refused, refusal.reason)
    }
}
