import Testing

@testable import DownloadCore

/// Every command in every state: what it leads to, or that it is refused.
@Suite struct MachineCommandTests {
    /// A machine that has come to a state by itself.
    private static func bench(in state: TaskState.Kind) throws -> MachineBench {
        var bench = MachineBench { request in
            if state == .verifying { request.checksum = Checksum(.md5, hex: String(repeating: "0", count: 32)) }
        }
        switch state {
        case .queued: break
        case .connecting: bench.start()
        case .running: bench.run(to: 40)
        case .waiting:
            bench.run(to: 40)
            bench.end(1, at: 40, .failed(MachineBench.transient()))
        case .paused:
            bench.run(to: 40)
            try bench.command(.pause)
        case .verifying, .publishing, .finished:
            bench.run(to: 40, MachineBench.found(40))
            bench.end(1, at: 40)
            if state == .finished { bench.report(.published(attempt: 1, FinishedFile(path: "/d/1", bytes: 40))) }
        case .failed:
            bench.run(to: 40)
            bench.end(1, at: 40, .failed(Failure(.tls, "x")))
        case .cancelled:
            bench.run(to: 40)
            try bench.command(.cancel)
        }
        #expect(bench.state == state)
        return bench
    }

    /// The state after a command; nil where it is refused.
    private static func expected(_ command: TaskCommand, _ state: TaskState.Kind) -> TaskState.Kind? {
        switch (command, state) {
        case (.pause, .queued), (.pause, .connecting), (.pause, .running), (.pause, .waiting), (.pause, .paused): .paused
        case (.pause, .verifying), (.pause, .publishing), (.pause, .finished), (.pause, .failed), (.pause, .cancelled): nil
        case (.resume, .paused), (.resume, .waiting), (.resume, .queued): .queued
        case (.resume, .connecting): .connecting
        case (.resume, .running): .running
        case (.resume, .verifying): .verifying
        case (.resume, .publishing): .publishing
        case (.resume, .finished), (.resume, .failed), (.resume, .cancelled): nil
        case (.cancel, .queued), (.cancel, .connecting), (.cancel, .running), (.cancel, .waiting), (.cancel, .paused),
            (.cancel, .verifying), (.cancel, .cancelled):
            .cancelled
        case (.cancel, .publishing), (.cancel, .finished), (.cancel, .failed): nil
        case (.retry, .failed), (.retry, .cancelled): .queued
        case (.retry, .queued), (.retry, .connecting), (.retry, .running), (.retry, .waiting), (.retry, .paused), (.retry, .verifying),
            (.retry, .publishing), (.retry, .finished):
            nil
        }
    }

    @Test(arguments: TaskCommand.allCases, TaskState.Kind.allCases)
    func `a command is carried out or refused by the state`(command: TaskCommand, state: TaskState.Kind) throws {
        var bench = try Self.bench(in: state)
        let before = bench.machine
        guard let expected = Self.expected(command, state) else {
            let rejection = #expect(throws: Rejection.self) { try bench.command(command) }
            #expect(rejection?.reason.contains("task 7") == true)
            return #expect(bench.machine == before)
        }
        try bench.command(command)
        #expect(bench.state == expected)
        #expect((bench.machine == before) == (expected == state))
        // Twice is no more than once.
        let after = bench.machine
        if command != .retry {
            #expect(try bench.command(command).isEmpty)
            #expect(bench.machine == after)
        }
        // Connections are ended, and nothing is fetched in a state that does not ask for it.
        if !expected.isActive, state.isActive, state != .verifying { #expect(before.connectionCount == 0 || closesAll(before, command)) }
    }

    private func closesAll(_ machine: TaskStateMachine, _ command: TaskCommand) -> Bool {
        var machine = machine
        let now = Now(instant: Instant(nanoseconds: 9), wall: WallTime(seconds: 9))
        return (try? machine.apply(command, now: now))?.first == .closeAll
    }

    @Test(arguments: TaskState.Kind.allCases)
    func `a paused task stays paused whatever comes late`(state: TaskState.Kind) throws {
        var bench = try Self.bench(in: state)
        guard (try? bench.command(.pause)) != nil else { return }
        let attempt = bench.attempt
        for report in [
            TaskReport.partReady(attempt: attempt, length: 0), .partMissing(attempt: attempt), .tick(allowance: 8), .wake,
            .transport(attempt: attempt, ConnectionID(rawValue: 1), .replied(.complete)),
            .transport(attempt: attempt, ConnectionID(rawValue: 1), .replied(.rangeIgnored)),
            .transport(attempt: attempt, ConnectionID(rawValue: 1), .replied(MachineBench.write(0))),
            .transport(attempt: attempt, ConnectionID(rawValue: 1), .progress(position: 50)),
            .transport(attempt: attempt, ConnectionID(rawValue: 1), .ended(position: 60, .failed(MachineBench.transient()))),
            .partFailed(attempt: attempt, Failure(.diskFull, "")), .verified(attempt: attempt), .start,
        ] {
            #expect(bench.report(report).isEmpty)
            #expect(bench.state == .paused)
        }
    }

    @Test func `the running time counts neither pauses nor waits`() throws {
        var bench = MachineBench()
        bench.later(.seconds(5))
        bench.run(to: 40)
        bench.later(.seconds(10))
        #expect(bench.machine.activeTime(at: bench.now.instant) == .seconds(10))
        try bench.command(.pause)
        bench.later(.seconds(100))
        #expect(bench.machine.activeTime(at: bench.now.instant) == .seconds(10))
        #expect(bench.record.activeTime == .seconds(10))
    }

    @Test func `what is stored while a task runs has the time until now, and is counted once`() {
        var bench = MachineBench()
        bench.run(to: MachineBench.megabyte)
        let due = bench.machine.activeTime(at: bench.now.instant) + Duration.seconds(10)
        bench.later(.seconds(10))
        let stored = bench.machine.stored(at: bench.now.instant)
        #expect(stored.activeTime == due)
        #expect(bench.machine.activeTime(at: bench.now.instant) == due)
        // What another process makes of it goes on from there.
        let another = TaskStateMachine(stored)
        bench.later(.seconds(60))
        #expect(another.activeTime(at: bench.now.instant) == due)
    }
}

extension TaskState.Kind {
    fileprivate var isActive: Bool {
        [.connecting, .running, .verifying, .publishing].contains(self)
    }
}
