/// The rate of something that counts bytes, and the time until it is done, both smooth enough to be read.
///
/// Two exponential averages by time, not by sample: a quick one over 5 s for the rate that is shown, a slow one over 30 s that is
/// blended with the average since the start for the time that is left.
public struct SpeedMeter: Sendable, Hashable {
    private static let quickSpan = 5.0
    private static let slowSpan = 30.0

    /// After so long without a byte nothing sensible can be said about the time that is left.
    private static let stall = Duration.seconds(5)

    /// The first moments say little.
    private static let settling = Duration.seconds(2)

    private var started: Instant?
    private var latest: Instant?
    private var lastGrowth: Instant?
    private var bytes: Int64 = 0
    private var quick = 0.0
    private var slow = 0.0

    public init() {}

    /// Forgets everything, as at a pause, a resume, or a changed limit.
    public mutating func reset() {
        self = SpeedMeter()
    }

    /// Takes in that so many bytes have come since the last call.
    ///
    /// Negative counts and steps back in time count as nothing.
    public mutating func add(_ count: Int64, at now: Instant) {
        let count = max(0, count)
        guard let last = latest else {
            started = now
            latest = now
            lastGrowth = now
            return
        }
        if count > 0 { lastGrowth = max(lastGrowth ?? now, now) }
        bytes = bytes.saturatingAdd(count)
        let seconds = now.since(last).inSeconds
        guard seconds > 0 else {
            pending = pending.saturatingAdd(count)
            return
        }
        let rate = Double(count.saturatingAdd(pending)) / seconds
        pending = 0
        latest = now
        quick = Self.blend(quick, rate, seconds: seconds, span: Self.quickSpan, age: age(at: now))
        slow = Self.blend(slow, rate, seconds: seconds, span: Self.slowSpan, age: age(at: now))
    }

    /// Bytes that came at the very moment of the last reading; they count in the next interval.
    private var pending: Int64 = 0

    /// Bytes a second over about five seconds.
    public func rate(at now: Instant) -> Double {
        guard let lastGrowth, now.since(lastGrowth) <= Self.stall else { return 0 }
        return quick
    }

    /// Bytes a second since the start; nil before anything can be said.
    public func average(at now: Instant) -> Double? {
        guard let started else { return nil }
        let seconds = now.since(started).inSeconds
        return seconds > 0 ? Double(bytes) / seconds : nil
    }

    /// The time that so many bytes will take; nil while it cannot be told.
    public func remaining(_ left: Int64?, at now: Instant) -> Duration? {
        guard let left, left >= 0, let started, let lastGrowth, let average = average(at: now) else { return nil }
        guard now.since(started) >= Self.settling, now.since(lastGrowth) <= Self.stall else { return nil }
        let rate = 0.75 * slow + 0.25 * average
        return rate > 0 ? .clamping(seconds: Double(left) / rate) : nil
    }

    private func age(at now: Instant) -> Double {
        started.map { now.since($0).inSeconds } ?? 0
    }

    /// An average that weighs what is older than `span` less and less; in its first `span` it is the plain average.
    private static func blend(_ old: Double, _ rate: Double, seconds: Double, span: Double, age: Double) -> Double {
        let weight = min(1, seconds / max(seconds, min(span, age)))
        return old + weight * (rate - old)
    }
}
