import BackgroundTransfer
import Foundation
import FoundationNetworking
import Synchronization

/// What a session does behind its face: its attachment to the agent, its tasks, and the order of what is asked.
final class SessionEngine: Sendable {
    private struct State {
        /// The program need not keep its session: that lives until it is invalidated, and its delegate with it.
        var session: BackgroundURLSession?
        var delegate: (any URLSessionDelegate)?
        var attached: BackgroundSession?

        /// The session below holds its delegate weakly.
        var relay: Relay?
        var lastIdentifier = 0
        var isInvalidating = false

        /// Why there is no session any more, or never was one.
        var end: URLError?
    }

    let configuration: BackgroundSession.Configuration
    let isBackground: Bool
    let book = TaskBook()
    private let access: AgentAccess
    private let outbox = Outbox()
    private let state = Mutex(State())

    init(_ configuration: BackgroundURLSessionConfiguration, _ access: AgentAccess) {
        self.configuration = configuration.core()
        isBackground = configuration.networkServiceType == .background
        self.access = access
    }

    var delegate: (any URLSessionDelegate)? { state.withLock { $0.delegate } }

    // MARK: - Beginning and end

    /// Attaches to the agent, behind everything that the program does meanwhile.
    func start(_ session: BackgroundURLSession, _ delegate: (any URLSessionDelegate)?) {
        state.withLock { state in
            state.session = session
            state.delegate = delegate
        }
        guard Shelf.shared.place(self, access) else {
            let identifier = configuration.identifier
            let why = "This process has a background session with the identifier '\(identifier)' already; keep one and use it everywhere."
            Notes.write(why)
            return outbox.post { await self.end(URLError(.backgroundSessionInUseByAnotherProcess, why, nil)) }
        }
        outbox.post { await self.attach() }
    }

    private func attach() async {
        let patience = ContinuousClock.now.advanced(by: configuration.requestTimeout)
        while true {
            do {
                // Without a delegate nobody is there to be told: the events wait.
                let relay = delegate == nil ? nil : Relay(self)
                let session = try await BackgroundSession(configuration: configuration, delegate: relay, access: access)
                state.withLock { state in
                    state.attached = session
                    state.relay = relay
                }
                return await lookAround(session)
            } catch let error as BackgroundSessionError where error.mayPass && ContinuousClock.now < patience {
                try? await Task.sleep(for: .milliseconds(100))
            } catch {
                let reason = error as? BackgroundSessionError ?? BackgroundSessionError(.agentUnreachable, "\(error)")
                Notes.write("The background session '\(configuration.identifier)' could not be made: \(reason.message)")
                return await end(URLError(reason))
            }
        }
    }

    /// Finds the tasks of earlier processes, and asks again for passwords that those were asked for and did not give.
    private func lookAround(_ session: BackgroundSession) async {
        for remote in (try? await session.tasks) ?? [] {
            guard let (task, status) = await book.find(remote, self, refreshing: true), let status else { continue }
            if status.waitReason == .authentication { await challenge(task, remote) }
        }
    }

    /// The session is over: the last thing that its delegate is told, and both are let go.
    func end(_ error: URLError?) async {
        let isFirst = state.withLock { state in
            defer { if state.end == nil { state.end = error ?? URLError(.cancelled, Misuse.invalidated, nil) } }
            return state.end == nil
        }
        guard isFirst else { return }
        if let error {
            // What the agent has goes on, and can be found by a later session; what it has not can only fail.
            for task in book.all where task.withFacts({ $0.remote == nil && $0.isSubmitted && $0.state != .completed }) {
                await finish(task, error)
            }
        }
        // The delegate may make the next session with this identifier at once.
        Shelf.shared.remove(self, access)
        await tell { session, delegate in delegate.urlSession(session, didBecomeInvalidWithError: error) }
        letGo()
    }

    /// Lets go of everything: the lease is given back, and transfers go on.
    func letGo() {
        Shelf.shared.remove(self, access)
        outbox.close()
        state.withLock { state in
            state.session = nil
            state.delegate = nil
            state.attached = nil
            state.relay = nil
        }
    }

    func invalidate(cancels: Bool) {
        let isFirst = state.withLock { state in
            defer { state.isInvalidating = true }
            return !state.isInvalidating
        }
        for task in book.all where task.withFacts({ !$0.isSubmitted }) {
            if cancels {
                task.cancel()
            } else {
                // It may still be resumed, but not be given to an invalidated session.
                task.withFacts { $0.isSubmitted = true }
                submit(task)
            }
        }
        guard isFirst || cancels else { return }
        outbox.postAndWait {
            guard let session = self.attached else { return }
            // Unreachable now, the agent is out of reach for `didBecomeInvalidWithError` as well, which says so.
            if cancels { try? await session.invalidateAndCancel() } else { try? await session.finishTasksAndInvalidate() }
            if self.delegate == nil { await self.end(nil) }
        }
    }

    // MARK: - Tasks

    private var attached: BackgroundSession? { state.withLock { $0.attached } }

    /// A new task, suspended and known to this process only.
    func makeTask(_ facts: TaskFacts) -> BackgroundDownloadTask {
        let identifier = state.withLock { state in
            guard !state.isInvalidating else { Misuse.stop(Misuse.invalidated) }
            // By the clock: never used before in this session, by whatever process, and known without asking the agent.
            state.lastIdentifier = max(state.lastIdentifier + 1, Int(Date().timeIntervalSince1970 * 1e6))
            return state.lastIdentifier
        }
        let task = BackgroundDownloadTask(identifier, facts, self)
        book.add(task)
        return task
    }

    /// Gives a new task to the agent, with all that the program has set by then in one step.
    func submit(_ task: BackgroundDownloadTask) {
        task.withFacts { $0.pending += 1 }
        outbox.postAndWait {
            defer { task.withFacts { $0.pending -= 1 } }
            let facts = task.withFacts { $0 }
            let url = facts.originalRequest?.url
            guard let session = self.attached else {
                let end = self.state.withLock { $0.end }
                return self.complete(task, end ?? URLError(.backgroundSessionWasDisconnected, "no agent", url))
            }
            do {
                let remote = try await self.add(task, facts, to: session)
                task.withFacts { $0.remote = remote }
                self.book.know(remote, task)
            } catch let error as BackgroundSessionError {
                self.complete(task, URLError(error, url))
            } catch {
                self.complete(task, URLError(.unknown, "\(error)", url))
            }
        }
    }

    private func add(_ task: BackgroundDownloadTask, _ facts: TaskFacts, to session: BackgroundSession) async throws -> DownloadTask {
        let identifier = task.taskIdentifier
        guard let data = facts.resumeData else {
            guard let request = DownloadRequest(facts, identifier: identifier, isBackground: isBackground) else {
                throw BackgroundSessionError(.unsupportedURL, "A request needs an http or https address.")
            }
            return try await session.download(request)
        }
        var changes = TaskChanges()
        changes.taskDescription = facts.taskDescription ?? ""
        changes.priority = facts.downloadPriority(isBackground: isBackground)
        changes.earliestBeginDate = facts.earliestBeginDate
        changes.libraryData = facts.label(identifier).text
        let remote = try await session.download(resumingWith: ResumeData(dataRepresentation: data), changes)
        // The earlier task may have been made suspended, and this one not, or the other way round.
        if facts.state == .suspended { try await remote.suspend() } else { try await remote.resume() }
        return remote
    }

    /// Asks something for a task that has been submitted.
    ///
    /// - Parameters:
    ///   - task: Whose.
    ///   - waits: Whether the program is held up until it is done, where that is harmless.
    ///   - otherwise: What is done when the agent has no such task.
    ///   - question: What is asked.
    func ask(
        _ task: BackgroundDownloadTask,
        waits: Bool = false,
        otherwise: @escaping @Sendable () -> Void = {},
        _ question: @escaping @Sendable (DownloadTask) async -> Void
    ) {
        task.withFacts { $0.pending += 1 }
        let letter: @Sendable () async -> Void = {
            defer { task.withFacts { $0.pending -= 1 } }
            guard let remote = task.withFacts({ $0.remote }) else { return otherwise() }
            await question(remote)
        }
        if waits { outbox.postAndWait(letter) } else { outbox.post(letter) }
    }

    /// Ends a task that the agent does not have.
    func complete(_ task: BackgroundDownloadTask, _ error: URLError) {
        Task { await finish(task, error) }
    }

    private func finish(_ task: BackgroundDownloadTask, _ error: URLError) async {
        task.end(error)
        await tell { session, delegate in
            (delegate as? any URLSessionTaskDelegate)?.urlSession(session, task: task, didCompleteWithError: error)
        }
        book.forget(task)
    }

    /// All tasks whose end has not been told, on the delegate queue.
    func list(_ done: @escaping @Sendable ([BackgroundDownloadTask]) -> Void) {
        outbox.post {
            // Out of reach the agent has nothing to add to what is known.
            for remote in (try? await self.attached?.tasks) ?? [] { _ = await self.book.find(remote, self, refreshing: true) }
            let tasks = self.book.all
            self.enqueue { done(tasks) }
        }
    }

    // MARK: - The delegate

    /// Does something on the delegate queue; anywhere, when the session is gone.
    func enqueue(_ work: @escaping @Sendable () -> Void) {
        if let queue = state.withLock({ $0.session?.delegateQueue }) { queue.addOperation(work) } else { work() }
    }

    /// Tells the delegate something on its queue, and waits until it has dealt with it.
    func tell(_ call: @escaping @Sendable (BackgroundURLSession, any URLSessionDelegate) -> Void) async {
        let (heldSession, heldDelegate) = state.withLock { ($0.session, $0.delegate) }
        guard let session = heldSession, let delegate = heldDelegate else { return }
        await withCheckedContinuation { continuation in
            session.delegateQueue.addOperation {
                call(session, delegate)
                continuation.resume()
            }
        }
    }

    /// Gives the agent a name and a password.
    func provide(_ credential: DownloadCredential, for remote: DownloadTask) async {
        // Refused or out of reach, the task waits on, and a later session is asked again.
        try? await attached?.provide(credential, for: remote)
    }
}

extension BackgroundSessionError {
    /// Whether making a session may succeed a little later.
    fileprivate var mayPass: Bool {
        switch code {
        case .agentUnreachable: true
        // The session before this one has told its delegate that it is over, and is just being taken down.
        case .identifierInUse: owner == ProcessInfo.processInfo.processIdentifier
        default: false
        }
    }
}
