import DownloadCore

/// How far one reader has come.
///
/// A value without clock or waiting: the bus asks it what comes next.
///
/// Lifecycle events go first. Progress comes in rounds, at most one each tenth of a second; a round names each task once, and
/// what is told of a task is its latest progress at the moment of reading.
struct ReadingPlace: Sendable {
    /// The number of the last lifecycle event that was taken.
    private(set) var sequence: UInt64
    let includesProgress: Bool

    /// The tasks whose progress is still to be told in this round, the next one last.
    private var round: [TaskID] = []

    /// The newest progress when this round began.
    private var seen: UInt64 = 0
    private var lastRound: Instant?

    init(after sequence: UInt64, includesProgress: Bool) {
        self.sequence = sequence
        self.includesProgress = includesProgress
    }

    /// Takes the next thing that is there now; nil when there is none.
    mutating func take(from history: EventHistory, _ progress: LatestProgress, now: Instant) -> Delivery? {
        if let missed = history.missed(after: sequence) {
            sequence = missed.upperBound
            return .gap(from: missed.lowerBound, to: missed.upperBound)
        }
        if let event = history.event(after: sequence) {
            sequence = event.sequence
            return .event(event)
        }
        guard includesProgress else { return nil }
        if round.isEmpty { beginRound(progress, now: now) }
        while let task = round.popLast() {
            // A task that has ended, paused or waits since the round began has no progress any more.
            if let event = progress.event(of: task) { return .event(event) }
        }
        return nil
    }

    /// When untold progress may be told; nil when there is none.
    func nextRound(_ progress: LatestProgress) -> Instant? {
        guard includesProgress, progress.newest > seen, progress.hasEvents(after: seen) else { return nil }
        return lastRound?.advanced(by: EventBus.progressInterval)
    }

    private mutating func beginRound(_ progress: LatestProgress, now: Instant) {
        if let lastRound, now < lastRound.advanced(by: EventBus.progressInterval) { return }
        let tasks = progress.tasks(after: seen)
        guard !tasks.isEmpty else { return }
        round = tasks.reversed()
        seen = progress.newest
        lastRound = now
    }
}
