internal import Agent
internal import AgentLink
internal import DownloadCore

extension AgentHost {
    func hello() -> HelloCall.Reply {
        .init(
            link: LinkVersion.current,
            version: ProgramVersion.text,
            pid: ProcessInformation.pid,
            store: about.store,
            documents: about.documents
        )
    }

    func status() async -> StatusCall.Reply {
        let (counts, speed) = await agent.totals()
        var reply = StatusCall.Reply(
            version: ProgramVersion.text,
            pid: ProcessInformation.pid,
            uptime: clocks.now().instant.since(about.startedAt).inSeconds,
            connections: connectionCount,
            tasks: Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) }),
            documents: about.documents,
            freeSpace: await sources.freeSpace(),
            speed: speed,
            rateLimit: await agent.rateLimit,
            problems: problems,
            storeProblems: about.storeProblems + (await agent.storeProblem.map { [$0] } ?? []),
            isService: about.isService,
            conditions: ConditionsInfo(await agent.conditions)
        )
        reply.documentsProblem = await sources.documentsProblem()
        reply.pending = pending.isEmpty ? nil : pending
        reply.isLimitAlternative = await agent.isLimitAlternative
        let source = await agent.limitSource
        (reply.limitSource, reply.limitWindow) = (source.kind.rawValue, source.window?.text)
        reply.whenDone = powerOrder?.rawValue
        return reply
    }

    /// Carries out a command on many tasks; those that come together share their commits.
    nonisolated func control(_ call: ControlCall) async -> ControlCall.Reply {
        let ids: [TaskID] = if let tasks = call.tasks { tasks } else { await agent.select(call.session) { call.command.fits($0) } }
        var reply = ControlCall.Reply(changed: [], refused: [])
        var rest = ids[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.batch)
            rest = rest.dropFirst(Self.batch)
            let outcomes = await withTaskGroup(of: (TaskID, Result<TaskID, Rejection>).self) { group in
                for id in batch { group.addTask { (id, await self.carryOut(call.command, id)) } }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for id in batch {
                switch outcomes[id] {
                case .success(let changed): reply.changed.append(changed)
                case .failure(let rejection): reply.refused.append(.init(task: id, reason: rejection.reason))
                case nil: continue
                }
            }
        }
        return reply
    }

    private static let batch = 256

    /// The result is the task that changed: a new one for the retry of a program's task.
    private nonisolated func carryOut(_ command: ControlCall.Command, _ id: TaskID) async -> Result<TaskID, Rejection> {
        if command == .retry || command == .remove, await agent.record(id) == nil, let old = await sources.record(id) {
            // It ended long ago and is only a row: it comes back to be retried or removed.
            await agent.adopt([old])
        }
        guard let record = await agent.record(id) else { return .failure(Rejection("there is no task \(id)")) }
        let isProgram = record.session.map { $0 != .haul } ?? false
        switch command {
        case .pause: return await result(id) { await $0.command(.pause, id) }
        case .resume: return await result(id) { await $0.command(.resume, id) }
        case .startNow: return await result(id) { await $0.startNow(id) }
        case .cancel:
            // A program that wants to go on later asks for resume data; a person's own task can be retried.
            guard isProgram else { return await result(id) { await $0.command(.cancel, id) } }
            return await agent.cancel(id, keepsPart: false).map { _ in id }
        case .retry:
            guard isProgram, let session = record.session, record.state.isEnded else {
                return await result(id) { await $0.command(.retry, id) }
            }
            return await retry(record, in: session)
        case .remove:
            guard isProgram else {
                await agent.remove([id])
                return .success(id)
            }
            guard !record.state.isEnded else {
                return .failure(
                    Rejection(
                        "task \(id) belongs to the session \"\(record.session?.text ?? "")\" and goes when its program has heard of its end"
                    )
                )
            }
            return await agent.cancel(id, keepsPart: false).map { _ in id }
        }
    }

    private nonisolated func result(_ id: TaskID, _ body: (Agent) async -> Rejection?) async -> Result<TaskID, Rejection> {
        if let rejection = await body(agent) { .failure(rejection) } else { .success(id) }
    }

    /// What a program was told stays said: the retry is a new task, which takes over what the old one left.
    private nonisolated func retry(_ record: TaskRecord, in session: SessionIdentifier) async -> Result<TaskID, Rejection> {
        guard record.state.kind != .finished else { return .failure(Rejection("task \(record.id) is already finished")) }
        do throws(Failure) {
            guard let ticket = record.ticket(store: about.store) else {
                return .success(try await agent.add([record.request], session: session)[0])
            }
            return .success(try await agent.addResuming(ticket, request: nil, fallback: record.request, session: session).task)
        } catch {
            return .failure(Rejection(error.detail))
        }
    }
}

extension ControlCall.Command {
    /// The states for which "all tasks" means a task.
    fileprivate func fits(_ state: TaskState) -> Bool {
        switch self {
        case .pause: !state.isEnded && state != .paused && state.kind != .publishing && state.kind != .verifying
        case .resume: state == .paused
        case .startNow: state.kind == .queued || state.kind == .waiting || state == .paused
        case .cancel: !state.isEnded && state.kind != .publishing
        case .retry: state.kind == .failed || state.kind == .cancelled
        case .remove: state.isEnded
        }
    }
}
