internal import AgentLink
internal import DownloadCore
internal import Platform

/// One attachment to a session: takes the lease, keeps it over lost connections, and hands events to one reader.
///
/// Whoever holds an `Attachment` keeps it going; it ends with `close`.
actor EventFeed {
    /// The right to be told, as it stands now.
    struct Lease {
        let connection: any AgentConnection
        let epoch: Int64
    }

    nonisolated let identifier: SessionIdentifier
    nonisolated let caller: AgentCaller
    let configuration: SessionConfiguration
    let connector: any AgentConnector
    private var queue = DeliveryQueue()
    private var lease: Lease?
    private var epoch: Int64?

    /// Why nothing more comes.
    private var failure: BackgroundSessionError?
    private var isClosed = false
    private var hasReader = false

    /// `finishTasksAndInvalidate` or `invalidateAndCancel` was called.
    private(set) var isInvalidating = false

    /// The session is gone from the agent.
    private var isOver = false
    private var pump: Task<Void, Never>?
    private var reader: CheckedContinuation<Void, Never>?
    private var leaseWaiters: [CheckedContinuation<Void, Never>] = []

    /// What the reader has been given last: to be acknowledged when it asks for more.
    private var given: JournalEntry?

    /// The file that goes with it.
    private var givenFile: FileClaim?

    init(identifier: SessionIdentifier, configuration: SessionConfiguration, connector: any AgentConnector) {
        self.identifier = identifier
        self.configuration = configuration
        self.connector = connector
        caller = AgentCaller(connector, patience: configuration.requestTimeout)
    }

    // MARK: - The lease

    /// Attaches for the first time; fails at once when there is no agent to be had.
    func open() async throws -> AttachCall.Reply {
        do throws(LinkError) {
            let connection = try await caller.connection(patience: .zero)
            let reply = try await attach(connection, patience: configuration.requestTimeout)
            queue.attach(backlogThrough: reply.backlogThrough, acknowledged: reply.acknowledged)
            pump = Task { await self.run() }
            return reply
        } catch {
            await caller.close()
            throw BackgroundSessionError(error)
        }
    }

    /// Takes the lease, over this connection or, when that breaks, another one.
    private func attach(_ first: any AgentConnection, patience: Duration) async throws(LinkError) -> AttachCall.Reply {
        var connection = first
        var pauses = GrowingPause(patience: patience)
        while true {
            do throws(LinkError) {
                let seen = epoch == nil ? nil : queue.lastReceived
                let call = AttachCall(session: identifier, configuration: configuration, epoch: epoch, seen: seen)
                let reply = try await connection.call(call, timeout: patience)
                epoch = reply.epoch
                lease = Lease(connection: connection, epoch: reply.epoch)
                return reply
            } catch {
                switch error.code {
                case .unreachable: await caller.drop(connection)
                // This process itself: an earlier connection of which the agent has not heard that it ended.
                case .inUse where error.holder == ThisProcess.id: break
                // Its last tasks are being dealt with; then the name is free.
                case .invalidated where !isInvalidating: break
                default: throw error
                }
                guard !isClosed, await pauses.next() else { throw error }
            }
            connection = try await caller.connection(patience: patience)
        }
    }

    private func run() async {
        while let lease, !isClosed {
            for await notice in lease.connection.notices { hear(notice) }
            await lose(lease)
            guard !isClosed, !isOver, failure == nil else { return }
            do throws(LinkError) {
                let patience = configuration.requestTimeout
                let reply = try await attach(caller.connection(patience: patience), patience: patience)
                // Let go of in between, when there was no lease to be given back.
                guard !isClosed else { return await giveBack() }
                // Its last entry was acknowledged, and the agent knows nothing of it any more.
                if isInvalidating, reply.isNew { return await vanish() }
                queue.reattach(acknowledged: reply.acknowledged, isNew: reply.isNew)
                wakeLeaseWaiters()
                wakeReader()
            } catch {
                if isInvalidating, error.code == .invalidated || error.code == .unknownSession { return finish() }
                fail(BackgroundSessionError(error))
            }
        }
    }

    private func hear(_ notice: Notice) {
        switch notice {
        case .entry(let notice) where notice.session == identifier: queue.receive(notice.entry)
        case .progress(let notice) where notice.session == identifier:
            queue.receiveProgress(notice.task, done: notice.done, total: notice.total, resumedAt: notice.resumedAt)
        // The connection ends after a goodbye: that is what is acted upon.
        case .entry, .progress, .event, .changes, .list, .goodbye: return
        }
        wakeReader()
    }

    private func lose(_ lost: Lease) async {
        if lease?.connection === lost.connection { lease = nil }
        await caller.drop(lost.connection)
    }

    /// The lease; waits for the connection when that is being made again.
    private func currentLease() async throws -> Lease {
        while true {
            if let failure { throw failure }
            if let lease { return lease }
            guard !isClosed, !isOver else { throw BackgroundSessionError.sessionOver }
            await withCheckedContinuation { leaseWaiters.append($0) }
        }
    }

    /// Waits until the agent tells this program of its tasks: what a call brings about before that would not be told.
    func whenAttached() async throws {
        _ = try await currentLease()
    }

    /// Makes a call that carries the epoch of the lease; repeats it with the new one when the connection breaks.
    private func callWithLease<Call: AgentCall>(_ make: (Int64) -> Call) async throws -> Call.Reply {
        while true {
            let lease = try await currentLease()
            do throws(LinkError) {
                return try await lease.connection.call(make(lease.epoch), timeout: configuration.requestTimeout)
            } catch {
                switch error.code {
                case .unreachable, .timedOut: await lose(lease)
                case .staleLease where self.lease?.epoch != lease.epoch: continue
                case .staleLease:
                    fail(BackgroundSessionError(error))
                    throw BackgroundSessionError(error)
                default: throw BackgroundSessionError(error)
                }
            }
        }
    }

    // MARK: - Reading

    /// Makes the caller the one reader.
    func beginReading() throws {
        guard !hasReader else {
            let why = "The events of a session have one reader, for its whole life: a delegate, or one iteration over `events`."
            throw BackgroundSessionError(.eventsAlreadyRead, why)
        }
        hasReader = true
    }

    /// Acknowledges the event before and waits for the next one; nil when the session has been invalidated.
    func next() async throws -> Delivered? {
        // Whoever is cancelled may not have dealt with the last event: it stays unacknowledged and comes again.
        try Task.checkCancellation()
        if let given {
            // Once begun it is brought to its end.
            try await Task { try await self.acknowledge(given) }.value
        }
        while true {
            if let failure { throw failure }
            if isClosed || isOver { return nil }
            switch queue.next(now: .now) {
            case .resumed(let task, let offset, let total): return .resumed(task, offset: offset, total: total)
            case .progress(let task, let progress): return .progress(task, progress)
            case .backlogFinished: return .backlogFinished
            case .skip(let entry): try await Task { try await self.acknowledge(entry) }.value
            case .entry(let entry):
                given = entry
                switch entry.kind {
                case .file(let file):
                    let claim = FileClaim(entry.task, file, connector)
                    givenFile = claim
                    return .file(entry.task, file, claim)
                case .completed(let completion): return .completed(entry.task, completion)
                case .needsCredential(let failure): return .challenge(entry.task, failure)
                }
            case .idle(let until):
                await waitForNews(until: until)
                try Task.checkCancellation()
            }
        }
    }

    private func acknowledge(_ entry: JournalEntry) async throws {
        // The agent may remove the file from then on; a move that has begun is waited for.
        await givenFile?.expire()
        do {
            let identifier = identifier
            _ = try await callWithLease { AcknowledgeCall(session: identifier, epoch: $0, number: entry.number) }
        } catch let error as BackgroundSessionError where isInvalidating && error.isEndOfSession {
            return finish()
        }
        given = nil
        givenFile = nil
        queue.acknowledge(entry)
        if isInvalidating, case .completed = entry.kind { try await lookForEnd() }
    }

    private func waitForNews(until: ContinuousClock.Instant?) async {
        let timer = until.map { moment in
            Task {
                try? await Task.sleep(until: moment, clock: .continuous)
                wakeReader()
            }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader = $0 }
        } onCancel: {
            Task { await self.wakeReader() }
        }
        timer?.cancel()
    }

    private func wakeReader() {
        reader?.resume()
        reader = nil
    }

    private func wakeLeaseWaiters() {
        for waiter in leaseWaiters { waiter.resume() }
        leaseWaiters = []
    }

    // MARK: - The end

    /// Ends the session, now or when its last task has been dealt with.
    func invalidate(cancels: Bool) async throws {
        guard !isOver else { return }
        isInvalidating = true
        do {
            let identifier = identifier
            _ = try await callWithLease { InvalidateCall(session: identifier, epoch: $0, cancels: cancels) }
            try await lookForEnd()
        } catch let error as BackgroundSessionError where error.isEndOfSession {
            finish()
        }
    }

    /// Whether nothing of an invalidated session is left.
    private func lookForEnd() async throws {
        do throws(LinkError) {
            let call = TasksCall(session: identifier, includesEnded: true, limit: 1, onlyUnacknowledged: true)
            guard try await caller.call(call).tasks.isEmpty else { return }
            finish()
        } catch {
            guard error.code == .unknownSession || error.code == .invalidated else { throw BackgroundSessionError(error) }
            finish()
        }
    }

    /// An attach that came too late made the session anew: takes it away again.
    private func vanish() async {
        finish()
        guard let lease else { return }
        // Nobody is left who could do something about an error.
        _ = try? await lease.connection.call(
            InvalidateCall(session: identifier, epoch: lease.epoch, cancels: true),
            timeout: configuration.requestTimeout
        )
    }

    private func finish() {
        isOver = true
        wakeLeaseWaiters()
        wakeReader()
    }

    private func fail(_ error: BackgroundSessionError) {
        if failure == nil { failure = error }
        wakeLeaseWaiters()
        wakeReader()
    }

    /// Gives the lease back; transfers go on (row 78).
    func close() async {
        guard !isClosed else { return }
        isClosed = true
        await givenFile?.expire()
        await giveBack()
        pump?.cancel()
        wakeLeaseWaiters()
        wakeReader()
    }

    private func giveBack() async {
        if let lease {
            // The end of the connection says the same, only less promptly.
            _ = try? await lease.connection.call(DetachCall(session: identifier, epoch: lease.epoch), timeout: .seconds(2))
        }
        lease = nil
        await caller.close()
    }

    /// What a reader is given.
    enum Delivered: Sendable {
        case resumed(TaskID, offset: Int64, total: Int64?)
        case progress(TaskID, DownloadProgress)
        case file(TaskID, DeliveredFile, FileClaim)
        case completed(TaskID, Completion)
        case challenge(TaskID, Failure)
        case backlogFinished
    }
}
