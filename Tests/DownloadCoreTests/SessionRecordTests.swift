import DownloadCore
import Testing

/// Leases, acknowledgements and launches of a session, as values.
@Suite struct SessionRecordTests {
    private static let start = Instant(nanoseconds: 1_000_000_000_000)
    private static let wall = WallTime(seconds: 1_800_000_000)
    private static let first = SessionRecord.Holder(pid: 100, started: 1)
    private static let second = SessionRecord.Holder(pid: 200, started: 2)

    private static func now(_ seconds: Int64) -> Now {
        Now(instant: start.advanced(by: .seconds(seconds)), wall: wall.advanced(by: .seconds(seconds)))
    }

    private static func session(command: Bool = true) throws -> SessionRecord {
        var configuration = SessionConfiguration()
        if command { configuration.launchCommand = .init(arguments: ["/bin/true"]) }
        return SessionRecord(identifier: try #require(SessionIdentifier("s")), configuration: configuration)
    }

    private static func entry() -> [JournalEntry.Kind] {
        [.completed(Completion(failure: nil, bytes: 1, total: 1, attempts: 1, activeTime: .zero))]
    }

    private static func everybodyLives(_: SessionRecord.Holder) -> Bool { true }
    private static func nobodyLives(_: SessionRecord.Holder) -> Bool { false }

    @Test func `rows 19, 23: what a request leaves open its session fills in, and its own timeout wins`() {
        var configuration = SessionConfiguration()
        configuration.requestTimeout = .seconds(20)
        configuration.allowsCellularAccess = false
        var request = DownloadRequest(urls: ["http://example.com/1"])
        // Of an older library, or of a script: the session's holds.
        request.stallTimeout = .seconds(5)
        #expect(configuration.completed(request, staging: "/staging").stallTimeout == .seconds(20))
        request.requestTimeout = .seconds(7)
        let completed = configuration.completed(request, staging: "/staging")
        #expect(completed.stallTimeout == .seconds(7) && !completed.allowsCellularAccess && completed.isStaged)
        #expect(configuration.completed(completed, staging: "/elsewhere").stallTimeout == .seconds(7))
    }

    // MARK: - Identifiers

    @Test(
        "row 10: an identifier has 1 to 255 bytes and no NUL",
        arguments: [
            ("", false), ("a", true), (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
            (String(repeating: "é", count: 128), false), ("a\0b", false), (" ", true), ("日本", true),
        ]
    )
    func identifiers(text: String, isGood: Bool) {
        #expect((SessionIdentifier(text) != nil) == isGood)
    }

    @Test func `row 9: identifiers are compared byte for byte, not by what they look like`() throws {
        let composed = try #require(SessionIdentifier("caf\u{E9}"))
        let decomposed = try #require(SessionIdentifier("cafe\u{301}"))
        #expect("caf\u{E9}" == "cafe\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(SessionIdentifier("a") != SessionIdentifier("A"))
    }

    // MARK: - Lease

    @Test func `row 11: one program holds a session, the next gets it when it is free`() throws {
        var session = try Self.session()
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        #expect(throws: SessionRecord.Refusal.inUse(pid: 100)) {
            try session.attach(Self.second, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        }
        #expect(throws: SessionRecord.Refusal.inUse(pid: 100)) {
            try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        }
        session.detach(epoch: session.epoch)
        try session.attach(Self.second, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        #expect(session.holder == Self.second)
    }

    @Test func `row 11: a holder that was killed holds nothing, also before the end of its connection is heard of`() throws {
        var session = try Self.session()
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        let old = session.epoch
        try session.attach(Self.second, epoch: nil, isAlive: Self.nobodyLives, now: Self.start)
        #expect(session.holder == Self.second && session.epoch == old + 1)
        // The news of its end comes now, and is old.
        let wasHeld = session.detach(epoch: old)
        #expect(!wasHeld && session.holder == Self.second)
    }

    @Test func `a holder whose process has no number here holds as long as it is connected`() throws {
        var session = try Self.session()
        try session.attach(.init(pid: 0, started: 0), epoch: nil, isAlive: Self.nobodyLives, now: Self.start)
        #expect(throws: SessionRecord.Refusal.inUse(pid: 0)) {
            try session.attach(Self.second, epoch: nil, isAlive: Self.nobodyLives, now: Self.start)
        }
    }

    @Test func `a holder that slept through a takeover cannot acknowledge, nor take the lease away`() throws {
        var session = try Self.session()
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        let old = session.epoch
        _ = session.number(Self.entry(), task: TaskID(rawValue: 1), time: Self.wall)
        session.recover(now: Self.start)
        try session.attach(Self.second, epoch: nil, isAlive: Self.nobodyLives, now: Self.start)
        #expect(throws: SessionRecord.Refusal.staleLease) { try session.acknowledge(epoch: old, through: 1) }
        let wasHeld = session.detach(epoch: old)
        #expect(!wasHeld)
        #expect(session.waiting == 1)
        try session.acknowledge(epoch: session.epoch, through: 1)
        #expect(session.waiting == 0)
    }

    @Test func `after a restart of the agent the last holder comes first, for a while and while it lives`() throws {
        var session = try Self.session()
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        let epoch = session.epoch
        session.recover(now: Self.start)
        var same = session
        try same.attach(Self.first, epoch: epoch, isAlive: Self.everybodyLives, now: Self.start)
        #expect(same.epoch == epoch)
        var other = session
        #expect(throws: SessionRecord.Refusal.inUse(pid: 100)) {
            try other.attach(Self.second, epoch: nil, isAlive: Self.everybodyLives, now: Self.now(4).instant)
        }
        try other.attach(Self.second, epoch: nil, isAlive: Self.everybodyLives, now: Self.now(5).instant)
        var dead = session
        try dead.attach(Self.second, epoch: nil, isAlive: Self.nobodyLives, now: Self.start)
        #expect(dead.epoch == epoch + 1)
    }

    @Test func `acknowledgements count up and never beyond what there is`() throws {
        var session = try Self.session()
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        let entries = (1...3).flatMap { session.number(Self.entry(), task: TaskID(rawValue: $0), time: Self.wall) }
        #expect(entries.map(\.number) == [1, 2, 3])
        try session.acknowledge(epoch: session.epoch, through: 2)
        try session.acknowledge(epoch: session.epoch, through: 1)
        #expect(session.acknowledged == 2)
        try session.acknowledge(epoch: session.epoch, through: .max)
        #expect(session.acknowledged == 3)
    }

    // MARK: - Launches

    /// The decision for a session in which one entry waits.
    private static func decision(_ session: SessionRecord, isProgressing: Bool = false, at seconds: Int64 = 0) -> Launches.Decision {
        session.launchDecision(isProgressing: isProgressing, isAlive: nobodyLives, now: now(seconds))
    }

    @Test func `row 51: a launch wants something that waits, nobody attached and nothing that goes on by itself`() throws {
        var session = try Self.session()
        #expect(Self.decision(session) == .nothing)
        _ = session.number(Self.entry(), task: TaskID(rawValue: 1), time: Self.wall)
        #expect(Self.decision(session) == .launch)
        #expect(Self.decision(session, isProgressing: true) == .nothing)
        var held = session
        try held.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        #expect(Self.decision(held) == .nothing)
        var silent = session
        silent.configuration.sendsLaunchEvents = false
        #expect(Self.decision(silent) == .nothing)
        var without = session
        without.configuration.launchCommand = nil
        #expect(Self.decision(without) == .nothing)
    }

    @Test func `a launch happens once for what waits, whatever becomes of the program`() throws {
        var session = try Self.session()
        _ = session.number(Self.entry(), task: TaskID(rawValue: 1), time: Self.wall)
        session.beginLaunch(token: "t", now: Self.now(0))
        #expect(Self.decision(session) == .nothing)
        session.endLaunch(token: "t", isComplete: false)
        #expect(Self.decision(session, at: 1_000_000) == .nothing)
        var restarted = session
        restarted.recover(now: Self.start)
        #expect(Self.decision(restarted, at: 1_000_000) == .nothing)
    }

    @Test func `launches in a row have growing pauses, and a person's own start ends the row`() throws {
        var session = try Self.session()
        var seconds: Int64 = 0
        var pauses: [Int64] = []
        for round in 1...4 {
            _ = session.number(Self.entry(), task: TaskID(rawValue: Int64(round)), time: Self.now(seconds).wall)
            if case .later(let delay) = Self.decision(session, at: seconds) {
                pauses.append(Int64(delay.inSeconds))
                seconds += Int64(delay.inSeconds) - 1
                // One second before its end the storm still counts.
                #expect(Self.decision(session, at: seconds) == .later(.seconds(1)))
                session.beginLaunch(token: "\(round)", now: Self.now(seconds))
            } else {
                session.beginLaunch(token: "\(round)", now: Self.now(seconds))
            }
            session.endLaunch(token: "\(round)", isComplete: true)
        }
        #expect(pauses == [60, 120, 240])
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.now(seconds).instant)
        session.detach(epoch: session.epoch)
        _ = session.number(Self.entry(), task: TaskID(rawValue: 9), time: Self.wall)
        #expect(Self.decision(session, at: seconds) == .launch)
    }

    @Test func `row 66: a launch that is never completed is given up after the grace`() throws {
        var session = try Self.session()
        _ = session.number(Self.entry(), task: TaskID(rawValue: 1), time: Self.wall)
        session.beginLaunch(token: "t", now: Self.now(0))
        #expect(session.launchDeadline == Self.now(30).instant)
        session.launched(token: "t", pid: Self.first.pid)
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.now(1).instant)
        // While it works on what waited, it has all the time it needs.
        #expect(session.launchDeadline == nil)
        try session.acknowledge(epoch: session.epoch, through: 1)
        session.restartGrace(now: Self.now(5).instant)
        #expect(session.launchDeadline == Self.now(35).instant)
        let isOther = session.endLaunch(token: "other", isComplete: true)
        let isIt = session.endLaunch(token: "t", isComplete: false)
        #expect(!isOther && isIt)
        #expect(session.launchState == .failed)
    }

    @Test func `the launched program's own attachment is no person's start`() throws {
        var session = try Self.session()
        _ = session.number(Self.entry(), task: TaskID(rawValue: 1), time: Self.wall)
        session.beginLaunch(token: "t", now: Self.now(0))
        session.launched(token: "t", pid: Self.first.pid)
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.now(1).instant)
        session.endLaunch(token: "t", isComplete: true)
        session.detach(epoch: session.epoch)
        _ = session.number(Self.entry(), task: TaskID(rawValue: 2), time: Self.wall)
        #expect(Self.decision(session, at: 2) == .later(.seconds(58)))
    }

    @Test func `a first claim holds a launch up until it is over`() throws {
        var session = try Self.session()
        try session.attach(Self.first, epoch: nil, isAlive: Self.everybodyLives, now: Self.start)
        _ = session.number(Self.entry(), task: TaskID(rawValue: 1), time: Self.wall)
        session.recover(now: Self.start)
        #expect(session.launchDecision(isProgressing: false, isAlive: Self.everybodyLives, now: Self.now(1)) == .later(.seconds(4)))
        #expect(session.launchDecision(isProgressing: false, isAlive: Self.nobodyLives, now: Self.now(1)) == .launch)
        #expect(session.launchDecision(isProgressing: false, isAlive: Self.everybodyLives, now: Self.now(5)) == .launch)
    }
}
