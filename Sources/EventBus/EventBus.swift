public import DownloadCore

/// Numbers events and tells them to everybody who watches, without ever waiting for anybody.
///
/// The bus keeps the last lifecycle events and the latest progress of each running task, and nothing for a subscriber: a
/// subscription is a place in the numbers that its reader carries along. So a reader that doesn't read costs nothing; one that
/// fell behind the bounded history is told which numbers it missed and reads those from the store. Nobody waits on a timer but
/// a reader whose next progress is not due yet.
public actor EventBus {
    private var history: EventHistory
    private var progress = LatestProgress()
    private var waiters: [UInt64: Waiter] = [:]
    private var lastWaiter: UInt64 = 0
    private var isFinished = false

    private let clocks: any Clocks
    private let sleep: @Sendable (Duration) async -> Void

    /// The shortest time between two rounds of progress to one subscriber.
    public static let progressInterval = Duration.milliseconds(100)

    /// A reader that has taken all there is.
    private struct Waiter {
        var continuation: CheckedContinuation<Void, Never>

        /// New progress wakes it; false for one that doesn't want progress or that a timer wakes when it is due.
        var wakesForProgress: Bool
    }

    /// Makes a bus whose first lifecycle event gets the number `firstSequence`.
    ///
    /// - Parameters:
    ///   - firstSequence: the number of the first lifecycle event.
    ///   - capacity: how many lifecycle events are kept for slow and late readers.
    ///   - clocks: the time by which progress is held back.
    ///   - sleep: waits for a duration; may return early.
    public init(
        firstSequence: UInt64 = 1,
        capacity: Int = 1024,
        clocks: any Clocks,
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in
            // An early end is as good as an end: the waiter looks again and goes on waiting.
            try? await Task.sleep(for: duration)
        }
    ) {
        history = EventHistory(first: firstSequence, capacity: capacity)
        self.clocks = clocks
        self.sleep = sleep
    }

    /// The number of the newest lifecycle event; one less than the first number before any.
    public var lastSequence: UInt64 {
        history.last
    }

    /// Tells everybody that something happened and returns it with its number.
    ///
    /// Progress replaces the task's earlier progress and repeats the newest number; a lifecycle event makes progress of its task
    /// that was not read yet obsolete.
    @discardableResult
    public func publish(_ kind: Event.Kind, task: TaskID?, session: SessionIdentifier? = nil, time: WallTime) -> Event {
        guard !kind.isProgress else {
            var event = Event(sequence: history.last, time: time, task: task, kind: kind)
            event.session = session
            progress.record(event)
            wake { $0.wakesForProgress }
            return event
        }
        let event = history.append(kind, task: task, session: session, time: time)
        if let task { progress.forget(task) }
        wake { _ in true }
        return event
    }

    /// As above, of several in their order; each gets its number here, whatever it had.
    public func publish(_ events: [Event]) {
        for event in events { publish(event.kind, task: event.task, session: event.session, time: event.time) }
    }

    /// The events from now on, or those after a number that is still in the history, as an asynchronous sequence.
    ///
    /// Each iterator of it starts at the same place. Every reader may have its own pace.
    public func subscribe(after sequence: UInt64? = nil, includesProgress: Bool = true) -> Subscription {
        let place = ReadingPlace(after: sequence ?? history.last, includesProgress: includesProgress)
        return Subscription(bus: self, place: place)
    }

    /// The kept lifecycle events after a number, and the numbers that were asked for but are no longer kept.
    public func events(after sequence: UInt64) -> (missed: ClosedRange<UInt64>?, events: [Event]) {
        (history.missed(after: sequence), history.events(after: sequence))
    }

    /// Ends every subscription once its reader has taken what there is.
    public func finish() {
        isFinished = true
        wake { _ in true }
    }

    /// The number of readers that wait for something to happen; for tests.
    package var waitingReaders: Int {
        waiters.count
    }

    /// The next thing for a reader and its place after it; nil when the bus has finished or the reader's task was cancelled.
    func next(at place: ReadingPlace) async -> (delivery: Delivery, place: ReadingPlace)? {
        var place = place
        while !Task.isCancelled {
            let now = clocks.now().instant
            if let delivery = place.take(from: history, progress, now: now) { return (delivery, place) }
            if isFinished { return nil }
            await wait(place, now: now)
        }
        return nil
    }

    private func wait(_ place: ReadingPlace, now: Instant) async {
        lastWaiter += 1
        let id = lastWaiter
        let delay = place.nextRound(progress).map { $0.since(now) }
        var timer: Task<Void, Never>?
        if let delay {
            timer = Task { [sleep, weak self] in
                await sleep(delay)
                await self?.wake(id)
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wakesForProgress = place.includesProgress && delay == nil
                waiters[id] = Waiter(continuation: continuation, wakesForProgress: wakesForProgress)
            }
        } onCancel: {
            // Runs after the lines above have entered the waiter, since this actor is busy with them until then.
            Task { await self.wake(id) }
        }
        timer?.cancel()
    }

    private func wake(_ id: UInt64) {
        waiters.removeValue(forKey: id)?.continuation.resume()
    }

    private func wake(where matches: (Waiter) -> Bool) {
        for (id, waiter) in waiters where matches(waiter) {
            waiters[id] = nil
            waiter.continuation.resume()
        }
    }
}
