internal import AgentLink
internal import DownloadCore

/// Reads a session's events for its delegate.
struct DelegateLoop: Sendable {
    let feed: EventFeed

    /// Reads until the session or the delegate is gone, or the session is over.
    ///
    /// Both are held only while a method runs: a manager that owns its session is freed when nobody else holds it (row 76).
    func run(_ session: WeakSession, _ delegate: WeakDelegate) async {
        do {
            try await feed.beginReading()
            while let delivered = try await feed.next() {
                // Without a delegate nothing is acknowledged any more.
                guard let session = session.value, let delegate = delegate.value else { return }
                await tell(delivered, session, delegate)
            }
            await end(nil, session, delegate)
        } catch {
            // Cancelled: the session is gone, and nobody is left to tell.
            guard let error = error as? BackgroundSessionError else { return }
            await end(error, session, delegate)
        }
    }

    private func end(_ error: BackgroundSessionError?, _ session: WeakSession, _ delegate: WeakDelegate) async {
        guard let session = session.value, let delegate = delegate.value else { return }
        await delegate.session(session, didBecomeInvalidWithError: error)
    }

    private func tell(
        _ delivered: EventFeed.Delivered,
        _ session: BackgroundSession,
        _ delegate: any BackgroundSessionDelegate
    ) async {
        switch session.attachment.event(delivered) {
        case .didWriteData(let task, let progress):
            await delegate.session(
                session,
                downloadTask: task,
                didWriteData: progress.bytesWritten,
                totalBytesWritten: progress.totalBytesWritten,
                totalBytesExpectedToWrite: progress.totalBytesExpected ?? -1
            )
        case .didResume(let task, let offset, let total):
            await delegate.session(session, downloadTask: task, didResumeAtOffset: offset, expectedTotalBytes: total ?? -1)
        case .didFinishDownloading(let task, let file):
            await file.lend(over: feed.caller) {
                await delegate.session(session, downloadTask: task, didFinishDownloadingTo: file.location)
            }
        case .didComplete(let task, let error): await delegate.session(session, task: task, didCompleteWithError: error)
        case .didReceiveChallenge(let task, let error): await delegate.session(session, task: task, didReceiveChallenge: error)
        case .didFinishEvents: await delegate.sessionDidFinishEvents(session)
        }
    }
}

/// A session that may be gone.
final class WeakSession: Sendable {
    weak let value: BackgroundSession?

    init(_ value: BackgroundSession) {
        self.value = value
    }
}

/// A delegate that may be gone.
final class WeakDelegate: Sendable {
    weak let value: (any BackgroundSessionDelegate)?

    init(_ value: any BackgroundSessionDelegate) {
        self.value = value
    }
}
