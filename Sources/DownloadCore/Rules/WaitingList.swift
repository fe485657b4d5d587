/// The tasks that want to run, in the order of the queue.
///
/// Kept sorted: a place is found by halving, and whether a task waits is known at once, also among a hundred thousand.
public struct WaitingList: Sendable, Sequence {
    private var sorted: [Queue.Candidate] = []
    private var byID: [TaskID: Queue.Candidate] = [:]

    public init() {}

    public var isEmpty: Bool { sorted.isEmpty }
    public var first: Queue.Candidate? { sorted.first }

    public func makeIterator() -> IndexingIterator<[Queue.Candidate]> { sorted.makeIterator() }

    public func contains(_ id: TaskID) -> Bool { byID[id] != nil }

    /// Adds a task, or gives it its new place.
    public mutating func insert(_ candidate: Queue.Candidate) {
        if let old = byID[candidate.id] {
            guard old != candidate else { return }
            remove(candidate.id)
        }
        byID[candidate.id] = candidate
        // Most come at the end.
        if let last = sorted.last, Queue.precedes(candidate, last) {
            sorted.insert(candidate, at: place(of: candidate))
        } else {
            sorted.append(candidate)
        }
    }

    public mutating func remove(_ id: TaskID) {
        guard let candidate = byID.removeValue(forKey: id) else { return }
        let place = place(of: candidate)
        guard place < sorted.count, sorted[place].id == id else { return }
        sorted.remove(at: place)
    }

    /// Removes all that fit, with one way through the list; returns them in their order.
    public mutating func removeAll(where fits: (Queue.Candidate) -> Bool) -> [TaskID] {
        var removed: [TaskID] = []
        sorted.removeAll { candidate in
            guard fits(candidate) else { return false }
            removed.append(candidate.id)
            return true
        }
        for id in removed { byID[id] = nil }
        return removed
    }

    /// The tasks before and behind one in the queue.
    public func neighbours(of id: TaskID) -> (before: Queue.Candidate?, behind: Queue.Candidate?) {
        guard let candidate = byID[id] else { return (nil, nil) }
        let place = place(of: candidate)
        return (place > 0 ? sorted[place - 1] : nil, place + 1 < sorted.count ? sorted[place + 1] : nil)
    }

    /// From 0 on; nil for a task that does not wait.
    public func place(_ id: TaskID) -> Int? {
        byID[id].map { place(of: $0) }
    }

    /// The first place whose task does not precede this one.
    private func place(of candidate: Queue.Candidate) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if Queue.precedes(sorted[middle], candidate) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
