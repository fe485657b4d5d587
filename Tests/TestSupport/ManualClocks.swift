public import DownloadCore

/// Clocks that stand still until a test moves them, and a sleep that ends when they have been moved far enough.
public final class ManualClocks: Clocks {
    private struct Values {
        var now: Now
        var sleepers: [(due: Instant, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let values: Guarded<Values>

    public init(wall: WallTime = WallTime(seconds: 1_796_004_123)) {
        values = Guarded(Values(now: Now(instant: Instant(nanoseconds: 0), wall: wall)))
    }

    public func now() -> Now {
        values.withLock { $0.now }
    }

    /// How many sleeps have not ended.
    public var sleepers: Int {
        values.withLock { $0.sleepers.count }
    }

    /// Moves both clocks on and ends the sleeps that are over.
    public func advance(by duration: Duration) {
        let due = values.withLock { values in
            values.now.instant = values.now.instant.advanced(by: duration)
            values.now.wall = values.now.wall.advanced(by: duration)
            let now = values.now.instant
            let due = values.sleepers.filter { $0.due <= now }
            values.sleepers.removeAll { $0.due <= now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns when the clock has been moved by this much; not ended by cancellation.
    public func sleep(for duration: Duration) async {
        await withCheckedContinuation { continuation in
            let isOver = values.withLock { values in
                let due = values.now.instant.advanced(by: duration)
                guard due > values.now.instant else { return true }
                values.sleepers.append((due, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
