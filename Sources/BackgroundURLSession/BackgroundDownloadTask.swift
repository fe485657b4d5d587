import BackgroundTransfer
public import Foundation
public import FoundationNetworking
import Synchronization

/// A download that the agent owns.
///
/// Every member is overridden: the superclass would ask a session of its own kind, and this task has none.
public final class BackgroundDownloadTask: URLSessionDownloadTask, @unchecked Sendable {
    // Unchecked as its superclass is: its own members are constants, a lock, and a `Progress`, which locks itself.

    private let identifier: Int
    private let engine: SessionEngine
    private let facts: Mutex<TaskFacts>
    private let ownProgress = Progress(totalUnitCount: -1)

    init(_ identifier: Int, _ facts: TaskFacts, _ engine: SessionEngine) {
        self.identifier = identifier
        self.facts = Mutex(facts)
        self.engine = engine
        super.init()
        ownProgress.cancellationHandler = { [weak self] in self?.cancel() }
        ownProgress.pausingHandler = { [weak self] in self?.suspend() }
        ownProgress.resumingHandler = { [weak self] in self?.resume() }
    }

    func withFacts<Result>(_ body: (inout TaskFacts) -> sending Result) -> sending Result {
        facts.withLock { body(&$0) }
    }

    // MARK: - What it is

    /// A number that is never used again within the session.
    public override var taskIdentifier: Int { identifier }

    /// What the program asked for; of a task of an earlier process without header fields, since the agent gives no secrets back.
    public override var originalRequest: URLRequest? { withFacts { $0.originalRequest } }

    /// The same with the address after redirects.
    public override var currentRequest: URLRequest? { withFacts { $0.currentRequest } }

    /// The newest reply, as one to a request for the whole file.
    public override var response: URLResponse? { withFacts { $0.response } }

    /// Why it failed, from `didCompleteWithError` on.
    public override var error: (any Error)? { withFacts { $0.error } }

    /// Where it stands; a task that waits by itself is `running`.
    public override var state: URLSessionTask.State { withFacts { $0.state } }

    /// The bytes of the file that are there.
    public override var countOfBytesReceived: Int64 { withFacts { $0.received } }

    /// The length of the file; 0 before anything is known, -1 when the server does not tell it.
    public override var countOfBytesExpectedToReceive: Int64 { withFacts { $0.expected } }

    /// The length of the body of a `POST`.
    public override var countOfBytesExpectedToSend: Int64 { withFacts { Int64($0.originalRequest?.httpBody?.count ?? 0) } }

    /// Not told by the agent: the length of the body once there is a reply.
    public override var countOfBytesSent: Int64 {
        withFacts { $0.response == nil ? 0 : Int64($0.originalRequest?.httpBody?.count ?? 0) }
    }

    /// How far it is, in bytes; cancelling and pausing it cancel and suspend the task.
    public override var progress: Progress { ownProgress }

    /// Always nil: the tasks of a background session have its delegate.
    public override var delegate: (any URLSessionTaskDelegate)? {
        get { nil }
        set { if newValue != nil { Misuse.stop("A task of a background session cannot have a delegate; give one to the session.") } }
    }

    // MARK: - What the program may set

    /// The program's own text; kept by the agent.
    public override var taskDescription: String? {
        get { withFacts { $0.taskDescription } }
        set {
            var changes = TaskChanges()
            changes.taskDescription = newValue ?? ""
            change(changes) { $0.taskDescription = newValue }
        }
    }

    /// The place among waiting tasks: below, at, or above 0.5.
    public override var priority: Float {
        get { withFacts { $0.priority } }
        set {
            var changes = TaskChanges()
            (changes.priority, changes.libraryData) = withFacts { facts in
                facts.priority = newValue
                return (facts.downloadPriority(isBackground: engine.isBackground), facts.label(identifier).text)
            }
            change(changes) { _ in }
        }
    }

    /// Nothing is fetched before this moment; it can be set later, but not taken away.
    public override var earliestBeginDate: Date? {
        get { withFacts { $0.earliestBeginDate } }
        set {
            var changes = TaskChanges()
            changes.earliestBeginDate = newValue
            change(changes) { $0.earliestBeginDate = newValue }
        }
    }

    /// The length that the program expects: lets the agent look whether the disk has room before the first byte.
    public override var countOfBytesClientExpectsToReceive: Int64 {
        get { withFacts { $0.clientExpects } }
        set { withFacts { $0.clientExpects = newValue } }
    }

    /// Kept in this process, and without effect.
    public override var countOfBytesClientExpectsToSend: Int64 {
        get { withFacts { $0.clientSends } }
        set { withFacts { $0.clientSends = newValue } }
    }

    private func change(_ changes: TaskChanges, _ apply: (inout TaskFacts) -> Void) {
        let isSubmitted = withFacts { facts in
            apply(&facts)
            return facts.isSubmitted && facts.state != .completed
        }
        // A task that has ended takes no changes any more, and nobody would read them.
        if isSubmitted { engine.ask(self) { try? await $0.change(changes) } }
    }

    // MARK: - What it does

    /// Starts the task, or takes one suspension back; nothing is sent before.
    ///
    /// On the main thread and outside Swift tasks it returns when the agent has stored the task: from then on that survives the program.
    public override func resume() {
        let (starts, isNew) = withFacts { facts in
            guard facts.state == .suspended, facts.suspensions > 0 else { return (false, false) }
            facts.suspensions -= 1
            guard facts.suspensions == 0 else { return (false, false) }
            facts.state = .running
            defer { facts.isSubmitted = true }
            return (true, !facts.isSubmitted)
        }
        guard starts else { return }
        if isNew { engine.submit(self) } else { engine.ask(self, waits: true) { try? await $0.resume() } }
    }

    /// Stops the transfer and keeps what was fetched; as many resumptions as suspensions let it go on.
    public override func suspend() {
        let stops = withFacts { facts in
            guard facts.state == .running || facts.state == .suspended else { return false }
            facts.suspensions += 1
            facts.state = .suspended
            return facts.suspensions == 1 && facts.isSubmitted
        }
        if stops { engine.ask(self, waits: true) { try? await $0.suspend() } }
    }

    /// Ends the task with the error `cancelled`; resume data are in it.
    public override func cancel() {
        stop { _ in }
    }

    /// Ends the task and hands over, on the delegate queue, what a later one can go on with; nil when there is nothing.
    public override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
        let handler = Handed(call: completionHandler)
        stop { [engine] data in engine.enqueue { handler.call(data) } }
    }

    private func stop(_ done: @escaping @Sendable (Data?) -> Void) {
        let (cancels, isNew, data) = withFacts { facts in
            guard facts.state == .running || facts.state == .suspended else { return (false, false, Data?.none) }
            facts.state = .canceling
            defer { facts.isSubmitted = true }
            return (true, !facts.isSubmitted, facts.resumeData)
        }
        guard cancels else { return done(nil) }
        guard !isNew else {
            // The agent never heard of it; what it was to go on with is as good as before.
            engine.complete(self, URLError(.cancelled, "cancelled", originalRequest?.url, resumeData: data))
            return done(data)
        }
        engine.ask(self, waits: true, otherwise: { done(nil) }) { remote in
            // A task that has ended meanwhile has its completion on the way.
            let data = try? await remote.cancelByProducingResumeData()
            done(data?.dataRepresentation)
        }
    }

    // MARK: - What it is told

    func update(received: Int64, expected: Int64) {
        withFacts { facts in
            facts.received = received
            facts.expected = expected
        }
        ownProgress.totalUnitCount = expected
        ownProgress.completedUnitCount = received
    }

    func update(_ status: DownloadStatus) {
        let (received, expected) = withFacts { facts in
            facts.apply(status)
            return (facts.received, facts.expected)
        }
        if expected != 0 { ownProgress.totalUnitCount = expected }
        ownProgress.completedUnitCount = received
    }

    /// Marks its end.
    func end(_ error: URLError?) {
        withFacts { facts in
            facts.state = .completed
            facts.error = error
        }
        // Whoever watches the progress waits for an end that is one.
        if error == nil, ownProgress.totalUnitCount <= 0 {
            ownProgress.totalUnitCount = max(ownProgress.completedUnitCount, 1)
            ownProgress.completedUnitCount = ownProgress.totalUnitCount
        }
    }
}

extension URLSessionDownloadTask {
    /// Ends the task and returns what a later one can go on with; nil when there is nothing.
    @discardableResult
    public func cancelByProducingResumeData() async -> Data? {
        await withCheckedContinuation { continuation in cancel { continuation.resume(returning: $0) } }
    }
}

/// A closure of the program that is called once, by an operation of the delegate queue: as the superclass promises for a closure that is not `Sendable`.
private struct Handed: @unchecked Sendable {
    let call: (Data?) -> Void
}
