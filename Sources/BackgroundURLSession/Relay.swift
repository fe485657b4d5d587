import BackgroundTransfer
import Foundation
import FoundationNetworking

/// Hears the events of the session below, and tells them to the delegate in Apple's words.
///
/// Each method returns when the delegate has: that is the acknowledgement, and the end of a file that was not taken.
final class Relay: BackgroundSessionDelegate {
    // The engine holds its relay, until the session is over.
    private let engine: SessionEngine

    init(_ engine: SessionEngine) {
        self.engine = engine
    }

    func session(
        _ session: BackgroundSession,
        downloadTask: DownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) async {
        guard let task = await task(downloadTask) else { return }
        task.update(received: totalBytesWritten, expected: totalBytesExpectedToWrite)
        await engine.tell { session, delegate in
            (delegate as? any URLSessionDownloadDelegate)?.urlSession(
                session,
                downloadTask: task,
                didWriteData: bytesWritten,
                totalBytesWritten: totalBytesWritten,
                totalBytesExpectedToWrite: totalBytesExpectedToWrite
            )
        }
    }

    func session(
        _ session: BackgroundSession,
        downloadTask: DownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) async {
        guard let task = await task(downloadTask) else { return }
        task.update(received: fileOffset, expected: expectedTotalBytes)
        await engine.tell { session, delegate in
            (delegate as? any URLSessionDownloadDelegate)?.urlSession(
                session,
                downloadTask: task,
                didResumeAtOffset: fileOffset,
                expectedTotalBytes: expectedTotalBytes
            )
        }
    }

    func session(_ session: BackgroundSession, downloadTask: DownloadTask, didFinishDownloadingTo location: URL) async {
        guard let (task, _) = await engine.book.find(downloadTask, engine, refreshing: true) else { return }
        await engine.tell { session, delegate in
            (delegate as? any URLSessionDownloadDelegate)?.urlSession(session, downloadTask: task, didFinishDownloadingTo: location)
        }
    }

    func session(_ session: BackgroundSession, task: DownloadTask, didCompleteWithError error: TransferError?) async {
        guard let (found, _) = await engine.book.find(task, engine, refreshing: true) else { return }
        let verdict = found.withFacts { $0.verdict }
        let told = verdict ?? error.map { URLError($0, found.originalRequest?.url) }
        found.end(told)
        await engine.tell { session, delegate in
            (delegate as? any URLSessionTaskDelegate)?.urlSession(session, task: found, didCompleteWithError: told)
        }
        engine.book.forget(found)
    }

    func session(_ session: BackgroundSession, task: DownloadTask, didReceiveChallenge error: TransferError) async {
        guard let (found, _) = await engine.book.find(task, engine, refreshing: true) else { return }
        await engine.challenge(found, task)
    }

    func sessionDidFinishEvents(_ session: BackgroundSession) async {
        await engine.tell { session, delegate in
            (delegate as? any BackgroundURLSessionDelegate)?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
        }
    }

    func session(_ session: BackgroundSession, didBecomeInvalidWithError error: BackgroundSessionError?) async {
        await engine.end(error.map { URLError($0) })
    }

    /// The task with its reply, which is asked for once.
    private func task(_ remote: DownloadTask) async -> BackgroundDownloadTask? {
        guard let (task, _) = await engine.book.find(remote, engine, refreshing: false) else { return nil }
        if task.response == nil { _ = await engine.book.find(remote, engine, refreshing: true) }
        return task
    }
}
