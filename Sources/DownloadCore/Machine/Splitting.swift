/// What the connections of one attempt have shown so far, by which it is decided how many there are and what each fetches.
struct Splitting: Sendable, Hashable {
    var ramp = ConnectionRamp()

    /// The server does not take part in splitting, for as long as this attempt lasts.
    var isOff = false

    /// The most that a connection has done for some moments, in bytes a second.
    var bestRate = 0.0

    /// Connections in a row that others have taken the place of without being faster.
    var replacements = 0

    /// When a connection was last found to crawl.
    var lastCrawl: Instant?

    /// How many connections there may be, as was last told; nil before that.
    var allowance: Int?

    /// A limit of ours holds the bytes back.
    var isHeld = false

    /// The time from asking to a reply, as the last one took.
    var latency = Duration.zero

    /// When bytes were last told of.
    var lastBytes: Instant?

    /// When it wants to be looked at before the next tick comes by itself.
    var nextLook: Instant?
}
