import Agent
import AgentHost
import AgentLink
import DownloadCore
import EventBus
import Platform
import TestSupport
import Testing

/// What a viewer asks of a long list, over a socket.
@Suite struct ListCallTests {
    /// An agent with paused tasks, and the socket that it answers on.
    private final class Desk: Sendable {
        let bench: Workbench
        let server: LinkServer
        let path: String
        let ids: [TaskID]

        init(_ count: Int) async throws {
            bench = try await Workbench()
            path = bench.folder.appending("a.sock")
            let host = AgentHost(
                agent: bench.agent,
                bus: EventBus(clocks: RealClocks()),
                about: .init(store: "test", documents: "/d", problems: [], isService: false, startedAt: RealClocks().now().instant),
                sources: .init(events: { _, _, _ in [] }, record: { _ in nil }, freeSpace: { 4_096 }, shutDown: {}),
                idleExit: .seconds(600),
                clocks: RealClocks()
            )
            server = try LinkServer(UnixListener(path: path), service: host, limits: LinkLimits())
            await server.start()
            let requests = (0..<count).map { number in
                var request = DownloadRequest(urls: ["https://127.0.0.1:1/part-\(number).bin"])
                request.startsPaused = true
                return request
            }
            ids = try await bench.agent.add(requests, session: .haul)
        }

        func client() async throws -> LinkClient {
            try await LinkClient.connect(path: path, client: "test", version: ProgramVersion.text, timeout: .seconds(60))
        }

        func stop() async {
            await server.stop()
            await bench.stop()
        }
    }

    private func request(_ query: TaskQuery = TaskQuery(), row: Int = 0) -> TaskWindow.Request {
        var request = TaskWindow.Request(query)
        (request.row, request.height, request.margin) = (row, 10, 5)
        return request
    }

    @Test func `a window has the rows around a task and the numbers of all`() async throws {
        let desk = try await Desk(3_000)
        let client = try await desk.client()
        var request = request()
        request.anchors = [TaskID(rawValue: 999_999), desk.ids[1_500]]
        let reply = try await client.call(WindowCall(request))
        let window = reply.window(of: request.query)
        #expect(window.count == 3_000 && window.place == 1_500 && window.states == [.paused: 3_000])
        #expect(window.rows.map(\.id) == Array(desk.ids[window.offset..<window.offset + 20]))
        #expect(window.rows.contains { $0.id == desk.ids[1_500] && $0.name == "part-1500.bin" })
        #expect(window.totals.freeSpace == 4_096 && window.news.isEmpty)
        await desk.stop()
    }

    @Test func `what was done before it was asked is in the answer`() async throws {
        let desk = try await Desk(50)
        let client = try await desk.client()
        _ = try await client.call(WindowCall(request()))
        for round in 0..<20 {
            let id = desk.ids[round]
            _ = try await client.call(ControlCall(.cancel, tasks: [id]))
            let reply = try await client.call(WindowCall(request()))
            #expect(reply.news.map(\.task.id) == [id] && reply.states["cancelled"] == round + 1)
            _ = try await client.call(ControlCall(.remove, tasks: [desk.ids[49 - round]]))
            #expect(try await client.call(WindowCall(request())).removed == [desk.ids[49 - round]])
        }
        await desk.stop()
    }

    @Test func `hidden tasks stay hidden for the connection, and only for it`() async throws {
        let desk = try await Desk(30)
        let client = try await desk.client()
        let other = try await desk.client()
        var hiding = request()
        hiding.hidden = Set(desk.ids[..<4])
        #expect(try await client.call(WindowCall(hiding)).count == 26)
        #expect(try await client.call(WindowCall(request(), hides: false)).count == 26)
        #expect(try await client.call(SelectCall(.shown, of: TaskQuery())).tasks == Array(desk.ids[4...]))
        #expect(try await other.call(WindowCall(request(), hides: false)).count == 30)
        #expect(try await client.call(WindowCall(request())).count == 30)
        await desk.stop()
    }

    @Test func `choices, searches and addresses are answered`() async throws {
        let desk = try await Desk(300)
        let client = try await desk.client()
        let query = TaskQuery(filter: Filter("part-2"), sort: Sort(.added, isDescending: false))
        let chosen = try await client.call(SelectCall(.fitting("part-29"), of: query)).chosen
        #expect(chosen.ids == [desk.ids[29]] + desk.ids[290...])
        #expect(try await client.call(SelectCall(.states([.paused]), of: query)).chosen.notShown == 300 - 111)
        #expect(try await client.call(FindCall(TaskSearch("part-299", row: 3), in: query)).row == 110)
        #expect(try await client.call(KnownCall(urls: ["https://127.0.0.1:1/part-7.bin", "https://e.org/"])).urls.count == 1)
        var wrong = WindowCall(request())
        wrong.list?.tab = "nonsense"
        let error = await #expect(throws: LinkError.self) { try await client.call(wrong) }
        #expect(error?.code == .invalidParameters)
        await desk.stop()
    }

    @Test func `a watcher is told that there is something new, not what`() async throws {
        let desk = try await Desk(500)
        let client = try await desk.client()
        _ = try await client.call(WatchCall(wantsList: true))
        _ = try await client.call(WindowCall(request()))
        _ = try await client.call(ControlCall(.cancel, tasks: desk.ids))
        var notices = client.notices.makeAsyncIterator()
        guard case .list = await notices.next() else {
            Issue.record("another notice")
            return
        }
        try await eventually("all that has changed is told") {
            try await client.call(WindowCall(request())).states == ["cancelled": 500]
        }
        await desk.stop()
    }

    @Test func `a watcher is told as seldom as it wants to be`() async throws {
        let desk = try await Desk(4)
        let (often, seldom) = (try await desk.client(), try await desk.client())
        _ = try await often.call(WatchCall(wantsList: true, listPause: 50))
        _ = try await seldom.call(WatchCall(wantsList: true, listPause: 60_000))
        var news = often.notices.makeAsyncIterator()
        for id in desk.ids {
            _ = try await often.call(WindowCall(request()))
            _ = try await often.call(ControlCall(.cancel, tasks: [id]))
            _ = await news.next()
        }
        // What was said to it is there when a later answer is; nothing more may follow.
        let first = Task { await seldom.notices.reduce(0) { count, _ in count + 1 } }
        _ = try await seldom.call(StatusCall())
        await desk.stop()
        // Its own goodbye comes last.
        #expect(await first.value <= 2)
    }
}
