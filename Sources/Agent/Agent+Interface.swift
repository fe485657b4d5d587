public import DownloadCore

extension Agent {
    /// Begins to listen to the transport and sets the limits.
    public func start() async {
        timetable.isStale = true
        await transport.limit(total: presentLimit, tasks: [:])
        await watchConditions()
        let stream = reports.stream
        listener = Task { [weak self] in
            for await batch in stream { await self?.transportReported(batch) }
        }
    }

    // MARK: - Tasks

    /// Takes up tasks as an earlier process left them, finishes the publishes that it began, and lets what is queued start.
    ///
    /// - Parameter records: all of them, or the last portion.
    public func adopt(_ records: [TaskRecord]) async {
        await adoptPortion(records)
        isAdopting = false
        submit(.timer)
    }

    /// Takes up a portion of such tasks; nothing starts before the last one has come to `adopt`.
    public func adoptPortion(_ records: [TaskRecord]) async {
        isAdopting = true
        var usual: DownloadRequest?
        for var record in records {
            if let usual { record.request.share(with: usual) }
            usual = record.request
            var trust = TaskStateMachine.Trust.durable
            if let part = record.part, part.bootID == bootID {
                // What is out of sight, on a disk that is not mounted, is judged when it is back.
                let status = await publisher.partStatus(record.id, generation: record.generation)
                if status == nil || status?.device == part.device { trust = .written }
            }
            idsInOrder = nil
            machines[record.id] = TaskStateMachine(recovering: record, trust: trust)
            counted[record.id] = machines[record.id]?.record.plan.written
            if let token = record.token { tokens[token, default: []].append(record.id) }
            requeue(record.id)
            touched.insert(record.id)
            if record.state == .publishing, let intent = record.intent { await recover(record, intent) }
        }
    }

    /// Removes the part files that no task of the store knows of.
    ///
    /// - Parameter tasks: all tasks that have a row, ended ones included: their partial files may be gone on with.
    public func sweep(keeping tasks: Set<TaskID>) async {
        let sources = machines.compactMap { $0.record.inherited?.task }
        await publisher.sweep(keeping: tasks.union(machines.keys).union(sources))
    }

    private func recover(_ record: TaskRecord, _ intent: PublishIntent) async {
        guard let machine = machines[record.id] else { return }
        do throws(Failure) {
            var file = FinishedFile(path: intent.path, bytes: intent.size, digest: record.request.checksum)
            switch try await publisher.recover(intent) {
            case .publishAgain:
                let order = order(for: machine, generation: record.generation, size: intent.size)
                publishLater(PublishJob(order: order, attempt: record.attempt, intent: intent))
                return
            case .finishedButMissing:
                file.isMissing = true
            case .finished:
                // The crash may have come before the catalogue heard of it; to tell it twice changes nothing.
                await publisher.catalogue([(order(for: machine, generation: record.generation, size: intent.size), intent)])
            }
            submit(.report(record.id, .published(attempt: record.attempt, file), nil))
        } catch {
            submit(.report(record.id, .publishFailed(attempt: record.attempt, error), nil))
        }
    }

    /// Queues new tasks and returns their numbers, in order, once they are stored.
    @discardableResult
    public func add(
        _ requests: [DownloadRequest],
        run: Int64? = nil,
        session: SessionIdentifier? = nil,
        token: String? = nil
    ) async throws(Failure) -> [TaskID] {
        guard !requests.isEmpty else { return [] }
        if let token, let known = tokens[token] { return known }
        let ids = try await store.reserveIDs(requests.count)
        let now = clocks.now().wall
        // Those of one list differ in their addresses mostly.
        var usual = requests[0]
        let records = zip(ids, requests).map { number, request in
            var record = TaskRecord(id: TaskID(rawValue: number), request: request, order: number, added: now)
            record.request.share(with: usual)
            usual = record.request
            record.run = run
            record.session = session
            record.token = token
            return record
        }
        await withCheckedContinuation { submit(.add(records, $0)) }
        if let storeFailure { throw storeFailure }
        return records.map(\.id)
    }

    /// Carries out a command; returns when the state has changed and is stored, or why it was refused.
    public func command(_ command: TaskCommand, _ id: TaskID) async -> Rejection? {
        await withCheckedContinuation { submit(.command(command, id, $0)) }
    }

    /// Takes tasks off the list, with their part files; published files stay.
    public func remove(_ ids: [TaskID]) async {
        await withCheckedContinuation { submit(.remove(ids, $0)) }
    }

    public var taskIDs: [TaskID] {
        if let idsInOrder { return idsInOrder }
        let ids = machines.keys.sorted()
        idsInOrder = ids
        return ids
    }

    public func record(_ id: TaskID) -> TaskRecord? { machines[id]?.record }

    // MARK: - Settings

    /// Changes settings while everything runs.
    public func change(_ change: @Sendable (inout Settings) -> Void) async {
        let (before, groups) = (settings.rateLimit, settings.groups)
        change(&settings)
        if settings.rateLimit != before { timetable.dropLimitByHand() }
        if settings.groups != groups { timetable.areGroupsNew = true }
        timetable.isStale = true
        await setRateLimits()
        // Partial files may have to go earlier or later than was planned.
        nextChore = clocks.now().instant
        outlook.nextLook = nextChore
        submit(.timer)
    }

    /// Changes the limit of all tasks together, in bytes a second.
    public func limit(total: Int64?) async {
        // What is said by hand holds at once, until the schedule says another thing.
        timetable.limitByHand = .init(rate: total)
        timetable.isLimitDropped = false
        timetable.isAlternative = false
        await setRateLimits()
    }

    /// Sets the limit that was set by hand in an earlier process, if the schedule says now what it said then.
    public func restore(limit total: Int64?, scheduled: Schedule.Limit) async {
        timetable.limitByHand = .init(rate: total)
        timetable.present.limit = scheduled
        timetable.isStale = true
        await setRateLimits()
    }

    /// What is wrong with the store now; nil when all is stored.
    public var storeProblem: String? {
        storeFailure.map { "the state cannot be stored: \($0.detail); make room on the disk of the state folder" }
    }

    /// The limit of all tasks together that holds now, in bytes a second; nil for none.
    public var rateLimit: Int64? { presentLimit }

    /// Where the finished files of programs wait when their sessions name no folder.
    public nonisolated var stagingDirectory: String { publisher.stagingDirectory }

    // MARK: - Reports

    private func transportReported(_ reports: [TransportReport]) {
        let now = clocks.now().instant
        for report in reports {
            if case .replied(let decision) = report.kind { learn(from: decision, of: report.task, now: now) }
            let kind = report.kind.considering(outlook.conditions)
            submit(.report(report.task, .transport(attempt: report.attempt, report.connection, kind), nil))
        }
    }

    // MARK: - Views

    /// What is to be shown of all tasks, in the order of their numbers.
    public func snapshots() -> [TaskSnapshot] {
        let now = clocks.now()
        let standing = standing(now: now)
        let places = Dictionary(waiting.enumerated().map { ($1.id, $0 + 1) }, uniquingKeysWith: min)
        return taskIDs.compactMap { id in machines[id].map { snapshot($0, place: places[id], standing, now: now) } }
    }

    /// As above, of these tasks as far as they are there.
    public func snapshots(of ids: [TaskID]) -> [TaskSnapshot] {
        let now = clocks.now()
        let standing = standing(now: now)
        return ids.compactMap { id in
            machines[id].map { snapshot($0, place: waiting.place(id).map { $0 + 1 }, standing, now: now) }
        }
    }

    /// A page of tasks in the order of their numbers.
    ///
    /// - Parameters:
    ///   - session: only those of this session; nil for all.
    ///   - includesEnded: those that have ended are among them.
    ///   - wanted: only these; nil for all.
    ///   - after: only those behind this one.
    ///   - limit: at most so many.
    /// - Returns: the page, and the last task that fits at all.
    public func page(
        of session: SessionIdentifier?,
        includesEnded: Bool,
        among wanted: Set<TaskID>?,
        after: TaskID?,
        limit: Int
    ) -> (tasks: [TaskSnapshot], last: TaskID?) {
        func fits(_ id: TaskID) -> Bool {
            guard let machine = machines[id] else { return false }
            return (session == nil || machine.record.session == session) && (includesEnded || !machine.record.state.isEnded)
        }
        let candidates = wanted.map { $0.sorted() } ?? taskIDs
        let found = candidates[candidates.place(behind: after)...].lazy.filter(fits).prefix(limit)
        return (snapshots(of: Array(found)), candidates.last(where: fits))
    }

    /// The tasks of a session, or of all, in the order of their numbers.
    public func taskIDs(of session: SessionIdentifier?) -> [TaskID] {
        guard let session else { return taskIDs }
        return machines.compactMap { $0.record.session == session ? $0.id : nil }.sorted()
    }

    /// Numbers and states of tasks that a choice fits, in the order of their numbers.
    public func select(_ session: SessionIdentifier?, where fits: @Sendable (TaskState) -> Bool) -> [TaskID] {
        machines.compactMap { (session == nil || $0.record.session == session) && fits($0.record.state) ? $0.id : nil }.sorted()
    }

    /// Whether a task's last entry of the journal waits to be acknowledged.
    public func isUndelivered(_ id: TaskID) -> Bool {
        guard let record = machines[id]?.record, let session = record.session, sessions[session] != nil else { return false }
        return record.state.isEnded
    }

    /// How many tasks there are in each state, and the bytes a second of all.
    public func totals() -> (counts: [TaskState.Kind: Int], speed: Double) {
        let now = clocks.now().instant
        var counts: [TaskState.Kind: Int] = [:]
        machines.forEach { counts[shownState(of: $0.record).kind, default: 0] += 1 }
        return (counts, meters.values.reduce(0) { $0 + $1.rate(at: now) })
    }

    public func snapshot(of id: TaskID) -> TaskSnapshot? {
        guard let machine = machines[id] else { return nil }
        let place = waiting.place(id).map { $0 + 1 }
        let now = clocks.now()
        var snapshot = snapshot(machine, place: place, standing(now: now), now: now)
        snapshot.pieces = machine.pieces
        return snapshot
    }

    /// What is to be shown of a task that has ended and is only a row.
    public func snapshot(of record: TaskRecord) -> TaskSnapshot {
        snapshot(TaskStateMachine(record), place: nil, nil, now: clocks.now())
    }

    private func snapshot(_ machine: TaskStateMachine, place: Int?, _ standing: Queue.Standing?, now: Now) -> TaskSnapshot {
        let record = machine.record
        let plan = record.plan
        let meter = meters[record.id]
        let active = machine.activeTime(at: now.instant)
        let speed = meter?.rate(at: now.instant)
        var snapshot = TaskSnapshot(
            id: record.id,
            session: record.session?.text ?? settings.session,
            url: Address(record.url)?.withoutUserInfo ?? record.url,
            finalURL: record.representation?.finalURL,
            name: machine.displayName,
            state: shownState(of: record),
            total: plan.total,
            done: plan.written,
            speed: speed,
            averageSpeed: active > .zero ? Double(plan.written) / active.inSeconds : nil,
            remaining: meter?.remaining(plan.total.map { $0 - plan.written }, at: now.instant),
            connections: machine.connectionCount,
            maximumConnections: record.request.maximumConnections,
            isResumable: record.isResumable,
            attempt: record.attempt,
            priority: record.request.priority,
            queuePosition: place,
            queueOrder: place == nil ? nil : record.order,
            wasted: record.wasted,
            checksum: record.request.checksum,
            rateLimit: record.request.rateLimit,
            added: record.added,
            ended: record.ended,
            activeTime: active
        )
        snapshot.isHurried = record.isHurried
        snapshot.group = record.request.group
        snapshot.proxy = record.request.proxy.map(ProxyAddress.shown)
        if snapshot.state == .queued { snapshot.obstacle = waiting[record.id].flatMap { standing?.obstacle(to: $0) } }
        return snapshot
    }

    // MARK: - The end

    /// Starts nothing new from now on.
    public func pauseAdmission() {
        isStopping = true
    }

    /// Stops everything within a moment: bytes are written, states are stored, tasks that ran go on at the next start.
    public func shutDown() async {
        isStopping = true
        // Both take their time; neither waits for the other.
        async let hooksEnd: Void = endHooks()
        await transport.shutDown()
        reports.close()
        await listener?.value
        for id in active.sorted() {
            if let record = machines[id]?.record, record.plan.written > 0 { await noteLeft(record) }
        }
        await hooksEnd
        // The last reports of the transport are in; one more input behind them shows that they are stored.
        await withCheckedContinuation { submit(.remove([], $0)) }
        timer?.cancel()
        timer = nil
        outlook.listener?.cancel()
    }
}

extension [TaskID] {
    /// The first place of a number behind this one in sorted numbers; nil is before all.
    fileprivate func place(behind id: TaskID?) -> Int {
        guard let id else { return 0 }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > id { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
