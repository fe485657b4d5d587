/// A line of the origin's log: what was asked, what was answered, how far it got.
public struct RequestRecord: Sendable, Hashable, Identifiable {
    /// Counts from 0 in the order in which requests were read.
    public var id: Int

    /// The connection it came on, counted from 0: equal numbers mean that a connection was used again.
    public var connection: Int
    public var request: OriginRequest

    /// Nanoseconds of the continuous clock at which it was read.
    public var time: ContinuousClock.Instant

    /// The status that was sent; nil before that, or when the connection was cut first.
    public var status: Int?

    /// Bytes of the body handed to the kernel so far, without chunk framing.
    public var bytesSent: Int64 = 0

    /// The reply was sent to its scripted end, or the peer went away.
    public var isEnded = false

    public var method: String { request.method }
    public var path: String { request.path }
    public var range: String? { request.range }
}
