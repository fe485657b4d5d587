/// What is to be done at certain times: a heap with the earliest on top, and the order of arrival among equals.
struct DueQueue<Job> {
    private struct Entry {
        let due: Int64
        let number: UInt64
        let job: Job

        func precedes(_ other: Entry) -> Bool {
            (due, number) < (other.due, other.number)
        }
    }

    private var heap: [Entry] = []
    private var count: UInt64 = 0

    /// When the earliest is due; nil when there is none.
    var earliest: Int64? { heap.first?.due }

    mutating func add(_ job: Job, due: Int64) {
        count += 1
        heap.append(Entry(due: due, number: count, job: job))
        var place = heap.count - 1
        while place > 0, heap[place].precedes(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// The earliest job if it is due by now.
    mutating func take(by now: Int64) -> Job? {
        guard let top = heap.first, top.due <= now else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return top.job }
        heap[0] = last
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(heap[place]) else { break }
            heap.swapAt(child, place)
            place = child
        }
        return top.job
    }
}
