import DownloadCore
import Screen

/// What a line says about an event, without the time: its verb, the task and the text behind.
///
/// It remembers the names of the tasks that have not ended, since most events carry only a number.
struct EventText: Sendable {
    struct Line: Sendable, Hashable {
        /// At most eight letters, so that columns stay aligned.
        var verb: String
        var task: TaskID?
        var text: String
        var role: Role

        /// The task's number and the text, with two blanks between.
        var body: String {
            [task.map { String($0.rawValue) } ?? "", text].filter { !$0.isEmpty }.joined(separator: "  ")
        }
    }

    let glyphs: GlyphSet
    private var names: [TaskID: String] = [:]

    init(glyphs: GlyphSet) {
        self.glyphs = glyphs
    }

    /// The line of an event; nil for progress, which is summed up, and for events that nobody waits for.
    mutating func line(for event: Event) -> Line? {
        remember(event)
        defer { if event.isLast, let task = event.task { names[task] = nil } }
        return switch event.kind {
        case .queued(let url): line("queued", event, [Shown.address(url, glyphs)], .queued)
        case .started(let started): line("start", event, parts(of: started), .active)
        case .progress, .removed: nil
        case .waiting(let wait): line(wait.reason == .retry ? "retry" : "waiting", event, parts(of: wait, event), .waiting)
        case .restarted(let reason, let kept):
            line("restart", event, [name(event), "\(Shown.text(reason, glyphs)), \(Shown.size(kept)) kept"], .waiting)
        case .paused: line("paused", event, [name(event)], .paused)
        case .resumed: line("resumed", event, [name(event)], .active)
        case .cancelled: line("cancel", event, [name(event)], .failed)
        case .verifying: line("verify", event, [name(event)], .active)
        case .finished(let finished): line("finished", event, parts(of: finished), .done)
        case .failed(let failed): line("failed", event, [Shown.text(failed.name, glyphs), failure(failed.failure)], .failed)
        case .warning(let message): line("warning", event, [Shown.text(message, glyphs)], .waiting)
        }
    }

    private func line(_ verb: String, _ event: Event, _ parts: [String], _ role: Role) -> Line {
        let text = parts.filter { !$0.isEmpty }.joined(separator: "  ")
        return Line(verb: verb, task: event.task, text: text, role: role)
    }

    private mutating func remember(_ event: Event) {
        guard let task = event.task else { return }
        switch event.kind {
        case .queued(let url): names[task] = url
        case .started(let started): names[task] = started.name
        default: break
        }
    }

    private func name(_ event: Event) -> String {
        guard let name = event.task.flatMap({ names[$0] }) else { return "" }
        return name.utf8.contains(0x2F) ? Shown.address(name, glyphs) : Shown.text(name, glyphs)
    }

    private func parts(of started: Event.Started) -> [String] {
        let size = started.total.map(Shown.size) ?? "size unknown"
        let from = started.resumedAt > 0 ? " from " + Shown.size(started.resumedAt) : ""
        return [Shown.text(started.name, glyphs), size + from, Shown.address(started.url, glyphs)]
    }

    private func parts(of wait: Wait, _ event: Event) -> [String] {
        let tries = wait.attempt > 0 ? wait.limit.map { "\(wait.attempt) of \($0)" } ?? "try \(wait.attempt)" : ""
        let reason = wait.reason == .retry ? tries : wait.word
        let until = wait.until.map { (reason.isEmpty ? "in " : " in ") + Shown.wait($0.since(event.time)) } ?? ""
        let why = wait.failure.map { ": " + detail($0) } ?? ""
        return [name(event), reason + until + why]
    }

    private func parts(of finished: Event.Finished) -> [String] {
        let size = Shown.size(finished.file.bytes)
        let seconds = finished.activeTime.inSeconds
        let speed = seconds > 0 ? " (\(Shown.rate(Double(finished.file.bytes) / seconds)))" : ""
        let how = finished.isAlready ? " already there" : " in \(Shown.duration(finished.activeTime))\(speed)"
        let digest = finished.file.digest.map { $0.algorithm.rawValue + " ok" } ?? ""
        return [Shown.fileName(finished.file.path, glyphs), size + how, digest, finished.file.isMissing ? "moved or deleted since" : ""]
    }

    private func failure(_ failure: Failure) -> String {
        failure.code.rawValue + ": " + detail(failure)
    }

    private func detail(_ failure: Failure) -> String {
        Shown.text(failure.detail.isEmpty ? failure.code.sentence : failure.detail, glyphs)
    }
}

extension Event {
    /// Nothing more is told of the task unless it is tried again.
    fileprivate var isLast: Bool {
        switch kind {
        case .finished, .failed, .cancelled, .removed: true
        case .queued, .started, .progress, .waiting, .restarted, .paused, .resumed, .verifying, .warning: false
        }
    }
}
