/// The launches of a session's program: once for what waits, one at a time, with growing pauses against storms (rows 51, 66).
public struct Launches: Sendable, Hashable, Codable {
    /// Entries up to this number have had their launch.
    public internal(set) var launchedThrough: Int64 = 0

    /// Launches in a row that no person's own start came between.
    public internal(set) var inARow = 0

    /// When the last one began.
    public internal(set) var lastAt: WallTime?

    /// When the oldest entry came that has had no launch.
    public internal(set) var wantedAt: WallTime?
    public internal(set) var current: Launch?
    public internal(set) var hasFailed = false

    /// A launched program that has not completed.
    public struct Launch: Sendable, Hashable, Codable {
        /// What the program says to show that it is the launched one.
        public var token: String
        public var pid: Int32?

        /// From when on the grace is counted; not stored.
        var graceFrom: Instant?

        private enum CodingKeys: String, CodingKey {
            case token, pid
        }

        init(token: String) {
            self.token = token
        }
    }

    /// What is to be done about launching now.
    public enum Decision: Sendable, Hashable {
        case nothing
        case launch
        /// Nothing before this moment.
        case later(Duration)
    }

    private static let firstPause = Duration.seconds(60)
    private static let longestPause = Duration.seconds(3_600)

    mutating func recover() {
        // The process may live on, but its end would not be heard of: it counts as over, and what waits had its launch.
        current = nil
    }

    mutating func attached(_ holder: SessionRecord.Holder) {
        if let pid = current?.pid, pid == holder.pid { return }
        guard current == nil else { return }
        inARow = 0
        hasFailed = false
    }

    /// How long to wait between the launches of a row.
    static func pause(after launches: Int) -> Duration {
        guard launches > 0 else { return .zero }
        let doublings = min(launches - 1, 10)
        return min(firstPause * (1 << doublings), longestPause)
    }
}

extension SessionRecord {
    /// Whether the program is to be launched.
    ///
    /// - Parameters:
    ///   - isProgressing: some task of the session can go on by itself.
    ///   - isAlive: whether a process still runs.
    ///   - now: the present moment.
    /// - Returns: what to do.
    public func launchDecision(isProgressing: Bool, isAlive: (Holder) -> Bool, now: Now) -> Launches.Decision {
        guard configuration.sendsLaunchEvents, configuration.launchCommand != nil, !isProgressing, waiting > 0 else { return .nothing }
        guard last > max(launches.launchedThrough, acknowledged), launches.current == nil else { return .nothing }
        if let lease {
            if lease.isConnected { return .nothing }
            if let claim = lease.claimUntil, now.instant < claim, isAlive(lease.holder) { return .later(claim.since(now.instant)) }
        }
        guard let lastAt = launches.lastAt else { return .launch }
        let pause = Launches.pause(after: launches.inARow)
        let passed = now.wall.since(lastAt)
        // A clock that was set back must not hold a launch for longer than its pause.
        return passed >= .zero && passed < pause ? .later(pause - passed) : .launch
    }

    /// Notes a launch before it happens: a crash in between costs one launch and never makes two.
    public mutating func beginLaunch(token: String, now: Now) {
        let wanted = launches.wantedAt ?? now.wall
        if let lastAt = launches.lastAt, wanted.since(lastAt) >= Launches.pause(after: launches.inARow) {
            // The pause ran out before there was anything to launch for: no storm.
            launches.inARow = 0
        }
        launches.wantedAt = nil
        launches.launchedThrough = last
        launches.inARow += 1
        launches.lastAt = now.wall
        launches.current = Launches.Launch(token: token)
        launches.current?.graceFrom = now.instant
        launches.hasFailed = false
    }

    public mutating func launched(token: String, pid: Int32) {
        guard launches.current?.token == token else { return }
        launches.current?.pid = pid
    }

    /// The launched program is done, has ended, or could not be started.
    ///
    /// - Returns: false for a launch that was over already.
    @discardableResult
    public mutating func endLaunch(token: String, isComplete: Bool) -> Bool {
        guard launches.current?.token == token else { return false }
        launches.current = nil
        launches.hasFailed = !isComplete
        return true
    }

    /// When the launch counts as abandoned; nil while the program is at work on its events.
    public var launchDeadline: Instant? {
        guard let from = launches.current?.graceFrom else { return nil }
        if holder != nil, acknowledged < backlogThrough { return nil }
        return from.advanced(by: configuration.launchGrace)
    }

    /// Counts the grace anew: the program has attached or has acknowledged something.
    public mutating func restartGrace(now: Instant) {
        guard launches.current != nil else { return }
        launches.current?.graceFrom = now
    }

    public var launchState: SessionSummary.LaunchState {
        if launches.current != nil { return .running }
        if launches.hasFailed { return .failed }
        let waits = last > max(launches.launchedThrough, acknowledged) && configuration.launchCommand != nil && lease == nil
        return waits && launches.inARow > 0 ? .delayed : .idle
    }
}
