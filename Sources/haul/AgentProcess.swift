internal import Agent
internal import AgentHost
internal import AgentLink
internal import Conditions
internal import Configuration
internal import Desktop
internal import Documents
internal import DownloadCore
internal import EventBus
internal import Headless
internal import Platform
internal import Store
internal import Synchronization

/// `haul agent run`: the process that owns all background sessions, until it is told to leave or has nothing to do.
struct AgentProcess {
    private let context: Context
    private let place: AgentPlace
    private let manager = ServiceManager()
    private let log: AgentLog
    private let startedAt = SystemClocks().now().instant

    static func run() async -> Int32 {
        do throws(Context.Problem) {
            let context = try Context.ofAgent()
            let place: AgentPlace
            do throws(SystemError) { place = try AgentPlace() } catch { throw Context.Problem(["haul agent: \(error.description)"], 1) }
            return try await AgentProcess(context: context, place: place).run()
        } catch {
            for line in error.lines { Output.write(line + "\n", to: .error) }
            // Not worth a line in the agent's log, but whoever called it wants to know why it ended.
            if error.status == AgentFinder.lostRace, error.lines.isEmpty, !isErrorTheLog {
                AgentCommand.tell("haul: an agent runs already; haul agent status tells of it.")
            }
            return error.status
        }
    }

    /// Whether standard error is the agent's log, as for those that clients start; the log may have been put aside since.
    private static var isErrorTheLog: Bool {
        guard let place = try? AgentPlace(), let status = try? FileStatus.of(path: "/proc/self/fd/2") else { return false }
        return [place.logFile, place.logFile + ".1"].contains { (try? FileStatus.of(path: $0))?.isSameFile(as: status) ?? false }
    }

    private init(context: Context, place: AgentPlace) {
        self.context = context
        self.place = place
        log = AgentLog(file: LogFile(path: place.logFile))
    }

    private func run() async throws(Context.Problem) -> Int32 {
        let changed = Relay()
        let session = try await open { changed.tell($0) }
        let door = try await listen(session)
        let host = AgentHost(
            agent: session.agent,
            bus: session.bus,
            about: .init(
                store: session.store.storeID,
                documents: session.documents.path,
                problems: context.problems,
                storeProblems: session.store.openingWarnings,
                isService: manager.isService,
                startedAt: startedAt
            ),
            sources: sources(session, door),
            idleExit: context.settings.agent.idleExit,
            clocks: SystemClocks()
        )
        changed.connect(host)
        let notifier = notifier()
        await logWarnings(session.bus, notifier)
        do throws(Failure) { try await takeUp(session) } catch { throw Context.Problem(error) }
        do throws(SystemError) {
            try await door.open(host)
            try heedSignals(host)
        } catch {
            await session.close()
            throw Context.Problem(["haul agent: \(error.description)"], 1)
        }
        await host.start()
        let configuration = AgentConfiguration(context, agent: session.agent, host: host, notifier: notifier, log: log)
        await configuration.start()
        manager.tell(.ready)
        if let absence = await session.documents.awaited { log.write("waits: \(absence.detail)") }
        log.write("ready: \(await door.path ?? "the socket of systemd"), documents \(session.documents.path)")
        let ending = await host.waitForEnd()
        manager.tell(.stopping)
        await configuration.stop()
        await door.stop()
        log.write("leaves: \(ending.rawValue)")
        return 0
    }

    // MARK: - Parts

    private func open(_ sessionsChanged: @escaping @Sendable (Set<SessionIdentifier>) -> Void) async throws(Context.Problem) -> Session {
        var plan = try context.plan(BatchOptions(), session: "haul")
        plan.storeFolder = place.stateFolder
        plan.awaitsDocuments = true
        plan.settings.keepsPartials = context.settings.agent.keepsPartials
        plan.conditions = ConditionsWatch.Options(environment: context.environment)
        plan.settings.schedule = Schedule(context.settings.schedule)
        plan.launcher = ProgramLauncher(environment: context.environment.variables, home: context.folders.home)
        plan.hookRunner = HookProcess(environment: context.environment, home: context.folders.home) { [log] in log.write($0) }
        plan.settings.hooks = context.settings.hooks
        plan.settings.knowsHooks = context.problems.isEmpty
        plan.sessionsChanged = sessionsChanged
        do throws(Failure) {
            let session = try await Session.open(plan)
            if let limit = try await session.store.rememberedLimit(configured: context.settings.downloads.rateLimit) {
                await session.agent.restore(limit: limit.rate, scheduled: limit.scheduled)
            }
            if try await session.store.wasLimitAlternative() { await session.agent.setAlternativeLimit(true) }
            return session
        } catch {
            // Another agent was quicker: not worth a line in its log.
            if error.code == .sessionInUse { throw Context.Problem([], AgentFinder.lostRace) }
            throw Context.Problem(error)
        }
    }

    private func listen(_ session: Session) async throws(Context.Problem) -> AgentDoor {
        do throws(SystemError) {
            return try AgentDoor(place: place, inherited: try manager.takeListeners().first?.listener)
        } catch {
            await session.close()
            throw Context.Problem(["haul agent: it cannot listen: \(error.description)"], 1)
        }
    }

    private func sources(_ session: Session, _ door: AgentDoor) -> AgentHost.Sources {
        var sources = AgentHost.Sources(
            events: { sequence, task, limit in
                // A store that fails has been told of; there is nothing to show then.
                (try? await session.store.events(after: sequence, task: task, limit: limit)) ?? []
            },
            record: { (try? await session.store.find([$0]))?.first },
            freeSpace: {
                // Of a folder that is gone the room says nothing.
                (try? await session.documents.checkDirectory()) == nil ? nil : await session.documents.freeSpace()
            },
            documentsProblem: {
                do throws(Failure) {
                    try await session.documents.checkDirectory()
                    return nil
                } catch {
                    return error.detail
                }
            },
            keepLimit: { rate in
                // The file may have changed since the start. A store that fails has been told of; the limit holds while this agent runs.
                let settings = ConfigurationReader.lenient(file: context.configurationFile, lastGood: context.settings).settings
                let limit = SetLimit(rate: rate, scheduled: await session.agent.scheduledLimit)
                try? await session.store.remember(limit, configured: settings.downloads.rateLimit)
            },
            shutDown: {
                await session.agent.shutDown()
                // While the store is still locked: whoever comes now finds either this agent or none.
                await door.close()
                await session.close()
            }
        )
        // As with the limit: a store that fails has been told of.
        sources.keepAlternative = { try? await session.store.remember(alternativeLimit: $0) }
        sources.orderPower = { order in
            switch order {
            case .suspend: await SystemPower.suspend.order()
            case .poweroff: await SystemPower.powerOff.order()
            }
        }
        sources.refusePower = { order in
            switch order {
            case .suspend: await SystemPower.suspend.refusal()
            case .poweroff: await SystemPower.powerOff.refusal()
            }
        }
        sources.powerGrace = FaultInjection.powerGrace ?? sources.powerGrace
        sources.log = { [log] in log.write($0) }
        return sources
    }

    /// Goes on with everything that an earlier agent left.
    private func takeUp(_ session: Session) async throws(Failure) {
        try await session.agent.adoptSessions()
        try await session.store.forgetEnded(keeping: 10_000)
        let ended = try await session.store.ended(of: .haul, limit: 1_000)
        let undelivered = try await session.store.undelivered()
        await session.agent.adoptPortion(ended.reversed() + undelivered)
        var last: TaskID?
        while true {
            // In portions: a long queue is never in memory twice.
            let portion = try await session.store.load(after: last, limit: 2_000)
            guard let end = portion.last?.id else { break }
            await session.agent.adoptPortion(portion)
            last = end
        }
        await session.agent.adopt([])
        await session.sweep()
    }

    private func heedSignals(_ host: AgentHost) throws(SystemError) {
        try Signals.deliver([.terminate, .interrupt, .hangUp]) { signal in
            // The terminal that it was started from is none of its business.
            guard signal != .hangUp else { return }
            Task { await host.end(.stopped) }
        }
    }

    /// Without a thread for it the desktop is not told; that is no reason not to run.
    private func notifier() -> EndNotifier? {
        (try? Notifications(icon: "folder-download")).map { EndNotifier($0, log: log, isOn: context.settings.agent.notifies) }
    }

    /// Warnings belong into the log as well: nobody may be watching.
    private func logWarnings(_ bus: EventBus, _ notifier: EndNotifier?) async {
        let log = log
        for problem in context.problems { log.write("configuration: \(problem)") }
        let subscription = await bus.subscribe(includesProgress: false)
        Task {
            for await case .event(let event) in subscription {
                await notifier?.take(event)
                if case .warning(let text) = event.kind { log.write(event.task.map { "task \($0): \(text)" } ?? text) }
            }
        }
    }
}

/// Sends what the agent tells of sessions to the host, which is made after it.
private final class Relay: Sendable {
    private let host = Mutex<AgentHost?>(nil)

    func connect(_ host: AgentHost) {
        self.host.withLock { $0 = host }
    }

    func tell(_ sessions: Set<SessionIdentifier>) {
        host.withLock { $0 }?.sessionsChanged(sessions)
    }
}

/// The agent's lines, on standard error: its log file, or systemd's journal.
struct AgentLog: Sendable {
    let file: LogFile

    func write(_ text: String) {
        file.write(LogLine.text(text, at: SystemClocks().now().wall, process: ThisProcess.id) + "\n")
    }
}
