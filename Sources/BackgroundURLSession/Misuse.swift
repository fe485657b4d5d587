import Foundation
import FoundationNetworking

/// What a program must not do with a background session.
enum Misuse {
    static let closures = "Tasks of a background session cannot have a completion handler; implement URLSessionDownloadDelegate instead."
    static let data = "A background session has no data tasks; use a download task, or a URLSession of another kind."
    static let uploads = "A background session has no upload tasks here; use a URLSession of another kind, or a POST with at most 1 MiB."
    static let streams = "A request with a body stream cannot be sent in the background: a stream ends with its program. Use httpBody."
    static let sockets = "A background session has no WebSocket tasks; use a URLSession of another kind."
    static let calls = "A background session has no calls that wait, like download(for:); use downloadTask(with:) and a delegate."
    static let invalidated = "A task was made in a background session that has been invalidated; make a new session."
    static let configuration = "BackgroundURLSession needs a configuration of URLSessionConfiguration.background(withIdentifier:)."
    static let identifier = "The identifier of a background session has 1 to 255 bytes of UTF-8 and no zero byte."

    /// Stops the program with a sentence, as Apple's library raises an exception there.
    static func stop(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
        fatalError(sentence, file: file, line: line)
    }
}

/// Stands where the superclass looks for what carries out a task that it has made itself.
///
/// Its `async` calls cannot be overridden, and would do the work inside this process. On Apple's systems they stop the program as well.
final class Tripwire: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        Misuse.stop(Misuse.calls)
    }

    override class func canInit(with task: URLSessionTask) -> Bool {
        Misuse.stop(Misuse.calls)
    }
}
