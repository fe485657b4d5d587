public import DownloadCore

/// The place that a task is to have in the queue.
public enum QueuePlace: Sendable, Hashable {
    case up, down, top, bottom
}

extension Agent {
    /// Changes what a task asks for; returns when that is stored, or why it was refused.
    public func edit(_ id: TaskID, _ edit: TaskEdit) async -> Rejection? {
        let rejection = await change(id) { (machine, now) throws(Rejection) in try machine.apply(edit, now: now) }
        if rejection == nil, edit.rateLimit != nil { await setRateLimits() }
        return rejection
    }

    /// Runs a task at once, before all others, whatever it was to wait for.
    public func startNow(_ id: TaskID) async -> Rejection? {
        urgent.insert(id)
        let rejection = await change(id) { (machine, now) throws(Rejection) in try machine.hurry(now: now) }
        if rejection != nil { urgent.remove(id) }
        return rejection
    }

    /// Moves a task within the queue, among those of its priority.
    public func move(_ id: TaskID, to place: QueuePlace) async -> Rejection? {
        guard let machine = machines[id] else { return Rejection("there is no task \(id)") }
        guard waiting.contains(id) else { return Rejection("task \(id) does not wait in the queue") }
        let priority = machine.record.request.priority
        let own = machine.record.order
        let peers = waiting.filter { $0.priority == priority }
        let (before, behind) = waiting.neighbours(of: id)
        switch place {
        case .top:
            return await order(id, (peers.first?.order ?? own).saturatingSubtract(1))
        case .bottom:
            return await order(id, (peers.last?.order ?? own).saturatingAdd(1))
        case .up:
            guard let before, before.priority == priority else { return nil }
            return await swap(id, own, before)
        case .down:
            guard let behind, behind.priority == priority else { return nil }
            return await swap(id, own, behind)
        }
    }

    private func swap(_ id: TaskID, _ own: Int64, _ other: Queue.Candidate) async -> Rejection? {
        // Equal places are told apart by number: then one of them has to step aside.
        let isFirst = Queue.precedes(other, Queue.Candidate(id: id, priority: other.priority, order: own, origin: ""))
        let target = other.order == own ? other.order.saturatingAdd(isFirst ? -1 : 1) : other.order
        if let rejection = await order(id, target) { return rejection }
        return other.order == own ? nil : await order(other.id, own)
    }

    private func order(_ id: TaskID, _ order: Int64) async -> Rejection? {
        await change(id) { machine, _ in
            machine.place(at: order)
            return []
        }
    }

    /// Cancels a task of a program.
    ///
    /// - Parameters:
    ///   - id: the task.
    ///   - keepsPart: what was fetched stays for a later task.
    /// - Returns: what that one can go on with, or why it was refused.
    public func cancel(_ id: TaskID, keepsPart: Bool) async -> Result<ResumeTicket?, Rejection> {
        // Asked again because the answer was lost: it is the same.
        if keepsPart, let record = machines[id]?.record, record.state == .cancelled { return .success(record.ticket(store: storeID)) }
        if keepsPart { producing[id] = .some(nil) }
        let rejection = await change(id) { (machine, now) throws(Rejection) in
            guard !machine.record.state.isEnded else { throw Rejection("task \(id) is already \(machine.record.state.kind.rawValue)") }
            return try machine.cancel(keepsPart: keepsPart, now: now)
        }
        // What its journal says, to the byte: by now the last reports may have come of what was under way.
        let entered = producing.removeValue(forKey: id) ?? nil
        if let rejection { return .failure(rejection) }
        let hasJournal = machines[id]?.record.session.map { sessions[$0] != nil } ?? true
        guard keepsPart, !hasJournal else { return .success(entered) }
        return .success(machines[id]?.record.ticket(store: storeID))
    }

    private func change(_ id: TaskID, _ change: @escaping AgentInput.Change) async -> Rejection? {
        await withCheckedContinuation { submit(.change(id, change, $0)) }
    }

    // MARK: - Going on with what an earlier task left

    /// Adds a task that goes on with the part file of one that has ended.
    ///
    /// - Parameters:
    ///   - ticket: what the earlier task said that it left.
    ///   - request: what the new task asks for; nil for what the earlier one did.
    ///   - fallback: the request when nothing is known of the earlier task.
    ///   - changes: what is different in the new task.
    ///   - session: whose it is.
    ///   - token: marks the call, so that it can be repeated.
    /// - Returns: its number, and the offset where it goes on; 0 when the partial file is gone.
    /// - Throws: `Failure` when the store fails.
    public func addResuming(
        _ ticket: ResumeTicket,
        request: DownloadRequest?,
        fallback: DownloadRequest,
        changes: RequestChanges = RequestChanges(),
        session: SessionIdentifier,
        token: String? = nil
    ) async throws(Failure) -> (task: TaskID, offset: Int64) {
        if let token, let known = tokens[token]?.first { return (known, machines[known]?.record.plan.written ?? 0) }
        var source: TaskRecord?
        if ticket.store == storeID {
            source = if let record = machines[ticket.task]?.record { record } else { try await store.find([ticket.task]).first }
        }
        if source?.session != session { source = nil }
        let number = try await store.reserveIDs(1).lowerBound
        var wanted = request ?? source?.request ?? fallback
        changes.apply(to: &wanted)
        var record = TaskRecord(id: TaskID(rawValue: number), request: wanted, order: number, added: clocks.now().wall)
        record.session = session
        record.token = token
        record.isContinuation = true
        guard let source, source.fits(ticket) else {
            await withCheckedContinuation { submit(.add([record], $0)) }
            if let storeFailure { throw storeFailure }
            return (record.id, 0)
        }
        record.plan = source.plan
        record.plan.releaseAll()
        record.representation = source.representation
        record.generation = source.generation
        record.mirror = source.mirror
        record.part = source.part
        record.inherited = .init(task: source.id, generation: source.generation)
        await withCheckedContinuation { submit(.takeOver(record, from: source, $0)) }
        if let storeFailure { throw storeFailure }
        return (record.id, record.plan.written)
    }

    /// Both rows change with one commit: the part file never belongs to two tasks, nor to none.
    func takeOver(_ record: TaskRecord, from source: TaskRecord, in turn: inout Turn) {
        var source = source
        if machines[source.id] != nil {
            machines[source.id]?.forgetBytes()
            turn.changed.insert(source.id)
        } else {
            source.forgetBytes()
            turn.change.records.append(source)
        }
        kept[source.id] = nil
        enter(record, in: &turn)
    }

    /// Tells the transport the limits of all tasks that have one.
    func setRateLimits() async {
        timetable.isShareStale = false
        var limits: [TaskID: Int64] = [:]
        // Running transfers began with the limit of then: one without a limit is told so.
        for id in active { limits[id] = machines[id]?.record.request.rateLimit ?? .max }
        for group in settings.groups {
            guard let total = group.rateLimit else { continue }
            let tasks = active.filter { machines[$0]?.record.request.group == group.name }
            let own = tasks.map { ($0, machines[$0]?.record.request.rateLimit) }
            limits.merge(RateShare.divide(total: total, tasks: Dictionary(uniqueKeysWithValues: own))) { $1 }
        }
        await transport.limit(total: presentLimit, tasks: limits)
    }
}
