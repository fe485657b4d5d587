import DownloadCore

/// The last lifecycle events, numbered without holes, in a ring of fixed size.
struct EventHistory: Sendable {
    private var ring: [Event] = []
    private let capacity: Int

    /// The number before the very first event.
    private let origin: UInt64

    /// The number of the newest event.
    private(set) var last: UInt64

    init(first: UInt64, capacity: Int) {
        origin = first == 0 ? 0 : first - 1
        last = origin
        self.capacity = max(1, capacity)
    }

    /// The number after which everything is kept.
    private var keptAfter: UInt64 {
        last - UInt64(ring.count)
    }

    mutating func append(_ kind: Event.Kind, task: TaskID?, session: SessionIdentifier?, time: WallTime) -> Event {
        last += 1
        var event = Event(sequence: last, time: time, task: task, kind: kind)
        event.session = session
        if ring.count < capacity {
            ring.append(event)
        } else {
            ring[index(of: last)] = event
        }
        return event
    }

    /// The event that follows a number; nil when that is the newest or the next one is not kept.
    func event(after sequence: UInt64) -> Event? {
        guard sequence >= keptAfter, sequence < last else { return nil }
        return ring[index(of: sequence + 1)]
    }

    func events(after sequence: UInt64) -> [Event] {
        let start = max(sequence, keptAfter)
        guard start < last else { return [] }
        return (start + 1...last).map { ring[index(of: $0)] }
    }

    /// The numbers after this one that are no longer kept; nil when nothing is missing.
    func missed(after sequence: UInt64) -> ClosedRange<UInt64>? {
        sequence < keptAfter ? sequence + 1...keptAfter : nil
    }

    /// Where a number stands: the ring was filled from index 0 on and wraps at its capacity.
    private func index(of sequence: UInt64) -> Int {
        Int((sequence - origin - 1) % UInt64(capacity))
    }
}
