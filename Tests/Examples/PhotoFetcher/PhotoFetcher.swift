import BackgroundURLSession
import Foundation

/// Fetches photos into a folder, each under the second of its arrival: `PhotoFetcher FOLDER URL…`.
///
/// Written as for iOS. What is different: `import BackgroundURLSession`, `BackgroundURLSession(` for `URLSession(`,
/// the conformance to `BackgroundURLSessionDelegate`, `BackgroundEvents.handler` for the app delegate's method, the arguments of a relaunch, and the
/// main loop.
final class PhotoFetcher: NSObject, URLSessionDownloadDelegate, BackgroundURLSessionDelegate, @unchecked Sendable {
    // Unchecked: all is set on the main thread before the session exists, or used on the session's serial queue.
    static let identifier = "com.example.photo-fetcher"

    private let folder: URL
    private var backgroundCompletionHandler: (() -> Void)?

    init(folder: URL) {
        self.folder = folder
    }

    func keep(_ completionHandler: @escaping () -> Void) {
        backgroundCompletionHandler = completionHandler
    }

    func start() -> URLSession {
        let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
        configuration.isDiscretionary = false
        configuration.sessionSendsLaunchEvents = true
        // Started again without arguments the program would not know its folder.
        configuration.launchThisProgram(with: [folder.path])
        return BackgroundURLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        // The length may be unknown (-1) or nothing (0).
        guard totalBytesExpectedToWrite > 0 else { return print("\(downloadTask.taskIdentifier): \(totalBytesWritten) bytes") }
        print("\(downloadTask.taskIdentifier): \(100 * totalBytesWritten / totalBytesExpectedToWrite)%")
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        // A reply of any status is a file.
        guard (downloadTask.response as? HTTPURLResponse)?.statusCode == 200 else { return }
        let second = Int(Date().timeIntervalSince1970)
        // Two photos may come within one second: the next free number makes the name.
        for number in 0..<10_000 {
            let name = number == 0 ? "\(second).jpg" : "\(second)-\(number).jpg"
            let place = folder.appendingPathComponent(name)
            guard !FileManager.default.fileExists(atPath: place.path) else { continue }
            do {
                try FileManager.default.moveItem(at: location, to: place)
                print("saved \(name)")
            } catch {
                print("could not save \(name): \(error)")
            }
            return
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { print("\(task.taskIdentifier) failed: \(error.localizedDescription)") }
        session.getAllTasks { tasks in
            // The one that is told of here is still among them.
            if tasks.allSatisfy({ $0 === task || $0.state == .completed }) { session.finishTasksAndInvalidate() }
        }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        exit(error == nil ? 0 : 1)
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        let handler = backgroundCompletionHandler
        backgroundCompletionHandler = nil
        handler?()
    }
}

/// The program.
@main
struct Program {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let path = words.first else { return print("usage: PhotoFetcher FOLDER URL...") }
        let fetcher = PhotoFetcher(folder: URL(fileURLWithPath: path, isDirectory: true))
        // Called only when the agent started this process.
        BackgroundEvents.handler = { identifier, completionHandler in
            guard identifier == PhotoFetcher.identifier else { return }
            fetcher.keep(completionHandler)
        }
        let session = fetcher.start()
        for url in words.dropFirst().compactMap({ URL(string: $0) }) { session.downloadTask(with: url).resume() }
        RunLoop.main.run()
    }
}
