public import DownloadCore

/// Events as JSON lines of version 1 (`headless.md` section 1), without their newlines.
public enum JSONLines {
    /// The line of an event; nil for events that have none.
    public static func line(for event: Event) -> String? {
        object(event)?.line
    }

    /// The same with whose task it is at its end: a batch run has only one session, a watch has all.
    public static func lineNamingSession(for event: Event) -> String? {
        var object = object(event)
        object?.add("session", event.session?.text)
        return object?.line
    }

    static func object(_ event: Event) -> JSONObject? {
        switch event.kind {
        case .queued(let url): object(event, "queued") { $0.add("url", ShownAddress.of(url)) }
        case .started(let started): object(event, "started") { add(started, to: &$0) }
        case .progress(let progress): object(event, "progress") { add(progress, to: &$0) }
        case .waiting(let wait): object(event, "waiting") { add(wait, to: &$0) }
        case .restarted(let reason, let kept):
            object(event, "restarted") {
                $0.add("reason", reason)
                $0.add("kept", kept)
            }
        case .paused: object(event, "paused")
        case .resumed: object(event, "resumed")
        case .cancelled: object(event, "cancelled")
        case .finished(let finished): object(event, "finished") { add(finished, to: &$0) }
        case .failed(let failed):
            object(event, "failed") {
                $0.add("url", ShownAddress.of(failed.url))
                $0.add("error", error(failed.failure))
            }
        case .warning(let message): object(event, "warning") { $0.add("message", message) }
        case .verifying, .removed: nil
        }
    }

    /// The line of a warning that belongs to no task, with the line of the list where it has one.
    public static func warning(_ message: String, line: Int? = nil, at time: WallTime) -> String {
        var object = head("warning", time)
        object.add("message", message)
        if let line { object.add("line", line) }
        return object.line
    }

    /// The last line of a run.
    public static func summary(_ summary: RunSummary, at time: WallTime) -> String {
        var object = head("summary", time)
        object.add("finished", summary.finished)
        object.add("failed", summary.failed)
        object.add("unfinished", summary.unfinished)
        object.add("bytes", summary.bytes)
        object.add("seconds", seconds: summary.duration)
        object.add("exit", Int64(summary.exitStatus))
        return object.line
    }

    private static func head(_ name: String, _ time: WallTime) -> JSONObject {
        var object = JSONObject()
        object.add("v", 1)
        object.add("time", Timestamp.milliseconds(time))
        object.add("event", name)
        return object
    }

    private static func object(_ event: Event, _ name: String, _ fill: (inout JSONObject) -> Void = { _ in }) -> JSONObject {
        var object = head(name, event.time)
        if let task = event.task { object.add("id", task.rawValue) }
        fill(&object)
        return object
    }

    private static func add(_ started: Event.Started, to object: inout JSONObject) {
        object.add("url", ShownAddress.of(started.url))
        object.add("name", started.name)
        object.add("total", started.total)
        object.add("resumedAt", started.resumedAt)
        object.add("resumable", started.isResumable)
    }

    private static func add(_ progress: Event.Progress, to object: inout JSONObject) {
        object.add("done", progress.done)
        object.add("total", progress.total)
        object.add("speed", Int64(clamping: progress.speed.rounded()))
        object.add("eta", progress.remaining?.components.seconds)
        object.add("connections", progress.connections)
    }

    static func add(_ wait: Wait, to object: inout JSONObject) {
        object.add("reason", wait.reason.rawValue)
        object.add("until", wait.until.map(Timestamp.milliseconds))
        object.add("attempt", wait.attempt)
        object.add("error", wait.failure.map(error))
    }

    private static func add(_ finished: Event.Finished, to object: inout JSONObject) {
        object.add("url", ShownAddress.of(finished.url))
        object.add("path", finished.file.path)
        object.add("name", finished.name)
        object.add("bytes", finished.file.bytes)
        object.add("seconds", seconds: finished.activeTime)
        object.add("digest", finished.file.digest.map { "\($0.algorithm.rawValue)=\($0.hex)" })
        object.add("wasted", finished.wasted)
        object.add("already", finished.isAlready)
    }

    static func error(_ failure: Failure) -> JSONObject {
        var object = JSONObject()
        object.add("code", failure.code.rawValue)
        object.add("http", failure.httpStatus.map { Int64($0) })
        object.add("message", failure.detail.isEmpty ? failure.code.sentence : failure.detail)
        object.add("resumable", failure.isResumable)
        object.add("exit", Int64(failure.code.exitStatus))
        return object
    }
}
