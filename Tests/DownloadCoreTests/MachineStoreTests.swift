import Testing

@testable import DownloadCore

/// Which steps of a task must be in the store before they are acted upon.
@Suite struct MachineStoreTests {
    private typealias Bench = MachineBench
    private let small: Int64 = 16_384

    @Test func `of a small file nothing must be stored between its request and its last byte`() {
        var bench = Bench()
        _ = bench.machine.takeChange()
        let queued = bench.record
        func checkStep(_ bench: inout Bench, _ change: TaskStateMachine.Change, _ state: TaskState.Kind) {
            #expect(bench.machine.takeChange() == change)
            #expect(bench.state == state)
            // What a crash makes of the row of then and what it makes of the row of now differ in the bytes that are known of, no more.
            let now = TaskStateMachine(recovering: bench.record, trust: .written)
            let then = TaskStateMachine(recovering: queued, trust: .written)
            #expect(now.record.state == then.record.state)
            #expect(now.record.generation == then.record.generation)
            #expect(then.record.plan.written == 0)
        }
        bench.report(.start)
        checkStep(&bench, .step, .connecting)
        bench.report(.partReady(attempt: 1, length: 0))
        checkStep(&bench, .progress, .connecting)
        bench.reply(1, .write(start: 0, skip: 0, Bench.found(small)))
        checkStep(&bench, .step, .running)
        bench.end(1, at: small)
        // Its bytes are not fetched again by whoever takes it up now.
        checkStep(&bench, .record, .publishing)
        #expect(TaskStateMachine(recovering: bench.record, trust: .written).record.plan.written == small)
        let intent = PublishIntent(directory: "/d", name: "1", part: "/d/.haul/1", device: 1, inode: 2, size: small, collisions: 0)
        bench.report(.intended(attempt: 1, intent))
        #expect(bench.machine.takeChange() == .state)
        bench.report(.published(attempt: 1, FinishedFile(path: "/d/1", bytes: small)))
        #expect(bench.machine.takeChange() == .state)
    }

    @Test func `a partial file that is left behind is stored before another one is begun`() {
        var bench = Bench()
        bench.run(to: Bench.megabyte)
        _ = bench.machine.takeChange()
        bench.end(1, at: Bench.megabyte, .failed(Failure(.fileChanged, "it was cut")))
        #expect(bench.record.generation == 1)
        #expect(bench.machine.takeChange() >= .record)
    }

    @Test func `a start that another process left bytes for is stored before it is acted upon`() {
        var bench = Bench()
        bench.machine.record.part = .init(bootID: "boot", device: 1, inode: 2)
        bench.report(.start)
        _ = bench.machine.takeChange()
        bench.report(.partReady(attempt: 1, length: 0))
        #expect(bench.machine.takeChange() == .record)
    }

    @Test func `room is reserved for what is large only`() {
        for (total, isReserved) in [(small, false), (TaskStateMachine.smallestPiece, true)] {
            var bench = Bench()
            bench.report(.start)
            bench.report(.partReady(attempt: 1, length: 0))
            bench.reply(1, .write(start: 0, skip: 0, Bench.found(total)))
            #expect(bench.actions.contains(.allocate(generation: 0, size: total)) == isReserved)
        }
    }
}
