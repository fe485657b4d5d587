package import BackgroundTransfer
public import Foundation
public import FoundationNetworking

/// A session whose downloads go on when the program has ended: `URLSession` with a background configuration, for Linux.
///
/// Make one for each identifier and keep it; the next process makes it again, with the same identifier, and its delegate is told what happened in
/// between. The session and its delegate live until it is invalidated.
public final class BackgroundURLSession: URLSession, @unchecked Sendable {
    // Unchecked as its superclass is: its own members are constants.

    private let engine: SessionEngine
    private let ownConfiguration: BackgroundURLSessionConfiguration

    /// Makes a session without a delegate: its events wait for a later one.
    public convenience override init(configuration: URLSessionConfiguration) {
        self.init(configuration, delegate: nil, delegateQueue: nil, .standard)
    }

    /// Makes a session, and brings the events that wait for it.
    ///
    /// Returns at once. A session that cannot be made, for want of an agent or since another process has it, tells its delegate with
    /// `didBecomeInvalidWithError`, and standard error.
    ///
    /// - Parameters:
    ///   - configuration: One of `URLSessionConfiguration.background(withIdentifier:)`; it is copied.
    ///   - delegate: Held until the session is invalidated.
    ///   - queue: Where the delegate is called; nil for a serial queue of the session's own. The main queue needs a running main loop.
    public convenience override init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {
        self.init(configuration, delegate: delegate, delegateQueue: queue, .standard)
    }

    package init(
        _ configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?,
        _ access: AgentAccess
    ) {
        guard let given = configuration as? BackgroundURLSessionConfiguration else { Misuse.stop(Misuse.configuration) }
        let identifier = given.identifier ?? ""
        guard !identifier.isEmpty, identifier.utf8.count <= 255, !identifier.utf8.contains(0) else { Misuse.stop(Misuse.identifier) }
        ownConfiguration = given.duplicate()
        engine = SessionEngine(ownConfiguration, access)
        // The superclass only lends its delegate queue: it has no task and tells nothing.
        super.init(configuration: .default, delegate: nil, delegateQueue: queue)
        engine.start(self, delegate)
    }

    /// A copy of what the session was made with.
    public override var configuration: URLSessionConfiguration { ownConfiguration.shown() }

    /// The delegate; nil once the session is over.
    public override var delegate: (any URLSessionDelegate)? { engine.delegate }

    // MARK: - Tasks

    /// Makes a task, suspended: `resume()` starts it.
    public override func downloadTask(with url: URL) -> URLSessionDownloadTask {
        downloadTask(with: URLRequest(url: url))
    }

    /// Makes a task, suspended: `resume()` starts it.
    ///
    /// - Parameter request: A `GET`, or a `POST` with a body of at most 1 MiB.
    /// - Returns: the task, which this process alone knows until it is resumed.
    public override func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        if request.httpBodyStream != nil { Misuse.stop(Misuse.streams) }
        var facts = TaskFacts()
        facts.originalRequest = request
        facts.currentRequest = request
        return engine.makeTask(facts)
    }

    /// Makes a task that goes on where an earlier one stopped, suspended; with data that are none it fails when it is resumed.
    public override func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
        var facts = TaskFacts()
        facts.resumeData = resumeData
        facts.originalRequest = (try? ResumeData(dataRepresentation: resumeData))?.url.map { URLRequest(url: $0) }
        facts.currentRequest = facts.originalRequest
        return engine.makeTask(facts)
    }

    /// Hands over, on the delegate queue, all tasks whose end has not been told: those of earlier processes and those never resumed among them.
    public override func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        engine.list { completionHandler($0) }
    }

    /// Hands over all tasks, on the delegate queue: there are only downloads.
    public override func getTasksWithCompletionHandler(
        _ completionHandler: @escaping @Sendable ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) -> Void
    ) {
        engine.list { completionHandler([], [], $0) }
    }

    /// All tasks whose end has not been told.
    public var allTasks: [URLSessionTask] {
        get async { await withCheckedContinuation { continuation in getAllTasks { continuation.resume(returning: $0) } } }
    }

    /// All tasks whose end has not been told, by kind: there are only downloads.
    public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        get async { (.init(), .init(), await allTasks.compactMap { $0 as? URLSessionDownloadTask }) }
    }

    // MARK: - The end

    /// Ends the session when its tasks have ended; from now on making a task stops the program.
    public override func finishTasksAndInvalidate() {
        engine.invalidate(cancels: false)
    }

    /// Cancels all tasks and ends the session; from now on making a task stops the program.
    public override func invalidateAndCancel() {
        engine.invalidate(cancels: true)
    }

    /// What the end of the process does to a session, for tests that have one process only.
    package func detach() {
        engine.letGo()
    }

    // MARK: - What a background session does not have
    // The superclass would do it in this process, and it would end with that.

    /// Stops the program: a closure does not survive it.
    public override func downloadTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        Misuse.stop(Misuse.closures)
    }

    /// Stops the program: a closure does not survive it.
    public override func downloadTask(
        with url: URL,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        Misuse.stop(Misuse.closures)
    }

    /// Stops the program: a closure does not survive it.
    public override func downloadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        Misuse.stop(Misuse.closures)
    }

    /// Stops the program: there are no data tasks in the background.
    public override func dataTask(with request: URLRequest) -> URLSessionDataTask {
        Misuse.stop(Misuse.data)
    }

    /// Stops the program: there are no data tasks in the background.
    public override func dataTask(with url: URL) -> URLSessionDataTask {
        Misuse.stop(Misuse.data)
    }

    /// Stops the program: there are no data tasks in the background.
    public override func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        Misuse.stop(Misuse.data)
    }

    /// Stops the program: there are no data tasks in the background.
    public override func dataTask(
        with url: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        Misuse.stop(Misuse.data)
    }

    /// Stops the program: uploads are not there.
    public override func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        Misuse.stop(Misuse.uploads)
    }

    /// Stops the program: uploads are not there.
    public override func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
        Misuse.stop(Misuse.uploads)
    }

    /// Stops the program: a stream ends with it.
    public override func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
        Misuse.stop(Misuse.streams)
    }

    /// Stops the program: uploads are not there.
    public override func uploadTask(
        with request: URLRequest,
        fromFile fileURL: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        Misuse.stop(Misuse.uploads)
    }

    /// Stops the program: uploads are not there.
    public override func uploadTask(
        with request: URLRequest,
        from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        Misuse.stop(Misuse.uploads)
    }

    /// Stops the program: there are no WebSockets in the background.
    public override func webSocketTask(with url: URL) -> URLSessionWebSocketTask {
        Misuse.stop(Misuse.sockets)
    }

    /// Stops the program: there are no WebSockets in the background.
    public override func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask {
        Misuse.stop(Misuse.sockets)
    }

    /// Stops the program: there are no WebSockets in the background.
    public override func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
        Misuse.stop(Misuse.sockets)
    }
}
