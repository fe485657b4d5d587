import Testing

@testable import DownloadCore

/// Places that are given up, and the time of the whole task, in virtual time.
@Suite struct MachineTimeTests {
    private let wait = Wait(reason: .schedule, until: WallTime(seconds: 1_700_001_000))

    @Test func `what runs gives its place up with what it has, and asks for the rest later`() {
        var bench = MachineBench()
        bench.run(to: 40)
        bench.report(.hold(wait))
        #expect(bench.actions == [.closeAll, .tell(.waiting(wait))])
        #expect(bench.state == .queued)
        // The last bytes of the connection still count.
        bench.end(1, at: 55, .stopped)
        #expect(bench.record.plan.written == 55)
        bench.start()
        #expect(bench.orders.first?.asked == .range(start: 55, end: nil), "\(bench.orders)")
        #expect(bench.record.failures == 0)
    }

    @Test func `what connects gives its place up, what is nearly done does not`() {
        var bench = MachineBench()
        bench.start()
        bench.report(.hold(wait))
        #expect(bench.state == .queued)
        bench = MachineBench()
        bench.run(to: 40, MachineBench.found(40))
        bench.end(1, at: 40)
        #expect(bench.state == .publishing)
        #expect(bench.report(.hold(wait)).isEmpty && bench.state == .publishing)
    }

    @Test func `what could not go on later is let end`() {
        var bench = MachineBench()
        bench.run(to: 40, MachineBench.found(etag: nil, ranges: false))
        #expect(bench.record.isResumable == false)
        #expect(bench.report(.hold(wait)).isEmpty)
        #expect(bench.state == .running)
    }

    @Test(arguments: [TaskState.paused, .cancelled, .queued])
    func `nothing else is touched`(state: TaskState) throws {
        var bench = MachineBench()
        if state == .paused { try bench.command(.pause) }
        if state == .cancelled { try bench.command(.cancel) }
        #expect(bench.report(.hold(wait)).isEmpty && bench.record.state == state)
    }

    @Test func `the time of the whole task goes on over restarts, and stands still while it is paused or nobody runs`() throws {
        var bench = MachineBench { $0.resourceTimeout = .seconds(100) }
        bench.run(to: 40)
        bench.later(.seconds(30))
        bench.report(.tick(allowance: 1))
        #expect(bench.record.age == .seconds(30))
        for restart in 1...2 {
            // Another process, later: only what passed while one ran counts.
            bench.machine = TaskStateMachine(recovering: bench.machine.stored(at: bench.now.instant), trust: .written)
            bench.later(.seconds(86_400))
            #expect(bench.machine.deadline == nil)
            bench.start()
            #expect(bench.machine.deadline == bench.now.instant.advanced(by: .seconds(100 - 30 * Int64(restart))))
            bench.later(.seconds(30))
            bench.report(.tick(allowance: 1))
            #expect(bench.record.age == .seconds(30 + 30 * Int64(restart)))
        }
        try bench.command(.pause)
        bench.later(.seconds(86_400))
        #expect(bench.machine.deadline == nil)
        try bench.command(.resume)
        bench.report(.deadline)
        #expect(bench.state == .queued)
        bench.later(.seconds(10))
        bench.report(.deadline)
        #expect(bench.failure?.code == .timedOut)
    }
}
