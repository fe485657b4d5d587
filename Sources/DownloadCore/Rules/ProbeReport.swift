/// What a server answered when it was asked for the first byte of a file, and whether a download from it can be resumed.
public struct ProbeReport: Sendable, Hashable {
    /// The address that was asked, without user name and password.
    public var url: String

    /// The redirects on the way, in their order.
    public var hops: [Hop]

    /// The final reply; nil when there was none.
    public var reply: Reply?

    /// Why there was none.
    public var failure: Failure?

    /// One step that led elsewhere.
    public struct Hop: Sendable, Hashable {
        public var status: Int
        public var target: String

        public init(status: Int, target: String) {
            self.status = status
            self.target = target
        }
    }

    public init(url: String, hops: [Hop] = [], reply: Reply? = nil, failure: Failure? = nil) {
        self.url = url
        self.hops = hops
        self.reply = reply
        self.failure = failure
    }

    /// Whether a download can go on where it was interrupted.
    public enum Resume: Sendable, Hashable {
        case works
        /// Ranges work, but nothing tells two versions of the file apart for sure.
        case withoutValidator
        /// The whole file was sent.
        case rangeIgnored
        /// A 206 that cannot be used, and why.
        case rangeUnusable(String)
        /// There is not even a byte: the file is empty, and resuming it is not needed.
        case notNeeded
        /// An error instead of a file.
        case refused(status: Int)
        case unreachable(Failure)
    }

    public var resume: Resume {
        guard let reply else { return .unreachable(failure ?? Failure(.internal, "no reply")) }
        switch reply.status {
        case 206:
            let decision = ReplyDecision.decide(
                reply,
                asked: .range(start: 0, end: 1),
                known: nil,
                onDisk: 0,
                now: WallTime(seconds: 0)
            )
            if case .rangeUnusable(let why) = decision { return .rangeUnusable(why) }
            if representation?.acceptsRanges == false { return .rangeUnusable("the reply says Accept-Ranges: none") }
            return representation?.validator == nil ? .withoutValidator : .works
        case 200, 203: return length == 0 ? .notNeeded : .rangeIgnored
        case 416 where reply.value("Content-Range").flatMap(ContentRange.init)?.total == 0: return .notNeeded
        default: return .refused(status: reply.status)
        }
    }

    /// What there is to recognise the file by; nil without a file.
    public var representation: Representation? {
        guard let reply, [200, 203, 206].contains(reply.status) else { return nil }
        return Representation(reply, total: length)
    }

    /// The length of the whole file; nil when the reply does not tell it.
    public var length: Int64? {
        guard let reply else { return nil }
        if reply.status == 206 { return reply.value("Content-Range").flatMap(ContentRange.init)?.total }
        guard case .known(let length) = reply.contentLength else { return nil }
        return length
    }
}
