internal import Configuration
internal import DownloadCore
internal import EventBus
internal import Headless
internal import Platform

/// Follows a run: counts what happens, shows it, and knows when it is over.
actor BatchReporter {
    /// How a run came to its end.
    enum Ending: Sendable {
        case all
        case interrupted(Signal)
        /// The store or something else of ours failed; the run cannot go on.
        case broken(Failure)
    }

    /// How the reporter looks at the run's tasks.
    struct Source: Sendable {
        /// How a task ended, as the event that told of it; nil while it has not.
        var ending: @Sendable (TaskID) async -> Event.Kind?
        var snapshots: @Sendable () async -> [TaskSnapshot]
    }

    private let source: Source
    private var output: BatchOutput
    private var tally: RunTally
    private let clocks = SystemClocks()

    /// Tasks of this run that have not ended; their numbers come a moment after their first events may.
    private var open: Set<TaskID> = []
    private var ended: Set<TaskID> = []
    private var expected = 0
    private var isFeeding = true
    private var ending: Ending?
    private var waiter: CheckedContinuation<Ending, Never>?

    /// The signal that asked it to end, also one that came when only a hook was left.
    private var interruption: Signal?
    private var hooksHaveEnded = false
    private var hooksWaiter: CheckedContinuation<Void, Never>?

    /// Hooks that end sooner are not worth a line.
    private static let patience = Duration.seconds(1)

    init(options: BatchOptions, settings: Settings, source: Source) {
        self.source = source
        output = BatchOutput(options: options, settings: settings)
        tally = RunTally(start: SystemClocks().now().instant)
    }

    // MARK: - What the run tells

    /// So many tasks will be added.
    func expect(_ count: Int) {
        expected += count
    }

    func added(_ ids: [TaskID]) {
        expected -= ids.count
        for id in ids where !ended.contains(id) { open.insert(id) }
        check()
    }

    /// The list has been read to its end.
    func allQueued() {
        isFeeding = false
        check()
    }

    func already(_ record: TaskRecord, _ file: FinishedFile) {
        let finished = Event.Finished(
            url: record.shownURL,
            name: TaskStateMachine(record).displayName,
            file: file,
            activeTime: record.activeTime,
            wasted: record.wasted,
            isAlready: true
        )
        show(Event(sequence: 0, time: clocks.now().wall, task: record.id, kind: .finished(finished)))
    }

    /// An unfinished task of an earlier command: it may have nothing to tell for long, so its state is told as it is now.
    func found(_ task: TaskSnapshot) {
        // Its end may have been told while the list was on its way; the state in the list is older then.
        guard !ended.contains(task.id) else { return }
        for kind in Event.Kind.present(task) {
            show(Event(sequence: 0, time: clocks.now().wall, task: task.id, kind: kind))
        }
    }

    func warn(_ text: String, line: Int? = nil) {
        output.warn(text, line: line, now: clocks.now())
    }

    /// Shows the lines that hooks print, as they come, until there can be none any more.
    func showLines(of hooks: AsyncStream<String>) async {
        for await line in hooks { output.print(hookLine: line, now: clocks.now()) }
    }

    func badEntry(_ text: String, line: Int) {
        tally.recordBadLine()
        output.bad(text, line: line, now: clocks.now())
    }

    func fail(_ failure: Failure) {
        finish(.broken(failure))
    }

    func interrupt(_ signal: Signal) {
        interruption = signal
        finish(.interrupted(signal))
        stopWaiting()
    }

    func take(_ delivery: Delivery) async {
        switch delivery {
        case .event(let event): show(event)
        case .gap: await reconcile()
        }
    }

    /// Events were missed: what has ended meanwhile is read from the tasks themselves.
    private func reconcile() async {
        for id in open.sorted() {
            guard let kind = await source.ending(id) else { continue }
            show(Event(sequence: 0, time: clocks.now().wall, task: id, kind: kind))
        }
    }

    private func show(_ event: Event) {
        tally.record(event)
        output.show(event, now: clocks.now())
        guard let task = event.task else { return }
        switch event.kind {
        case .finished, .failed, .cancelled, .removed:
            ended.insert(task)
            open.remove(task)
            check()
        // Of its hook one may come after its end.
        case .warning: break
        case .queued, .started, .progress, .waiting, .restarted, .paused, .resumed, .verifying:
            // A task that was retried is open again.
            if ended.remove(task) != nil { open.insert(task) }
        }
    }

    // MARK: - The end

    private func check() {
        guard !isFeeding, open.isEmpty, expected == 0 else { return }
        finish(.all)
    }

    private func finish(_ ending: Ending) {
        guard self.ending == nil else { return }
        self.ending = ending
        waiter?.resume(returning: ending)
        waiter = nil
    }

    /// Waits for the end of the run.
    func ended() async -> Ending {
        if let ending { return ending }
        return await withCheckedContinuation { waiter = $0 }
    }

    /// Waits for the hooks once all else has ended; a signal ends that wait, too.
    func ended(after hooks: @escaping @Sendable () async -> Void) async -> Ending {
        Task {
            await hooks()
            hooksHaveEnded = true
            stopWaiting()
        }
        let notice = Task {
            // A cancelled sleep has nothing to tell.
            do { try await Task.sleep(for: Self.patience) } catch { return }
            if hooksWaiter != nil { output.waits("all downloads have ended; --on-finish still runs", now: clocks.now()) }
        }
        if interruption == nil, !hooksHaveEnded { await withCheckedContinuation { hooksWaiter = $0 } }
        notice.cancel()
        guard !hooksHaveEnded, let interruption else { return .all }
        return .interrupted(interruption)
    }

    private func stopWaiting() {
        hooksWaiter?.resume()
        hooksWaiter = nil
    }

    /// Prints the last line and returns the exit status.
    func summarize(_ ending: Ending) -> Int32 {
        let now = clocks.now()
        var summary = tally.summary(at: now.instant)
        switch ending {
        case .all: break
        case .interrupted(let signal): summary.exitStatus = 128 + signal.rawValue
        case .broken(let failure):
            summary.exitStatus = failure.code.exitStatus
            output.broken(failure, now: now)
        }
        output.summarize(summary, now: now)
        return summary.exitStatus
    }

    /// Redraws what changes with time, until the run is over.
    func runClock() async {
        while let interval = output.interval, !Task.isCancelled {
            // A cancelled sleep ends the loop.
            do { try await Task.sleep(for: interval) } catch { return }
            guard ending == nil else { return }
            output.tick(await source.snapshots(), now: clocks.now())
        }
    }
}
