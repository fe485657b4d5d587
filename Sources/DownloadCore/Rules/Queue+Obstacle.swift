extension Queue {
    /// What keeps a task of the queue from running now: a kind, and the numbers that a person can change.
    public struct Obstacle: Sendable, Hashable, Codable {
        /// Raw values are the words of the JSON lines.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// As many tasks run as may.
            case tasks = "queue"
            /// The same, and some of those that run have gone first only by their higher priority.
            case priority
            /// As many tasks of its group run as may.
            case group
            /// Its host has all the connections that it gets.
            case host = "host-limit"
            /// The same, by the limit of its session alone.
            case session = "session-limit"
            /// Its host asked for a pause.
            case pause = "rate-limited"
            /// Another task found the disk full, which is full for all.
            case disk = "disk-full"
            /// Another task found the documents folder missing, which is missing for all.
            case folder = "directory-missing"
        }

        public var kind: Kind

        /// The group, the host with its port where that is not the usual one, or what is known of the folder.
        public var name: String?

        /// Tasks that run, or connections that are made, of so many that may.
        public var used: Int?
        public var limit: Int?

        /// When it is over, where that is known.
        public var until: WallTime?

        public init(_ kind: Kind, name: String? = nil, used: Int? = nil, limit: Int? = nil, until: WallTime? = nil) {
            self.kind = kind
            self.name = name
            self.used = used
            self.limit = limit
            self.until = until
        }

        /// What the task waits for, as part of a sentence: `a place in group big (2 of 2 run)`.
        public var words: String {
            let numbers = used.flatMap { used in limit.map { "\(used) of \($0)" } } ?? "all"
            let name = name ?? ""
            return switch kind {
            case .tasks: "a place (\(numbers) run)"
            case .priority: "a place (\(numbers) run, and higher priority goes first)"
            case .group: "a place in group \(name) (\(numbers) run)"
            case .host: "a connection to \(name) (\(numbers) in use)"
            case .session: "a connection to \(name) (\(numbers) of its session in use)"
            case .pause: "\(name), which asked for a pause"
            case .disk: WaitReason.diskFull.words
            case .folder: WaitReason.directoryMissing.words + (name.isEmpty ? "" : " (\(name))")
            }
        }

        /// A start by hand goes past it.
        public var yieldsToStart: Bool {
            switch kind {
            case .tasks, .priority, .group: true
            case .host, .session, .pause, .disk, .folder: false
            }
        }
    }

    /// What runs and what may, as it concerns tasks that wait: made once, and asked for each task that is shown.
    public struct Standing: Sendable {
        public var load: Load
        public var limits: Limits

        /// As for `admit`.
        public var caps: [String: Int] = [:]

        /// Until when origins asked to be left alone.
        public var pauses: [String: WallTime] = [:]

        /// Of those of each priority that run, the last one in the order.
        public var last: [Priority: Candidate] = [:]

        /// What keeps every task but some from its disk; nil when nothing does.
        public var diskReason: WaitReason?

        /// What is known of it.
        public var diskDetail: String?

        /// Those that look whether it is still so.
        public var diskWaiters: Set<TaskID> = []

        public init(load: Load, limits: Limits) {
            self.load = load
            self.limits = limits
        }

        /// What keeps a waiting task from running; nil when only others go before it.
        ///
        /// Of several, the one that the others would leave standing: a group that is full stays so in a queue that has room.
        public func obstacle(to candidate: Candidate) -> Obstacle? {
            if let diskReason, !candidate.isUrgent, !diskWaiters.contains(candidate.id) {
                return diskReason == .directoryMissing ? Obstacle(.folder, name: diskDetail) : Obstacle(.disk)
            }
            if let until = pauses[candidate.origin] { return Obstacle(.pause, name: host(candidate), until: until) }
            if !candidate.isUrgent {
                if let group = candidate.group, let cap = limits.groups[group], load.groups[group, default: 0] >= cap {
                    return Obstacle(.group, name: group, used: load.groups[group, default: 0], limit: cap)
                }
                if load.tasks >= limits.tasks {
                    return Obstacle(isOutranked(candidate) ? .priority : .tasks, used: load.tasks, limit: limits.tasks)
                }
            }
            let cap = max(1, min(limits.connectionsPerHost, caps[candidate.origin] ?? .max))
            let used = load.connections[candidate.origin, default: 0]
            if used >= cap { return Obstacle(.host, name: host(candidate), used: used, limit: cap) }
            guard let share = candidate.share else { return nil }
            let own = load.shares[share.key(candidate.origin), default: 0]
            return own >= max(1, share.limit) ? Obstacle(.session, name: host(candidate), used: own, limit: max(1, share.limit)) : nil
        }

        /// One that runs has gone first by its priority alone: but for that it would stand behind.
        private func isOutranked(_ candidate: Candidate) -> Bool {
            last.contains { $0.key > candidate.priority && ($0.value.order, $0.value.id) > (candidate.order, candidate.id) }
        }

        private func host(_ candidate: Candidate) -> String {
            Address(candidate.origin)?.place ?? candidate.origin
        }
    }
}
