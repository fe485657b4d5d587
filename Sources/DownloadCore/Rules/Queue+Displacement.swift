extension Queue {
    /// A running task, as far as another one may take its place.
    public struct Runner: Sendable, Hashable {
        public var id: TaskID
        public var priority: Priority
        public var origin: String
        public var group: String?
        public var connections: Int

        /// It can go on later with what it has.
        public var isResumable: Bool

        /// How long it has run this time.
        public var age: Duration

        /// How long it still needs, as far as can be told; nil when it cannot.
        public var remaining: Duration?

        public init(
            id: TaskID,
            priority: Priority,
            origin: String,
            group: String? = nil,
            connections: Int = 1,
            isResumable: Bool = true,
            age: Duration,
            remaining: Duration? = nil
        ) {
            self.id = id
            self.priority = priority
            self.origin = origin
            self.group = group
            self.connections = connections
            self.isResumable = isResumable
            self.age = age
            self.remaining = remaining
        }
    }

    /// A task that has begun only just now, or will end soon, keeps its place: a change costs a new connection.
    static let leastAge = Duration.seconds(5)
    static let soon = Duration.seconds(5)

    /// The running tasks of low priority that are to give their places to waiting ones of high priority.
    ///
    /// Nothing turns in circles by it: a low one never takes a place, and nobody of high priority loses one.
    /// - Parameters:
    ///   - waiting: all that want to run.
    ///   - running: all that run and may be stopped.
    ///   - load: what runs.
    ///   - caps: as for `admit`.
    ///   - limits: of all.
    ///   - isReady: whether a task could run now, as far as its caps go.
    /// - Returns: those that are to stop; those of the longest remaining time first.
    public static func displace(
        waiting: WaitingList,
        running: [Runner],
        load: Load,
        caps: [String: Int] = [:],
        limits: Limits,
        where isReady: (Candidate) -> Bool = { _ in true }
    ) -> [TaskID] {
        guard load.tasks >= limits.tasks else { return [] }
        var load = load
        var victims = running.filter { runner in
            runner.priority == .low && runner.isResumable && runner.age >= leastAge && runner.remaining.map { $0 > soon } ?? true
        }
        victims.sort { left, right in
            let (first, second) = (left.remaining ?? .seconds(Int64.max / 2), right.remaining ?? .seconds(Int64.max / 2))
            return first == second ? left.id > right.id : first > second
        }
        var stopped: [TaskID] = []
        for candidate in waiting {
            guard candidate.priority == .high || candidate.isUrgent, !victims.isEmpty else { break }
            guard candidate.priority == .high, isReady(candidate) else { continue }
            let place = victims.firstIndex { victim in
                var without = load
                without.release(victim)
                if let group = candidate.group, let cap = limits.groups[group], without.groups[group, default: 0] >= cap { return false }
                return without.hasRoom(for: candidate, limits, caps)
            }
            guard let place else { continue }
            let victim = victims.remove(at: place)
            load.release(victim)
            load.take(candidate)
            stopped.append(victim.id)
        }
        return stopped
    }
}

extension Queue.Load {
    fileprivate mutating func release(_ runner: Queue.Runner) {
        tasks -= 1
        connections[runner.origin, default: 0] -= runner.connections
        if let group = runner.group { groups[group, default: 0] -= 1 }
    }
}
