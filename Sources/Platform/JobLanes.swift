/// What waits to be run, in three lanes by priority: the higher lane goes first, yet no lane waits for ever.
///
/// Within a lane the order is that of arrival.
struct JobLanes<Job> {
    private struct Lane {
        var jobs: [Job] = []
        var first = 0

        var isEmpty: Bool { first == jobs.count }

        mutating func take() -> Job? {
            guard !isEmpty else { return nil }
            let job = jobs[first]
            first += 1
            if isEmpty {
                jobs.removeAll(keepingCapacity: true)
                first = 0
            } else if first >= 1_024, first * 2 >= jobs.count {
                // A lane that is never empty must not grow with all that went through it.
                jobs.removeFirst(first)
                first = 0
            }
            return job
        }
    }

    private var high = Lane()
    private var middle = Lane()
    private var low = Lane()
    private var turn: UInt8 = 0

    var isEmpty: Bool { middle.isEmpty && high.isEmpty && low.isEmpty }

    /// Puts a job at the end of the lane of its priority, the raw value of a `JobPriority`.
    mutating func append(_ job: Job, priority: UInt8) {
        if priority > TaskPriority.medium.rawValue {
            high.jobs.append(job)
        } else if priority > TaskPriority.low.rawValue {
            middle.jobs.append(job)
        } else {
            low.jobs.append(job)
        }
    }

    /// The next job: one of the highest lane that has any, and every eighth time one of the lowest.
    mutating func take() -> Job? {
        turn &+= 1
        if turn % 8 == 0 {
            // The two lower lanes share these turns.
            if turn % 16 == 0, let job = middle.take() { return job }
            if let job = low.take() ?? middle.take() { return job }
        }
        return high.take() ?? middle.take() ?? low.take()
    }
}
