/// Places of a list, kept in its order.
///
/// A change costs a search by halving for each place that leaves or enters, and one copy of the list: the rest is not compared again.
struct SortedPlaces: Sendable {
    private(set) var places: [TaskPlace] = []

    init(_ places: [TaskPlace] = []) {
        self.places = places
    }

    /// Takes places out that are there, and new ones in.
    mutating func change(_ change: Change, _ sort: Sort) {
        remove(change.leaving, sort)
        insert(change.entering, sort)
    }

    /// Where a place is; nil when it is not there.
    func row(of place: TaskPlace, _ sort: Sort) -> Int? {
        let row = row(before: place, sort)
        return row < places.count && places[row].id == place.id ? row : nil
    }

    /// The first row whose place does not stand before this one.
    private func row(before place: TaskPlace, _ sort: Sort, from start: Int = 0) -> Int {
        var low = start
        var high = places.count
        while low < high {
            let middle = low + (high - low) / 2
            if sort.precedes(places[middle], place) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func remove(_ leaving: [TaskPlace], _ sort: Sort) {
        let rows = leaving.compactMap { row(of: $0, sort) }.sorted()
        guard rows.count > 1 else {
            if let row = rows.first { places.remove(at: row) }
            return
        }
        var kept: [TaskPlace] = []
        kept.reserveCapacity(places.count - rows.count)
        var next = 0
        for row in rows {
            kept += places[next..<row]
            next = row + 1
        }
        places = kept + places[next...]
    }

    private mutating func insert(_ entering: [TaskPlace], _ sort: Sort) {
        guard entering.count > 1 else {
            if let place = entering.first { places.insert(place, at: row(before: place, sort)) }
            return
        }
        var merged: [TaskPlace] = []
        merged.reserveCapacity(places.count + entering.count)
        var next = 0
        for place in entering.sorted(by: sort.precedes) {
            let row = row(before: place, sort, from: next)
            merged += places[next..<row]
            merged.append(place)
            next = row
        }
        places = merged + places[next...]
    }

    /// Places that leave and enter with one change of the tasks.
    struct Change {
        var leaving: [TaskPlace] = []
        var entering: [TaskPlace] = []

        mutating func note(_ old: TaskPlace?, _ new: TaskPlace?) {
            guard old != new else { return }
            if let old { leaving.append(old) }
            if let new { entering.append(new) }
        }
    }
}
