public import DownloadCore

/// What a program gets with the lease of a session.
public struct Attachment: Sendable, Hashable {
    public var epoch: Int64
    public var backlogThrough: Int64
    public var acknowledged: Int64
    public var isNew: Bool
    public var nearMisses: [String]
}

/// A step of taking a staged file.
public enum StagedClaim: Sendable, Hashable {
    case begin, done, abandoned
}

extension TaskStateMachine {
    /// The limit of connections to a host that its session has for itself.
    var share: Queue.Candidate.Share? {
        guard let session = record.session, let limit = record.request.sessionConnectionsPerHost else { return nil }
        return .init(session: session, limit: limit)
    }
}

// MARK: - What programs ask

extension Agent {
    /// Gives the lease of a session to a program; makes the session if there is none.
    public func attach(
        _ session: SessionIdentifier,
        configuration: SessionConfiguration,
        holder: SessionRecord.Holder,
        epoch: Int64? = nil
    ) async throws(SessionRecord.Refusal) -> Attachment {
        try await withCheckedContinuation { (reply: SessionInput.Attached) in
            submit(.session(.attach(session, configuration, holder, epoch: epoch, reply)))
        }.get()
    }

    /// Notes durably that a program has dealt with everything up to an entry.
    public func acknowledge(_ session: SessionIdentifier, epoch: Int64, through number: Int64) async throws(SessionRecord.Refusal) {
        guard let record = sessions[session] else { throw .staleLease }
        var entries: [JournalEntry] = []
        if record.acknowledged < number {
            // What was in them decides about staged files. When they cannot be read, the files stay until they expire.
            entries = (try? await store.journal(of: session, after: record.acknowledged, limit: 10_000)) ?? []
        }
        let refusal = await withCheckedContinuation { (reply: SessionInput.Settled) in
            submit(.session(.acknowledge(session, epoch: epoch, entries: entries.filter { $0.number <= number }, through: number, reply)))
        }
        if let refusal { throw refusal }
    }

    public func detach(_ session: SessionIdentifier, epoch: Int64) {
        submit(.session(.detach(session, epoch: epoch)))
    }

    /// Ends a session: no new tasks; it goes with the last of its own.
    public func invalidate(_ session: SessionIdentifier, epoch: Int64, cancels: Bool) async throws(SessionRecord.Refusal) {
        let refusal = await withCheckedContinuation { (reply: SessionInput.Settled) in
            submit(.session(.invalidate(session, epoch: epoch, cancels: cancels, reply)))
        }
        if let refusal { throw refusal }
    }

    /// Notes that a program takes a staged file.
    public func claim(_ task: TaskID, _ step: StagedClaim) async {
        await withCheckedContinuation { submit(.session(.claim(task, step, $0))) }
    }

    /// A launched program says that it is done, or that it dropped its launch.
    public func launchEnded(_ session: SessionIdentifier, token: String, isComplete: Bool) async {
        await withCheckedContinuation { submit(.session(.launchEnded(session, token: token, isComplete: isComplete, $0))) }
    }

    /// Entries of a session that are to be sent now: those behind a number, but for files that have been taken.
    public func journal(of session: SessionIdentifier, after number: Int64, limit: Int) async throws(Failure) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        for entry in try await store.journal(of: session, after: number, limit: limit) {
            if case .file(let delivered) = entry.kind, delivered.isStaged {
                // A staged file that is gone was taken by the program before it ended (row 37): only the end is told again.
                guard let file = staged[entry.task], await publisher.hasStaged(file) else { continue }
            }
            entries.append(entry)
        }
        return entries
    }

    public func session(_ identifier: SessionIdentifier) -> SessionRecord? { sessions[identifier] }

    /// All sessions as they are to be shown, by identifier.
    public func sessionSummaries() -> [SessionSummary] {
        var counts: [SessionIdentifier: Int] = [:]
        machines.forEach { if let session = $0.record.session { counts[session, default: 0] += 1 } }
        var bytes: [SessionIdentifier: Int64] = [:]
        for part in kept.values {
            guard let session = part.session else { continue }
            // The last bytes come in after the end that the account was made at.
            bytes[session, default: 0] += machines[part.task]?.record.plan.written ?? part.bytes
        }
        var files: [SessionIdentifier: Int] = [:]
        for file in staged.values { files[file.session, default: 0] += 1 }
        let own = SessionSummary(identifier: .haul, tasks: counts[.haul] ?? 0, heldByPartials: bytes[.haul] ?? 0)
        let others = sessions.values.map { record in
            SessionSummary(
                identifier: record.identifier,
                holder: record.holder?.pid,
                epoch: record.epoch,
                waitingEvents: Int(clamping: record.waiting),
                tasks: counts[record.identifier] ?? 0,
                launchCommand: record.configuration.launchCommand?.arguments,
                launch: record.launchState,
                heldByPartials: bytes[record.identifier] ?? 0,
                stagedFiles: files[record.identifier] ?? 0,
                lastFailure: record.lastFailure,
                isInvalidated: record.isInvalidated
            )
        }
        return [own] + others.sorted { $0.identifier < $1.identifier }
    }
}

// MARK: - What becomes of it

extension Agent {
    func decide(_ input: SessionInput, now: Now, in turn: inout Turn) {
        switch input {
        case .attach(let id, let configuration, let holder, let epoch, let reply):
            attach(id, configuration, holder, epoch: epoch, reply, now: now, in: &turn)
        case .acknowledge(let id, let epoch, let entries, let number, let reply):
            settle(reply, id, in: &turn) { (record) throws(SessionRecord.Refusal) in
                try record.acknowledge(epoch: epoch, through: number)
                record.restartGrace(now: now.instant)
            } then: { turn in
                turn.durability = .full
                for entry in entries { acknowledged(entry, of: id, now: now, in: &turn) }
                endIfOver(id, in: &turn)
            }
        case .detach(let id, let epoch):
            guard sessions[id]?.detach(epoch: epoch) == true else { return }
            touch(id, in: &turn)
        case .invalidate(let id, let epoch, let cancels, let reply):
            settle(reply, id, in: &turn) { (record) throws(SessionRecord.Refusal) in
                try record.invalidate(epoch: epoch, cancels: cancels)
            } then: { turn in
                turn.durability = .full
                if cancels {
                    let open = machines.compactMap { $0.record.session == id && !$0.record.state.isEnded ? $0.id : nil }
                    turn.chores.append(.cancelAll(open.sorted()))
                }
                endIfOver(id, in: &turn)
            }
        case .claim(let task, let step, let waiter):
            claim(task, step, in: &turn)
            turn.waiters.append(waiter)
        case .launched(let id, let token, let pid):
            sessions[id]?.launched(token: token, pid: pid)
            touch(id, in: &turn)
        case .launchEnded(let id, let token, let isComplete, let waiter):
            if sessions[id]?.endLaunch(token: token, isComplete: isComplete) == true {
                touch(id, in: &turn)
                if !isComplete {
                    warn("the program of session \(id) ended its launch without completing it", in: &turn)
                } else if let record = sessions[id], record.acknowledged < record.launches.launchedThrough {
                    warn("the program of session \(id) completed its launch before its events were delivered; they wait on", in: &turn)
                }
            }
            if let waiter { turn.waiters.append(waiter) }
        }
    }

    private func attach(
        _ id: SessionIdentifier,
        _ configuration: SessionConfiguration,
        _ holder: SessionRecord.Holder,
        epoch: Int64?,
        _ reply: SessionInput.Attached,
        now: Now,
        in turn: inout Turn
    ) {
        let isNew = sessions[id] == nil
        var record = sessions[id] ?? SessionRecord(identifier: id, configuration: configuration)
        do throws(SessionRecord.Refusal) {
            try record.attach(holder, epoch: epoch, isAlive: { launcher?.isAlive($0) ?? true }, now: now.instant)
        } catch {
            turn.replies.append { reply.resume(returning: .failure(error)) }
            return
        }
        if !record.isInvalidated { record.configuration = configuration }
        record.restartGrace(now: now.instant)
        sessions[id] = record
        touch(id, in: &turn)
        turn.durability = .full
        let attachment = Attachment(
            epoch: record.epoch,
            backlogThrough: record.backlogThrough,
            acknowledged: record.acknowledged,
            isNew: isNew,
            nearMisses: isNew ? NearMiss.sessions(like: id, among: sessions.keys).map(\.text) : []
        )
        turn.replies.append { reply.resume(returning: .success(attachment)) }
    }

    /// Changes a session or answers why not; what follows from it happens in the same turn.
    private func settle(
        _ reply: SessionInput.Settled,
        _ id: SessionIdentifier,
        in turn: inout Turn,
        _ change: (inout SessionRecord) throws(SessionRecord.Refusal) -> Void,
        then: (inout Turn) -> Void
    ) {
        var refusal: SessionRecord.Refusal?
        if var record = sessions[id] {
            do throws(SessionRecord.Refusal) {
                try change(&record)
                sessions[id] = record
                touch(id, in: &turn)
                then(&turn)
            } catch {
                refusal = error
            }
        } else {
            refusal = .staleLease
        }
        let answer = refusal
        turn.replies.append { reply.resume(returning: answer) }
    }

    func touch(_ id: SessionIdentifier, in turn: inout Turn) {
        turn.sessions.insert(id)
        turn.savedSessions.insert(id)
    }

    /// What an acknowledged entry leaves behind.
    private func acknowledged(_ entry: JournalEntry, of id: SessionIdentifier, now: Now, in turn: inout Turn) {
        switch entry.kind {
        case .needsCredential:
            return
        case .file:
            guard var file = staged[entry.task] else { return }
            if sessions[id]?.configuration.retainsUnclaimedFiles == true {
                file.expires = now.wall.advanced(by: Self.unclaimedTime)
                staged[entry.task] = file
                turn.change.staged.append(file)
                look(in: Self.unclaimedTime, now: now.instant)
            } else {
                staged[entry.task] = nil
                turn.change.unstaged.append(entry.task)
                turn.chores.append(.discardStaged(file))
            }
        case .completed:
            // Said once and stays said: the program hears no more of it.
            if let state = machines[entry.task]?.record.state, state.isEnded { dropFromMemory(entry.task) }
        }
    }

    private func claim(_ task: TaskID, _ step: StagedClaim, in turn: inout Turn) {
        guard var file = staged[task] else { return }
        switch step {
        case .begin:
            file.isClaimed = true
        case .abandoned:
            file.isClaimed = false
        case .done:
            staged[task] = nil
            turn.change.unstaged.append(task)
            return
        }
        staged[task] = file
        turn.change.staged.append(file)
    }

    /// An invalidated session goes when nothing of it is left.
    func endIfOver(_ id: SessionIdentifier, in turn: inout Turn) {
        guard let record = sessions[id], record.isInvalidated, record.waiting == 0 else { return }
        guard !machines.contains(where: { $0.record.session == id }) else { return }
        sessions[id] = nil
        movers[id] = nil
        turn.savedSessions.remove(id)
        turn.change.endedSessions.append(id)
    }

    func warn(_ text: String, of task: TaskID? = nil, in turn: inout Turn) {
        turn.warnings.append((task, text))
    }

    /// How long a file that nobody took stays after its event was acknowledged.
    static let unclaimedTime = Duration.seconds(86_400)
}
