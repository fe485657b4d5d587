public import DownloadCore

/// Says when something that repeats is due again, by a clock that is handed in.
public struct Pace: Sendable, Hashable {
    private let interval: Duration
    private var last: Instant?

    /// The first time it is due at once, unless `start` is given: then one interval later.
    public init(every interval: Duration, from start: Instant? = nil) {
        self.interval = interval
        last = start
    }

    /// At most four redraws a second (`headless.md` section 1).
    public static let redraw = Pace(every: .milliseconds(250))

    /// The earliest moment at which it is due; nil for at once.
    public var next: Instant? {
        last?.advanced(by: interval)
    }

    /// Whether it is due; if so, the next time is one interval from now.
    public mutating func isDue(at now: Instant) -> Bool {
        if let next, now < next { return false }
        last = now
        return true
    }
}
