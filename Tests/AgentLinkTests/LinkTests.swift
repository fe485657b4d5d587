import AgentLink
import DownloadCore
import Platform
import TestSupport
import Testing

@Suite struct LinkTests {
    @Test func `a client says hello and is answered`() async throws {
        let bench = try await Workbench()
        let client = try await bench.client()
        #expect(client.hello == bench.service.hello)
        let status = try await client.call(StatusCall())
        #expect(status.tasks == ["running": 2])
        #expect(bench.service.calls == ["hello test", "status"])
        #expect(await bench.server.connectionCount == 1)
        await client.close()
        try await eventually("the server notices the end") { await bench.server.connectionCount == 0 }
        #expect(bench.service.closedCount == 1)
        await bench.server.stop()
    }

    @Test func `errors keep their code, their sentence and the holder`() async throws {
        let bench = try await Workbench()
        let client = try await bench.client()
        let error = await #expect(throws: LinkError.self) { try await client.call(ShowCall(task: TaskID(rawValue: 7))) }
        #expect(error == LinkError(.inUse, "process 7 holds it", holder: 7))
        let unknown = await #expect(throws: LinkError.self) { try await client.call(LimitCall(rate: 1)) }
        #expect(unknown?.code == .unknownMethod)
        await bench.server.stop()
    }

    @Test func `calls of one connection are answered in order`() async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        try await raw.hello()
        for id in 1...200 {
            try await raw.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"move","params":{"task":\#(id),"place":"up"}}"#)
        }
        for id in 1...200 {
            #expect(try await raw.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
        }
        #expect(bench.service.calls.dropFirst() == (1...200).map { "move \($0)" }[...])
        await bench.server.stop()
    }

    @Test func `a slow call of one client holds up no other`() async throws {
        let bench = try await Workbench()
        let slow = try await bench.client()
        let quick = try await bench.client()
        async let sessions = slow.call(SessionsCall())
        try await eventually("the slow call has begun") { bench.service.calls.contains("sessions") }
        _ = try await quick.call(StatusCall())
        bench.service.gate.open()
        #expect(try await sessions.sessions.isEmpty)
        await bench.server.stop()
    }

    @Test func `what is queued is sent before a stop, and a call that is being answered ends`() async throws {
        let bench = try await Workbench()
        let client = try await bench.client()
        async let sessions = client.call(SessionsCall())
        try await eventually("the call has begun") { bench.service.calls.contains("sessions") }
        for connection in bench.service.connections { await connection.send(GoodbyeNotice(reason: "stopped")) }
        async let stop: Void = bench.server.stop()
        bench.service.gate.open()
        #expect(try await sessions.sessions.isEmpty)
        var reasons: [String] = []
        for await notice in client.notices {
            if case .goodbye(let goodbye) = notice { reasons.append(goodbye.reason) }
        }
        #expect(reasons == ["stopped"])
        await stop
        let error = await #expect(throws: LinkError.self) { try await client.call(StatusCall()) }
        #expect(error?.code == .unreachable)
    }

    @Test func `calls that wait are told when the connection ends`() async throws {
        let bench = try await Workbench()
        let client = try await bench.client()
        let sessions = Task { try await client.call(SessionsCall()) }
        try await eventually("the call has begun") { bench.service.calls.contains("sessions") }
        for connection in bench.service.connections { await connection.close() }
        await #expect(throws: LinkError(.unreachable, "the connection to the agent was lost")) { try await sessions.value }
        bench.service.gate.open()
        await bench.server.stop()
    }

    @Test func `a call has a time limit, and ends when its task is cancelled`() async throws {
        let bench = try await Workbench()
        let client = try await bench.client()
        let late = await #expect(throws: LinkError.self) { try await client.call(SessionsCall(), timeout: .milliseconds(20)) }
        #expect(late?.code == .timedOut)
        let task = Task { try await client.call(StatusCall()) }
        task.cancel()
        await #expect(throws: LinkError.self) { try await task.value }
        bench.service.gate.open()
        // The answers that nobody waits for any more do no harm.
        _ = try await client.call(StatusCall())
        await bench.server.stop()
    }

    @Test func `twenty clients are told the same`() async throws {
        let bench = try await Workbench()
        var clients: [LinkClient] = []
        for _ in 0..<20 { clients.append(try await bench.client()) }
        let notice = try #require(EncodedNotice(GoodbyeNotice(reason: "idle")))
        for connection in bench.service.connections { #expect(connection.send(notice)) }
        for client in clients {
            var iterator = client.notices.makeAsyncIterator()
            guard case .goodbye(let goodbye) = await iterator.next() else { return #expect(Bool(false)) }
            #expect(goodbye.reason == "idle")
        }
        #expect(bench.service.connections.allSatisfy { $0.pid == ThisProcess.id && $0.uid == ThisProcess.userID })
        await bench.server.stop()
    }

    @Test func `more clients than there is room for wait for their turn`() async throws {
        var limits = LinkLimits()
        limits.connections = 2
        let bench = try await Workbench(limits: limits)
        let first = try await bench.client()
        let second = try await bench.client()
        async let third = bench.client()
        _ = try await first.call(StatusCall())
        await second.close()
        _ = try await third.call(StatusCall())
        await bench.server.stop()
    }
}
