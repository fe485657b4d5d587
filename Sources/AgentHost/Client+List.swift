internal import Agent
internal import AgentLink
internal import DownloadCore

/// What a client asks of the list that it looks at.
extension Client {
    nonisolated func addListCalls(to table: inout CallTable) {
        table.on(WindowCall.self) { (call) throws(LinkError) in try await self.window(call) }
        table.on(SelectCall.self) { (call) throws(LinkError) in
            let query = try call.list?.query() ?? TaskQuery()
            return .init(await self.list().choose(try call.tasks(), of: query, hiding: await self.hidden))
        }
        table.on(FindCall.self) { (call) throws(LinkError) in
            let query = try call.list?.query() ?? TaskQuery()
            return .init(row: await self.list().row(of: call.search, in: query, hiding: await self.hidden))
        }
        table.on(KnownCall.self) { (call) throws(LinkError) in .init(urls: await self.list().known(call.urls)) }
    }

    private func window(_ call: WindowCall) async throws(LinkError) -> WindowCall.Reply {
        let request = try call.request(hiding: hidden)
        hidden = request.hidden
        var window = await list().window(request)
        window.totals.freeSpace = await host.sources.freeSpace()
        window.totals.powerOrder = await host.powerOrder
        return .init(window)
    }
}
