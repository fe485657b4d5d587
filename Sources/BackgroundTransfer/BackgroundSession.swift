internal import AgentLink
internal import DownloadCore
public import FoundationEssentials

/// The tasks of a program that outlive the program, and the events that wait for it.
///
/// Making a session is attaching to it: the agent, a process of its own, keeps the tasks under the session's identifier and hands over what
/// happened while nobody was attached. One program at a time can be attached. Letting go of the session, or dying, detaches: the transfers go on,
/// and whoever makes a session with the same identifier next gets what has not been acknowledged.
public actor BackgroundSession {
    /// How the session was made.
    public nonisolated let configuration: Configuration

    /// What the session is told; for one reader, unless there is a delegate.
    ///
    /// The session stays attached for as long as this sequence is being read.
    public nonisolated let events: Events

    nonisolated let attachment: Attachment
    private let coreConfiguration: SessionConfiguration
    private var delegateLoop: Task<Void, Never>?

    /// Attaches to a session; its `events` are for the program to read.
    ///
    /// - Parameter configuration: How it works; it holds for tasks that are added from now on.
    /// - Throws: `BackgroundSessionError`: `invalidIdentifier`, `identifierInUse` with its `owner`, or `agentUnreachable`.
    public init(configuration: Configuration) async throws {
        try await self.init(configuration: configuration, delegate: nil, access: .standard)
    }

    /// Attaches to a session whose events go to a delegate, those that wait at once.
    ///
    /// - Parameters:
    ///   - configuration: How it works; it holds for tasks that are added from now on.
    ///   - delegate: Held weakly: the program has to keep it.
    /// - Throws: `BackgroundSessionError`: `invalidIdentifier`, `identifierInUse` with its `owner`, or `agentUnreachable`.
    public init(configuration: Configuration, delegate: any BackgroundSessionDelegate) async throws {
        try await self.init(configuration: configuration, delegate: delegate, access: .standard)
    }

    package init(
        configuration: Configuration,
        delegate: (any BackgroundSessionDelegate)? = nil,
        access: AgentAccess
    ) async throws {
        guard let identifier = SessionIdentifier(configuration.identifier) else {
            throw BackgroundSessionError(.invalidIdentifier, "A session's identifier has 1 to 255 bytes of UTF-8 and no zero byte.")
        }
        let core = try configuration.core()
        try await access.registry.reserve(identifier)
        let feed = EventFeed(identifier: identifier, configuration: core, connector: access.connector)
        do {
            let reply = try await feed.open()
            Hints.report(reply, for: identifier)
        } catch {
            access.registry.release(identifier)
            throw error
        }
        self.configuration = configuration
        coreConfiguration = core
        attachment = Attachment(feed, access.registry)
        events = Events(attachment: attachment)
        guard let delegate else { return }
        let loop = DelegateLoop(feed: feed)
        let (session, listener) = (WeakSession(self), WeakDelegate(delegate))
        delegateLoop = Task { await loop.run(session, listener) }
    }

    deinit {
        delegateLoop?.cancel()
    }

    /// The tasks that have not been acknowledged as complete, oldest first: also those that ended while nobody was attached (row 67).
    ///
    /// Asking has no effect on the events (row 59).
    public var tasks: [DownloadTask] {
        get async throws {
            var found: [DownloadTask] = []
            var after: TaskID?
            repeat {
                let call = TasksCall(session: attachment.feed.identifier, includesEnded: true, after: after, onlyUnacknowledged: true)
                let page = try await attachment.feed.caller.ask(call)
                found += page.tasks.map { attachment.task($0.id) }
                after = page.next
            } while after != nil
            return found
        }
    }

    /// Starts to download a file.
    ///
    /// - Returns: the task, when the agent has stored it: from then on it survives this program.
    /// - Throws: `BackgroundSessionError`: `unsupportedURL`, `invalidated`, `agentUnreachable`, or `cannotStore`.
    @discardableResult
    public func download(from url: URL) async throws -> DownloadTask {
        try await download(DownloadRequest(url: url))
    }

    /// Starts to download what a request describes.
    ///
    /// - Returns: the task, when the agent has stored it with all that the request holds: from then on it survives this program (row 69).
    /// - Throws: `BackgroundSessionError`: `unsupportedURL`, `invalidRequest`, `invalidated`, `agentUnreachable`, or `cannotStore`.
    @discardableResult
    public func download(_ request: DownloadRequest) async throws -> DownloadTask {
        try await checkValid()
        let wire = try request.core(coreConfiguration)
        // Should the connection break, the same token makes the agent answer with the task that it has made already.
        let call = AddCall(session: attachment.feed.identifier, requests: [wire], token: UUID().uuidString)
        let reply = try await attachment.feed.caller.ask(call)
        guard let id = reply.tasks.first, reply.tasks.count == 1 else {
            throw BackgroundSessionError(.incompatibleAgent, "The agent answered without the number of the task.")
        }
        return attachment.task(id)
    }

    /// Goes on where an earlier task stopped.
    ///
    /// - Parameter resumeData: Of an error, or of `cancelByProducingResumeData()`.
    /// - Returns: a new task, with the request of the earlier one. If what that left cannot be used, it starts over and says so with `didResume` at offset 0.
    /// - Throws: `BackgroundSessionError`: `invalidResumeData`, `invalidated`, `agentUnreachable`, or `cannotStore`.
    @discardableResult
    public func download(resumingWith resumeData: ResumeData) async throws -> DownloadTask {
        try await download(resumingWith: resumeData, nil)
    }

    /// The same for a task that differs from the earlier one.
    package func download(resumingWith resumeData: ResumeData, _ changes: TaskChanges?) async throws -> DownloadTask {
        try await checkValid()
        try await attachment.feed.whenAttached()
        var call = AddResumingCall(session: attachment.feed.identifier, ticket: resumeData.ticket, token: UUID().uuidString)
        call.changes = changes?.core
        return attachment.task(try await attachment.feed.caller.ask(call).task)
    }

    /// Gives the name and the password that a task waits for (row 6).
    ///
    /// - Parameters:
    ///   - credential: Stored by the agent for this task, and sent to the host of its address only.
    ///   - task: One that `didReceiveChallenge` named.
    /// - Throws: `BackgroundSessionError`: `unknownTask`, `refused`, or `agentUnreachable`.
    public func provide(_ credential: DownloadCredential, for task: DownloadTask) async throws {
        var call = EditCall(task: task.id.core)
        call.credentials = credential.core
        _ = try await attachment.feed.caller.ask(call)
    }

    /// Ends the session when its tasks have ended and their events have been acknowledged.
    ///
    /// From now on nothing can be added. `events` ends, or the delegate is told, when the last task has been dealt with.
    public func finishTasksAndInvalidate() async throws {
        try await attachment.feed.invalidate(cancels: false)
    }

    /// Cancels all tasks and ends the session when their last events have been acknowledged.
    public func invalidateAndCancel() async throws {
        try await attachment.feed.invalidate(cancels: true)
    }

    private func checkValid() async throws {
        guard await attachment.feed.isInvalidating else { return }
        throw BackgroundSessionError(.invalidated, "This session has been invalidated; make a new one.")
    }
}
