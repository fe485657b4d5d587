import AgentLink
import BackgroundTransfer
import DownloadCore
import Platform
import Synchronization

extension FakeAgent {
    /// Carries out a call.
    func answer<Call: AgentCall>(_ call: Call, on connection: FakeConnection?) throws(LinkError) -> Call.Reply {
        let reply: any Sendable =
            switch call {
            case let call as AttachCall: try attach(call, connection)
            case let call as AcknowledgeCall: try acknowledge(call)
            case let call as DetachCall: try detach(call)
            case let call as InvalidateCall: try invalidate(call)
            case let call as AddCall: try add(call)
            case let call as AddResumingCall: try add(call)
            case let call as TasksCall: tasks(call)
            case let call as ShowCall: try show(call)
            case let call as ControlCall: control(call)
            case let call as CancelProducingCall: cancelProducing(call)
            case let call as EditCall: edit(call)
            case let call as ClaimCall: note("claim \(call.step.rawValue) \(call.task)")
            case let call as LaunchEndedCall: launchEnded(call)
            case is SessionsCall: sessions()
            case is WatchCall: WatchCall.Reply(sequence: 0)
            default: throw LinkError(.unknownMethod, Call.method)
            }
        guard let reply = reply as? Call.Reply else { throw LinkError(.badReply, Call.method) }
        return reply
    }

    /// A connection has ended.
    func release(_ connection: FakeConnection) {
        state.withLock { state in
            state.connections.removeAll { $0 === connection }
            for (key, session) in state.sessions where session.connection === connection {
                state.sessions[key]?.holder = nil
                state.sessions[key]?.connection = nil
            }
        }
    }

    private func note(_ text: String) -> NoReply {
        state.withLock { $0.log.append(text) }
        return NoReply()
    }

    private func attach(_ call: AttachCall, _ connection: FakeConnection?) throws(LinkError) -> AttachCall.Reply {
        let result: Result<(AttachCall.Reply, [EntryNotice]), LinkError> = state.withLock { state in
            let isNew = state.sessions[call.session] == nil
            var session = state.sessions[call.session] ?? Session()
            if let holder = session.holder { return .failure(LinkError(.inUse, "in use by \(holder)", holder: holder)) }
            session.configuration = call.configuration
            if call.epoch != session.epoch || isNew { session.epoch += 1 }
            session.holder = ThisProcess.id
            session.connection = connection
            state.sessions[call.session] = session
            state.log.append("attach \(call.seen.map(String.init) ?? "-")")
            let reply = AttachCall.Reply(
                epoch: session.epoch,
                backlogThrough: Int64(session.journal.count),
                acknowledged: session.acknowledged,
                isNew: isNew,
                nearMisses: []
            )
            let first = max(session.acknowledged, call.seen ?? 0)
            let entries = session.journal.filter { $0.number > first }
            return .success((reply, entries.map { EntryNotice(session: call.session, epoch: session.epoch, entry: $0) }))
        }
        let (reply, entries) = try result.get()
        for entry in entries { connection?.say(.entry(entry)) }
        return reply
    }

    private func acknowledge(_ call: AcknowledgeCall) throws(LinkError) -> NoReply {
        let isGood = state.withLock { state in
            guard state.sessions[call.session]?.epoch == call.epoch else { return false }
            state.sessions[call.session]?.acknowledged = call.number
            state.log.append("acknowledge \(call.number)")
            return true
        }
        guard isGood else { throw LinkError(.staleLease, "another program has taken the session") }
        return NoReply()
    }

    private func detach(_ call: DetachCall) throws(LinkError) -> NoReply {
        state.withLock { state in
            state.sessions[call.session]?.holder = nil
            state.sessions[call.session]?.connection = nil
        }
        return note("detach")
    }

    private func invalidate(_ call: InvalidateCall) throws(LinkError) -> NoReply {
        let running = state.withLock { state in
            state.sessions[call.session]?.isInvalidated = true
            state.log.append("invalidate \(call.cancels)")
            return state.tasks.filter { $0.value.session == call.session && !$0.value.state.isEnded }.map(\.key).sorted()
        }
        if call.cancels { for task in running { fail(task, Failure(.cancelled, "cancelled"), .invalidated) } }
        return NoReply()
    }

    private func add(_ call: AddCall) throws(LinkError) -> AddCall.Reply {
        try AddCall.Reply(tasks: [add(call.session, call.requests.first ?? .init(urls: []), call.token)])
    }

    private func add(_ call: AddResumingCall) throws(LinkError) -> AddResumingCall.Reply {
        var request = call.request ?? .init(urls: [call.ticket.url])
        call.changes?.apply(to: &request)
        return try AddResumingCall.Reply(task: add(call.session, request, call.token), offset: call.ticket.offset)
    }

    private func add(_ session: SessionIdentifier, _ request: DownloadCore.DownloadRequest, _ token: String?) throws(LinkError) -> TaskID {
        let id: TaskID? = state.withLock { state in
            if let token, let known = state.tokens[token] { return known }
            guard let found = state.sessions[session], !found.isInvalidated else { return nil }
            let id = state.add(FakeTask(session: session, request: request, state: request.startsPaused ? .paused : .running))
            if let token { state.tokens[token] = id }
            state.log.append("add \(id)")
            return id
        }
        guard let id else { throw LinkError(.invalidated, "the session was invalidated") }
        return id
    }

    private func tasks(_ call: TasksCall) -> TasksCall.Reply {
        state.withLock { state in
            let found = state.tasks.filter { id, task in
                guard call.session == nil || task.session == call.session, id > call.after ?? TaskID(rawValue: 0) else { return false }
                if call.onlyUnacknowledged == true { return !state.isAcknowledged(id) }
                return call.includesEnded || !task.state.isEnded
            }
            // Two a page, so that readers have to turn it.
            let page = found.keys.sorted().prefix(2)
            let next = page.count < found.count ? page.last : nil
            return TasksCall.Reply(tasks: page.compactMap { state.info($0) }, next: next)
        }
    }

    private func show(_ call: ShowCall) throws(LinkError) -> ShowCall.Reply {
        let reply: ShowCall.Reply? = state.withLock { state in
            guard let info = state.info(call.task), let task = state.tasks[call.task] else { return nil }
            return ShowCall.Reply(
                task: info,
                request: task.request.withoutSecrets,
                representation: Representation(
                    total: task.total,
                    etag: "\"1\"",
                    hints: NameHints(contentDisposition: nil, url: "http://example.com/file", mediaType: "text/plain"),
                    finalURL: "http://example.com/final"
                ),
                events: [],
                failures: 0,
                durable: task.done,
                isUndelivered: task.state.isEnded && !state.isAcknowledged(call.task),
                httpStatus: 206
            )
        }
        guard let reply else { throw LinkError(.unknownTask, "there is no task \(call.task)") }
        return reply
    }

    private func control(_ call: ControlCall) -> ControlCall.Reply {
        var reply = ControlCall.Reply(changed: [], refused: [])
        for id in call.tasks ?? [] {
            let state = state.withLock { $0.tasks[id]?.state }
            switch (call.command, state) {
            case (.pause, .running?): set(id, .paused)
            case (.resume, .paused?): set(id, .running)
            case (.cancel, .running?), (.cancel, .paused?): fail(id, Failure(.cancelled, "cancelled"), .client)
            default:
                reply.refused.append(.init(task: id, reason: "task \(id) does not fit"))
                continue
            }
            reply.changed.append(id)
        }
        return reply
    }

    private func set(_ task: TaskID, _ new: TaskState) {
        state.withLock { $0.tasks[task]?.state = new }
    }

    private func cancelProducing(_ call: CancelProducingCall) -> CancelProducingCall.Reply {
        let ticket = ResumeTicket(
            store: "store",
            task: call.task,
            url: "http://example.com/file",
            etag: "\"1\"",
            lastModified: nil,
            total: 10,
            offset: 3
        )
        fail(call.task, Failure(.cancelled, "cancelled"), ticket: ticket, .client)
        return CancelProducingCall.Reply(ticket: ticket)
    }

    private func edit(_ call: EditCall) -> NoReply {
        state.withLock { state in
            if var request = state.tasks[call.task]?.request {
                call.changes?.apply(to: &request)
                state.tasks[call.task]?.request = request
            }
        }
        return note("edit \(call.task) \(call.credentials?.user ?? "-")")
    }

    private func launchEnded(_ call: LaunchEndedCall) -> NoReply {
        state.withLock { $0.launches.append(call) }
        return NoReply()
    }

    private func sessions() -> SessionsCall.Reply {
        state.withLock { state in
            let summaries = state.sessions.map { key, session in
                SessionSummary(
                    identifier: key,
                    holder: session.holder,
                    waitingEvents: session.journal.count - Int(session.acknowledged),
                    tasks: state.tasks.values.filter { $0.session == key && !$0.state.isEnded }.count
                )
            }
            return SessionsCall.Reply(sessions: summaries)
        }
    }
}

extension FakeAgent.State {
    func info(_ id: TaskID) -> TaskInfo? {
        guard let task = tasks[id] else { return nil }
        var snapshot = TaskSnapshot(
            id: id,
            session: task.session.text,
            url: task.request.urls.first ?? "",
            finalURL: "http://example.com/final",
            name: "file.bin",
            state: task.state,
            total: task.total,
            done: task.done
        )
        snapshot.obstacle = task.obstacle
        return TaskInfo(snapshot)
    }

    /// Its completion is behind the acknowledged entries.
    func isAcknowledged(_ id: TaskID) -> Bool {
        guard let task = tasks[id], let session = sessions[task.session] else { return false }
        return session.journal.contains { entry in
            if case .completed = entry.kind { entry.task == id && entry.number <= session.acknowledged } else { false }
        }
    }
}
