import Testing

@testable import DownloadCore

@Suite struct MachineConditionTests {
    private typealias Bench = MachineBench

    @Test func `an interrupted transfer goes back into the queue and on with its range, at no cost`() {
        var bench = Bench()
        bench.run(to: 40)
        #expect(bench.report(.interrupt) == [.closeAll])
        #expect(bench.state == .queued)
        // What was on its way still counts.
        bench.transport(1, .ended(position: 44, .stopped))
        bench.start()
        #expect(bench.orders.map(\.asked) == [.range(start: 44, end: nil)])
        #expect(bench.record.failures == 0)
    }

    @Test func `what does not fetch is not interrupted`() throws {
        var bench = Bench()
        #expect(bench.report(.interrupt).isEmpty && bench.state == .queued)
        try bench.command(.pause)
        #expect(bench.report(.interrupt).isEmpty && bench.state == .paused)
        var ending = Bench()
        ending.run(to: MachineBench.total)
        ending.end(1, at: MachineBench.total)
        #expect(ending.report(.interrupt).isEmpty && ending.state == .publishing)
    }

    @Test func `a network that is back ends waits for it, and gives back the tries that its want has cost`() {
        var bench = Bench()
        bench.run(to: 40)
        bench.end(1, at: 40, .failed(Bench.transient()))
        #expect(bench.wait?.reason == .retry && bench.record.failures == 1)
        #expect(bench.report(.online).isEmpty)
        #expect(bench.state == .queued && bench.record.failures == 0)

        var offline = Bench { $0.waitsForNetwork = true }
        offline.start()
        var failure = Bench.transient()
        failure.isOffline = true
        offline.end(1, at: 0, .failed(failure))
        #expect(offline.wait?.reason == .network)
        offline.report(.online)
        #expect(offline.state == .queued)
    }

    @Test func `what a server has said is not asked again for a network`() {
        var bench = Bench()
        bench.start()
        bench.reply(1, .failure(Failure(.overloaded, "503", httpStatus: 503, isTransient: true)))
        let before = bench.machine
        #expect(bench.wait?.reason == .retry)
        bench.report(.online)
        #expect(bench.machine == before)
    }

    @Test func `a person's start holds until a person stops it, and leaves the request as it was`() throws {
        var bench = Bench { $0.isDiscretionary = true }
        _ = try bench.machine.hurry(now: bench.now)
        #expect(bench.machine.conditionSubject.isHurried && bench.record.request.isDiscretionary)
        bench.run(to: 40)
        bench.report(.interrupt)
        #expect(bench.machine.conditionSubject.isHurried)
        try bench.command(.pause)
        #expect(!bench.machine.conditionSubject.isHurried)
    }

    @Test func `only a running transfer that cannot be continued loses by a stop`() {
        var bench = Bench()
        #expect(!bench.machine.conditionSubject.losesBytes)
        bench.run(to: 40, Bench.found(nil, etag: nil))
        #expect(bench.machine.conditionSubject.losesBytes && bench.machine.conditionSubject.isRunning)
        var resumable = Bench()
        resumable.run(to: 40)
        #expect(!resumable.machine.conditionSubject.losesBytes)
    }
}
