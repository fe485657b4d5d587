internal import Agent
internal import AgentLink
internal import DownloadCore
internal import EventBus
internal import Platform

/// One connection: the leases that it holds, and what it watches.
actor Client {
    nonisolated let connection: LinkConnection
    nonisolated let host: AgentHost
    private var consumers: [SessionIdentifier: Consumer] = [:]
    private var watches: [Task<Void, Never>] = []

    /// The list as this client sees it, once it has asked for it.
    private var board: TaskBoard?
    var hidden: Set<TaskID> = []

    init(_ connection: LinkConnection, host: AgentHost) {
        self.connection = connection
        self.host = host
    }

    nonisolated var agent: Agent { host.agent }

    /// Everything that a client may ask.
    nonisolated func calls() -> CallTable {
        var table = CallTable()
        addGeneralCalls(to: &table)
        addSessionCalls(to: &table)
        addTaskCalls(to: &table)
        addListCalls(to: &table)
        return table
    }

    func end() async {
        for watch in watches { watch.cancel() }
        await board?.close()
        for consumer in consumers.values { await consumer.end() }
        consumers = [:]
    }

    func wake(_ sessions: Set<SessionIdentifier>) {
        for (session, consumer) in consumers where sessions.contains(session) { consumer.wake() }
    }

    // MARK: - General

    private nonisolated func addGeneralCalls(to table: inout CallTable) {
        let host = host
        table.on(HelloCall.self) { (_) throws(LinkError) in await host.hello() }
        table.on(StatusCall.self) { (_) throws(LinkError) in await host.status() }
        table.on(StopCall.self) { (call) throws(LinkError) in
            await host.end(call.handsOver ? .handover : .stopped)
            return NoReply()
        }
        table.on(WatchCall.self) { (call) throws(LinkError) in await self.watch(call) }
        table.on(SessionsCall.self) { (_) throws(LinkError) in .init(sessions: await host.agent.sessionSummaries()) }
    }

    private func watch(_ call: WatchCall) async -> WatchCall.Reply {
        let sequence = await host.bus.lastSequence
        let followed = call.wantsList == true ? await list() : nil
        let watcher = Watcher(call, board: followed, connection: connection, host: host)
        // Subscribed before the reply, so that nothing is missed between the two; told after it.
        let tell = await watcher.start()
        connection.afterReply { Task { await self.begin(tell) } }
        return .init(sequence: sequence)
    }

    private func begin(_ tell: [@Sendable () async -> Void]) {
        for body in tell { watches.append(Task { await body() }) }
    }

    func list() async -> TaskBoard {
        if let board { return board }
        let new = await TaskBoard(agent)
        board = new
        return new
    }

    // MARK: - Sessions

    private nonisolated func addSessionCalls(to table: inout CallTable) {
        let agent = agent
        table.on(AttachCall.self) { (call) throws(LinkError) in try await self.attach(call) }
        table.on(AcknowledgeCall.self) { (call) throws(LinkError) in
            try await self.acknowledge(call)
            return NoReply()
        }
        table.on(DetachCall.self) { (call) throws(LinkError) in
            await self.detach(call.session, epoch: call.epoch)
            return NoReply()
        }
        table.on(InvalidateCall.self) { (call) throws(LinkError) in
            do throws(SessionRecord.Refusal) {
                try await agent.invalidate(call.session, epoch: call.epoch, cancels: call.cancels)
            } catch {
                throw LinkError(error, call.session)
            }
            return NoReply()
        }
        table.on(ClaimCall.self) { (call) throws(LinkError) in
            let step: StagedClaim =
                switch call.step {
                case .begin: .begin
                case .done: .done
                case .abandoned: .abandoned
                }
            await agent.claim(call.task, step)
            return NoReply()
        }
        table.on(LaunchEndedCall.self) { (call) throws(LinkError) in
            await agent.launchEnded(call.session, token: call.token, isComplete: call.isComplete)
            return NoReply()
        }
    }

    private func attach(_ call: AttachCall) async throws(LinkError) -> AttachCall.Reply {
        guard call.session != .haul else {
            throw LinkError(.invalidIdentifier, "the session \"haul\" is the agent's own and is watched, not attached to")
        }
        let pid = connection.pid
        let holder = SessionRecord.Holder(pid: pid, started: ProcessID(rawValue: pid).startTime ?? 0)
        let attachment: Attachment
        do throws(SessionRecord.Refusal) {
            attachment = try await agent.attach(call.session, configuration: call.configuration, holder: holder, epoch: call.epoch)
        } catch {
            throw LinkError(error, call.session)
        }
        let isSame = call.epoch == attachment.epoch
        let consumer = Consumer(
            session: call.session,
            epoch: attachment.epoch,
            sent: max(attachment.acknowledged, isSame ? call.seen ?? 0 : 0),
            acknowledged: attachment.acknowledged,
            connection: connection,
            host: host
        )
        consumers[call.session] = consumer
        // After the reply: what it holds is what the entries continue.
        let subscription = await host.bus.subscribe()
        connection.afterReply { consumer.start(subscription) }
        return .init(
            epoch: attachment.epoch,
            backlogThrough: attachment.backlogThrough,
            acknowledged: attachment.acknowledged,
            isNew: attachment.isNew,
            nearMisses: attachment.nearMisses
        )
    }

    private func acknowledge(_ call: AcknowledgeCall) async throws(LinkError) {
        do throws(SessionRecord.Refusal) {
            try await agent.acknowledge(call.session, epoch: call.epoch, through: call.number)
        } catch {
            throw LinkError(error, call.session)
        }
        // A client may name any number; what counts is how far the session has been acknowledged by it.
        guard let through = await agent.session(call.session)?.acknowledged else { return }
        consumers[call.session]?.acknowledge(through: through)
    }

    private func detach(_ session: SessionIdentifier, epoch: Int64) async {
        guard let consumer = consumers[session], consumer.epoch == epoch else { return }
        consumers[session] = nil
        await consumer.end()
    }
}

extension LinkError {
    init(_ refusal: SessionRecord.Refusal, _ session: SessionIdentifier) {
        switch refusal {
        case .inUse(let pid):
            self.init(.inUse, "process \(pid) holds the session \"\(session)\"; it is free when that ends or detaches", holder: pid)
        case .staleLease:
            self.init(.staleLease, "the session \"\(session)\" is not held by this program any more")
        }
    }
}
