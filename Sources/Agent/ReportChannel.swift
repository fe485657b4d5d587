public import DownloadCore

/// The way of reports from the transport's thread to the agent: in order, nothing lost, closed after the last one.
public struct ReportChannel: Sendable {
    let stream: AsyncStream<[TransportReport]>
    private let continuation: AsyncStream<[TransportReport]>.Continuation

    public init() {
        (stream, continuation) = AsyncStream.makeStream(of: [TransportReport].self)
    }

    /// Never waits.
    public func send(_ reports: [TransportReport]) {
        continuation.yield(reports)
    }

    /// Nothing comes any more: the transport has been shut down.
    func close() {
        continuation.finish()
    }
}
