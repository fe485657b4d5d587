/// When a task that failed for a passing reason is tried again.
///
/// | tries without progress | batch | background |
/// |---|---|---|
/// | 1 | 1 s | 1 s |
/// | 2 | 2 s | 2 s |
/// | 5 | 16 s, then the failure | 16 s |
/// | 7 | – | 64 s |
/// | 10 and more | – | 300 s |
///
/// Each delay is shortened by up to a quarter at random, so that many tasks of one host don't come back at one moment.
public struct RetryPolicy: Sendable, Hashable, Codable {
    /// Tries after transient failures, for each stretch without progress; nil for no limit.
    public var tries: Int?
    public var firstDelay: Duration
    public var longestDelay: Duration

    public init(tries: Int?, firstDelay: Duration = .seconds(1), longestDelay: Duration) {
        self.tries = tries
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    public static let batch = RetryPolicy(tries: 5, longestDelay: .seconds(60))
    public static let background = RetryPolicy(tries: nil, longestDelay: .seconds(300))

    /// How long to wait before the next try, or nil when the tries are used up.
    ///
    /// - Parameters:
    ///   - failures: failures in a row without progress, the newest included; 1 after the first.
    ///   - floor: what the server asked for with `Retry-After`.
    ///   - jitter: a random number from 0 to 1.
    /// - Returns: the delay; never less than `floor`.
    public func delay(afterFailures failures: Int, floor: Duration?, jitter: Double) -> Duration? {
        if let tries, failures > tries { return nil }
        let doublings = min(max(failures - 1, 0), 30)
        let longest = longestDelay.nanoseconds
        let whole = min(firstDelay.nanoseconds.saturatingMultiply(Int64(1) << Int64(doublings)), longest)
        let shortened = Int64(clamping: Double(whole) * (1 - 0.25 * min(max(jitter, 0), 1)))
        return max(.nanoseconds(shortened), floor ?? .zero)
    }
}

extension RetryPolicy {
    private enum CodingKeys: String, CodingKey {
        case tries, firstDelay, longestDelay
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(tries: try container.decodeIfPresent(Int.self, forKey: .tries), longestDelay: .seconds(300))
        try container.readSeconds(.firstDelay, into: &firstDelay)
        try container.readSeconds(.longestDelay, into: &longestDelay)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(tries, forKey: .tries)
        try container.encode(SecondsCoding(firstDelay), forKey: .firstDelay)
        try container.encode(SecondsCoding(longestDelay), forKey: .longestDelay)
    }
}
