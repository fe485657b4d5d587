internal import DownloadCore
internal import Synchronization

/// Tells the first signal that asks to end from a second one that means at once.
final class Interruption: Sendable {
    enum Meaning: Sendable {
        case first
        /// The same wish told twice: a signal to the process and one to its group, as `timeout` sends them.
        case echo
        case second
    }

    private static let echo = Duration.milliseconds(300)

    /// Nanoseconds since boot of the first one; 0 before it.
    private let first = Atomic<Int64>(0)

    func hear(at now: Instant) -> Meaning {
        let (isFirst, before) = first.compareExchange(expected: 0, desired: now.nanoseconds, ordering: .acquiringAndReleasing)
        if isFirst { return .first }
        return now.since(Instant(nanoseconds: before)) < Self.echo ? .echo : .second
    }
}
