import BackgroundTransfer
import BackgroundURLSession
import DownloadCore
import FakeAgent
import Foundation
import Synchronization
import TestSupport

/// A fake agent, and a program in Apple's words that uses it.
struct Bench {
    let agent: FakeAgent
    let access: AgentAccess
    let folder: TemporaryFolder

    init() throws {
        agent = FakeAgent()
        access = AgentAccess(agent)
        folder = try TemporaryFolder()
    }

    func session(
        named identifier: String = "app",
        _ delegate: (any URLSessionDelegate)?,
        queue: OperationQueue? = nil,
        _ configure: (BackgroundURLSessionConfiguration) -> Void = { _ in }
    ) -> BackgroundURLSession {
        let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
        configuration.timeoutIntervalForRequest = 20
        configure(configuration)
        return BackgroundURLSession(configuration, delegate: delegate, delegateQueue: queue, access)
    }

    /// Ends a session's program, as far as the agent can see it: what it has not been told waits for the next one.
    func next() -> Bench {
        agent.breakConnections()
        return Bench(agent: agent, access: AgentAccess(agent), folder: folder)
    }

    private init(agent: FakeAgent, access: AgentAccess, folder: TemporaryFolder) {
        self.agent = agent
        self.access = access
        self.folder = folder
    }

    /// A staged file.
    func file(_ name: String) throws -> String {
        let path = folder.path + "/" + name
        try Data("0123456789".utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The newest request that the agent has.
    var requests: [DownloadCore.DownloadRequest] {
        agent.state.withLock { state in state.tasks.sorted { $0.key < $1.key }.map(\.value.request) }
    }
}

/// Notes what it is told.
final class Listener: NSObject, URLSessionDownloadDelegate, BackgroundURLSessionDelegate, Sendable {
    struct Heard {
        var words: [String] = []
        var error: URLError?
        var credential: URLCredential?
        var challenges = 0
        var answers = true
        var response: HTTPURLResponse?
        var isFileThere: Bool?
        var tasks: [URLSessionTask] = []
        var queues: Set<String> = []
    }

    let heard = Mutex(Heard())

    var words: [String] { heard.withLock(\.words) }

    private func note(_ word: String, _ task: URLSessionTask? = nil) {
        heard.withLock { heard in
            heard.words.append(word)
            heard.queues.insert(OperationQueue.current?.name ?? "-")
            if let task { heard.tasks.append(task) }
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        note("wrote \(bytesWritten) \(totalBytesWritten) \(totalBytesExpectedToWrite)", downloadTask)
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        note("resumed \(fileOffset) \(expectedTotalBytes)", downloadTask)
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        heard.withLock { heard in
            heard.isFileThere = FileManager.default.fileExists(atPath: location.path)
            heard.response = downloadTask.response as? HTTPURLResponse
        }
        note("file", downloadTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        heard.withLock { $0.error = error as? URLError }
        note("complete \((error as? URLError)?.code.rawValue ?? 0)", task)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        note("challenge \(challenge.protectionSpace.host)", task)
        let (credential, answers) = heard.withLock { ($0.credential, $0.answers) }
        if answers { completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential) }
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        note("finished events")
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        note("invalid \((error as? URLError)?.code.rawValue ?? 0)")
    }
}

func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    return url
}
