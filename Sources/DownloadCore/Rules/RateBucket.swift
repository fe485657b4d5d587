/// The speed limit of a connection: a bucket that fills at the limit's rate, from which the bytes are taken that come.
///
/// Bytes come in pieces: one that was too large leaves a debt, which is waited for. So the rate holds over time, whatever the pieces are.
public struct RateBucket: Sendable, Hashable {
    /// Bytes a second; at least 1.
    public private(set) var rate: Int64

    /// Bytes that may come at `last`; below 0 for those that came too early.
    private var level: Double
    private var last: Instant

    /// No more than the bytes of this time, in seconds, are saved up while nothing comes.
    private static let longestSaving = 0.25

    /// Who has to wait goes on with the bytes of this time, in seconds: more often would only cost wake-ups.
    private static let portion = 0.05

    /// A debt under an earlier limit is worth no more than this time, in seconds, under a new one.
    private static let longestDebt = 1.0

    public init(rate: Int64, at now: Instant) {
        self.rate = max(1, rate)
        level = Double(self.rate) * Self.portion
        last = now
    }

    /// Takes bytes out that have come.
    public mutating func take(_ bytes: Int, at now: Instant) {
        fill(to: now)
        level -= Double(bytes)
    }

    /// Nothing may come before a while has passed.
    public func isEmpty(at now: Instant) -> Bool {
        filled(at: now) <= 0
    }

    /// How long to wait until a portion may come.
    public func delay(at now: Instant) -> Duration {
        let missing = Double(rate) * Self.portion - filled(at: now)
        return .seconds(max(0, missing / Double(rate)))
    }

    /// Changes the limit from now on.
    public mutating func change(rate: Int64, at now: Instant) {
        fill(to: now)
        self.rate = max(1, rate)
        level = max(min(level, Double(self.rate) * Self.longestSaving), -Double(self.rate) * Self.longestDebt)
    }

    private mutating func fill(to now: Instant) {
        level = filled(at: now)
        last = max(last, now)
    }

    private func filled(at now: Instant) -> Double {
        let passed = Double(max(0, now.since(last).nanoseconds)) / 1e9
        let full = Double(rate) * Self.longestSaving
        return level >= full ? level : min(full, level + passed * Double(rate))
    }
}
