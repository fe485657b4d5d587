import Agent
import DownloadCore
import Synchronization
import TestSupport
import Testing

/// Notes what a transport is told, in its order.
final class OrderRecorder: Sendable {
    enum Order: Sendable {
        case open(TaskID)
        case limit([TaskID: Int64])
    }

    private let orders = Mutex<[Order]>([])

    func note(_ order: Order) { orders.withLock { $0.append(order) } }
    var all: [Order] { orders.withLock { $0 } }
}

/// A transport that notes what it is told before it does it.
struct RecordedTransport: Transport {
    let recorder: OrderRecorder
    let transport: any Transport

    func open(_ connections: [NewConnection]) async {
        for connection in connections { recorder.note(.open(connection.order.task)) }
        await transport.open(connections)
    }

    func shorten(_ task: TaskID, _ connection: ConnectionID, to end: Int64) async { await transport.shorten(task, connection, to: end) }
    func close(_ task: TaskID, _ connection: ConnectionID) async { await transport.close(task, connection) }
    func closeAll(_ task: TaskID) async { await transport.closeAll(task) }

    func limit(total: Int64?, tasks: [TaskID: Int64]) async {
        recorder.note(.limit(tasks))
        await transport.limit(total: total, tasks: tasks)
    }

    func shutDown() async { await transport.shutDown() }
}

@Suite struct LimitOrderTests {
    @Test(arguments: [1, 3, 8]) func `no connection opens before its task has its share of the group's limit`(count: Int) async throws {
        let origin = try Origin()
        let recorder = OrderRecorder()
        var group = DownloadGroup(name: "slow")
        group.rateLimit = 4 << 20
        let bench = try await Workbench(tasks: 2, groups: [group], orders: recorder)
        var request = DownloadRequest(urls: [origin.serve("/file", .file(size: 300_000))])
        request.group = "slow"
        let ids = try await bench.agent.add(Array(repeating: request, count: count))
        for id in ids { #expect(try await bench.end(of: id).kind == .finished) }
        var shares: [TaskID: Int64] = [:]
        var opened = 0
        for order in recorder.all {
            switch order {
            case .limit(let tasks): shares = tasks
            case .open(let task):
                opened += 1
                #expect(shares[task] ?? .max <= 4 << 20, "task \(task) began without a limit")
            }
            #expect(shares.values.filter { $0 != .max }.reduce(0, +) <= 4 << 20)
        }
        #expect(opened == count)
        await bench.stop()
    }
}
