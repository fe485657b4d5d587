/// A background session as it is kept: who consumes its events, how far it has come, and what became of its launches.
///
/// A value with the rules of lease and launch (`design.md` section 6); the owner stores it before anybody hears of a change.
public struct SessionRecord: Sendable, Hashable, Codable {
    public let identifier: SessionIdentifier
    public var configuration: SessionConfiguration

    /// Counts attachments: whoever carries an older number has lost the session.
    public internal(set) var epoch: Int64 = 0
    public internal(set) var lease: Lease?

    /// The number of the newest entry of the journal, and of the last one that was acknowledged.
    public internal(set) var last: Int64 = 0
    public internal(set) var acknowledged: Int64 = 0

    /// The last entry that waited when the holder attached: `didFinishEvents` comes with its acknowledgement.
    public internal(set) var backlogThrough: Int64 = 0

    /// It takes no new tasks and goes with the last of its own.
    public internal(set) var isInvalidated = false

    /// Its tasks were cancelled because of that.
    public internal(set) var wasCancelled = false
    public internal(set) var launches = Launches()
    public var lastFailure: Failure?

    /// The right to consume events.
    public struct Lease: Sendable, Hashable, Codable {
        public var holder: Holder

        /// The holder is connected now.
        ///
        /// Otherwise its agent ended, and it may come back until `claimUntil`.
        public var isConnected: Bool

        /// The end of the first claim after a restart of the agent; not stored.
        public var claimUntil: Instant?

        private enum CodingKeys: String, CodingKey {
            case holder, isConnected
        }

        init(holder: Holder, isConnected: Bool) {
            self.holder = holder
            self.isConnected = isConnected
        }
    }

    /// A process: the number alone may have been given to another one since.
    public struct Holder: Sendable, Hashable, Codable {
        public var pid: Int32

        /// When it started, in the kernel's ticks since boot (`proc(5)`); 0 if unknown.
        public var started: UInt64

        public init(pid: Int32, started: UInt64) {
            self.pid = pid
            self.started = started
        }
    }

    public init(identifier: SessionIdentifier, configuration: SessionConfiguration) {
        self.identifier = identifier
        self.configuration = configuration
    }

    /// How long the last holder may come back before others after a restart of the agent.
    public static let firstClaim = Duration.seconds(5)

    /// Entries that nobody has acknowledged.
    public var waiting: Int64 { max(0, last - acknowledged) }
    public var holder: Holder? { lease.flatMap { $0.isConnected ? $0.holder : nil } }

    /// A session as an ended agent left it.
    public mutating func recover(now: Instant) {
        if lease != nil {
            lease?.isConnected = false
            lease?.claimUntil = now.advanced(by: Self.firstClaim)
        }
        launches.recover()
    }

    // MARK: - Lease

    /// Why a program did not get a session, or lost it.
    public enum Refusal: Error, Sendable, Hashable {
        case inUse(pid: Int32)
        case staleLease
    }

    /// Gives the lease to a program.
    ///
    /// - Parameters:
    ///   - newcomer: who asks.
    ///   - known: the number of an attachment that it had and lost with an earlier agent; nil for a new one.
    ///   - isAlive: whether a process still runs.
    ///   - now: the present moment.
    /// - Throws: `inUse` while a living program holds it or has the first claim.
    public mutating func attach(
        _ newcomer: Holder,
        epoch known: Int64?,
        isAlive: (Holder) -> Bool,
        now: Instant
    ) throws(Refusal) {
        if let lease {
            // The end of a killed holder's connection may be heard of a moment later than of its heir. A process of another namespace has no
            // number here: its connection speaks for it.
            if lease.isConnected, lease.holder.pid <= 0 || isAlive(lease.holder) { throw .inUse(pid: lease.holder.pid) }
            let isSame = lease.holder == newcomer
            if !isSame, let claim = lease.claimUntil, now < claim, isAlive(lease.holder) { throw .inUse(pid: lease.holder.pid) }
            if isSame, let known, known == epoch {
                // The same attachment goes on: nothing has come between.
                self.lease = Lease(holder: newcomer, isConnected: true)
                return
            }
        }
        epoch += 1
        lease = Lease(holder: newcomer, isConnected: true)
        backlogThrough = last
        launches.attached(newcomer)
    }

    /// Notes that everything up to an entry has been dealt with; what was acknowledged before is no error.
    public mutating func acknowledge(epoch given: Int64, through number: Int64) throws(Refusal) {
        guard given == epoch, lease?.isConnected == true else { throw .staleLease }
        acknowledged = max(acknowledged, min(number, last))
    }

    /// Gives the lease back; false for one that was lost before.
    @discardableResult
    public mutating func detach(epoch given: Int64) -> Bool {
        guard given == epoch, lease?.isConnected == true else { return false }
        lease = nil
        return true
    }

    public mutating func invalidate(epoch given: Int64, cancels: Bool) throws(Refusal) {
        guard given == epoch, lease?.isConnected == true else { throw .staleLease }
        isInvalidated = true
        wasCancelled = wasCancelled || cancels
    }

    /// Gives new entries of the journal their numbers.
    public mutating func number(_ kinds: [JournalEntry.Kind], task: TaskID, time: WallTime) -> [JournalEntry] {
        kinds.map { kind in
            last += 1
            launches.wantedAt = launches.wantedAt ?? time
            if case .completed(let completion) = kind, let failure = completion.failure, failure.code != .cancelled {
                lastFailure = failure
            }
            return JournalEntry(number: last, time: time, task: task, kind: kind)
        }
    }
}
