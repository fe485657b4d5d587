import Testing

@testable import DownloadCore

@Suite struct MachineConversationTests {
    private typealias Bench = MachineBench
    private let total = MachineBench.total
    private let megabyte = MachineBench.megabyte

    @Test func `a plain download`() {
        var bench = Bench()
        #expect(bench.report(.start) == [.preparePart(generation: 0, mustExist: false)])
        bench.report(.partReady(attempt: 1, length: 0))
        #expect(bench.orders.map(\.asked) == [.whole])
        #expect(bench.orders.first?.known == nil)
        bench.reply(1, Bench.write(0))
        #expect(bench.state == .running)
        #expect(bench.actions.first == .allocate(generation: 0, size: total))
        bench.bytes(1, to: 50)
        bench.end(1, at: total)
        #expect(bench.actions == [.publish(generation: 0, size: total)])
        let file = FinishedFile(path: "/d/1.iso", bytes: total)
        bench.report(.published(attempt: 1, file))
        #expect(bench.record.state == .finished(file))
        #expect(bench.actions.count == 1)
        #expect(bench.record.ended == bench.now.wall)
    }

    @Test func `a checksum is verified before the file is published`() {
        var bench = Bench { $0.checksum = Checksum(.md5, hex: String(repeating: "0", count: 32)) }
        bench.run(to: total)
        bench.end(1, at: total)
        #expect(bench.state == .verifying)
        bench.report(.verified(attempt: 1))
        #expect(bench.actions == [.publish(generation: 0, size: total)])
    }

    @Test(arguments: [("notes.vtt", true), ("notes.tar.gz", false)])
    func `a packed file is kept as it came, and told where its name does not say so`(name: String, isTold: Bool) {
        var bench = Bench(["https://files.example/" + name])
        bench.start()
        var found = Bench.found()
        found.contentEncoding = "gzip"
        found.hints.url = "https://files.example/" + name
        bench.reply(1, .write(start: 0, skip: 0, found))
        #expect(bench.told.contains(.warning("the server sent it packed (gzip); it is kept as it came")) == isTold)
    }

    @Test func `an empty file is a file`() {
        var bench = Bench()
        bench.run(to: 0, Bench.found(nil, etag: nil))
        bench.end(1, at: 0)
        #expect(bench.actions == [.publish(generation: 0, size: 0)])
    }

    @Test func `a body of unknown length ends with its framing`() {
        var bench = Bench()
        bench.run(to: 77, Bench.found(nil, etag: nil))
        bench.end(1, at: 80)
        #expect(bench.actions == [.publish(generation: 0, size: 80)])
    }

    @Test func `a connection that ends without a reply is no empty file`() {
        var bench = Bench()
        bench.start()
        bench.end(1, at: 0)
        #expect(bench.wait?.reason == .retry)
    }

    @Test func `after a pause the rest is asked for`() throws {
        var bench = Bench()
        bench.run(to: 40)
        try bench.command(.pause)
        #expect(bench.actions == [.closeAll, .tell(.paused)])
        bench.end(1, at: 45, .stopped)
        #expect(bench.record.plan.written == 45)
        try bench.command(.resume)
        #expect(bench.report(.start) == [.preparePart(generation: 0, mustExist: true)])
        bench.report(.partReady(attempt: 2, length: 45))
        #expect(bench.orders.map(\.asked) == [.range(start: 45, end: nil)])
        #expect(bench.orders.first?.known == Bench.found())
    }

    @Test func `a range answered by the whole file is asked for once more, then begun again beside the old bytes`() {
        var bench = Bench()
        bench.run(to: 40)
        bench.end(1, at: 40, .failed(Bench.transient()))
        bench.wakeAndStart()
        bench.reply(2, .rangeIgnored)
        #expect(bench.orders.map(\.asked) == [.range(start: 40, end: nil)])
        bench.reply(3, .rangeIgnored)
        #expect(bench.record.isResumable == false)
        #expect(bench.record.previous == .init(generation: 0, bytes: 40))
        #expect(bench.actions.last == .preparePart(generation: 1, mustExist: false))
        bench.report(.partReady(attempt: bench.attempt, length: 0))
        bench.reply(4, Bench.write(0))
        bench.bytes(4, to: 40)
        #expect(bench.actions.isEmpty)
        bench.bytes(4, to: 41)
        #expect(bench.actions == [.discardPart(generation: 0)])
    }

    @Test func `the second restart keeps the longer of the two old files`() {
        var bench = Bench()
        bench.run(to: 40)
        bench.reply(1, .changed(why: "its ETag changed"))
        #expect(bench.told == [.restarted(reason: "the file changed on the server: its ETag changed", kept: 40)])
        bench.report(.partReady(attempt: bench.attempt, length: 0))
        bench.reply(2, Bench.write(0))
        bench.bytes(2, to: 10)
        bench.reply(2, .changed(why: "again"))
        #expect(bench.actions.contains(.discardPart(generation: 1)))
        #expect(bench.record.previous == .init(generation: 0, bytes: 40))
        #expect(bench.record.generation == 2)
    }

    @Test func `a file that changes without end is given up, and never asked for without a pause`() {
        for tries in [3, nil] {
            var bench = Bench { $0.retry = RetryPolicy(tries: tries, longestDelay: .seconds(60)) }
            bench.run(to: 40)
            var connection: Int64 = 1
            for round in 1...10 where bench.state != .failed {
                bench.reply(connection, .changed(why: "x"))
                if round > 1, bench.state != .failed { #expect(bench.wait != nil) }
                if bench.wait != nil { bench.wakeAndStart() } else { bench.report(.partReady(attempt: bench.attempt, length: 0)) }
                connection = bench.orders.last?.connection.rawValue ?? 0
            }
            #expect((bench.failure?.code == .fileChanged) == (tries != nil))
        }
    }

    @Test func `a refused range with all bytes there is the end, else there is one restart`() {
        var bench = Bench()
        bench.run(to: 40, Bench.found(nil))
        bench.end(1, at: 40, .failed(Bench.transient()))
        bench.wakeAndStart()
        var other = bench
        bench.reply(2, .complete)
        #expect(bench.actions == [.publish(generation: 0, size: 40)])
        other.reply(2, .rangeRefused)
        #expect(other.state == .connecting)
        #expect(other.record.generation == 1)
        other.report(.partReady(attempt: other.attempt, length: 0))
        other.reply(3, .rangeRefused)
        #expect(other.failure?.httpStatus == 416)
    }

    @Test func `an address that is gone is asked once more, then fails with the data kept`() {
        var bench = Bench()
        bench.run(to: 40)
        bench.end(1, at: 40, .failed(Bench.transient()))
        bench.wakeAndStart()
        let gone = ReplyDecision.gone(Failure(.notFound, "404", httpStatus: 404), mayRecover: true)
        bench.reply(2, gone)
        #expect(bench.orders.map(\.url) == [Bench.url])
        bench.reply(3, gone)
        #expect(bench.failure?.code == .notFound)
        #expect(bench.failure?.isResumable == true)
        #expect(!bench.actions.contains(.discardPart(generation: nil)))
    }

    @Test func `what was forgiven is forgiven again after progress`() {
        var bench = Bench()
        bench.run(to: 40)
        for round in Int64(1)...5 {
            bench.end(bench.machine.nextConnection - 1, at: 40 * round, .failed(Bench.transient()))
            bench.wakeAndStart()
            bench.reply(bench.machine.nextConnection - 1, .rangeIgnored)
            bench.reply(bench.machine.nextConnection - 1, Bench.write(40 * round))
            bench.bytes(bench.machine.nextConnection - 1, to: 40 * (round + 1))
        }
        #expect(bench.record.generation == 0)
        #expect(bench.record.plan.written == 240)
    }

    @Test func `the next mirror is tried from its beginning`() {
        var bench = Bench([Bench.url, Bench.mirror])
        bench.run(to: 40)
        bench.reply(1, .failure(Failure(.httpStatus, "status 451")))
        bench.report(.partReady(attempt: bench.attempt, length: 0))
        #expect(bench.orders.map(\.url) == [Bench.mirror])
        #expect(bench.orders.map(\.asked) == [.whole])
        #expect(bench.record.previous?.bytes == 40)
        bench.reply(2, .failure(Failure(.httpStatus, "status 451")))
        #expect(bench.state == .failed)
    }

    @Test func `a retry with nothing on disk begins with the first address, else with the one the bytes are of`() throws {
        for written in [0, 40] as [Int64] {
            var bench = Bench([Bench.url, Bench.mirror])
            bench.start()
            bench.reply(1, .failure(Failure(.httpStatus, "status 451")))
            bench.report(.partReady(attempt: bench.attempt, length: 0))
            if written > 0 {
                bench.reply(2, Bench.write(0))
                bench.bytes(2, to: written)
            }
            bench.end(2, at: written, .failed(Failure(.tls, "x")))
            #expect(bench.state == .failed)
            try bench.command(.retry)
            bench.start()
            #expect(bench.orders.map(\.url) == [written == 0 ? Bench.url : Bench.mirror])
        }
    }

    @Test func `tries are counted only while nothing comes`() {
        var bench = Bench()
        bench.run(to: 40)
        bench.end(1, at: 40, .failed(Bench.transient()))
        for attempt in 1...5 {
            #expect(bench.wait?.attempt == attempt)
            #expect(bench.wait?.limit == 5)
            bench.wakeAndStart()
            bench.end(bench.machine.nextConnection - 1, at: 40, .failed(Bench.transient("no \(attempt)")))
        }
        #expect(bench.failure?.detail == "no 5")
        #expect(bench.failure?.isTransient == false)
        var luckier = Bench()
        luckier.run(to: 40)
        for round in Int64(1)...20 {
            luckier.end(luckier.machine.nextConnection - 1, at: 40 * round + 1, .failed(Bench.transient()))
            #expect(luckier.wait?.attempt == 1)
            luckier.wakeAndStart()
            luckier.reply(luckier.machine.nextConnection - 1, Bench.write(40 * round + 1))
        }
    }

    @Test func `Retry-After is the least that is waited`() {
        var bench = Bench()
        bench.start()
        bench.reply(1, .failure(Failure(.overloaded, "429", isTransient: true, retryAfter: .seconds(120))))
        #expect(bench.wait?.reason == .rateLimited)
        #expect(bench.actions.last == .wake(at: bench.now.instant.advanced(by: .seconds(120))))
        bench.later(.seconds(119))
        #expect(bench.report(.wake).count == 1)
        #expect(bench.state == .waiting)
        bench.later(.seconds(1))
        #expect(bench.report(.wake).isEmpty)
        #expect(bench.state == .queued)
    }

    @Test func `without a network no tries are spent where that was asked for`() {
        var bench = Bench { $0.waitsForNetwork = true }
        bench.start()
        var offline = Bench.transient()
        offline.isOffline = true
        for _ in 1...20 {
            bench.end(bench.machine.nextConnection - 1, at: 0, .failed(offline))
            #expect(bench.wait?.reason == .network)
            bench.wakeAndStart()
        }
        #expect(bench.record.failures == 0)
    }

    @Test func `news of an older attempt changes nothing`() throws {
        var bench = Bench()
        bench.run(to: 40)
        try bench.command(.pause)
        try bench.command(.resume)
        bench.start()
        let before = bench.machine
        for kind in [
            TransportReport.Kind.progress(position: 99), .ended(position: 99, .done), .replied(.complete), .replied(.rangeIgnored),
        ] {
            bench.transport(1, kind, attempt: 1)
            #expect(bench.actions.isEmpty)
        }
        for report in [
            TaskReport.partReady(attempt: 1, length: 0), .partMissing(attempt: 1), .partFailed(attempt: 1, Bench.transient()),
            .verified(attempt: 1), .published(attempt: 1, FinishedFile(path: "/", bytes: 1)), .publishFailed(attempt: 1, Bench.transient()),
            .verifyFailed(attempt: 1, Failure(.checksum, "")), .allocationFailed(attempt: 1, Failure(.diskFull, "")), .start, .wake,
            .synced(generation: 9, mark: [0: 40]), .partReady(attempt: 3, length: 0),
            .transport(attempt: 2, ConnectionID(rawValue: 99), .replied(.complete)),
        ] {
            #expect(bench.report(report).isEmpty)
        }
        #expect(bench.machine == before)
    }
}
