public import FoundationEssentials

/// Is told what happens to the tasks of a session.
///
/// The events are acknowledged when the method returns, so what a method has to do it must have done by then; a slow one only makes the next event wait.
/// An ordinary method, of an actor or of a class on the main actor, fits these `async` requirements. The session holds its delegate weakly: events
/// that nobody takes are kept (row 76).
public protocol BackgroundSessionDelegate: AnyObject, Sendable {
    /// A file is there, until this method returns: move it (row 34).
    ///
    /// The agent is told before and after, so a program that is killed between the move and the return does not get the file again (row 37).
    func session(_ session: BackgroundSession, downloadTask: DownloadTask, didFinishDownloadingTo location: URL) async

    /// Bytes have come; `totalBytesExpectedToWrite` is -1 while the length is unknown (row 30).
    func session(
        _ session: BackgroundSession,
        downloadTask: DownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) async

    /// The transfer goes on from an offset, 0 when it had to start over; `expectedTotalBytes` is -1 while the length is unknown.
    func session(
        _ session: BackgroundSession,
        downloadTask: DownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) async

    /// The task has ended, well without an error; the last call for this task.
    func session(_ session: BackgroundSession, task: DownloadTask, didCompleteWithError error: TransferError?) async

    /// The server wants a name and a password: `provide(_:for:)` lets the task go on (row 6).
    func session(_ session: BackgroundSession, task: DownloadTask, didReceiveChallenge error: TransferError) async

    /// All that waited when the session was attached has been dealt with: the moment for `BackgroundLaunch.complete()` (row 60).
    func sessionDidFinishEvents(_ session: BackgroundSession) async

    /// The session is over: without an error since it was invalidated, with one since the agent is lost.
    func session(_ session: BackgroundSession, didBecomeInvalidWithError error: BackgroundSessionError?) async
}

extension BackgroundSessionDelegate {
    /// Does nothing.
    public func session(
        _ session: BackgroundSession,
        downloadTask: DownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) async {}

    /// Does nothing.
    public func session(
        _ session: BackgroundSession,
        downloadTask: DownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) async {}

    /// Does nothing.
    public func session(_ session: BackgroundSession, task: DownloadTask, didCompleteWithError error: TransferError?) async {}

    /// Does nothing: the task waits.
    public func session(_ session: BackgroundSession, task: DownloadTask, didReceiveChallenge error: TransferError) async {}

    /// Does nothing.
    public func sessionDidFinishEvents(_ session: BackgroundSession) async {}

    /// Does nothing.
    public func session(_ session: BackgroundSession, didBecomeInvalidWithError error: BackgroundSessionError?) async {}
}
