public import DownloadCore
import Screen

/// One line of the log: what happened to a task while the dashboard watched.
public struct LogEntry: Sendable, Hashable {
    public var time: WallTime
    public var kind: TaskState.Kind
    public var name: String
    public var text: String

    /// So many are kept.
    static let most = 1_000

    var isError: Bool { kind == .failed }
}

extension Model {
    /// Writes down which tasks came into another state.
    mutating func write(_ news: [TaskNews]) {
        for item in news {
            let task = item.task
            guard let text = logText(item) else { continue }
            log.append(LogEntry(time: clock, kind: task.state.kind, name: task.name, text: text))
        }
        if log.count > LogEntry.most { log.removeFirst(log.count - LogEntry.most) }
    }

    private func logText(_ item: TaskNews) -> String? {
        let task = item.task
        switch task.state {
        case .queued: return item.isNew ? "added" : "queued"
        case .connecting, .verifying, .publishing: return nil
        case .running:
            let size = task.total.map(Format.size) ?? "size unknown"
            return item.isContinued ? "goes on at \(Format.size(task.done)) of \(size)" : "started, \(size)"
        case .waiting(let wait):
            let reason = wait.failure.map { StateWords.sentence($0) + ", " } ?? ""
            let count = wait.limit.map { " of \($0)" } ?? ""
            let next = wait.reason == .retry ? "retry \(wait.attempt)\(count)" : "waits for \(wait.words)"
            let delay = wait.until.map { " in " + Format.duration(max(.zero, $0.since(clock))) } ?? ""
            return reason + next + delay
        case .paused: return "paused at \(Format.size(task.done))"
        case .finished(let file):
            let speed = task.averageSpeed.map { " at " + rate($0) } ?? ""
            return "\(Format.size(file.bytes)) in \(Format.duration(task.activeTime))\(speed)"
        case .failed(let failure): return StateWords.sentence(failure) + (failure.isResumable ? " (r: retry)" : " (r: retry, e: edit)")
        case .cancelled: return "cancelled at \(Format.size(task.done))"
        }
    }
}
