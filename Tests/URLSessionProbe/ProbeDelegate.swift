import BackgroundURLSession
import Foundation
import Synchronization

/// Says what it is told.
final class ProbeDelegate: NSObject, URLSessionDownloadDelegate, BackgroundURLSessionDelegate, Sendable {
    struct Orders {
        /// Cancels each task for later when its first bytes have come, and writes the resume data into the folder.
        var pauses = false

        /// Takes a while over each call.
        var isSlow = false

        /// Dies with a file in hand.
        var dies = false
        var credential: URLCredential?
        var completionHandler: (@Sendable () -> Void)?

        /// It has said that it is over.
        var isOver = false
    }

    let folder: String
    private let orders = Mutex(Orders())

    init(_ folder: String) {
        self.folder = folder
    }

    func set(_ change: (inout Orders) -> Void) {
        orders.withLock { change(&$0) }
    }

    func keep(_ completionHandler: @escaping @Sendable () -> Void) {
        set { $0.completionHandler = completionHandler }
    }

    func say(_ event: String, _ more: [String: Any] = [:]) {
        let line = more.merging(["event": event]) { $1 }
        guard let json = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes]) else { return }
        // To a file and not to standard output: a process that the agent starts has none.
        guard let log = FileHandle(forWritingAtPath: folder + "/probe.log") else { return }
        log.seekToEndOfFile()
        log.write(json + Data("\n".utf8))
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        say("wrote", ["total": Int(totalBytesWritten), "expected": Int(totalBytesExpectedToWrite)])
        let (pauses, isSlow) = orders.withLock { ($0.pauses, $0.isSlow) }
        if isSlow { Thread.sleep(forTimeInterval: 0.2) }
        if pauses {
            let file = folder + "/resume-data"
            downloadTask.cancel { data in try? data?.write(to: URL(fileURLWithPath: file)) }
        }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        say("resumed", ["total": Int(fileOffset), "expected": Int(expectedTotalBytes)])
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        let status = (downloadTask.response as? HTTPURLResponse)?.statusCode ?? 0
        let place = folder + "/\(downloadTask.taskDescription ?? "file")"
        // One is left where it is, to see that it goes.
        if downloadTask.taskDescription != "left" {
            do { try FileManager.default.moveItem(atPath: location.path, toPath: place) } catch { say("lost", ["message": "\(error)"]) }
        }
        say("file", ["path": location.path, "status": status, "message": downloadTask.taskDescription ?? ""])
        if orders.withLock(\.dies) { kill(getpid(), SIGKILL) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let code = (error as? URLError)?.code.rawValue ?? 0
        let data = (error as? URLError)?.downloadTaskResumeData?.count ?? 0
        say("complete", ["task": task.taskIdentifier, "code": code, "total": data, "message": task.taskDescription ?? ""])
        leave(session, except: task)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        say("challenge", ["message": challenge.protectionSpace.host])
        let credential = orders.withLock(\.credential)
        completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        say("redirection")
        completionHandler(nil)
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        say("finished-events")
        let handler = orders.withLock { orders in
            defer { orders.completionHandler = nil }
            return orders.completionHandler
        }
        handler?()
        if handler != nil { leave(session, except: nil) }
    }

    private func leave(_ session: URLSession, except ended: URLSessionTask?) {
        session.getAllTasks { tasks in
            guard tasks.allSatisfy({ $0 === ended }) else { return }
            // The last completion and the end of the events may both find nothing left to do.
            let isFirst = self.orders.withLock { orders in
                defer { orders.isOver = true }
                return !orders.isOver
            }
            guard isFirst else { return }
            self.say("over")
            session.finishTasksAndInvalidate()
        }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        say("invalid", ["code": (error as? URLError)?.code.rawValue ?? 0])
        exit(0)
    }
}
