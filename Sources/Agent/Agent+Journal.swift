public import DownloadCore

extension Agent {
    /// Takes up the sessions that an earlier agent left, with what waits in them.
    public func adoptSessions() async throws(Failure) {
        let now = clocks.now()
        for var record in try await store.sessions() {
            record.recover(now: now.instant)
            sessions[record.identifier] = record
        }
        for file in try await store.stagedFiles() { staged[file.task] = file }
        for part in try await store.keptParts() { kept[part.task] = part }
        try await adoptHooks()
        nextChore = now.instant
        submit(.timer)
    }

    /// Enters what a program has to be told; numbers are given here, and stored with what they tell of.
    func enterInJournal(_ kind: Event.Kind, of id: TaskID, now: Now, in turn: inout Turn) {
        guard let record = machines[id]?.record, let session = record.session, let owner = sessions[session] else { return }
        let kinds = JournalRule.entries(
            for: kind,
            of: record,
            store: storeID,
            cancellation: owner.wasCancelled ? .invalidated : .client
        )
        guard let entries = sessions[session]?.number(kinds, task: id, time: now.wall), !entries.isEmpty else { return }
        turn.change.journal += entries.map { (session, $0) }
        turn.durability = .full
        touch(session, in: &turn)
        for case .completed(let completion) in kinds where producing[id] != nil { producing[id] = .some(completion.ticket) }
        for case .file(let delivered) in kinds where delivered.isStaged {
            let file = StagedFile(task: id, session: session, path: delivered.file.path, bytes: delivered.file.bytes)
            staged[id] = file
            turn.change.staged.append(file)
        }
    }

    // MARK: - Going on by itself

    /// Notes whether a task can go on without anybody.
    func noteMover(_ record: TaskRecord) {
        guard let session = record.session else { return }
        let isMoving: Bool =
            switch record.state {
            case .queued, .connecting, .running, .verifying, .publishing: true
            case .waiting(let wait): wait.reason != .authentication
            case .paused, .finished, .failed, .cancelled: false
            }
        if isMoving {
            movers[session, default: []].insert(record.id)
        } else if movers[session]?.remove(record.id) != nil, movers[session]?.isEmpty == true,
            sessions[session]?.configuration.launchCommand != nil
        {
            // The last one may have been what a launch waits for.
            look(in: .zero, now: clocks.now().instant)
        }
    }

    /// Whether any task of the agent can go on by itself: as long as one can, the agent stays.
    public var hasWork: Bool { hasTasksToDo || !hooks.isIdle }

    var hasTasksToDo: Bool { movers.values.contains { !$0.isEmpty } || !active.isEmpty || !waiting.isEmpty }

    // MARK: - Launches

    /// Begins the launches that are due; they are stored before they happen.
    func decideLaunches(now: Now, in turn: inout Turn) {
        guard let launcher, !isStopping else { return }
        for id in turn.sessions {
            guard let record = sessions[id] else { continue }
            let isProgressing = movers[id].map { !$0.isEmpty } ?? false
            if let deadline = record.launchDeadline { look(in: deadline.since(now.instant), now: now.instant) }
            let decision = record.launchDecision(isProgressing: isProgressing, isAlive: { launcher.isAlive($0) }, now: now)
            if case .later(let delay) = decision { look(in: delay, now: now.instant) }
            guard decision == .launch, let order = record.configuration.launchCommand else { continue }
            let token = String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
            sessions[id]?.beginLaunch(token: token, now: now)
            look(in: record.configuration.launchGrace, now: now.instant)
            turn.savedSessions.insert(id)
            turn.durability = .full
            turn.chores.append(.launch(id, token: token, order))
        }
    }

    func perform(_ chore: Chore) async {
        switch chore {
        case .discardStaged(let file):
            await publisher.discardStaged(file)
        case .expire(let task):
            await publisher.discardPart(task, generation: nil)
            guard machines[task] == nil else { return }
            // Without its file the row is only history; when that cannot be written now, a start over finds out.
            guard var record = try? await store.find([task]).first else { return }
            record.forgetBytes()
            try? await store.save([record], events: [], durability: .normal)
        case .readyForSleep:
            await watcher?.readyForSleep()
        case .cancelAll(let tasks):
            Task { for task in tasks { _ = await command(.cancel, task) } }
        case .launch(let session, let token, let order):
            Task { await launch(session, token: token, order) }
        }
    }

    private func launch(_ session: SessionIdentifier, token: String, _ order: SessionConfiguration.LaunchOrder) async {
        guard let launcher else { return }
        let environment = ["BACKGROUND_SESSION": session.text, "HAUL_LAUNCH": token]
        do throws(Failure) {
            let pid = try await launcher.launch(order, environment: environment) { [weak self] _ in
                Task { await self?.launchedProgramEnded(session, token: token) }
            }
            submit(.session(.launched(session, token: token, pid: pid)))
        } catch {
            publishWarning("the program of session \(session) could not be started: \(error.detail)")
            submit(.session(.launchEnded(session, token: token, isComplete: false, nil)))
        }
    }

    private func launchedProgramEnded(_ session: SessionIdentifier, token: String) {
        submit(.session(.launchEnded(session, token: token, isComplete: false, nil)))
    }

    func publishWarning(_ text: String) {
        publish([Event(sequence: sequence, time: clocks.now().wall, task: nil, kind: .warning(text))])
    }

    // MARK: - What comes due

    /// Asks for a look at what comes due, after a time.
    func look(in delay: Duration, now: Instant) {
        let due = now.advanced(by: max(delay, .milliseconds(1)))
        nextChore = min(nextChore ?? due, due)
    }

    /// Looks at launches, files and partial files whose time has come, and says when to look again.
    func doChores(now: Now, in turn: inout Turn) {
        nextChore = nil
        func again(in delay: Duration) { look(in: delay, now: now.instant) }
        for id in sessions.keys {
            endIfOver(id, in: &turn)
            guard let record = sessions[id] else { continue }
            if let deadline = record.launchDeadline {
                if deadline <= now.instant, let token = record.launches.current?.token {
                    sessions[id]?.endLaunch(token: token, isComplete: false)
                    turn.savedSessions.insert(id)
                    warn("the program of session \(id) was launched and has not said that it is done", in: &turn)
                } else {
                    again(in: deadline.since(now.instant))
                }
            }
            guard let launcher, let record = sessions[id] else { continue }
            let isProgressing = movers[id].map { !$0.isEmpty } ?? false
            switch record.launchDecision(isProgressing: isProgressing, isAlive: { launcher.isAlive($0) }, now: now) {
            case .nothing: break
            case .launch: turn.sessions.insert(id)
            case .later(let delay): again(in: delay)
            }
        }
        for file in staged.values {
            guard let expires = file.expires else { continue }
            if expires <= now.wall {
                staged[file.task] = nil
                turn.change.unstaged.append(file.task)
                turn.chores.append(.discardStaged(file))
            } else {
                again(in: expires.since(now.wall))
            }
        }
        expireParts(now: now, in: &turn, again)
    }

    private func expireParts(now: Now, in turn: inout Turn, _ again: (Duration) -> Void) {
        guard let time = settings.keepsPartials else { return }
        for part in kept.values {
            let expires = part.ended.advanced(by: time)
            guard expires <= now.wall else {
                again(expires.since(now.wall))
                continue
            }
            kept[part.task] = nil
            turn.chores.append(.expire(part.task))
            guard machines[part.task] != nil else { continue }
            machines[part.task]?.forgetBytes()
            turn.changed.insert(part.task)
        }
    }

    /// Lets the oldest ended tasks of the agent's own session go from memory; their rows stay.
    private static let mostEnded = 2_000

    func noteEnded(_ id: TaskID) {
        guard let record = machines[id]?.record, record.session == .haul, record.state.isEnded else { return }
        endedOwn.append(id)
        while endedOwn.count > Self.mostEnded {
            let oldest = endedOwn.removeFirst()
            if oldest != id, machines[oldest]?.record.state.isEnded == true { dropFromMemory(oldest) }
        }
    }

    /// Keeps account of the partial files of tasks that have ended.
    func noteKept(_ id: TaskID) {
        guard let record = machines[id]?.record else { return }
        let isKept: Bool =
            switch record.state {
            case .failed, .cancelled: record.plan.written > 0
            default: false
            }
        guard isKept, let ended = record.ended else {
            kept[id] = nil
            return
        }
        kept[id] = KeptPart(task: id, session: record.session, bytes: record.plan.written, ended: ended)
        if let time = settings.keepsPartials {
            let now = clocks.now()
            look(in: ended.advanced(by: time).since(now.wall), now: now.instant)
        }
    }
}
