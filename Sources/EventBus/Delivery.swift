public import DownloadCore

/// What a subscriber is told.
public enum Delivery: Sendable, Hashable {
    /// A lifecycle event, numbered one higher than the one before it, or the latest progress of a task.
    case event(Event)
    /// The reader was too slow for the history: lifecycle events with these numbers are to be read from the store.
    case gap(from: UInt64, to: UInt64)
}
