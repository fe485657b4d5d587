import BackgroundURLSession
import Foundation

/// Downloads videos with pause, resume, relaunch and a cold start that finds what is there.
///
/// Written as for iOS; see `PhotoFetcher` for what is different.
@MainActor
final class VideoManager: NSObject {
    static let shared = VideoManager()
    static let identifier = "com.example.video-manager"

    private var folder = URL(fileURLWithPath: "/")
    private var backgroundCompletionHandler: (() -> Void)?

    private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
        configuration.timeoutIntervalForRequest = 60
        configuration.allowsCellularAccess = true
        configuration.launchThisProgram(with: [folder.path, "events"])
        // The main queue: this class lives there.
        return BackgroundURLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    }()

    /// Attaches: events that waited come now, and tasks of earlier processes are found.
    func start(in folder: URL, then: @escaping @MainActor () -> Void) {
        self.folder = folder
        session.getAllTasks { tasks in
            MainActor.assumeIsolated {
                for task in tasks {
                    print("found \(task.taskDescription ?? "?") \(task.countOfBytesReceived) of \(task.countOfBytesExpectedToReceive)")
                    // What was only suspended goes on.
                    if task.state == .suspended { task.resume() }
                }
                then()
            }
        }
    }

    func keep(_ completionHandler: @escaping () -> Void) {
        backgroundCompletionHandler = completionHandler
        _ = session
    }

    func add(_ url: URL) {
        let task = session.downloadTask(with: url)
        task.taskDescription = url.lastPathComponent
        task.resume()
    }

    /// Ends all tasks and keeps what they have.
    func pause() {
        session.getTasksWithCompletionHandler { _, _, downloads in
            // Their resume data come with `didCompleteWithError`, like those of tasks that fail.
            for task in downloads { task.cancel(byProducingResumeData: { _ in }) }
        }
    }

    /// Goes on with all that was paused or has failed.
    func resume() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasSuffix(".resume") {
            let file = folder.appendingPathComponent(name)
            guard let data = try? Data(contentsOf: file) else { continue }
            let task = session.downloadTask(withResumeData: data)
            task.taskDescription = String(name.dropLast(".resume".count))
            task.resume()
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// Leaves when nothing is left to do.
    func leaveIfIdle(_ ended: URLSessionTask? = nil) {
        session.getAllTasks { tasks in
            // A task that has ended is in the list until this delegate has been told.
            if tasks.allSatisfy({ $0 === ended }) { exit(0) }
        }
    }
}

extension VideoManager: @preconcurrency URLSessionDownloadDelegate, @preconcurrency BackgroundURLSessionDelegate {
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        let whole = totalBytesExpectedToWrite > 0 ? "\(totalBytesExpectedToWrite)" : "?"
        print("\(downloadTask.taskDescription ?? "?") \(totalBytesWritten) of \(whole)")
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        print("\(downloadTask.taskDescription ?? "?") goes on at \(fileOffset)")
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        // A name of its own for each task: what the server calls it may come twice.
        let name = "\(downloadTask.taskIdentifier)-\(downloadTask.taskDescription ?? "video")"
        do {
            try FileManager.default.moveItem(at: location, to: folder.appendingPathComponent(name))
            print("saved \(name)")
        } catch {
            print("could not save \(name): \(error)")
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error = error as? URLError {
            print("\(task.taskDescription ?? "?") ended: \(error.code.rawValue)")
            let file = folder.appendingPathComponent("\(task.taskDescription ?? "video").resume")
            // Cancelled or failed: what is there can be used later.
            try? error.downloadTaskResumeData?.write(to: file)
        }
        leaveIfIdle(task)
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        let handler = backgroundCompletionHandler
        backgroundCompletionHandler = nil
        handler?()
        // Started for its events alone, the program has done what it was started for.
        if handler != nil { leaveIfIdle() }
    }
}
