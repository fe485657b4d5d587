public import DownloadCore

extension Agent {
    /// Begins to listen to the transport and sets the limits.
    public func start() async {
        await transport.limit(total: settings.rateLimit, tasks: [:])
        let stream = reports.stream
        listener = Task { [weak self] in
            for await batch in stream { await self?.transportReported(batch) }
        }
    }

    // MARK: - Tasks

    /// Takes up tasks as an earlier process left them, and finishes the publishes that it began.
    public func adopt(_ records: [TaskRecord]) async {
        for record in records {
            var trust = TaskStateMachine.Trust.durable
            if let part = record.part, part.bootID == bootID,
                let status = await publisher.partStatus(record.id, generation: record.generation), status.device == part.device
            {
                trust = .written
            }
            machines[record.id] = TaskStateMachine(recovering: record, trust: trust)
            counted[record.id] = machines[record.id]?.record.plan.written
            requeue(record.id)
            if record.state == .publishing, let intent = record.intent { await recover(record, intent) }
        }
        submit(.timer)
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
                await publisher.catalogue(order(for: machine, generation: record.generation, size: intent.size), intent)
            }
            submit(.report(record.id, .published(attempt: record.attempt, file), nil))
        } catch {
            submit(.report(record.id, .publishFailed(attempt: record.attempt, error), nil))
        }
    }

    /// Queues new tasks and returns their numbers, in order, once they are stored.
    @discardableResult
    public func add(_ requests: [DownloadRequest], run: Int64? = nil) async throws(Failure) -> [TaskID] {
        guard !requests.isEmpty else { return [] }
        let ids = try await store.reserveIDs(requests.count)
        let now = clocks.now().wall
        let records = zip(ids, requests).map { number, request in
            var record = TaskRecord(id: TaskID(rawValue: number), request: request, order: number, added: now)
            record.run = run
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

    public var taskIDs: [TaskID] { machines.keys.sorted() }

    public func record(_ id: TaskID) -> TaskRecord? { machines[id]?.record }

    // MARK: - Settings

    /// Changes limits while everything runs.
    public func apply(_ settings: Settings) async {
        self.settings = settings
        await transport.limit(total: settings.rateLimit, tasks: [:])
        submit(.timer)
    }

    // MARK: - Reports

    private func transportReported(_ reports: [TransportReport]) {
        let now = clocks.now().instant
        for report in reports {
            if case .replied(let decision) = report.kind { learn(from: decision, of: report.task, now: now) }
            submit(.report(report.task, .transport(attempt: report.attempt, report.connection, report.kind), nil))
        }
    }

    // MARK: - Views

    /// What is to be shown of all tasks, in the order of their numbers.
    public func snapshots() -> [TaskSnapshot] {
        let now = clocks.now()
        let places = Dictionary(waiting.enumerated().map { ($1.id, $0 + 1) }, uniquingKeysWith: min)
        return machines.values.sorted { $0.id < $1.id }.map { snapshot($0, place: places[$0.id], now: now) }
    }

    public func snapshot(of id: TaskID) -> TaskSnapshot? {
        guard let machine = machines[id] else { return nil }
        let place = waiting.firstIndex { $0.id == id }.map { $0 + 1 }
        var snapshot = snapshot(machine, place: place, now: clocks.now())
        snapshot.pieces = machine.pieces
        return snapshot
    }

    private func snapshot(_ machine: TaskStateMachine, place: Int?, now: Now) -> TaskSnapshot {
        let record = machine.record
        let plan = record.plan
        let meter = meters[record.id]
        let active = machine.activeTime(at: now.instant)
        let speed = meter?.rate(at: now.instant)
        return TaskSnapshot(
            id: record.id,
            session: settings.session,
            url: Address(record.url)?.withoutUserInfo ?? record.url,
            finalURL: record.representation?.finalURL,
            name: machine.displayName,
            state: record.state,
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
            wasted: record.wasted,
            checksum: record.request.checksum,
            rateLimit: record.request.rateLimit,
            added: record.added,
            ended: record.ended,
            activeTime: active
        )
    }

    // MARK: - The end

    /// Starts nothing new from now on.
    public func pauseAdmission() {
        isStopping = true
    }

    /// Stops everything within a moment: bytes are written, states are stored, tasks that ran go on at the next start.
    public func shutDown() async {
        isStopping = true
        await transport.shutDown()
        reports.close()
        await listener?.value
        // The last reports of the transport are in; one more input behind them shows that they are stored.
        await withCheckedContinuation { submit(.remove([], $0)) }
        timer?.cancel()
        timer = nil
    }
}
