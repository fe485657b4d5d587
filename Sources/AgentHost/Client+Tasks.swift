internal import Agent
internal import AgentLink
internal import DownloadCore

extension Client {
    nonisolated func addTaskCalls(to table: inout CallTable) {
        let host = host
        table.on(AddCall.self) { (call) throws(LinkError) in try await host.add(call) }
        table.on(AddResumingCall.self) { (call) throws(LinkError) in try await host.add(call) }
        table.on(CancelProducingCall.self) { (call) throws(LinkError) in try await host.cancel(call) }
        table.on(TasksCall.self) { (call) throws(LinkError) in await host.tasks(call) }
        table.on(ShowCall.self) { (call) throws(LinkError) in try await host.show(call) }
        table.on(ControlCall.self) { (call) throws(LinkError) in await host.control(call) }
        table.on(EditCall.self) { (call) throws(LinkError) in try await host.edit(call) }
        table.on(MoveCall.self) { (call) throws(LinkError) in try await host.move(call) }
        table.on(AlternativeLimitCall.self) { (call) throws(LinkError) in
            await host.agent.setAlternativeLimit(call.isOn)
            await host.sources.keepAlternative(call.isOn)
            return NoReply()
        }
        table.on(WhenDoneCall.self) { (call) throws(LinkError) in try await host.whenDone(call) }
        table.on(LimitCall.self) { (call) throws(LinkError) in
            try AgentHost.check(rate: call.rate, "rate")
            let rate = call.rate.flatMap { $0 > 0 ? $0 : nil }
            await host.agent.limit(total: rate)
            await host.sources.keepLimit(rate)
            await host.sources.keepAlternative(false)
            return NoReply()
        }
    }
}

extension AgentHost {
    // MARK: - Adding

    nonisolated func add(_ call: AddCall) async throws(LinkError) -> AddCall.Reply {
        var requests: [DownloadRequest] = []
        let complete = try await completion(for: call.session)
        for request in call.requests { requests.append(try complete(request)) }
        do throws(Failure) {
            return .init(tasks: try await agent.add(requests, session: call.session, token: call.token))
        } catch {
            throw LinkError(.store, error.detail)
        }
    }

    nonisolated func add(_ call: AddResumingCall) async throws(LinkError) -> AddResumingCall.Reply {
        guard call.session != .haul else { throw LinkError(.unknownSession, "resume data belong to programs' sessions; use retry") }
        let complete = try await completion(for: call.session)
        let request: DownloadRequest? = if let given = call.request { try complete(given) } else { nil }
        let fallback = try complete(DownloadRequest(urls: [call.ticket.url]))
        do throws(Failure) {
            let (task, offset) = try await agent.addResuming(
                call.ticket,
                request: request,
                fallback: fallback,
                changes: call.changes ?? RequestChanges(),
                session: call.session,
                token: call.token
            )
            return .init(task: task, offset: offset)
        } catch {
            throw LinkError(.store, error.detail)
        }
    }

    /// What makes the request of a session complete, or refuses it.
    private nonisolated func completion(
        for session: SessionIdentifier
    ) async throws(LinkError) -> @Sendable (DownloadRequest) throws(LinkError) -> DownloadRequest {
        if session == .haul {
            return { (request) throws(LinkError) in
                try Self.check(request, schemes: Address.downloadSchemes, "of http, https, ftp, ftps or sftp")
                return request.inBackground
            }
        }
        guard let record = await agent.session(session) else {
            throw LinkError(.unknownSession, "there is no session \"\(session)\"; a program makes it when it attaches")
        }
        guard !record.isInvalidated else { throw LinkError(.invalidated, "the session \"\(session)\" takes no new tasks") }
        let configuration = record.configuration
        let staging = agent.stagingDirectory
        return { (request) throws(LinkError) in
            try Self.check(
                request,
                schemes: ["http", "https"],
                "of http or https; background runs and programs' sessions take only those"
            )
            return configuration.completed(request, staging: staging)
        }
    }

    private static func check(_ request: DownloadRequest, schemes: Set<String>, _ expected: String) throws(LinkError) {
        guard !request.urls.isEmpty else { throw LinkError(.unsupportedURL, "a request has at least one address") }
        for url in request.urls {
            guard let address = Address(url), schemes.contains(address.scheme) else {
                throw LinkError(
                    .unsupportedURL,
                    "\(Address(url)?.withoutUserInfo ?? String(url.prefix(200))) is not an address \(expected)"
                )
            }
        }
        guard (request.body?.count ?? 0) <= 1 << 20 else { throw LinkError(.usage, "a body has at most 1 MiB") }
        try check(headers: request.headers)
        try check(outputName: request.outputName)
        try check(rate: request.rateLimit, "rateLimit")
        if let directory = request.directory, !directory.hasPrefix("/") {
            throw LinkError(.usage, "the folder must be an absolute path: \(directory)")
        }
    }

    fileprivate static func check(rate: Int64?, _ member: String) throws(LinkError) {
        guard rate ?? 0 >= 0 else {
            throw LinkError(.invalidParameters, "\(member): bytes a second were expected, 0 or none for no limit")
        }
    }

    /// A line end would begin a header, or a request, of its own.
    private static func check(headers: [HeaderField]) throws(LinkError) {
        for field in headers where HeaderField(parsing: "\(field.name): \(field.value)")?.name != field.name {
            throw LinkError(.invalidParameters, "headers: a name without blanks and colons and a value of one line were expected")
        }
    }

    private static func check(outputName: String?) throws(LinkError) {
        guard let outputName else { return }
        do throws(FileName.Unfit) {
            try FileName.check(chosen: outputName)
        } catch {
            throw LinkError(.invalidParameters, "\(error)")
        }
    }

    // MARK: - Looking

    /// At most so many tasks, and about so many bytes of their texts, go into one reply.
    private static let page = 1_000
    private static let pageBytes = 600_000

    nonisolated func tasks(_ call: TasksCall) async -> TasksCall.Reply {
        let wantsEnded = call.includesEnded || call.onlyUnacknowledged == true
        let limit = min(max(call.limit ?? Self.page, 1), Self.page)
        let wanted = call.ids.map(Set.init)
        let (snapshots, last) = await agent.page(
            of: call.session,
            includesEnded: wantsEnded,
            among: wanted,
            after: call.after,
            limit: limit
        )
        var tasks: [TaskInfo] = []
        // Asked for by number: one that ended long ago is only a row.
        if wantsEnded, call.after == nil, let wanted, wanted.count <= 100 {
            let present = Set(snapshots.map(\.id))
            for id in wanted.subtracting(present).sorted() {
                guard let record = await sources.record(id), call.session == nil || record.session == call.session else { continue }
                tasks.append(TaskInfo(await agent.snapshot(of: record)))
            }
        }
        var bytes = 0
        for snapshot in snapshots {
            bytes += 400 + snapshot.url.utf8.count + snapshot.name.utf8.count + (snapshot.finalURL?.utf8.count ?? 0)
            if bytes > Self.pageBytes, !tasks.isEmpty { break }
            tasks.append(TaskInfo(snapshot))
        }
        let shown = tasks.last?.id
        let isLast = snapshots.isEmpty || shown == last
        return .init(tasks: tasks.sorted { $0.id < $1.id }, next: isLast ? nil : shown)
    }

    nonisolated func show(_ call: ShowCall) async throws(LinkError) -> ShowCall.Reply {
        let inMemory = await agent.record(call.task)
        let stored = inMemory == nil ? await sources.record(call.task) : nil
        guard let record = inMemory ?? stored else {
            throw LinkError(.unknownTask, "there is no task \(call.task); haul list shows those there are")
        }
        let current = await agent.snapshot(of: call.task)
        let snapshot = if let current { current } else { await agent.snapshot(of: record) }
        let wanted = min(max(0, call.events ?? 50), 200)
        let events = wanted > 0 ? await sources.events(0, call.task, 200) : []
        var request = record.request.withoutSecrets
        request.body = nil
        var reply = ShowCall.Reply(
            task: TaskInfo(snapshot),
            request: request,
            representation: record.representation,
            events: events.suffix(wanted).map(EventInfo.init),
            failures: record.failures,
            durable: record.plan.durable,
            isUndelivered: await agent.isUndelivered(call.task),
            httpStatus: record.httpStatus
        )
        if !record.state.isEnded, !record.request.isStaged {
            (reply.saveFolder, reply.saveName) = await agent.destination(of: record, documents: about.documents)
        }
        return reply
    }

    // MARK: - Steering

    nonisolated func cancel(_ call: CancelProducingCall) async throws(LinkError) -> CancelProducingCall.Reply {
        switch await agent.cancel(call.task, keepsPart: true) {
        case .success(let ticket): return .init(ticket: ticket)
        case .failure(let rejection): throw LinkError(.refused, rejection.reason)
        }
    }

    nonisolated func edit(_ call: EditCall) async throws(LinkError) -> NoReply {
        try Self.check(headers: call.headers ?? [])
        try Self.check(outputName: call.outputName)
        try Self.check(rate: call.rateLimit, "rateLimit")
        var edit = TaskEdit()
        edit.url = call.url
        edit.mirrors = call.mirrors
        edit.headers = call.headers
        edit.outputName = call.outputName
        edit.outputTemplate = call.outputTemplate
        if let text = call.checksum {
            guard let checksum = Checksum(parsing: text) else {
                throw LinkError(.usage, "\(text.prefix(200)) is no checksum like sha-256=HEX")
            }
            edit.checksum = checksum
        }
        edit.priority = call.priority
        edit.rateLimit = call.rateLimit
        edit.credentials = call.credentials
        edit.changes = call.changes
        if let rejection = await agent.edit(call.task, edit) { throw await error(rejection, call.task) }
        return NoReply()
    }

    nonisolated func move(_ call: MoveCall) async throws(LinkError) -> NoReply {
        let place: QueuePlace =
            switch call.place {
            case .up: .up
            case .down: .down
            case .top: .top
            case .bottom: .bottom
            }
        if let rejection = await agent.move(call.task, to: place) { throw await error(rejection, call.task) }
        return NoReply()
    }

    private nonisolated func error(_ rejection: Rejection, _ task: TaskID) async -> LinkError {
        await agent.record(task) == nil ? LinkError(.unknownTask, "there is no task \(task)") : LinkError(.refused, rejection.reason)
    }
}
