/// What is true of all tasks together.
public struct Totals: Sendable, Hashable {
    /// Bytes a second of everything that runs.
    public var rate: Double

    /// The global limit in bytes a second; nil for none.
    public var limit: Int64?

    /// The limit is the alternative one.
    public var isLimitAlternative = false

    /// What the machine is to do when all is done.
    public var powerOrder: PowerOrder?

    /// Room on the disk of the documents directory; nil if it cannot be told.
    public var freeSpace: Int64?

    /// The time until everything is there; nil while nothing moves.
    public var remaining: Duration?

    /// Some sizes are unknown, so it will take at least `remaining`.
    public var isLowerBound: Bool

    /// Bytes that are there and bytes there will be, of everything that is not ended and has a known size.
    public var done: Int64
    public var total: Int64

    /// The numbers of the tabs; nil to count the tasks of the list.
    public var counts: Counts?

    public init(
        rate: Double = 0,
        limit: Int64? = nil,
        freeSpace: Int64? = nil,
        remaining: Duration? = nil,
        isLowerBound: Bool = false,
        done: Int64 = 0,
        total: Int64 = 0,
        counts: Counts? = nil
    ) {
        self.rate = rate
        self.limit = limit
        self.freeSpace = freeSpace
        self.remaining = remaining
        self.isLowerBound = isLowerBound
        self.done = done
        self.total = total
        self.counts = counts
    }

    /// The totals of a complete list of tasks.
    public init(of tasks: some Sequence<TaskSnapshot>, limit: Int64? = nil, freeSpace: Int64? = nil) {
        self.init(limit: limit, freeSpace: freeSpace)
        var longest: Duration?
        for task in tasks where !task.state.isEnded {
            if task.state.isActive, let time = task.remaining { longest = max(longest ?? time, time) }
            if task.state.isActive, let speed = task.speed, speed.isFinite { rate += max(0, speed) }
            // What a person paused does not go on by itself.
            if task.state == .paused { continue }
            if let size = task.total {
                done = done.saturatingAdd(max(0, min(task.done, size)))
                total = total.saturatingAdd(max(0, size))
            } else {
                isLowerBound = true
            }
        }
        estimate(longest: longest)
    }

    /// Takes over how fast each active task is, and how long the one needs that ends last.
    mutating func take(rates: some Sequence<Double>, longest: Duration?) {
        rate = rates.reduce(0) { $0 + ($1.isFinite ? max(0, $1) : 0) }
        estimate(longest: longest)
    }

    private mutating func estimate(longest: Duration?) {
        remaining = rate >= 1 ? .clamping(seconds: Double(total.saturatingSubtract(done)) / rate) : nil
        // All does not end before the one that ends last.
        if let time = remaining, let longest { remaining = max(time, longest) }
    }
}
