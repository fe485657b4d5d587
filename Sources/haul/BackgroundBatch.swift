internal import AgentLink
internal import Configuration
internal import DownloadCore
internal import EventBus
internal import Headless
internal import Platform

/// `haul --batch --background`: the run belongs to a session of the agent, and this process only waits for it.
///
/// The run is open as long as its ends have not been acknowledged: a command that was killed comes back to it and finds what has ended
/// meanwhile. With the summary all is acknowledged, and the agent forgets the run.
struct BackgroundBatch {
    private let options: BatchOptions
    private let context: Context
    private let command: AgentCommand
    private let session: SessionIdentifier
    private let documents: String
    private let reporter: BatchReporter
    private let mirror: TaskMirror

    private static let lost = ExitStatus.unfinished

    static func run(_ options: BatchOptions, _ context: Context, signals: [Signal]) async throws(Context.Problem) -> Int32 {
        try AddCommand.check(options)
        let documents = ThisProcess.absolutePath(options.directory ?? context.settings.documents.directory(home: context.folders.home))
        guard let session = SessionIdentifier("batch/" + (options.session ?? SessionName.derived(from: documents))) else {
            throw Context.Problem(["haul: the name of the session is too long; give a shorter one with --session."], 28)
        }
        let input: BatchInput
        do throws(Failure) {
            input = try BatchInput(options: options, defaults: context.requestDefaults)
        } catch {
            throw Context.Problem(error)
        }
        let client = try await AgentCommand.connect("--batch --background", lost: lost)
        let mirror = TaskMirror()
        let source = BatchReporter.Source(ending: { _ in nil }, snapshots: { await mirror.snapshots })
        let run = BackgroundBatch(
            options: options,
            context: context,
            command: AgentCommand(client: client, context: context, common: CommonOptions()),
            session: session,
            documents: documents,
            reporter: BatchReporter(options: options, settings: context.settings, source: source),
            mirror: mirror
        )
        do throws(Context.Problem) {
            let status = try await run.run(input, signals)
            await client.close()
            return status
        } catch {
            await client.close()
            throw error
        }
    }

    private func run(_ input: consuming BatchInput, _ signals: [Signal]) async throws(Context.Problem) -> Int32 {
        let attached = try await command.call(AttachCall(session: session, configuration: configuration), lost: Self.lost)
        _ = try await command.call(WatchCall(session: session, wantsEvents: true, wantsChanges: true), lost: Self.lost)
        var finder = TaskFinder(command: command)
        finder.lost = Self.lost
        var leftovers = RunLeftovers(try await finder.all(session: session, includesEnded: true))
        if options.isDetached {
            let (status, isOver) = try await queue(input, &leftovers) { line in AgentCommand.tell(line) }
            // Everything had ended and was told just now: the next command begins anew.
            if isOver { await close(epoch: attached.epoch, isEmpty: leftovers.unnamed.isEmpty) }
            _ = try? await command.client.call(DetachCall(session: session, epoch: attached.epoch))
            if options.quietness == 0, !isOver {
                AgentCommand.tell("haul: the downloads go on in the agent; the same command without --detach waits for them.")
            }
            return status
        }
        await BatchCommand.catchSignals(signals, reporter)
        let listener = Task { await listen() }
        let ticker = Task { await reporter.runClock() }
        _ = try await queue(input, &leftovers) { line in await reporter.warn(line) }
        for task in leftovers.unnamed {
            await reporter.warn("left alone, since this command does not name it: task \(task.id), \(task.url)")
        }
        await reporter.allQueued()
        let ending = await reporter.ended()
        ticker.cancel()
        if case .all = ending {
            await close(epoch: attached.epoch, isEmpty: leftovers.unnamed.isEmpty)
        }
        await command.client.close()
        await listener.value
        let status = await reporter.summarize(ending)
        if case .interrupted(let signal) = ending {
            if options.quietness == 0 {
                AgentCommand.tell("haul: the downloads go on in the agent; the same command waits for them again.")
            }
            Signals.raise(signal)
        }
        return status
    }

    /// Closes the run: its ends are acknowledged, and the session goes unless something of another command is left in it.
    ///
    /// When the agent is gone just now, the run stays open and the next command tells its ends again.
    private func close(epoch: Int64, isEmpty: Bool) async {
        do throws(LinkError) {
            // Whatever number the last entry has: all of them are dealt with now.
            _ = try await command.client.call(AcknowledgeCall(session: session, epoch: epoch, number: .max))
            if isEmpty { _ = try await command.client.call(InvalidateCall(session: session, epoch: epoch, cancels: false)) }
        } catch {
            await reporter.warn("the run could not be closed: \(error.detail)")
        }
    }

    /// The agent's own rules for a session, with the patience of a batch run.
    private var configuration: SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.requestTimeout = options.timeout ?? context.settings.downloads.timeout
        configuration.maximumConnectionsPerHost = options.connectionsPerHost(default: context.settings.downloads.maximumConnectionsPerHost)
        configuration.retry = .batch
        configuration.retry.tries = options.retries ?? context.settings.downloads.retries
        configuration.sendsLaunchEvents = false
        return configuration
    }

    // MARK: - Listening

    private func listen() async {
        for await notice in command.client.notices {
            switch notice {
            case .event(let notice):
                if let event = notice.event.value, await mirror.isConcerned(event) { await reporter.take(.event(event)) }
            case .changes(let changes): await mirror.take(changes.tasks.map(\.snapshot), removed: changes.removed)
            case .entry, .progress, .list, .goodbye: break
            }
        }
        // Too late to matter when the run has come to its end.
        await reporter.fail(Failure(.unfinished, "the agent went away"))
    }

    // MARK: - Queueing

    /// Brings the entries into the session, matched with what an open run left: the status of the list itself, and whether nothing is left to do.
    private func queue(
        _ input: consuming BatchInput,
        _ leftovers: inout RunLeftovers,
        warn: (String) async -> Void
    ) async throws(Context.Problem) -> (status: Int32, isOver: Bool) {
        var isOver = true
        var input = input
        var portion = RequestPortion()
        var status: Int32 = 0
        while let item = try next(&input) {
            switch item {
            case .warning(let line, let text): await warn("line \(line): \(text)")
            case .error(let line, let why):
                status = ExitStatus.usage
                if options.isDetached {
                    await warn("\(options.inputFile ?? ""):\(line): \(why)")
                } else {
                    await reporter.badEntry(why, line: line)
                }
            case .entry(let entry):
                var request = entry
                request.directory = entry.directory ?? documents
                request.cookieFile = entry.cookieFile.map(ThisProcess.absolutePath)
                request.certificateAuthorities = entry.certificateAuthorities.map(ThisProcess.absolutePath)
                if let task = leftovers.take(request) {
                    try await takeUp(task)
                    if task.state.kind != .finished { isOver = false }
                    continue
                }
                isOver = false
                guard RequestPortion.takes(request) else { throw RequestPortion.tooLong(request) }
                if !portion.hasRoom(for: request) { try await send(&portion) }
                portion.add(request)
            }
        }
        try await send(&portion)
        if input.isEmptyList { await warn(BatchInput.emptiness) }
        await mirror.ignore(leftovers.unnamed.map(\.id))
        return (status, isOver)
    }

    private func next(_ input: inout BatchInput) throws(Context.Problem) -> BatchInput.Item? {
        do throws(Failure) {
            return try input.next()
        } catch {
            throw Context.Problem(error)
        }
    }

    private func send(_ portion: inout RequestPortion) async throws(Context.Problem) {
        let requests = portion.take()
        guard !requests.isEmpty else { return }
        await reporter.expect(requests.count)
        let ids = try await command.call(AddCall(session: session, requests: requests), lost: Self.lost).tasks
        await reporter.added(ids)
    }

    /// Goes on with a task of before; one that is finished is only reported.
    private func takeUp(_ task: TaskSnapshot) async throws(Context.Problem) {
        await reporter.expect(1)
        switch task.state {
        case .finished(let file):
            // The event of its end may be on its way as well.
            await mirror.ignore([task.id])
            await reporter.added([task.id])
            let finished = Event.Finished(
                url: task.url,
                name: task.name,
                file: file,
                activeTime: task.activeTime,
                wasted: task.wasted,
                isAlready: true
            )
            await reporter.take(.event(Event(sequence: 0, time: SystemClocks().now().wall, task: task.id, kind: .finished(finished))))
        case .failed, .cancelled, .paused:
            let order: ControlCall.Command = task.state == .paused ? .resume : .retry
            let reply = try await command.call(ControlCall(order, tasks: [task.id]), lost: Self.lost)
            // The retry of a program's task is a new one.
            await reporter.added([reply.changed.first ?? task.id])
            if task.state == .paused, reply.refused.isEmpty { await reporter.found(task) }
            for refusal in reply.refused {
                let failed = Event.Failed(url: task.url, name: task.name, failure: Failure(.internal, refusal.reason))
                await reporter.take(.event(Event(sequence: 0, time: SystemClocks().now().wall, task: task.id, kind: .failed(failed))))
            }
        case .queued, .connecting, .running, .waiting, .verifying, .publishing:
            await reporter.added([task.id])
            await reporter.found(task)
        }
    }
}

/// The run's tasks as the agent last told of them.
private actor TaskMirror {
    private var tasks: [TaskID: TaskSnapshot] = [:]
    private var ignored: Set<TaskID> = []

    var snapshots: [TaskSnapshot] { tasks.values.sorted { $0.id < $1.id } }

    func take(_ changed: [TaskSnapshot], removed: [TaskID]) {
        for task in changed where !ignored.contains(task.id) { tasks[task.id] = task }
        for id in removed { tasks[id] = nil }
    }

    /// Tasks of the session that this command does not name.
    func ignore(_ ids: [TaskID]) {
        ignored.formUnion(ids)
        for id in ids { tasks[id] = nil }
    }

    func isConcerned(_ event: Event) -> Bool {
        event.task.map { !ignored.contains($0) } ?? true
    }
}

/// What an open run left in its session, to be matched with the entries of a command.
private struct RunLeftovers {
    private var byAddress: [String: [TaskSnapshot]] = [:]

    /// Those that are there or coming go before those that failed, of which a retry may be among the others.
    init(_ tasks: [TaskSnapshot]) {
        for task in tasks { byAddress[task.url, default: []].append(task) }
        for (address, tasks) in byAddress {
            byAddress[address] = tasks.filter { !$0.hasFailed } + tasks.filter(\.hasFailed)
        }
    }

    mutating func take(_ request: DownloadRequest) -> TaskSnapshot? {
        guard let address = request.withoutSecrets.urls.first, var tasks = byAddress[address], !tasks.isEmpty else { return nil }
        let task = tasks.removeFirst()
        byAddress[address] = tasks
        return task
    }

    /// Those that no entry has taken and that have not ended.
    var unnamed: [TaskSnapshot] {
        byAddress.values.flatMap { $0 }.filter { !$0.state.isEnded }.sorted { $0.id < $1.id }
    }
}

extension TaskSnapshot {
    fileprivate var hasFailed: Bool { state.kind == .failed || state.kind == .cancelled }
}
