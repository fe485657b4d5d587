internal import Agent
internal import Configuration
internal import Documents
internal import Dashboard
internal import DownloadCore
internal import EventBus
internal import Headless
internal import Platform
internal import Screen
internal import Store
internal import Terminal

/// `haul` and `haul URL...`: the dashboard on a session in this process.
@MainActor
final class DashboardCommand {
    private enum Wake: Sendable {
        case input
        case changed
        case tick
    }

    private let session: Session
    private let terminal: Terminal
    private let defaults: RequestDefaults
    private let options: BatchOptions
    private let watch: InputWatch
    private let plannedLimit: Int64?
    private let wakes: AsyncStream<Wake>
    private let wake: AsyncStream<Wake>.Continuation
    private var model: Model
    private var lastRefresh = Instant(nanoseconds: 0)
    private var lastTotals = Instant(nanoseconds: 0)
    private var isTickPlanned = false
    private var ending: Ending?

    private enum Ending {
        case quit
        case signal(Int32)
    }

    /// The shortest time between two looks at the tasks.
    private static let refresh = Duration.milliseconds(250)

    static func run(urls: [String], options: BatchOptions) async -> Int32 {
        do throws(Context.Problem) {
            let context = try Context(file: options.configurationFile)
            var plan = try context.plan(options, session: options.session ?? "haul")
            if options.isEphemeral { plan.storeFolder = nil }
            guard ThisProcess.isTerminal(0), ThisProcess.isTerminal(1) else {
                throw Context.Problem(["haul: the dashboard needs a terminal; use haul --batch in scripts."], 28)
            }
            let session: Session
            do throws(Failure) {
                session = try await Session.open(plan)
            } catch {
                throw Context.Problem(error)
            }
            do throws(TerminalError) {
                let dashboard = try DashboardCommand(session: session, context: context, options: options, limit: plan.settings.rateLimit)
                return await dashboard.run(urls: urls)
            } catch {
                await session.close()
                throw Context.Problem(["haul: \(error.description)"], 1)
            }
        } catch {
            for line in error.lines { Output.write(line + "\n", to: .error) }
            return error.status
        }
    }

    private init(session: Session, context: Context, options: BatchOptions, limit: Int64?) throws(TerminalError) {
        self.session = session
        self.options = options
        plannedLimit = limit
        defaults = context.requestDefaults
        var terminalOptions = TerminalOptions(environment: context.environment.variables)
        if options.hasNoColor || context.settings.dashboard.color == .never { terminalOptions.noColor = "1" }
        terminal = try Terminal(terminalOptions)
        let (stream, continuation) = AsyncStream.makeStream(of: Wake.self)
        wakes = stream
        wake = continuation
        do {
            watch = try InputWatch(terminal.inputDescriptors) { continuation.yield(.input) }
        } catch {
            terminal.restore()
            throw .startFailed
        }
        let isASCII = options.isASCII || context.settings.dashboard.isASCII
        let home = context.folders.home
        let documents = session.documents.path
        model = Model(
            size: terminal.size,
            clock: SystemClocks().now().wall,
            glyphs: isASCII ? .ascii : terminal.preferredGlyphs,
            documents: documents.hasPrefix(home + "/") ? "~" + documents.dropFirst(home.count) : documents
        )
    }

    private func run(urls: [String]) async -> Int32 {
        let subscription = await session.bus.subscribe()
        let continuation = wake
        let watcher = Task.detached {
            for await _ in subscription { continuation.yield(.changed) }
        }
        await restore()
        await add(urls)
        await refresh(force: true)
        terminal.present(view(model))
        for await reason in wakes {
            switch reason {
            case .input:
                await readInput()
                watch.arm()
            case .changed:
                await refresh(force: false)
            case .tick:
                isTickPlanned = false
                send(.tick(SystemClocks().now().wall))
                await refresh(force: false)
            }
            if ending != nil { break }
            terminal.present(view(model))
            planTick()
        }
        terminal.restore()
        watcher.cancel()
        await session.close()
        if case .signal(let number) = ending { Signals.raise(Signal(rawValue: number)) }
        return 0
    }

    /// Takes up what an earlier run left: tasks that had not ended go on, ended ones stay in the list.
    private func restore() async {
        do throws(Failure) {
            let ended = try await session.store.ended(limit: 500, offset: 0)
            let open = try await session.store.load()
            await session.agent.adopt(ended.reversed() + open)
        } catch {
            send(.notice(error.detail, isError: true))
        }
    }

    // MARK: - Looking

    private func refresh(force: Bool) async {
        let now = SystemClocks().now()
        guard force || now.instant.since(lastRefresh) >= Self.refresh else {
            planTick(after: Self.refresh)
            return
        }
        lastRefresh = now.instant
        let tasks = await session.agent.snapshots()
        send(.tasks(tasks))
        guard force || now.instant.since(lastTotals) >= .seconds(1) else { return }
        lastTotals = now.instant
        let limit = plannedLimit
        send(.totals(Totals(of: tasks, limit: limit, freeSpace: await session.documents.freeSpace())))
    }

    private func planTick(after delay: Duration? = nil) {
        guard !isTickPlanned, let delay = delay ?? model.wakeUp else { return }
        isTickPlanned = true
        let continuation = wake
        Task.detached {
            // A sleep that is cut short only looks at the clock too early.
            try? await Task.sleep(for: delay)
            continuation.yield(.tick)
        }
    }

    // MARK: - Acting

    private func readInput() async {
        for input in terminal.nextInputs() {
            switch input {
            case .suspend: suspend()
            case .terminate(let number): ending = .signal(number)
            case .hangup: ending = .signal(Signal.hangUp.rawValue)
            case .key, .paste, .focus, .resize:
                guard let message = Message(input) else { continue }
                for effect in update(&model, message) { await perform(effect) }
            }
        }
        await refresh(force: true)
    }

    private func send(_ message: Message) {
        _ = update(&model, message)
    }

    private func perform(_ effect: Effect) async {
        switch effect {
        case .pause(let ids): await command(.pause, ids)
        case .resume(let ids): await resume(ids)
        case .cancel(let ids): await command(.cancel, ids)
        case .pauseAll: await command(.pause, ids { !$0.isEnded && $0 != .paused })
        case .resumeAll: await resume(ids { $0 == .paused || $0.isEnded && $0.kind != .finished })
        case .add(let urls): await add(urls)
        case .redraw: terminal.redraw()
        case .suspend: suspend()
        case .quit: ending = .quit
        }
    }

    private func suspend() {
        terminal.suspend()
        send(.resize(terminal.size))
    }

    private func ids(where matches: (TaskState) -> Bool) -> [TaskID] {
        model.tasks.filter { matches($0.state) }.map(\.id)
    }

    private func command(_ command: TaskCommand, _ ids: [TaskID]) async {
        for id in ids {
            if let rejection = await session.agent.command(command, id) { send(.notice(rejection.reason, isError: true)) }
        }
    }

    private func resume(_ ids: [TaskID]) async {
        for id in ids {
            guard let state = await session.agent.record(id)?.state else { continue }
            await command(state.isEnded ? .retry : .resume, [id])
        }
    }

    private func add(_ urls: [String]) async {
        guard !urls.isEmpty else { return }
        let requests = urls.filter(BatchOptions.isAddress).map { options.request(urls: [$0], defaults: defaults) }
        do throws(Failure) {
            let ids = try await session.agent.add(requests)
            let bad = urls.count - ids.count
            let text = "\(ids.count) added" + (bad > 0 ? ", \(bad) not an address" : "")
            send(.notice(text, isError: bad > 0))
        } catch {
            send(.notice(error.detail, isError: true))
        }
    }
}
