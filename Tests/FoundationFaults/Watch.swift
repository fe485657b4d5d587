import BackgroundURLSession
import Foundation
import Synchronization

/// Remembers what a session tells; the tasks are known by their descriptions.
final class Watch: NSObject, URLSessionDownloadDelegate, Sendable {
    struct Ending: Sendable {
        let name: String
        let error: URLError?
        let moment: ContinuousClock.Instant
    }

    struct Seen {
        var endings: [Ending] = []
        var calls = 0
        var resumedAt: Int64?
        var begin: ContinuousClock.Instant?
    }

    private let folder: String
    private let takesFiles: Bool
    private let delay: UInt32
    private let seen = Mutex(Seen())

    /// - Parameters:
    ///   - folder: Where files are taken.
    ///   - takesFiles: Whether they are taken at all.
    ///   - delay: What each call takes, in microseconds.
    init(folder: String, takesFiles: Bool = true, delay: UInt32 = 0) {
        self.folder = folder
        self.takesFiles = takesFiles
        self.delay = delay
    }

    var now: Seen { seen.withLock { $0 } }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        seen.withLock { seen in
            seen.calls += 1
            seen.begin = seen.begin ?? .now
        }
        if delay > 0 { usleep(delay) }
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        seen.withLock { $0.resumedAt = fileOffset }
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        guard takesFiles else { return }
        // A file that cannot be taken is missed by the trial itself.
        try? FileManager.default.moveItem(atPath: location.path, toPath: folder + "/" + (downloadTask.taskDescription ?? "file"))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ending = Ending(name: task.taskDescription ?? "file", error: error as? URLError, moment: .now)
        seen.withLock { $0.endings.append(ending) }
    }
}
