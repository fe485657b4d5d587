import AgentLink
import DownloadCore
import Platform
import Synchronization
import TestSupport
import Testing

/// Clients that do not read.
@Suite struct BackpressureTests {
    private func event(_ number: UInt64, _ kind: Event.Kind) -> EventNotice {
        EventNotice(event: EventInfo(Event(sequence: number, time: WallTime(nanoseconds: 0), task: TaskID(rawValue: 1), kind: kind)))
    }

    private func progress(_ number: UInt64) -> EventNotice {
        event(number, .progress(.init(done: 1, total: 2, speed: 3, remaining: nil, connections: 4)))
    }

    @Test func `one of twenty that reads nothing holds up nobody and takes no memory`() async throws {
        let bench = try await Workbench()
        let stopped = try bench.raw()
        try await stopped.hello()
        let stuck = try #require(bench.service.connections.first)
        var clients: [LinkClient] = []
        for _ in 0..<19 { clients.append(try await bench.client()) }

        let received = Counts(clients.count)
        let readers = clients.enumerated().map { index, client in
            Task {
                for await case .event(let notice) in client.notices where notice.event.event == "warning" {
                    received.add(index)
                }
            }
        }
        var dropped = 0
        let before = try residentMemory()
        for number in 0..<10_000 as Range<UInt64> {
            let notice = try #require(EncodedNotice(progress(number)))
            for connection in bench.service.connections {
                if !connection.send(notice, isDroppable: true), connection === stuck { dropped += 1 }
            }
            guard number % 100 == 0 else { continue }
            let warning = try #require(EncodedNotice(event(number, .warning("w"))))
            for connection in bench.service.connections where connection !== stuck {
                await connection.drained()
                connection.send(warning)
            }
        }
        try await eventually("all others have heard all") { received.all { $0 == 100 } }
        #expect(dropped > 5000)
        #expect(!stuck.isClosed)
        #expect(try residentMemory() - before < 24 << 20)
        for client in clients { await client.close() }
        for reader in readers { await reader.value }
        await bench.server.stop()
    }

    @Test func `one that reads nothing for long is dropped, and who waited for it goes on`() async throws {
        var limits = LinkLimits()
        limits.unsent = 1 << 20
        limits.patience = .milliseconds(100)
        let bench = try await Workbench(limits: limits)
        let raw = try bench.raw()
        try await raw.hello()
        let connection = try #require(bench.service.connections.first)
        let notice = try #require(EncodedNotice(event(1, .warning(String(repeating: "x", count: 100_000)))))
        for _ in 0..<14 { #expect(connection.send(notice)) }
        await connection.drained()
        #expect(connection.isClosed)
        #expect(!connection.send(notice))
        try await eventually("the service hears of it") { bench.service.closedCount == 1 }
        // Far beyond the bound it goes at once.
        let other = try bench.raw()
        try await other.hello()
        let second = try #require(bench.service.connections.first)
        var taken = 0
        while second.send(notice), taken < 100 { taken += 1 }
        #expect(taken < 30)
        #expect(second.isClosed)
        await bench.server.stop()
    }

    @Test func `one that asks and never reads the answers is not read from any more`() async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        try await raw.hello()
        let padding = Array(#"{"jsonrpc":"2.0","id":"\#(String(repeating: "i", count: 1000))","method":"status"}"#.utf8) + [10]
        let burst = Array(repeatElement(padding, count: 200).joined())
        // More than all buffers hold; at some point the kernel takes no more.
        var sent = 0
        var idle = 0
        while sent < 64 << 20, idle < 200 {
            let count = try burst.withUnsafeBytes { try UnixSocket.send(raw.number, $0) }
            sent += count
            idle = count == 0 ? idle + 1 : 0
            if count == 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
        #expect(sent < 16 << 20)
        // Others are served, and so is this one when it reads again.
        let client = try await bench.client()
        _ = try await client.call(StatusCall())
        #expect(try await raw.line()?.contains("\"result\"") == true)
        raw.close()
        await bench.server.stop()
    }

    @Test func `a consumer that sleeps loses progress but no event`() async throws {
        let bench = try await Workbench()
        let client = try await bench.client()
        let connection = try #require(bench.service.connections.first)
        for number in 0..<4000 as Range<UInt64> {
            await connection.drained()
            _ = await connection.send(progress(number), isDroppable: true)
            if number % 10 == 0 { #expect(await connection.send(event(number, .warning("w")))) }
        }
        // All has come by the time that a later call is answered.
        _ = try await client.call(StatusCall())
        await client.close()
        var events: [UInt64] = []
        var progresses = 0
        for await case .event(let notice) in client.notices {
            if notice.event.event == "progress" { progresses += 1 } else { events.append(notice.event.sequence) }
        }
        #expect(events == (0..<400).map { $0 * 10 })
        #expect(progresses < 1000)
        await bench.server.stop()
    }

    @Test func `who waits for a reader can be cancelled`() async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        try await raw.hello()
        let connection = try #require(bench.service.connections.first)
        let notice = try #require(EncodedNotice(event(1, .warning(String(repeating: "x", count: 500_000)))))
        connection.send(notice)
        connection.send(notice)
        let task = Task { await connection.drained() }
        task.cancel()
        await task.value
        #expect(!connection.isClosed)
        await bench.server.stop()
    }

    final class Counts: Sendable {
        private let counts: Mutex<[Int]>

        init(_ count: Int) {
            counts = Mutex([Int](repeating: 0, count: count))
        }

        func add(_ index: Int) {
            counts.withLock { $0[index] += 1 }
        }

        func all(_ holds: (Int) -> Bool) -> Bool {
            counts.withLock { $0.allSatisfy(holds) }
        }
    }

    /// Bytes.
    private func residentMemory() throws -> Int {
        let fields = String(decoding: try File.open("/proc/self/statm", .read).read(atMost: 256), as: UTF8.self).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4096
    }
}
