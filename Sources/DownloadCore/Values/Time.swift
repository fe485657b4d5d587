/// A point on the clock that never steps back and goes on during sleep (`CLOCK_BOOTTIME`), in nanoseconds.
///
/// Deadlines, speeds and delays are measured with it; only names and displays use the wall clock.
public struct Instant: Sendable, Hashable, Comparable, Codable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// This instant moved by a duration; saturates instead of overflowing.
    public func advanced(by duration: Duration) -> Instant {
        Instant(nanoseconds: nanoseconds.saturatingAdd(duration.nanoseconds))
    }

    /// The time from `earlier` to this instant, negative when `earlier` is later.
    public func since(_ earlier: Instant) -> Duration {
        .nanoseconds(nanoseconds.saturatingSubtract(earlier.nanoseconds))
    }
}

/// A reading of the wall clock: nanoseconds since 1970-01-01 UTC.
public struct WallTime: Sendable, Hashable, Comparable, Codable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public init(seconds: Int64) {
        self.init(nanoseconds: seconds.saturatingMultiply(1_000_000_000))
    }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 {
        nanoseconds / 1_000_000_000 - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    public func advanced(by duration: Duration) -> WallTime {
        WallTime(nanoseconds: nanoseconds.saturatingAdd(duration.nanoseconds))
    }

    public func since(_ earlier: WallTime) -> Duration {
        .nanoseconds(nanoseconds.saturatingSubtract(earlier.nanoseconds))
    }
}

/// Both clocks, read at one moment: the `now` that every rule is given.
public struct Now: Sendable, Hashable {
    public var instant: Instant
    public var wall: WallTime

    public init(instant: Instant, wall: WallTime) {
        self.instant = instant
        self.wall = wall
    }
}

extension Duration {
    /// The whole duration in nanoseconds, saturating at the ends of `Int64`.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.saturatingMultiply(1_000_000_000).saturatingAdd(attoseconds / 1_000_000_000)
    }

    /// The duration in seconds with its fraction.
    public var inSeconds: Double {
        Double(nanoseconds) / 1e9
    }

    /// A duration of so many seconds, clamped to what `Int64` nanoseconds can hold; not a number becomes zero.
    public static func clamping(seconds: Double) -> Duration {
        guard seconds.isFinite else { return seconds > 0 ? .nanoseconds(Int64.max) : .zero }
        return .nanoseconds(Int64(clamping: seconds * 1e9))
    }
}

extension Int64 {
    public func saturatingAdd(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other > 0 ? .max : .min
    }

    public func saturatingSubtract(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return other < 0 ? .max : .min
    }

    public func saturatingMultiply(_ other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        guard overflow else { return product }
        return (self > 0) == (other > 0) ? .max : .min
    }

    /// The nearest integer a floating-point value can be turned into without trapping; not a number becomes zero.
    public init(clamping value: Double) {
        if value.isNaN {
            self = 0
        } else if value >= 0x1p63 {
            self = .max
        } else if value <= -0x1p63 {
            self = .min
        } else {
            self = Int64(value)
        }
    }
}
