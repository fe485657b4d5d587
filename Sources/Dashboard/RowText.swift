import DownloadCore
import Screen

/// What the list says about one task, in words for a width.
struct RowText {
    let task: TaskSnapshot
    let model: Model
    let width: Layout.Width

    var role: Role {
        switch task.state {
        case .queued: .queued
        case .connecting, .running, .verifying, .publishing: .active
        case .waiting: .waiting
        case .paused: .paused
        case .finished: .done
        case .failed, .cancelled: .failed
        }
    }

    var glyph: String {
        let glyphs = model.glyphs
        return switch task.state {
        case .queued: glyphs.queued
        case .connecting, .running: glyphs.running
        case .waiting(let wait): wait.reason == .retry ? glyphs.retrying : glyphs.waiting
        case .paused: glyphs.paused
        case .verifying, .publishing: glyphs.checking
        case .finished: glyphs.done
        case .failed: glyphs.failed
        case .cancelled: glyphs.cancelled
        }
    }

    /// The length of the file; nil while it is unknown.
    var total: Int64? {
        if let total = task.total { return total }
        if case .finished(let file) = task.state { return file.bytes }
        return nil
    }

    var size: String { total.map(Format.size) ?? "?" }

    var percent: String {
        if case .finished = task.state { return "100%" }
        if task.state == .queued, task.done == 0 { return width == .narrow ? "0%" : "" }
        guard let total else { return task.state == .running ? "--%" : "" }
        return task.done >= total && !isComplete ? "99%" : Format.percent(task.done, of: total)
    }

    /// All bytes are there: nothing else may look full.
    private var isComplete: Bool {
        switch task.state {
        case .finished, .verifying, .publishing: true
        default: false
        }
    }

    /// The share of the file that is there, as so many of `steps`.
    func part(of steps: Int) -> Int {
        if isComplete { return steps }
        guard let total, total > 0 else { return 0 }
        return min(ProgressBar.part(task.done, total, steps), steps - 1)
    }

    func bar(cells: Int) -> String {
        if case .finished = task.state { return ProgressBar.known(done: 1, total: 1, cells: cells, glyphs: model.glyphs) }
        guard let total else {
            guard task.state == .running else { return ProgressBar.empty(cells: cells, glyphs: model.glyphs) }
            return ProgressBar.unknown(pulse: model.pulses[task.id] ?? 0, cells: cells, glyphs: model.glyphs)
        }
        if isComplete { return ProgressBar.known(done: 1, total: 1, cells: cells, glyphs: model.glyphs) }
        return ProgressBar.known(done: min(task.done, max(0, total - 1)), total: max(1, total), cells: cells, glyphs: model.glyphs)
    }

    /// The speed, or what there is to say instead.
    var status: String {
        switch task.state {
        case .queued: task.obstacle.flatMap(StateWords.obstacle) ?? task.queuePosition.map { "queued #\($0)" } ?? "queued"
        case .connecting: "connecting"
        case .running: model.rate(task.speed ?? 0)
        case .waiting(let wait): StateWords.wait(wait)
        case .paused: "paused"
        case .verifying: "verifying"
        case .publishing: "publishing"
        case .finished(let file):
            if file.isMissing { "missing" } else if width == .narrow { "done" } else { task.averageSpeed.map(model.rate) ?? "done" }
        case .failed(let failure): model.safe(StateWords.failure(failure, width))
        case .cancelled: "cancelled"
        }
    }

    /// The time that is left, or was taken, or will pass before the next try.
    var remaining: String {
        let format = width == .wide ? Format.duration : Format.shortDuration
        switch task.state {
        case .running: return format(task.remaining)
        case .waiting(let wait):
            guard let until = wait.until else { return "" }
            let time = format(max(.zero, until.since(model.clock)))
            return width == .wide && time.count <= 4 ? "in " + time : time
        case .queued:
            guard let until = task.obstacle?.until else { return "" }
            let time = format(max(.zero, until.since(model.clock)))
            return width == .wide && time.count <= 4 ? "in " + time : time
        case .verifying: return width == .wide ? task.checksum?.algorithm.rawValue ?? "" : ""
        case .finished: return task.activeTime > .zero || task.averageSpeed != nil ? format(task.activeTime) : ""
        default: return ""
        }
    }

    /// Where the bytes come from.
    var host: String {
        let url = task.finalURL ?? task.url
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    var connections: String {
        switch task.state {
        case .connecting, .running, .waiting: "\(task.connections)"
        default: ""
        }
    }
}
