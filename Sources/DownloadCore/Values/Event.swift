/// Something that happened, as it is told to everything that watches.
public struct Event: Sendable, Hashable, Codable {
    /// Grows by one with every lifecycle event of a process; progress repeats the number of the event before it.
    public var sequence: UInt64
    public var time: WallTime
    public var task: TaskID?

    /// Whose task it is; nil for events that belong to none.
    public var session: SessionIdentifier?
    public var kind: Kind

    public init(sequence: UInt64, time: WallTime, task: TaskID?, kind: Kind) {
        self.sequence = sequence
        self.time = time
        self.task = task
        self.kind = kind
    }

    public enum Kind: Sendable, Hashable, Codable {
        case queued(url: String)
        case started(Started)
        case progress(Progress)
        case waiting(Wait)
        /// The partial file could not be used; `kept` bytes of it stay until the new ones have overtaken them.
        case restarted(reason: String, kept: Int64)
        case paused
        case resumed
        case cancelled
        case verifying
        case finished(Finished)
        case failed(Failed)
        case warning(String)
        case removed

        /// Only the latest progress of a task matters; everything else is never dropped.
        public var isProgress: Bool {
            if case .progress = self { true } else { false }
        }
    }

    public struct Started: Sendable, Hashable, Codable {
        public var url: String
        public var name: String
        public var total: Int64?
        public var resumedAt: Int64
        public var isResumable: Bool?

        public init(url: String, name: String, total: Int64?, resumedAt: Int64, isResumable: Bool?) {
            self.url = url
            self.name = name
            self.total = total
            self.resumedAt = resumedAt
            self.isResumable = isResumable
        }
    }

    public struct Progress: Sendable, Hashable, Codable {
        public var done: Int64
        public var total: Int64?
        public var speed: Double
        public var remaining: Duration?
        public var connections: Int

        public init(done: Int64, total: Int64?, speed: Double, remaining: Duration?, connections: Int) {
            self.done = done
            self.total = total
            self.speed = speed
            self.remaining = remaining
            self.connections = connections
        }
    }

    public struct Finished: Sendable, Hashable, Codable {
        public var url: String
        public var name: String
        public var file: FinishedFile

        /// The running time, without pauses and waits.
        public var activeTime: Duration
        public var wasted: Int64

        /// It was finished by an earlier run and is only reported again.
        public var isAlready: Bool

        public init(url: String, name: String, file: FinishedFile, activeTime: Duration, wasted: Int64, isAlready: Bool = false) {
            self.url = url
            self.name = name
            self.file = file
            self.activeTime = activeTime
            self.wasted = wasted
            self.isAlready = isAlready
        }
    }

    public struct Failed: Sendable, Hashable, Codable {
        public var url: String
        public var name: String
        public var failure: Failure

        public init(url: String, name: String, failure: Failure) {
            self.url = url
            self.name = name
            self.failure = failure
        }
    }
}
