/// Which tasks run: by priority, then by order, within the caps of the session and of each host.
public enum Queue {
    /// What the queue knows of a task that wants to run; its lane's members are its own as well.
    @dynamicMemberLookup
    public struct Candidate: Sendable, Hashable {
        public var id: TaskID

        /// The place that a person gave it; equal places go by id.
        public var order: Int64
        public var priority: Priority

        /// It runs at once, whatever the limit of tasks says.
        public var isUrgent = false

        private var lane: Shared<Lane>

        /// What many tasks have in common.
        public struct Lane: Sendable, Hashable {
            /// Scheme, host and port that it will ask first.
            public var origin: String

            /// The session whose own limit of connections to a host counts, with that limit; nil for no such limit.
            public var share: Share?

            /// Whose task it is: sessions take turns.
            public var session: SessionIdentifier?

            /// The group whose caps it shares.
            public var group: String?
        }

        public subscript<Value>(dynamicMember member: WritableKeyPath<Lane, Value>) -> Value {
            get { lane.value[keyPath: member] }
            _modify { yield &lane.value[keyPath: member] }
        }

        /// Keeps its lane in one place with that of another, if they are the same.
        mutating func share(with other: Candidate) {
            if lane == other.lane { lane = other.lane }
        }

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
            lane = Shared(Lane(origin: origin))
        }
    }

    public struct Limits: Sendable, Hashable {
        public var tasks: Int
        public var connectionsPerHost: Int

        /// Connections to all hosts together.
        public var connections = Int.max

        /// Tasks of each group that has a cap.
        public var groups: [String: Int] = [:]

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

    /// What runs now, as far as caps and turns depend on it.
    public struct Load: Sendable {
        public var tasks = 0

        /// Connections of each origin.
        public var connections: [String: Int] = [:]

        /// Those of them that belong to each session which has a limit of its own.
        public var shares: [Candidate.ShareKey: Int] = [:]

        /// Tasks of each session, and of each group.
        public var sessions: [SessionIdentifier?: Int] = [:]
        public var groups: [String: Int] = [:]

        public init(tasks: Int = 0, connections: [String: Int] = [:]) {
            self.tasks = tasks
            self.connections = connections
        }

        /// Whether the caps leave a place for a task, but for that of all tasks.
        func hasRoom(for candidate: Candidate, _ limits: Limits, _ caps: [String: Int]) -> Bool {
            let cap = min(limits.connectionsPerHost, caps[candidate.origin] ?? .max)
            guard connections[candidate.origin, default: 0] < max(1, cap) else { return false }
            guard let share = candidate.share else { return true }
            return shares[share.key(candidate.origin), default: 0] < max(1, share.limit)
        }

        mutating func take(_ candidate: Candidate) {
            tasks += 1
            connections[candidate.origin, default: 0] += 1
            sessions[candidate.session, default: 0] += 1
            if let share = candidate.share { shares[share.key(candidate.origin), default: 0] += 1 }
            if let group = candidate.group { groups[group, default: 0] += 1 }
        }
    }

    /// When each session last began a task: of those that have equally many, the one whose turn is longest ago goes first.
    public struct Turns: Sendable {
        private var last: [SessionIdentifier?: Int] = [:]
        private var count = 0

        public init() {}

        public mutating func took(_ session: SessionIdentifier?) {
            count += 1
            last[session] = count
        }

        func last(of session: SessionIdentifier?) -> Int { last[session] ?? 0 }
    }

    /// The tasks that may start now, in order, and those that only the cap of their host holds back.
    ///
    /// Of tasks of one priority, those of the session that has the fewest go first: a long list of one does not keep the others waiting.
    /// - Parameters:
    ///   - waiting: all that want to run.
    ///   - load: what runs.
    ///   - turns: who began a task when.
    ///   - caps: what is allowed for an origin, where a refusal has lowered it.
    ///   - limits: of all.
    ///   - isReady: whether a task could run now, as far as its caps go.
    /// - Returns: both lists, in the order in which they were looked at.
    public static func admit(
        waiting: WaitingList,
        load: Load,
        turns: Turns = Turns(),
        caps: [String: Int] = [:],
        limits: Limits,
        where isReady: (Candidate) -> Bool = { _ in true }
    ) -> (start: [TaskID], held: [TaskID]) {
        var load = load
        var turns = turns
        var start: [TaskID] = []
        var held: [TaskID] = []
        var lanes = waiting.lanes.map(Lane.init)
        while let place = next(of: lanes, load, turns, limits) {
            guard let candidate = lanes[place].head else { break }
            guard load.tasks < limits.tasks || candidate.isUrgent else { break }
            lanes[place].advance()
            guard isReady(candidate) else { continue }
            guard load.hasRoom(for: candidate, limits, caps) else {
                held.append(candidate.id)
                continue
            }
            load.take(candidate)
            turns.took(candidate.session)
            start.append(candidate.id)
        }
        return (start, held)
    }

    /// The tasks of one session and group, and how far they have been looked at.
    private struct Lane {
        let tasks: ArraySlice<Candidate>
        var place: Int

        init(_ tasks: ArraySlice<Candidate>) {
            self.tasks = tasks
            place = tasks.startIndex
        }

        var head: Candidate? { place < tasks.endIndex ? tasks[place] : nil }

        mutating func advance() { place += 1 }
    }

    /// The lane whose first task comes next; nil when none is left that may.
    private static func next(of lanes: [Lane], _ load: Load, _ turns: Turns, _ limits: Limits) -> Int? {
        var best: (place: Int, head: Candidate)?
        for place in lanes.indices {
            guard let head = lanes[place].head else { continue }
            // Of a group that is full, nobody need be looked at.
            if !head.isUrgent, let group = head.group, let cap = limits.groups[group], load.groups[group, default: 0] >= cap { continue }
            guard let current = best else {
                best = (place, head)
                continue
            }
            if goesBefore(head, current.head, load, turns) { best = (place, head) }
        }
        return best?.place
    }

    private static func goesBefore(_ left: Candidate, _ right: Candidate, _ load: Load, _ turns: Turns) -> Bool {
        let isRanked = left.isUrgent != right.isUrgent || left.priority != right.priority || left.session == right.session
        if isRanked { return precedes(left, right) }
        let (own, other) = (load.sessions[left.session, default: 0], load.sessions[right.session, default: 0])
        if own != other { return own < other }
        let (turn, otherTurn) = (turns.last(of: left.session), turns.last(of: right.session))
        return turn != otherTurn ? turn < otherTurn : precedes(left, right)
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
