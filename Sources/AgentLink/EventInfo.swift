public import DownloadCore

/// An event, flat: `Event` for the link.
///
/// Members that an event has not are left out; times are seconds, sizes bytes.
public struct EventInfo: Codable, Sendable, Hashable {
    public var sequence: UInt64

    /// Unix time.
    public var time: Double
    public var session: String?
    public var task: TaskID?

    /// `queued`, `started`, `progress`, `waiting`, `restarted`, `paused`, `resumed`, `cancelled`, `verifying`, `finished`, `failed`,
    /// `warning` or `removed`.
    public var event: String
    public var url: String?
    public var name: String?
    public var total: Int64?
    public var done: Int64?
    public var resumedAt: Int64?
    public var resumable: Bool?
    public var speed: Double?
    public var remaining: Double?
    public var connections: Int?
    public var wait: WaitInfo?
    public var reason: String?
    public var kept: Int64?
    public var file: FileInfo?
    public var seconds: Double?
    public var wasted: Int64?
    public var already: Bool?
    public var error: FailureInfo?
    public var message: String?

    public init(_ event: Event) {
        sequence = event.sequence
        time = event.time.inSeconds
        session = event.session?.text
        task = event.task
        switch event.kind {
        case .queued(let url):
            self.event = "queued"
            self.url = url
        case .started(let started):
            self.event = "started"
            url = started.url
            name = started.name
            total = started.total
            resumedAt = started.resumedAt
            resumable = started.isResumable
        case .progress(let progress):
            self.event = "progress"
            done = progress.done
            total = progress.total
            speed = progress.speed.isFinite ? progress.speed : nil
            remaining = progress.remaining?.inSeconds
            connections = progress.connections
        case .waiting(let wait):
            self.event = "waiting"
            self.wait = WaitInfo(wait)
        case .restarted(let reason, let kept):
            self.event = "restarted"
            self.reason = reason
            self.kept = kept
        case .paused: self.event = "paused"
        case .resumed: self.event = "resumed"
        case .cancelled: self.event = "cancelled"
        case .verifying: self.event = "verifying"
        case .removed: self.event = "removed"
        case .finished(let finished):
            self.event = "finished"
            url = finished.url
            name = finished.name
            file = FileInfo(finished.file)
            seconds = finished.activeTime.inSeconds
            wasted = finished.wasted
            already = finished.isAlready ? true : nil
        case .failed(let failed):
            self.event = "failed"
            url = failed.url
            name = failed.name
            error = FailureInfo(failed.failure)
        case .warning(let message):
            self.event = "warning"
            self.message = message
        }
    }

    /// The same as a value of the domain; nil for an event that this version does not know.
    public var value: Event? {
        guard let kind else { return nil }
        var event = Event(sequence: sequence, time: WallTime(inSeconds: time), task: task, kind: kind)
        event.session = session.flatMap { SessionIdentifier($0) }
        return event
    }

    private var kind: Event.Kind? {
        switch event {
        case "queued": .queued(url: url ?? "")
        case "started":
            .started(.init(url: url ?? "", name: name ?? "", total: total, resumedAt: resumedAt ?? 0, isResumable: resumable))
        case "progress":
            .progress(
                .init(
                    done: done ?? 0,
                    total: total,
                    speed: speed ?? 0,
                    remaining: remaining.map(Duration.clamping(seconds:)),
                    connections: connections ?? 0
                )
            )
        case "waiting": .waiting(wait?.wait ?? Wait(reason: .queue))
        case "restarted": .restarted(reason: reason ?? "", kept: kept ?? 0)
        case "paused": .paused
        case "resumed": .resumed
        case "cancelled": .cancelled
        case "verifying": .verifying
        case "removed": .removed
        case "finished":
            .finished(
                .init(
                    url: url ?? "",
                    name: name ?? "",
                    file: file?.file ?? FinishedFile(path: "", bytes: 0, isMissing: true),
                    activeTime: .clamping(seconds: seconds ?? 0),
                    wasted: wasted ?? 0,
                    isAlready: already ?? false
                )
            )
        case "failed": .failed(.init(url: url ?? "", name: name ?? "", failure: error?.failure ?? Failure(.internal, "")))
        case "warning": .warning(message ?? "")
        default: nil
        }
    }
}
