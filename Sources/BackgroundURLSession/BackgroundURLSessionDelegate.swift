public import FoundationNetworking

/// What the delegate of a background session may be told beside what FoundationNetworking's protocols have.
///
/// Add it to the conformances of the delegate.
public protocol BackgroundURLSessionDelegate: URLSessionDelegate {
    /// All events that waited when the session was made have been delivered; once for each session, even if nothing waited.
    ///
    /// The place to call the completion handler that `BackgroundEvents.handler` was given.
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension BackgroundURLSessionDelegate {
    /// Does nothing.
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}
