public import DownloadCore

/// A task as it is shown, flat and in plain numbers: `TaskSnapshot` for the link.
///
/// Times are seconds, sizes bytes.
public struct TaskInfo: Codable, Sendable, Hashable, Identifiable {
    public var id: TaskID
    public var session: String
    public var url: String
    public var finalURL: String?
    public var name: String

    /// A name of `TaskState.Kind`.
    public var state: String

    /// With `waiting`.
    public var wait: WaitInfo?

    /// With `failed`.
    public var error: FailureInfo?

    /// With `finished`.
    public var file: FileInfo?
    public var total: Int64?
    public var done: Int64

    /// Bytes a second.
    public var speed: Double?
    public var averageSpeed: Double?
    public var remaining: Double?
    public var connections: Int
    public var maximumConnections: Int
    public var resumable: Bool?
    public var attempt: Int

    /// -1 low, 0 normal, 1 high.
    public var priority: Int

    /// From 1 on, among those that wait for their turn.
    public var place: Int?
    public var wasted: Int64

    /// `TYPE=HEX`.
    public var checksum: String?
    public var rateLimit: Int64?

    /// Unix time.
    public var added: Double
    public var ended: Double?
    public var activeTime: Double
    public var pieces: [TaskSnapshot.Piece]?

    /// A person has started it whatever it was to wait for; missing when not.
    public var hurried: Bool?

    /// The group whose caps it shares.
    public var group: String?

    /// With `queued`.
    public var waitsFor: ObstacleInfo?

    public init(_ task: TaskSnapshot) {
        id = task.id
        session = task.session
        url = task.url
        finalURL = task.finalURL
        name = task.name
        state = task.state.kind.rawValue
        switch task.state {
        case .waiting(let wait): self.wait = WaitInfo(wait)
        case .failed(let failure): error = FailureInfo(failure)
        case .finished(let file): self.file = FileInfo(file)
        case .queued, .connecting, .running, .paused, .verifying, .publishing, .cancelled: break
        }
        total = task.total
        done = task.done
        speed = task.speed.flatMap { $0.isFinite ? $0 : nil }
        averageSpeed = task.averageSpeed.flatMap { $0.isFinite ? $0 : nil }
        remaining = task.remaining?.inSeconds
        connections = task.connections
        maximumConnections = task.maximumConnections
        resumable = task.isResumable
        attempt = task.attempt
        priority = task.priority.rawValue
        place = task.queuePosition
        wasted = task.wasted
        checksum = task.checksum.map(String.init(wire:))
        rateLimit = task.rateLimit
        added = task.added.inSeconds
        ended = task.ended?.inSeconds
        activeTime = task.activeTime.inSeconds
        pieces = task.pieces.isEmpty ? nil : task.pieces
        hurried = task.isHurried ? true : nil
        group = task.group
        waitsFor = task.obstacle.map(ObstacleInfo.init)
    }

    /// The same as a value of the domain; a state that this version does not know is shown as waiting in the queue.
    public var snapshot: TaskSnapshot {
        var snapshot = TaskSnapshot(
            id: id,
            session: session,
            url: url,
            finalURL: finalURL,
            name: name,
            state: taskState,
            total: total,
            done: done,
            speed: speed,
            averageSpeed: averageSpeed,
            remaining: remaining.map(Duration.clamping(seconds:)),
            connections: connections,
            maximumConnections: maximumConnections,
            isResumable: resumable,
            attempt: attempt,
            priority: Priority(rawValue: priority) ?? .normal,
            queuePosition: place,
            wasted: wasted,
            checksum: checksum.flatMap { Checksum(parsing: $0) },
            rateLimit: rateLimit,
            added: WallTime(inSeconds: added),
            ended: ended.map(WallTime.init(inSeconds:)),
            activeTime: .clamping(seconds: activeTime),
            pieces: pieces ?? []
        )
        snapshot.isHurried = hurried ?? false
        snapshot.group = group
        snapshot.obstacle = waitsFor?.obstacle
        return snapshot
    }

    private var taskState: TaskState {
        switch TaskState.Kind(rawValue: state) {
        case .queued, nil: .queued
        case .connecting: .connecting
        case .running: .running
        case .waiting: .waiting(wait?.wait ?? Wait(reason: .queue))
        case .paused: .paused
        case .verifying: .verifying
        case .publishing: .publishing
        case .finished: .finished(file?.file ?? FinishedFile(path: "", bytes: done, isMissing: true))
        case .failed: .failed(error?.failure ?? Failure(.internal, ""))
        case .cancelled: .cancelled
        }
    }
}

/// What keeps a queued task from running.
public struct ObstacleInfo: Codable, Sendable, Hashable {
    /// A name of `Queue.Obstacle.Kind`.
    public var reason: String

    /// The group or the host.
    public var name: String?
    public var used: Int?
    public var limit: Int?

    /// Unix time.
    public var until: Double?

    public init(_ obstacle: Queue.Obstacle) {
        reason = obstacle.kind.rawValue
        name = obstacle.name
        used = obstacle.used
        limit = obstacle.limit
        until = obstacle.until?.inSeconds
    }

    /// Nil for one that this version does not know.
    public var obstacle: Queue.Obstacle? {
        guard let kind = Queue.Obstacle.Kind(rawValue: reason) else { return nil }
        return Queue.Obstacle(kind, name: name, used: used, limit: limit, until: until.map(WallTime.init(inSeconds:)))
    }
}

/// Why a task waits, and for what.
public struct WaitInfo: Codable, Sendable, Hashable {
    /// A name of `WaitReason`.
    public var reason: String

    /// Unix time.
    public var until: Double?
    public var attempt: Int?
    public var limit: Int?
    public var error: FailureInfo?

    /// A name of `Wait.Setting`.
    public var setting: String?

    public init(_ wait: Wait) {
        reason = wait.reason.rawValue
        until = wait.until?.inSeconds
        attempt = wait.attempt == 0 ? nil : wait.attempt
        limit = wait.limit
        error = wait.failure.map(FailureInfo.init)
        setting = wait.setting?.rawValue
    }

    public var wait: Wait {
        var wait = Wait(
            reason: WaitReason(rawValue: reason) ?? .queue,
            until: until.map(WallTime.init(inSeconds:)),
            attempt: attempt ?? 0,
            limit: limit,
            failure: error?.failure
        )
        wait.setting = setting.flatMap(Wait.Setting.init)
        return wait
    }
}

/// Why a task failed.
public struct FailureInfo: Codable, Sendable, Hashable {
    /// A name of `Failure.Code`.
    public var code: String
    public var message: String
    public var http: Int?
    public var resumable: Bool
    public var transient: Bool?

    public init(_ failure: Failure) {
        code = failure.code.rawValue
        message = failure.detail
        http = failure.httpStatus
        resumable = failure.isResumable
        transient = failure.isTransient ? true : nil
    }

    public var failure: Failure {
        Failure(
            Failure.Code(rawValue: code) ?? .internal,
            message,
            httpStatus: http,
            isTransient: transient ?? false,
            isResumable: resumable
        )
    }
}

/// A published file.
public struct FileInfo: Codable, Sendable, Hashable {
    public var path: String
    public var bytes: Int64

    /// `TYPE=HEX`.
    public var digest: String?

    /// Somebody moved or deleted it since.
    public var missing: Bool?

    public init(_ file: FinishedFile) {
        path = file.path
        bytes = file.bytes
        digest = file.digest.map(String.init(wire:))
        missing = file.isMissing ? true : nil
    }

    public var file: FinishedFile {
        FinishedFile(path: path, bytes: bytes, digest: digest.flatMap { Checksum(parsing: $0) }, isMissing: missing ?? false)
    }
}

extension String {
    init(wire checksum: Checksum) {
        self = "\(checksum.algorithm.rawValue)=\(checksum.hex)"
    }
}

extension WallTime {
    var inSeconds: Double { Double(nanoseconds) / 1e9 }

    init(inSeconds seconds: Double) {
        self.init(nanoseconds: Int64(clamping: seconds * 1e9))
    }
}
