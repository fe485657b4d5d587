/// The rules of one task, as a value: commands and reports go in, actions come out, and nothing here looks at a clock or a disk.
///
/// The owner stores `record` before it carries out the actions.
public struct TaskStateMachine: Sendable, Hashable {
    /// No piece smaller than this is split off a running range.
    public static let smallestPiece: Int64 = 1 << 20

    public internal(set) var record: TaskRecord

    /// What has changed since the owner last asked.
    public internal(set) var change = Change.none

    var connections: [ConnectionID: Connection] = [:]
    var nextConnection: Int64 = 1
    var activeSince: Instant?
    var wakeAt: Instant?

    /// `started` was told in this attempt.
    var isAnnounced = false

    /// Bytes that were there at the last failure: only more than these count as progress.
    var highWater: Int64 = 0

    /// What its connections have shown in this attempt; a hundred thousand that wait have none, and pay a word for it.
    private var shown: [Splitting] = []
    var splitting: Splitting {
        get { shown.first ?? Splitting() }
        set { if shown.isEmpty { shown = [newValue] } else { shown[0] = newValue } }
    }

    /// What another task has learned of the host; its owner sets it before a start.
    @Rare public var lesson: ConnectionRamp.Lesson?

    /// What the disk had left when the part file was opened for this attempt.
    var room: PartRoom?

    /// What it waits for at the disk again and again; nil once bytes have come.
    var diskWait: WaitReason?

    /// What it waits for at the disk holds for every other task as well.
    var isWholeDisk = false

    /// A disk with less than this is full, whatever is asked of it.
    static let leastRoom: Int64 = 1 << 20

    /// Waits for descriptors in a row, a second each, and how many of them are enough.
    var exhaustions = 0
    static let mostExhaustions = 120

    /// Waits for the network without spending tries.
    var offlineWaits = 0

    /// Since when `record.age` has not been added to; nil while it stands still.
    var agingSince: Instant?

    /// How much must be written to the store.
    public enum Change: Int, Sendable, Hashable, Comparable {
        case none
        /// Worth storing with what comes next, or after a moment.
        case progress
        /// The same, of a task that is in another state now: a crash would undo the step, and the next start repeat it.
        case step
        /// Before it is acted upon: a row that does not know of it would be wrong about the disk or the server.
        case record
        /// Also before the next loss of power: a person or a program is told of it.
        case state

        public static func < (left: Change, right: Change) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// A connection of the present attempt.
    struct Connection: Sendable, Hashable {
        var isAdditional: Bool
        var isRunning = false

        /// It was told to stop.
        var isLeaving = false
        var start: Int64
        var position: Int64
        var opened: Instant

        /// Bytes a second over the last seconds; nil until that can be said.
        var rate: Double?

        /// The same over the last moments.
        var pace: Double?
        var look: Look?

        /// Where it stood when it was last looked at.
        struct Look: Sendable, Hashable {
            var at: Instant
            var position: Int64
        }
    }

    /// A new task.
    public init(_ record: TaskRecord) {
        self.record = record
        change = .state
    }

    /// How far stored offsets can be trusted.
    public enum Trust: Sendable, Hashable {
        /// The same boot and the same mount: all that was written.
        case written
        /// Only what was synced.
        case durable
    }

    /// A task as a crash or an exit left it: whatever ran goes back into the queue with the bytes that can be trusted.
    public init(recovering record: TaskRecord, trust: Trust) {
        self.record = record
        self.record.plan.releaseAll()
        // A published file is whole, whatever its part file once was.
        if trust == .durable, record.state.kind != .finished { self.record.plan.fallBackToDurable() }
        switch record.state {
        // Nothing but the credential, or a person, lets it go on.
        case .waiting(let wait) where wait.reason == .authentication: break
        case .connecting, .running, .waiting, .verifying: self.record.state = .queued
        // With an intent the recovery table decides, and `publishing` stays until it has.
        case .publishing: if record.intent == nil { self.record.state = .queued }
        case .queued, .paused, .finished, .failed, .cancelled: break
        }
        if self.record != record { change = .record }
        highWater = self.record.plan.written
    }

    /// What must be stored since the last call.
    public mutating func takeChange() -> Change {
        defer { change = .none }
        return change
    }

    /// It waits for a disk that no other task can use either, or looks just now whether that is still so.
    public var isDiskWaiter: Bool {
        guard isWholeDisk, let diskWait else { return false }
        return switch record.state {
        case .queued, .connecting: true
        case .waiting(let wait): wait.reason == diskWait
        default: false
        }
    }

    /// What this attempt has learned of its host; nil while it has learned nothing.
    public var learned: ConnectionRamp.Lesson? { splitting.ramp.lesson }

    /// Why it is one; nil for others.
    public var diskReason: WaitReason? { isDiskWaiter ? diskWait : nil }

    /// What it found there, while it waits.
    public var diskDetail: String? {
        guard isDiskWaiter, case .waiting(let wait) = record.state else { return nil }
        return wait.failure?.detail
    }

    public var id: TaskID { record.id }
    public var connectionCount: Int { connections.count }

    /// The machine's own host: where its first connection goes.
    public var origin: String { Address(record.url)?.origin ?? "" }

    /// The part of the file that connections are at work on, for the piece map.
    public var pieces: [TaskSnapshot.Piece] {
        record.plan.segments.flatMap { segment -> [TaskSnapshot.Piece] in
            var pieces: [TaskSnapshot.Piece] = []
            if segment.written > 0 { pieces.append(.init(range: segment.start..<segment.position, kind: .done)) }
            if segment.owner != nil, let end = segment.end, end > segment.position {
                pieces.append(.init(range: segment.position..<end, kind: .active))
            }
            return pieces
        }
    }

    /// The running time until now.
    public func activeTime(at now: Instant) -> Duration {
        record.activeTime + (activeSince.map { max(.zero, now.since($0)) } ?? .zero)
    }

    /// How long it has been running without a stop.
    public func runningTime(at now: Instant) -> Duration {
        activeSince.map { max(.zero, now.since($0)) } ?? .zero
    }

    /// The record as it is stored now: a crash must not take the running time with it, by which averages are counted.
    public func stored(at now: Instant) -> TaskRecord {
        var record = record
        record.activeTime = activeTime(at: now)
        return record
    }

    /// The name a list shows: what a person chose, else the original name as far as it is known.
    public var displayName: String {
        if let name = record.request.outputName { return name }
        return FileName.displayName(hints: record.representation?.hints ?? NameHints(url: record.url))
    }

    // MARK: - Moves that several inputs share

    mutating func enter(_ state: TaskState, now: Now) {
        change = max(change, weight(of: state))
        record.state = state
        if state.isActive {
            activeSince = activeSince ?? now.instant
        } else if activeSince != nil {
            record.activeTime = activeTime(at: now.instant)
            activeSince = nil
        }
        record.ended = state.isEnded ? now.wall : nil
        grow(older: now.instant)
        if state.isEnded || state == .paused { agingSince = nil } else { agingSince = agingSince ?? now.instant }
        if case .waiting = state {} else { wakeAt = nil }
    }

    /// How soon a new state must be stored.
    private func weight(of state: TaskState) -> Change {
        // What goes on by itself after a crash need not survive a loss of power; what a person was told must.
        guard state.isActive else { return state.kind == .waiting ? .record : .state }
        // All bytes are there, and a crash would have those fetched again that the row does not know of.
        let isWhole = record.state == .verifying || record.state == .publishing
        if state == .verifying || state == .publishing, !isWhole { return .record }
        // A row that says the one is taken up just as one that says the other: both go back into the queue, with the bytes they know of.
        return record.state == .queued || record.state.isActive ? .step : .record
    }

    /// Counts the time that has passed.
    mutating func grow(older now: Instant) {
        // Only what has such a limit is aged, and the count is worth storing like progress.
        guard let since = agingSince, record.request.resourceTimeout != nil else { return }
        change = max(change, .progress)
        record.age += max(.zero, now.since(since))
        agingSince = now
    }

    /// The part file of this ended task is gone, or belongs to another one now.
    public mutating func forgetBytes() {
        guard record.state.isEnded else { return }
        connections.removeAll()
        record.forgetBytes()
        change = max(change, .record)
    }

    /// When the time of the whole task is over; nil when it stands still or has no end.
    public var deadline: Instant? {
        guard let timeout = record.request.resourceTimeout, let since = agingSince else { return nil }
        return since.advanced(by: timeout - record.age)
    }

    /// Ends all connections.
    ///
    /// Their last bytes are reported under the same attempt and still count.
    mutating func stopAll() -> [TaskAction] {
        connections.isEmpty ? [] : [.closeAll]
    }

    mutating func fail(_ failure: Failure, now: Now) -> [TaskAction] {
        var failure = failure
        failure.isTransient = false
        // Bytes with a wrong checksum are no start for another try.
        failure.isResumable = record.plan.written > 0 && record.isResumable == true && failure.code != .checksum
        let actions = stopAll()
        enter(.failed(failure), now: now)
        let told = actions + [.tell(.failed(.init(url: record.shownURL, name: displayName, failure: failure)))]
        // Nothing that another try could go on with: the file would only take room, and nobody would remove it.
        return record.plan.written == 0 && record.previous == nil ? told + [.discardPart(generation: nil)] : told
    }

    /// A failure that this address will not recover from: the next mirror, else the end.
    mutating func giveUpAddress(_ failure: Failure, now: Now) -> [TaskAction] {
        guard record.mirror + 1 < record.request.urls.count else { return fail(failure, now: now) }
        record.mirror += 1
        record.isWithoutRanges = false
        record.setbacks = .init()
        record.failures = 0
        highWater = 0
        return beginAgain(why: "the address failed (\(failure.detail)), trying the next one", now: now)
    }

    /// A failure that may pass: wait and go on with what is on disk, as long as tries are left.
    mutating func retryLater(_ failure: Failure, now: Now) -> [TaskAction] {
        let actions = stopAll()
        noteProgress()
        highWater = max(highWater, record.plan.written)
        if failure.isOffline, record.request.waitsForNetwork {
            offlineWaits += 1
            let delay = RetryPolicy.background.delay(afterFailures: min(offlineWaits, 6), floor: nil, jitter: jitter) ?? .seconds(60)
            return actions + wait(Wait(reason: .network, failure: failure), for: delay, now: now)
        }
        record.failures += 1
        guard let delay = record.request.retry.delay(afterFailures: record.failures, floor: failure.retryAfter, jitter: jitter) else {
            return actions + giveUpAddress(failure, now: now)
        }
        let wait = Wait(
            reason: failure.retryAfter == nil ? .retry : .rateLimited,
            until: now.wall.advanced(by: delay),
            attempt: record.failures,
            limit: record.request.retry.tries,
            failure: failure
        )
        return actions + self.wait(wait, for: delay, now: now)
    }

    mutating func wait(_ wait: Wait, for delay: Duration, now: Now) -> [TaskAction] {
        enter(.waiting(wait), now: now)
        let due = now.instant.advanced(by: delay)
        wakeAt = due
        return [.tell(.waiting(wait)), .wake(at: due)]
    }

    /// Failures in a row are forgotten once there is more than ever before.
    mutating func noteProgress() {
        guard record.plan.written > max(highWater, record.previous?.bytes ?? 0) else { return }
        record.failures = 0
        record.setbacks = .init()
        offlineWaits = 0
    }

    /// A different number for each try of each task, from 0 to 1, so that many tasks don't come back at one moment.
    var jitter: Double {
        var mixed = UInt64(bitPattern: record.id.rawValue) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(record.attempt & 0xFFFF)
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return Double(mixed >> 11) / Double(UInt64(1) << 53)
    }

    /// The partial file can't be used: begin a new one, and keep the old until the new one has overtaken it.
    mutating func beginAgain(why: String, now: Now) -> [TaskAction] {
        let written = record.plan.written
        if written > 0, record.request.requiresResume {
            return fail(Failure(.cannotResume, why), now: now)
        }
        // The row must not go on trusting the file that is left behind.
        change = max(change, .record)
        var actions = stopAll()
        connections.removeAll()
        if written > 0 {
            // Kept for people to save, never used again: fetched in vain.
            record.wasted = record.wasted.saturatingAdd(written)
            if let previous = record.previous, previous.bytes >= written {
                actions.append(.discardPart(generation: record.generation))
            } else {
                if let previous = record.previous { actions.append(.discardPart(generation: previous.generation)) }
                record.previous = .init(generation: record.generation, bytes: written)
            }
            record.generation += 1
            actions.append(.tell(.restarted(reason: why, kept: record.previous?.bytes ?? 0)))
        }
        record.plan.reset()
        record.representation = nil
        return actions + startAttempt(now: now)
    }

    /// Begins an attempt with the bytes that are there.
    mutating func startAttempt(now: Now) -> [TaskAction] {
        record.attempt += 1
        connections.removeAll()
        record.plan.releaseAll()
        isAnnounced = false
        splitting = Splitting(ramp: ConnectionRamp(lesson))
        enter(.connecting, now: now)
        return [.preparePart(generation: record.generation, mustExist: record.plan.written > 0)]
    }

    /// All bytes are there: check them, then publish.
    mutating func complete(now: Now) -> [TaskAction] {
        let actions = stopAll()
        connections.removeAll()
        record.plan.releaseAll()
        let size = record.plan.total ?? record.plan.written
        if let checksum = record.request.checksum {
            enter(.verifying, now: now)
            return actions + [.tell(.verifying), .verify(generation: record.generation, size: size, checksum)]
        }
        enter(.publishing, now: now)
        return actions + [.publish(generation: record.generation, size: size)]
    }
}
