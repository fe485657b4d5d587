import BackgroundTransfer
import Foundation
import FoundationNetworking

/// What is known of a task in this process.
struct TaskFacts: Sendable {
    var originalRequest: URLRequest?
    var currentRequest: URLRequest?
    var response: HTTPURLResponse?
    var received: Int64 = 0

    /// 0 before anything is known, -1 for a length that the server does not tell.
    var expected: Int64 = 0
    var clientExpects = NSURLSessionTransferSizeUnknown
    var clientSends = NSURLSessionTransferSizeUnknown
    var taskDescription: String?
    var priority = URLSessionTask.defaultPriority
    var earliestBeginDate: Date?

    /// What it goes on with.
    var resumeData: Data?
    var state = URLSessionTask.State.suspended
    var error: URLError?

    /// Suspensions and resumptions nest: 0 for a task that may run.
    var suspensions = 1

    /// Whether the agent has it or is being given it.
    var isSubmitted = false

    /// The agent's task, when it has it.
    var remote: DownloadTask?

    /// What was asked of the agent and is not done: until then this process knows better in which state the task is.
    var pending = 0

    /// What it ends with instead of what the agent says: it was cancelled for this.
    var verdict: URLError?

    /// What the agent keeps for this library.
    struct Label: Codable {
        var identifier: Int
        var priority: Float?
        var expects: Int64?

        var text: String? {
            (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
        }

        init(identifier: Int, priority: Float?, expects: Int64?) {
            self.identifier = identifier
            self.priority = priority
            self.expects = expects
        }

        init?(_ text: String?) {
            guard let text, let label = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
            guard label.identifier > 0 else { return nil }
            self = label
        }
    }

    /// The place among waiting tasks, of a session of the network service type `background` or not.
    func downloadPriority(isBackground: Bool) -> DownloadPriority {
        DownloadPriority(priority, isBackground: isBackground || originalRequest?.networkServiceType == .background)
    }

    func label(_ identifier: Int) -> Label {
        Label(identifier: identifier, priority: priority, expects: clientExpects > 0 ? clientExpects : nil)
    }

    /// Takes over what the agent says.
    mutating func apply(_ status: DownloadStatus) {
        received = status.progress.totalBytesWritten
        if status.httpStatusCode != nil || status.progress.totalBytesExpected != nil {
            expected = status.progress.totalBytesExpected ?? NSURLSessionTransferSizeUnknown
        }
        if originalRequest == nil {
            var request = URLRequest(url: status.request.url)
            request.httpMethod = status.request.method
            request.httpBody = status.request.body
            request.allowsCellularAccess = status.request.allowsCellularAccess
            if let timeout = status.request.requestTimeout { request.timeoutInterval = timeout.interval }
            originalRequest = request
        }
        currentRequest = originalRequest
        if let url = status.finalURL { currentRequest?.url = url }
        response = HTTPURLResponse(status) ?? response
        guard pending == 0, state != .canceling, state != .completed else { return }
        state = URLSessionTask.State(status.state)
        suspensions = state == .suspended ? max(suspensions, 1) : 0
    }
}

extension URLSessionTask.State {
    init(_ state: DownloadStatus.State) {
        self =
            switch state {
            case .suspended: .suspended
            // A task that waits goes on by itself: nothing that a program would have to resume.
            case .waiting, .running: .running
            case .canceling: .canceling
            case .completed: .completed
            }
    }
}

extension HTTPURLResponse {
    /// The newest reply; nil before there is one.
    convenience init?(_ status: DownloadStatus) {
        guard let code = status.httpStatusCode else { return nil }
        var fields = status.responseHeaders
        if let total = status.progress.totalBytesExpected, fields["Content-Length"] == nil { fields["Content-Length"] = String(total) }
        // The agent fetches a file in ranges, several at once: the reply to the program's one request is the whole.
        let shown = code == 206 ? 200 : code
        self.init(url: status.finalURL ?? status.request.url, statusCode: shown, httpVersion: "HTTP/1.1", headerFields: fields)
    }
}

extension DownloadRequest {
    /// The request of a task that is given to the agent.
    init?(_ facts: TaskFacts, identifier: Int, isBackground: Bool) {
        guard let request = facts.originalRequest, let url = request.url else { return nil }
        self.init(url: url)
        method = request.httpMethod ?? "GET"
        body = request.httpBody
        headers = request.allHTTPHeaderFields ?? [:]
        taskDescription = facts.taskDescription
        priority = facts.downloadPriority(isBackground: isBackground)
        earliestBeginDate = facts.earliestBeginDate
        // A request of which nothing was said has Foundation's 60 seconds, and nobody means 0: then the session's hold.
        requestTimeout = request.timeoutInterval == 60 || request.timeoutInterval <= 0 ? nil : .interval(request.timeoutInterval)
        allowsCellularAccess = request.allowsCellularAccess
        expectedByteCount = facts.clientExpects > 0 ? facts.clientExpects : nil
        startsSuspended = facts.state == .suspended
        libraryData = facts.label(identifier).text
    }
}

extension DownloadPriority {
    /// - Parameters:
    ///   - priority: From 0 to 1.
    ///   - isBackground: Whether session or request are of the network service type `background`.
    init(_ priority: Float, isBackground: Bool) {
        if priority < URLSessionTask.defaultPriority || isBackground {
            self = .low
        } else {
            self = priority > URLSessionTask.defaultPriority ? .high : .normal
        }
    }
}
