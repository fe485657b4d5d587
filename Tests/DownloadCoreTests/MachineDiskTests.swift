import Testing

@testable import DownloadCore

@Suite struct MachineDiskTests {
    private typealias Bench = MachineBench
    private let total = MachineBench.total

    private func synced(_ bench: inout MachineBench) {
        bench.report(.synced(generation: bench.record.generation, mark: bench.record.plan.mark))
    }

    @Test(arguments: [true, false])
    func `a full disk waits or fails, as it was asked for`(waits: Bool) {
        var bench = Bench { $0.waitsForDisk = waits }
        bench.run(to: 40)
        synced(&bench)
        bench.bytes(1, to: 60)
        bench.end(1, at: 60, .failed(Failure(.diskFull, "no space")))
        #expect(bench.state == (waits ? .waiting : .failed))
        #expect(bench.wait?.reason == (waits ? .diskFull : nil))
        #expect(bench.record.plan.written == 40)
    }

    @Test func `after a write error late reports do not bring doubtful bytes back`() {
        var bench = Bench()
        bench.run(to: 10 * MachineBench.megabyte)
        synced(&bench)
        bench.later(.seconds(1))
        for _ in 0..<3 {
            bench.report(.tick(rate: 1e6, allowance: 8))
            bench.later(.seconds(1))
        }
        #expect(bench.machine.connectionCount == 2)
        bench.bytes(1, to: 20 * MachineBench.megabyte)
        bench.end(1, at: 20 * MachineBench.megabyte, .failed(Failure(.writeFile, "input/output error")))
        bench.bytes(1, to: 30 * MachineBench.megabyte)
        bench.end(2, at: 60 * MachineBench.megabyte, .stopped)
        #expect(bench.record.plan.written == 10 * MachineBench.megabyte)
        #expect(bench.failure?.code == .writeFile)
    }

    @Test(arguments: [Failure.Code.createFile, .openFile, .createFolder, .diskFull])
    func `a file that cannot be published is not fetched again`(code: Failure.Code) throws {
        var bench = Bench()
        bench.run(to: total)
        bench.end(1, at: total)
        bench.report(.publishFailed(attempt: 1, Failure(code, "no")))
        #expect(bench.failure?.code == code)
        #expect(bench.record.plan.isComplete)
        try bench.command(.retry)
        bench.start()
        #expect(bench.actions == [.publish(generation: 0, size: total)])
    }

    @Test func `a partial file that is gone is begun again, one that is shorter goes on from there`() throws {
        for length in [0, 25, 40] as [Int64] {
            var bench = Bench()
            bench.run(to: 40)
            try bench.command(.pause)
            try bench.command(.resume)
            bench.report(.start)
            bench.report(.partReady(attempt: bench.attempt, length: length))
            #expect(bench.orders.map(\.asked) == [length == 0 ? .whole : .range(start: length, end: nil)])
            #expect(bench.told.count == (length == 40 ? 0 : 1))
        }
        var bench = Bench()
        bench.run(to: 40)
        try bench.command(.pause)
        try bench.command(.resume)
        bench.report(.start)
        #expect(bench.report(.partMissing(attempt: 2)).last == .preparePart(generation: 0, mustExist: false))
        bench.report(.partReady(attempt: 2, length: 0))
        #expect(bench.orders.map(\.asked) == [.whole])
    }

    @Test func `a wrong checksum is no start for another try`() throws {
        var bench = Bench { $0.checksum = Checksum(.md5, hex: String(repeating: "0", count: 32)) }
        bench.run(to: total)
        bench.end(1, at: total)
        bench.report(.verifyFailed(attempt: 1, Failure(.checksum, "other")))
        #expect(bench.failure?.code == .checksum)
        #expect(bench.failure?.isResumable == false)
        #expect(!bench.actions.contains { if case .publish = $0 { true } else { false } })
        try bench.command(.retry)
        #expect(bench.actions.first == .discardPart(generation: 0))
        bench.start()
        #expect(bench.orders.map(\.asked) == [.whole])
        #expect(bench.orders.map(\.generation) == [1])
    }

    @Test func `a wrong checksum leads to the next mirror`() {
        var bench = Bench([Bench.url, Bench.mirror]) { $0.checksum = Checksum(.md5, hex: String(repeating: "0", count: 32)) }
        bench.run(to: total)
        bench.end(1, at: total)
        bench.report(.verifyFailed(attempt: 1, Failure(.checksum, "other")))
        bench.report(.partReady(attempt: bench.attempt, length: 0))
        #expect(bench.orders.map(\.url) == [Bench.mirror])
    }

    @Test func `without a validator a resume is a restart, unless the size is trusted`() throws {
        for policy in ResumeWithoutValidator.allCases {
            var bench = Bench { $0.resumeWithoutValidator = policy }
            bench.run(to: 40, Bench.found(etag: nil))
            try bench.command(.pause)
            try bench.command(.resume)
            bench.start()
            if policy == .never { bench.report(.partReady(attempt: bench.attempt, length: 0)) }
            #expect(bench.orders.map(\.asked) == [policy == .never ? .whole : .range(start: 40, end: nil)])
        }
    }

    @Test func `where a resume is demanded nothing is begun again`() throws {
        var bench = Bench { $0.requiresResume = true }
        bench.run(to: 40, Bench.found(etag: nil))
        try bench.command(.pause)
        try bench.command(.resume)
        bench.start()
        #expect(bench.failure?.code == .cannotResume)
        #expect(bench.record.plan.written == 40)
    }

    @Test func `a crash puts what ran back into the queue with the bytes that can be trusted`() throws {
        var bench = Bench()
        bench.run(to: 40)
        synced(&bench)
        bench.bytes(1, to: 60)
        #expect(TaskStateMachine(recovering: bench.record, trust: .written).record.plan.written == 60)
        let machine = TaskStateMachine(recovering: bench.record, trust: .durable)
        #expect(machine.record.plan.written == 40)
        #expect(machine.record.state == .queued)
        bench.end(1, at: total)
        #expect(TaskStateMachine(recovering: bench.record, trust: .written).record.state == .queued)
        bench.report(
            .intended(attempt: 1, PublishIntent(directory: "/d", name: "n", part: "/p", device: 1, inode: 1, size: 1, collisions: 0))
        )
        #expect(TaskStateMachine(recovering: bench.record, trust: .written).record.state == .publishing)
    }
}
