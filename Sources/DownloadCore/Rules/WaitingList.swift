/// The tasks that want to run, in the order of the queue.
///
/// Kept sorted: a place is found by halving, and whether a task waits is known at once, also among a hundred thousand.
public struct WaitingList: Sendable, Sequence {
    // Slices, since most leave at the front: nothing behind them has to move up.
    private var sorted: ArraySlice<Queue.Candidate> = []
    private var byID: [TaskID: Queue.Candidate] = [:]

    /// The same by session and group, so that those of one need not be passed over for those of another.
    private var byLane: [LaneKey: ArraySlice<Queue.Candidate>] = [:]

    private struct LaneKey: Hashable {
        var session: SessionIdentifier?
        var group: String?

        init(_ candidate: Queue.Candidate) {
            session = candidate.session
            group = candidate.group
        }
    }

    public init() {}

    public init(_ candidates: some Sequence<Queue.Candidate>) {
        for candidate in candidates { insert(candidate) }
    }

    /// The tasks of each session and group, in the order of the queue; the lanes themselves are in no order.
    var lanes: some Collection<ArraySlice<Queue.Candidate>> { byLane.values }

    public var isEmpty: Bool { sorted.isEmpty }
    public var first: Queue.Candidate? { sorted.first }

    public func makeIterator() -> IndexingIterator<ArraySlice<Queue.Candidate>> { sorted.makeIterator() }

    public func contains(_ id: TaskID) -> Bool { byID[id] != nil }

    /// Adds a task, or gives it its new place.
    public mutating func insert(_ candidate: Queue.Candidate) {
        if let old = byID[candidate.id] {
            guard old != candidate else { return }
            remove(candidate.id)
        }
        var candidate = candidate
        if let last = sorted.last { candidate.share(with: last) }
        byID[candidate.id] = candidate
        Self.insert(candidate, into: &sorted)
        Self.insert(candidate, into: &byLane[LaneKey(candidate), default: []])
    }

    private static func insert(_ candidate: Queue.Candidate, into sorted: inout ArraySlice<Queue.Candidate>) {
        // Most come at the end.
        if let last = sorted.last, Queue.precedes(candidate, last) {
            sorted.insert(candidate, at: place(of: candidate, in: sorted))
        } else {
            sorted.append(candidate)
        }
    }

    private static func remove(_ candidate: Queue.Candidate, from sorted: inout ArraySlice<Queue.Candidate>) {
        let place = place(of: candidate, in: sorted)
        guard place < sorted.endIndex, sorted[place].id == candidate.id else { return }
        if place == sorted.startIndex { sorted.removeFirst() } else { sorted.remove(at: place) }
    }

    /// A task that waits, as it waits.
    public subscript(id: TaskID) -> Queue.Candidate? { byID[id] }

    public mutating func remove(_ id: TaskID) {
        guard let candidate = byID.removeValue(forKey: id) else { return }
        Self.remove(candidate, from: &sorted)
        let key = LaneKey(candidate)
        Self.remove(candidate, from: &byLane[key, default: []])
        if byLane[key]?.isEmpty == true { byLane[key] = nil }
    }

    /// Removes all that fit, with one way through the list; returns them in their order.
    public mutating func removeAll(where fits: (Queue.Candidate) -> Bool) -> [TaskID] {
        var removed: [Queue.Candidate] = []
        sorted.removeAll { candidate in
            guard fits(candidate) else { return false }
            removed.append(candidate)
            return true
        }
        for candidate in removed { byID[candidate.id] = nil }
        for key in Set(removed.map(LaneKey.init)) {
            byLane[key]?.removeAll { byID[$0.id] == nil }
            if byLane[key]?.isEmpty == true { byLane[key] = nil }
        }
        return removed.map(\.id)
    }

    /// The tasks before and behind one in the queue.
    public func neighbours(of id: TaskID) -> (before: Queue.Candidate?, behind: Queue.Candidate?) {
        guard let candidate = byID[id] else { return (nil, nil) }
        let place = Self.place(of: candidate, in: sorted)
        return (place > sorted.startIndex ? sorted[place - 1] : nil, place + 1 < sorted.endIndex ? sorted[place + 1] : nil)
    }

    /// From 0 on; nil for a task that does not wait.
    public func place(_ id: TaskID) -> Int? {
        byID[id].map { Self.place(of: $0, in: sorted) - sorted.startIndex }
    }

    /// The first place whose task does not precede this one.
    private static func place(of candidate: Queue.Candidate, in sorted: ArraySlice<Queue.Candidate>) -> Int {
        var low = sorted.startIndex
        var high = sorted.endIndex
        while low < high {
            let middle = (low + high) / 2
            if Queue.precedes(sorted[middle], candidate) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
