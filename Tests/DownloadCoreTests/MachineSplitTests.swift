import Testing

@testable import DownloadCore

@Suite struct MachineSplitTests {
    private typealias Bench = MachineBench
    private let megabyte = MachineBench.megabyte
    private let total = MachineBench.total

    /// A task with a second connection that has been asked for and has not answered.
    private func split(_ change: (inout DownloadRequest) -> Void = { _ in }) -> MachineBench {
        var bench = Bench([Bench.url], change)
        bench.run(to: 8 * megabyte)
        bench.report(.tick(allowance: 2))
        bench.later(.seconds(1))
        bench.bytes(1, to: 10 * megabyte)
        bench.report(.tick(allowance: 2))
        return bench
    }

    @Test func `a further connection asks for the upper half, which is cut off only when it comes`() {
        var bench = split()
        #expect(bench.orders.map(\.asked) == [.range(start: 55 * megabyte, end: nil)])
        #expect(bench.orders.map(\.isAdditional) == [true])
        #expect(bench.orders.first?.known == Bench.found())
        bench.bytes(1, to: 20 * megabyte)
        bench.reply(2, Bench.write(55 * megabyte))
        #expect(bench.actions == [.shorten(ConnectionID(rawValue: 1), to: 55 * megabyte)])
        bench.bytes(2, to: 60 * megabyte)
        #expect(bench.record.plan.written == 25 * megabyte)
    }

    @Test(arguments: [ReplyDecision.rangeIgnored, .rangeUnusable(why: "x"), .unwantedPart])
    func `where ranges don't work for further ones, the first goes on alone`(decision: ReplyDecision) {
        var bench = split()
        bench.reply(2, decision)
        #expect(bench.actions.isEmpty)
        bench.later(.seconds(600))
        #expect(bench.report(.tick(allowance: 8)).isEmpty)
        bench.end(1, at: total)
        #expect(bench.state == .publishing)
    }

    @Test(arguments: [
        ReplyDecision.gone(Failure(.httpStatus, "403"), mayRecover: true), .failure(Failure(.overloaded, "503", isTransient: true)),
        .unauthorized(Failure(.authorization, "401")),
    ])
    func `a refused further connection is tried again after a minute`(decision: ReplyDecision) {
        var bench = split()
        bench.reply(2, decision)
        #expect(bench.actions.isEmpty)
        bench.later(.seconds(50))
        #expect(bench.report(.tick(allowance: 8)).isEmpty)
        bench.later(.seconds(20))
        bench.report(.tick(allowance: 8))
        bench.later(.seconds(1))
        bench.bytes(1, to: 12 * megabyte)
        bench.report(.tick(allowance: 8))
        #expect(bench.orders.count == 1)
    }

    @Test func `a further connection that finds another version restarts all`() {
        var bench = split()
        bench.reply(2, .changed(why: "its ETag changed"))
        #expect(bench.actions.first == .closeAll)
        #expect(bench.record.previous?.bytes == 10 * megabyte)
        #expect(bench.state == .connecting)
    }

    @Test func `a further connection that breaks leaves its rest to the others`() {
        var bench = split()
        bench.reply(2, Bench.write(55 * megabyte))
        bench.end(2, at: 60 * megabyte, .failed(Bench.transient()))
        #expect(bench.state == .running)
        bench.end(1, at: 55 * megabyte)
        #expect(bench.orders.map(\.asked) == [.range(start: 60 * megabyte, end: nil)])
        bench.reply(3, Bench.write(60 * megabyte))
        bench.end(3, at: total)
        #expect(bench.state == .publishing)
    }

    @Test func `a taker that comes too late is closed, and what is left elsewhere is asked for`() {
        var bench = split()
        bench.bytes(1, to: 60 * megabyte)
        bench.end(1, at: 60 * megabyte, .failed(Bench.transient()))
        #expect(bench.state == .running)
        bench.reply(2, Bench.write(55 * megabyte))
        #expect(bench.machine.connectionCount == 1)
        bench.end(2, at: total)
        #expect(bench.state == .publishing)
    }

    @Test(arguments: [0, 10_000] as [Int64])
    func `a last piece that crawls is taken over, but not for ever`(speed: Int64) {
        var bench = split()
        bench.reply(2, Bench.write(55 * megabyte))
        bench.end(2, at: total)
        bench.bytes(1, to: 54 * megabyte)
        var position = 54 * megabyte
        var takers: [ConnectionOrder] = []
        for _ in 0..<100 {
            bench.later(.seconds(1))
            position += speed
            bench.bytes(takers.last?.connection.rawValue ?? 1, to: position)
            bench.report(.tick(allowance: 8))
            for order in bench.orders {
                takers.append(order)
                guard case .range(let start, let end) = order.asked else { continue }
                #expect(end == 55 * megabyte)
                bench.reply(order.connection.rawValue, Bench.write(start))
                let old = takers.dropLast().last?.connection ?? ConnectionID(rawValue: 1)
                #expect(bench.actions == [.shorten(old, to: start)])
                bench.end(old.rawValue, at: start)
            }
        }
        #expect(takers.count == TaskStateMachine.mostReplacements)
        bench.end(takers.last?.connection.rawValue ?? 0, at: 55 * megabyte)
        #expect(bench.state == .publishing)
    }

    @Test func `nothing is split where it cannot be put together again`() {
        for found in [Bench.found(etag: nil), Bench.found(ranges: false), Bench.found(nil)] {
            var bench = Bench()
            bench.run(to: 10 * megabyte, found)
            for _ in 0..<20 {
                #expect(bench.report(.tick(allowance: 8)).isEmpty)
                bench.later(.seconds(1))
            }
        }
        var small = Bench()
        small.run(to: 10, Bench.found(100_000))
        for second in Int64(1)...20 {
            small.bytes(1, to: 10 + 1000 * second)
            #expect(small.report(.tick(allowance: 8)).isEmpty)
            small.later(.seconds(1))
        }
    }

    @Test(arguments: [(1, 8), (2, 8), (8, 3), (8, 0), (0, 8), (-4, -4)])
    func `no more connections than may be`(own: Int, allowance: Int) {
        var bench = Bench { $0.maximumConnections = own }
        bench.run(to: 10)
        for _ in 0..<60 {
            for id in bench.machine.connections.keys.sorted() {
                guard let position = bench.machine.connections[id]?.position else { continue }
                bench.bytes(id.rawValue, to: position + 100_000)
            }
            bench.report(.tick(allowance: allowance))
            for order in bench.orders {
                if case .range(let start, _) = order.asked { bench.reply(order.connection.rawValue, Bench.write(start)) }
            }
            bench.later(.milliseconds(700))
        }
        #expect(bench.machine.connectionCount == max(1, min(own, allowance)))
    }
}
