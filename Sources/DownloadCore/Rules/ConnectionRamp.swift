/// How many connections one task should have now: it starts with one and adds more only while that makes it faster.
public struct ConnectionRamp: Sendable, Hashable {
    /// What a step has brought is looked at after this time at the earliest, and after as long as a reply takes.
    public static let quickest = Duration.milliseconds(50)

    /// Only after this time, and six times as long as a reply takes, a step is said to have brought nothing: connections start slowly.
    public static let patience = Duration.milliseconds(400)

    /// A further connection must raise the total rate by this share of what one connection has on average.
    public static let worthwhileGain = 0.3

    /// A step that brought nothing is looked at once more after this time: a busy machine may have hidden what it was worth.
    public static let firstPause = Duration.seconds(1)

    /// After that, one more connection is tried after this time, then after twice as long each time, up to 64 times.
    public static let pause = Duration.seconds(8)

    /// After the server refused a further connection, the next one is tried after this time.
    public static let refusalPause = Duration.seconds(60)

    /// Whatever a file is worth: less than this much time left on the present connections, and a new one is not opened.
    public static let shortestWork = Duration.milliseconds(400)

    /// What is known of a task at the moment of a look.
    public struct Look: Sendable, Hashable {
        /// Bytes that have come so far, and when that was told.
        public var received: Int64
        public var told: Instant

        /// Connections from which bytes are coming.
        public var running: Int

        /// Bytes that are left to fetch.
        public var remaining: Int64

        /// The most connections it may have, from its own cap and from what its host has left.
        public var limit: Int

        /// The time from asking to a reply.
        public var latency: Duration
        public var now: Instant

        public init(
            received: Int64,
            told: Instant,
            running: Int,
            remaining: Int64,
            limit: Int,
            latency: Duration = .zero,
            now: Instant
        ) {
            self.received = received
            self.told = told
            self.running = running
            self.remaining = remaining
            self.limit = limit
            self.latency = latency
            self.now = now
        }
    }

    public private(set) var wanted = 1

    /// The most connections that have proved to be worth it.
    private var proven = 1

    /// More have been tried, and brought nothing or were refused.
    private var isFull = false

    /// Bytes a second of one connection when that was last measured.
    public private(set) var pace: Double?

    private var phase = Phase.measuring(since: nil)

    /// Steps in a row that brought nothing, and how it was before the last one.
    private var fruitless = 0
    private var doubted: Step?
    private var refusedUntil: Instant?

    private enum Phase: Sendable, Hashable {
        /// How fast it is now, since all connections that are wanted were running: then a step is made.
        case measuring(since: Sample?)
        /// How fast a step has made it.
        case judging(Step, since: Sample?)
        /// No step before this moment; nil for a pause that begins with the first look.
        case resting(until: Instant?)
    }

    private struct Sample: Sendable, Hashable {
        var at: Instant
        var received: Int64
    }

    /// How it was before a step.
    private struct Step: Sendable, Hashable {
        var rate: Double
        var connections: Int
        var wanted: Int
    }

    /// What a task has learned of its host.
    public struct Lesson: Sendable, Hashable {
        /// The most connections that were of use.
        public var connections: Int

        /// More brought nothing, or were refused.
        public var isFull: Bool

        /// Bytes a second of one connection.
        public var pace: Double
    }

    /// Begins with one connection, or with as many as another task of the same host had use for.
    public init(_ lesson: Lesson? = nil) {
        guard let lesson else { return }
        proven = max(1, lesson.connections)
        wanted = proven
        isFull = lesson.isFull
        pace = lesson.pace
        if isFull { phase = .resting(until: nil) }
    }

    /// What the next task of the same host can begin with; nil while nothing has been learned.
    public var lesson: Lesson? {
        guard proven > 1 || isFull, let pace else { return nil }
        return Lesson(connections: proven, isFull: isFull, pace: pace)
    }

    /// A step waits to be made or judged: it should be looked at again within a moment.
    public var isCurious: Bool {
        if case .resting = phase { false } else { true }
    }

    /// Looks at what the task has now and decides how many connections it should have.
    ///
    /// - Returns: how many it should have; more than there are now when some are to be opened.
    public mutating func update(_ look: Look) -> Int {
        wanted = max(1, min(wanted, look.limit))
        guard look.limit > 1, look.running > 0 else { return wanted }
        if case .resting(let until) = phase {
            let until = until ?? look.now.advanced(by: Self.pause)
            phase = until <= look.now ? .measuring(since: nil) : .resting(until: until)
        }
        // What was told a while ago does not mean that nothing has come since; for ever it does.
        let sample = Sample(at: max(look.told, look.now.advanced(by: .milliseconds(-300))), received: look.received)
        switch phase {
        case .resting:
            break
        case .measuring(let since):
            guard look.running >= wanted else {
                phase = .measuring(since: nil)
                // As many as another task had use for, if there is enough to do for them.
                return isWorthwhile(look, rate: pace ?? 0) ? wanted : min(wanted, look.running)
            }
            phase = .measuring(since: since ?? sample)
            if let since, let rate = rate(since, sample, look) { step(look, rate) }
        case .judging(let step, let since):
            guard look.running >= wanted else {
                phase = .judging(step, since: nil)
                return wanted
            }
            phase = .judging(step, since: since ?? sample)
            if let since, let rate = rate(since, sample, look) { judge(step, look, since, sample, rate) }
        }
        return wanted
    }

    /// The server refused a further connection: fewer from now on, and no more for a while.
    public mutating func refused(running: Int, now: Instant) {
        wanted = max(1, running)
        proven = min(proven, wanted)
        isFull = true
        fruitless = max(1, fruitless)
        let end = now.advanced(by: Self.refusalPause)
        refusedUntil = end
        phase = .resting(until: end)
    }

    /// The server has lately refused a further connection, and would do so again.
    public func isRefused(at now: Instant) -> Bool {
        refusedUntil.map { now < $0 } ?? false
    }

    /// Bytes a second since a sample; nil while too little time has passed.
    private func rate(_ since: Sample, _ sample: Sample, _ look: Look) -> Double? {
        let passed = sample.at.since(since.at)
        guard passed >= max(Self.quickest, look.latency) else { return nil }
        return max(0, Double(sample.received.saturatingSubtract(since.received)) / passed.inSeconds)
    }

    private func isWorthwhile(_ look: Look, rate: Double) -> Bool {
        rate > 0 && Double(look.remaining) / rate > Self.shortestWork.inSeconds
    }

    private mutating func step(_ look: Look, _ rate: Double) {
        pace = rate / Double(look.running)
        if fruitless > 0, look.running > wanted {
            // Those that brought nothing still run: one more is not tried, unless they have come to be worth it.
            guard let doubted, isGain(rate, look, since: doubted) else { return rest(look) }
            wanted = min(look.running, look.limit)
            proven = max(proven, wanted)
            isFull = false
            fruitless = 0
        }
        let present = max(wanted, look.running)
        guard present < look.limit, isWorthwhile(look, rate: rate) else {
            phase = .measuring(since: nil)
            return
        }
        phase = .judging(Step(rate: rate, connections: look.running, wanted: wanted), since: nil)
        // Doubled from then on; once that brought nothing, one after the other.
        let next = fruitless > 0 ? present + 1 : present == 1 ? 4 : present > look.limit / 2 ? look.limit : present * 2
        wanted = min(look.limit, next)
    }

    private mutating func judge(_ step: Step, _ look: Look, _ since: Sample, _ sample: Sample, _ rate: Double) {
        if isGain(rate, look, since: step) {
            proven = max(proven, look.running)
            fruitless = 0
            isFull = false
            // What was measured to judge this step is what the next one starts from.
            self.step(look, rate)
            return
        }
        guard sample.at.since(since.at) >= max(Self.patience, look.latency * 6) else { return }
        // It did not help. What runs goes on, but what ends is not replaced, and it is long before the next step.
        wanted = min(step.wanted, look.limit)
        isFull = true
        doubted = step
        rest(look)
    }

    private mutating func rest(_ look: Look) {
        let pause = fruitless == 0 ? Self.firstPause : Self.pause * (1 << min(fruitless - 1, 6))
        phase = .resting(until: look.now.advanced(by: pause))
        fruitless += 1
    }

    private func isGain(_ rate: Double, _ look: Look, since step: Step) -> Bool {
        let share = step.rate / Double(step.connections)
        return rate - step.rate >= Self.worthwhileGain * share * Double(max(1, look.running - step.connections))
    }
}
