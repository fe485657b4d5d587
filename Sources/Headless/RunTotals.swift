public import DownloadCore

/// The sums over all tasks of a run at one moment.
public struct RunTotals: Sendable, Hashable {
    public var active = 0

    /// Everything that has neither ended nor is active: queued, waiting, paused.
    public var queued = 0
    public var done = 0
    public var failed = 0

    /// Bytes on disk and the lengths of the tasks whose length is known.
    public var bytesDone: Int64 = 0
    public var bytesTotal: Int64 = 0

    /// Bytes a second.
    public var speed: Double = 0

    public init() {}

    public init(_ snapshots: some Sequence<TaskSnapshot>) {
        for snapshot in snapshots { add(snapshot) }
    }

    /// The time that is left at this speed; nil while nothing moves or no length is known.
    public var remaining: Duration? {
        guard speed >= 1, speed.isFinite, bytesTotal > bytesDone else { return nil }
        return .clamping(seconds: Double(bytesTotal - bytesDone) / speed)
    }

    public mutating func add(_ snapshot: TaskSnapshot) {
        switch snapshot.state {
        case .finished: done += 1
        case .failed, .cancelled: failed += 1
        case .connecting, .running, .verifying, .publishing: active += 1
        case .queued, .waiting, .paused: queued += 1
        }
        if let speed = snapshot.speed, speed.isFinite, snapshot.state.isActive { self.speed += max(0, speed) }
        // What has failed or was cancelled will never come: it would keep the percentage from reaching its end.
        switch snapshot.state {
        case .failed, .cancelled: return
        default: break
        }
        guard let total = snapshot.total, total > 0 else { return }
        bytesTotal = bytesTotal.saturatingAdd(total)
        bytesDone = bytesDone.saturatingAdd(min(max(0, snapshot.done), total))
    }

    /// The pieces of the summary line, the first one first to be kept: counts, percentage, sizes, speed, time left.
    var parts: Parts {
        Parts(
            counts: "\(active) active, \(queued) queued, \(done) done, \(failed) failed",
            percent: bytesTotal > 0 ? Shown.percent(bytesDone, of: bytesTotal) : nil,
            sizes: bytesTotal > 0 ? Shown.size(bytesDone, of: bytesTotal) : nil,
            rate: Shown.rate(speed),
            eta: remaining.map { "eta " + Shown.duration($0) }
        )
    }

    /// The texts of a summary line.
    struct Parts: Sendable, Hashable {
        var counts: String
        var percent: String?
        var sizes: String?
        var rate: String
        var eta: String?
    }
}
