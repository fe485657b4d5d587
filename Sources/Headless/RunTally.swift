public import DownloadCore

/// The count of a run, kept from its events, and the exit status that follows from it.
public struct RunTally: Sendable {
    private enum Outcome: Sendable {
        case open
        case finished
        /// With its place among the failures, since the first one decides the exit status.
        case failed(status: Int32, place: Int)
    }

    public private(set) var finished = 0
    public private(set) var failed = 0
    public private(set) var unfinished = 0

    /// The sizes of the files that were published, without those of an earlier run.
    public private(set) var bytes: Int64 = 0

    /// Lines of the list that could not be used.
    public private(set) var badLines = 0

    /// How many had failed before the first of them.
    private var badLinePlace: Int?

    private var outcomes: [TaskID: Outcome] = [:]
    private var failures = 0
    private let start: Instant

    public init(start: Instant) {
        self.start = start
    }

    public mutating func record(_ event: Event) {
        guard let task = event.task else { return }
        switch event.kind {
        case .finished(let finished):
            // The same end told twice counts once.
            if case .finished? = outcomes[task] { return }
            set(.finished, of: task)
            if !finished.isAlready { bytes = bytes.saturatingAdd(max(0, finished.file.bytes)) }
        case .failed(let failed): fail(task, failed.failure.code)
        case .cancelled: fail(task, .cancelled)
        case .removed:
            // What had ended before stays in the count: only its record is gone.
            if case .open? = outcomes[task] { set(nil, of: task) }
        case .warning: break
        case .progress, .verifying:
            // Progress may come late and must not open again what has ended.
            if outcomes[task] == nil { set(.open, of: task) }
        case .queued, .started, .waiting, .restarted, .paused, .resumed: set(.open, of: task)
        }
    }

    public mutating func recordBadLine() {
        badLines += 1
        badLinePlace = badLinePlace ?? failures
    }

    /// The status of the first failure, a bad line among them; without a failed task 7 when something is unfinished, 28 when a line was bad, else 0.
    public var exitStatus: Int32 {
        var first: (status: Int32, place: Int)?
        if failed > 0 {
            for case .failed(let status, let place) in outcomes.values where place < first?.place ?? .max {
                first = (status, place)
            }
        }
        if let first { return first.place < badLinePlace ?? .max ? first.status : ExitStatus.usage }
        if unfinished > 0 { return ExitStatus.unfinished }
        return badLines > 0 ? ExitStatus.usage : ExitStatus.finished
    }

    public func summary(at now: Instant) -> RunSummary {
        RunSummary(
            finished: finished,
            failed: failed,
            unfinished: unfinished,
            bytes: bytes,
            duration: max(.zero, now.since(start)),
            exitStatus: exitStatus
        )
    }

    private mutating func fail(_ task: TaskID, _ code: Failure.Code) {
        // The same failure told twice keeps its place.
        if case .failed? = outcomes[task] { return }
        set(.failed(status: code.exitStatus, place: failures), of: task)
        failures += 1
    }

    private mutating func set(_ outcome: Outcome?, of task: TaskID) {
        count(outcomes[task], by: -1)
        count(outcome, by: 1)
        outcomes[task] = outcome
    }

    private mutating func count(_ outcome: Outcome?, by step: Int) {
        switch outcome {
        case .open: unfinished += step
        case .finished: finished += step
        case .failed: failed += step
        case nil: break
        }
    }
}
