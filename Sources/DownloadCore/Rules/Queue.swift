/// Which tasks run: by priority, then by order, within the caps of the session and of each host.
public enum Queue {
    /// What the queue knows of a task that wants to run.
    public struct Candidate: Sendable, Hashable {
        public var id: TaskID
        public var priority: Priority

        /// The place that a person gave it; equal places go by id.
        public var order: Int64

        /// Scheme, host and port that it will ask first.
        public var origin: String

        /// The session whose own limit of connections to a host counts, with that limit; nil for no such limit.
        public var share: Share?

        /// It runs at once, whatever the limit of tasks says.
        public var isUrgent = false

        public struct Share: Sendable, Hashable {
            public var session: SessionIdentifier
            public var limit: Int

            public init(session: SessionIdentifier, limit: Int) {
                self.session = session
                self.limit = limit
            }

            /// What its connections to a host are counted under.
            public func key(_ origin: String) -> ShareKey { ShareKey(session: session, origin: origin) }
        }

        public struct ShareKey: Sendable, Hashable {
            public var session: SessionIdentifier
            public var origin: String
        }

        public init(id: TaskID, priority: Priority, order: Int64, origin: String) {
            self.id = id
            self.priority = priority
            self.order = order
            self.origin = origin
        }
    }

    public struct Limits: Sendable, Hashable {
        public var tasks: Int
        public var connectionsPerHost: Int

        /// Connections to all hosts together.
        public var connections = Int.max

        public init(tasks: Int, connectionsPerHost: Int) {
            self.tasks = tasks
            self.connectionsPerHost = connectionsPerHost
        }
    }

    /// Puts waiting tasks in the order in which they want to start.
    public static func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.isUrgent != right.isUrgent { return left.isUrgent }
        if left.priority != right.priority { return left.priority > right.priority }
        return left.order != right.order ? left.order < right.order : left.id < right.id
    }

    /// The tasks that may start now, in order, and those that only their host's cap holds back.
    ///
    /// - Parameters:
    ///   - waiting: all that want to run, in the order of `precedes`.
    ///   - active: how many run.
    ///   - connections: how many connections each origin has now.
    ///   - shares: how many of them belong to each session that has a limit of its own.
    ///   - caps: what is allowed for an origin, where a refusal has lowered it.
    ///   - limits: of the session.
    /// - Returns: both lists in the order in which the tasks wait.
    public static func admit(
        waiting: some Sequence<Candidate>,
        active: Int,
        connections: [String: Int],
        shares: [Candidate.ShareKey: Int] = [:],
        caps: [String: Int] = [:],
        limits: Limits
    ) -> (start: [TaskID], held: [TaskID]) {
        var free = limits.tasks - active
        var used = connections
        var shared = shares
        var start: [TaskID] = []
        var held: [TaskID] = []
        for candidate in waiting {
            guard free > 0 || candidate.isUrgent else { break }
            let cap = min(limits.connectionsPerHost, caps[candidate.origin] ?? .max)
            guard used[candidate.origin, default: 0] < max(1, cap) else {
                held.append(candidate.id)
                continue
            }
            if let share = candidate.share {
                let key = share.key(candidate.origin)
                guard shared[key, default: 0] < max(1, share.limit) else {
                    held.append(candidate.id)
                    continue
                }
                shared[key, default: 0] += 1
            }
            used[candidate.origin, default: 0] += 1
            free -= 1
            start.append(candidate.id)
        }
        return (start, held)
    }

    /// The limits that so many descriptors allow: each task has a part file and a connection, and others need some for a moment.
    public static func limits(_ wanted: Limits, descriptors: Int) -> Limits {
        var limits = wanted
        limits.tasks = min(wanted.tasks, max(1, descriptors / 3))
        limits.connections = min(wanted.connections, max(1, descriptors - limits.tasks * 2))
        return limits
    }

    /// How many connections a running task may have in all, when tasks that wait for the same host go first.
    ///
    /// Less than it has now when others wait and the host has none left: then it gives one back.
    public static func allowance(own: Int, ofOrigin used: Int, waitingForOrigin waiting: Int, cap: Int, taskLimit: Int) -> Int {
        let left = cap - used - waiting
        if left < 0 { return max(1, min(taskLimit, own - 1)) }
        return max(1, min(taskLimit, own + left))
    }
}
