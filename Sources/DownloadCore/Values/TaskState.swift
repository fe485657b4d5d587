/// Where a task stands.
///
/// A case carries what is true only then.
public enum TaskState: Sendable, Hashable, Codable {
    /// It waits for its turn.
    case queued
    /// Its first connection was asked for; no usable reply yet.
    case connecting
    /// Bytes of a file are coming.
    case running
    /// It can go on by itself, later; the reason says what it waits for.
    case waiting(Wait)
    /// A person stopped it and can continue it.
    case paused
    /// All bytes are there; their checksum is being computed.
    case verifying
    /// The file is being moved into the documents directory.
    case publishing
    case finished(FinishedFile)
    case failed(Failure)
    case cancelled

    /// It has ended: nothing more happens unless it is retried.
    public var isEnded: Bool {
        switch self {
        case .finished, .failed, .cancelled: true
        case .queued, .connecting, .running, .waiting, .paused, .verifying, .publishing: false
        }
    }

    /// It holds a place among the tasks that run at once.
    public var isActive: Bool {
        switch self {
        case .connecting, .running, .verifying, .publishing: true
        case .queued, .waiting, .paused, .finished, .failed, .cancelled: false
        }
    }

    /// The state's name without what it carries.
    public var kind: Kind {
        switch self {
        case .queued: .queued
        case .connecting: .connecting
        case .running: .running
        case .waiting: .waiting
        case .paused: .paused
        case .verifying: .verifying
        case .publishing: .publishing
        case .finished: .finished
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case queued, connecting, running, waiting, paused, verifying, publishing, finished, failed, cancelled
    }
}

/// Why a task waits; raw values are the words of the JSON lines (`headless.md` section 1).
public enum WaitReason: String, Sendable, Hashable, Codable, CaseIterable {
    case retry
    case rateLimited = "rate-limited"
    case hostLimit = "host-limit"
    case network
    case metered
    case cellular
    case power
    case load
    case schedule
    case startTime = "start-time"
    case diskFull = "disk-full"
    case directoryMissing = "directory-missing"
    case authentication
    case queue

    /// What the task waits for, as part of a sentence: `mains power`.
    public var words: String {
        switch self {
        case .retry: "the next try"
        case .rateLimited: "the server, which is busy"
        case .hostLimit: "a free connection to its host"
        case .network: "the network"
        case .metered: "a network that is not metered"
        case .cellular: "a network that is not cellular"
        case .power: "mains power"
        case .load: "less load on this machine"
        case .schedule: "its schedule"
        case .startTime: "its start time"
        case .diskFull: "room on the disk"
        case .directoryMissing: "its folder to come back"
        case .authentication: "a name and a password (haul auth)"
        case .queue: "its turn"
        }
    }
}

/// A wait: what for, until when if that is known, and what went wrong before.
public struct Wait: Sendable, Hashable, Codable {
    public var reason: WaitReason
    public var until: WallTime?

    /// The try that comes next, counted from 1 in each stretch without progress; 0 when the wait is no retry.
    public var attempt: Int

    /// How many tries there are in all; nil for no limit.
    public var limit: Int?
    public var failure: Failure?

    /// The setting that makes it wait, where no other network would help.
    public var setting: Setting?

    /// Raw values are keys of the configuration.
    public enum Setting: String, Sendable, Hashable, Codable, CaseIterable {
        case saveData = "conditions.save_data"
        case metered = "conditions.metered"
    }

    /// What it waits for, as part of a sentence.
    public var words: String {
        switch setting {
        case .saveData: "the end of conditions.save_data"
        case .metered: "the end of conditions.metered = \"yes\""
        case nil: reason.words
        }
    }

    public init(reason: WaitReason, until: WallTime? = nil, attempt: Int = 0, limit: Int? = nil, failure: Failure? = nil) {
        self.reason = reason
        self.until = until
        self.attempt = attempt
        self.limit = limit
        self.failure = failure
    }
}

/// What is known about a file after it was published.
public struct FinishedFile: Sendable, Hashable, Codable {
    /// The absolute path it was published under.
    public var path: String
    public var bytes: Int64

    /// The digest that was checked; nil when none was asked for.
    public var digest: Checksum?

    /// The file was gone when a crash had been recovered from: somebody moved or deleted it after it was published.
    public var isMissing: Bool

    public init(path: String, bytes: Int64, digest: Checksum? = nil, isMissing: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.digest = digest
        self.isMissing = isMissing
    }
}
