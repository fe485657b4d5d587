internal import Agent
internal import Conditions
internal import Configuration
internal import DownloadCore
internal import EventBus
internal import Headless
internal import Platform
internal import Store

/// `haul --batch`: runs a list of downloads to the end, in this process.
struct BatchCommand {
    let options: BatchOptions
    let context: Context
    let session: Session
    let reporter: BatchReporter

    /// What runs `--on-finish`; nil without it.
    let hooks: BatchHooks?

    static func run(_ given: BatchOptions) async -> Int32 {
        var caught: [Signal] = [.interrupt, .terminate]
        // nohup means it: such a run goes on when its terminal is closed.
        if !Signals.isIgnored(.hangUp) { caught.append(.hangUp) }
        do throws(Context.Problem) {
            try AddCommand.checkFiles(given)
            let options = try withPassword(given)
            let context = try Context(file: options.configurationFile)
            AddCommand.noteFault(ofHook: options, in: context)
            if options.isBackground { return try await BackgroundBatch.run(options, context, signals: caught) }
            var plan = try context.plan(options, session: nil)
            let hooks = options.onFinish.map { _ in BatchHooks(context) }
            plan.hookRunner = hooks?.process
            if context.dependsOnConditions(options) { plan.conditions = ConditionsWatch.Options(environment: context.environment) }
            let session: Session
            do throws(Failure) {
                session = try await Session.open(plan)
            } catch {
                throw Context.Problem(error)
            }
            let reporter = BatchReporter(options: options, settings: context.settings, source: .init(session.agent))
            let command = BatchCommand(options: options, context: context, session: session, reporter: reporter, hooks: hooks)
            return await command.run(signals: caught)
        } catch {
            if given.quietness < 2 { for line in error.lines { Output.write(line + "\n", to: .error) } }
            return error.status
        }
    }

    /// The options with the password that was left out, asked for on the terminal.
    static func withPassword(_ options: BatchOptions) throws(Context.Problem) -> BatchOptions {
        guard let user = options.user, options.password == nil else { return options }
        guard ThisProcess.isTerminal(0), let password = ThisProcess.askForSecret("Password for \(user): ") else {
            throw Context.Problem(["haul: --user needs NAME:PASSWORD where there is no terminal to ask on."], 28)
        }
        var options = options
        options.password = password
        return options
    }

    /// Lets the first signal end the run in order, and the second one at once.
    ///
    /// - Parameters:
    ///   - signals: those that are caught.
    ///   - reporter: what hears of the first one.
    ///   - leave: called before the process leaves at once.
    static func catchSignals(_ signals: [Signal], _ reporter: BatchReporter, leave: @escaping @Sendable () -> Void = {}) async {
        do {
            let interruption = Interruption()
            try Signals.deliver(signals) { signal in
                switch interruption.hear(at: SystemClocks().now().instant) {
                case .first: Task { await reporter.interrupt(signal) }
                case .echo: break
                case .second:
                    leave()
                    Signals.raise(signal)
                }
            }
        } catch {
            await reporter.warn("signals cannot be caught: \(error.message)")
        }
    }

    private func run(signals: [Signal]) async -> Int32 {
        let reporter = reporter
        await Self.catchSignals(signals, reporter) { hooks?.process.kill() }
        for warning in session.store.openingWarnings { await reporter.warn(warning) }
        let subscription = await session.bus.subscribe()
        let listener = Task {
            for await delivery in subscription { await reporter.take(delivery) }
        }
        let printer = hooks.map { hooks in Task { await reporter.showLines(of: hooks.lines) } }
        let ticker = Task { await reporter.runClock() }
        let feed = BatchFeed(options: options, defaults: context.requestDefaults, session: session, reporter: reporter)
        let opened = await feed.open()
        // What a run that was killed had not come to; a store that fails is told of by what it is needed for next.
        try? await session.agent.adoptHooks()
        let producer = Task {
            if let opened { await feed.feed(run: opened.run, opened.leftovers) }
        }
        var ending = await reporter.ended()
        if case .all = ending { ending = await reporter.ended(after: session.agent.hooksEnded) }
        ticker.cancel()
        producer.cancel()
        await session.agent.pauseAdmission()
        await producer.value
        if case .all = ending, let run = opened?.run {
            do throws(Failure) { try await session.store.closeRun(run) } catch { await reporter.warn(error.detail) }
        }
        await session.close()
        hooks?.end()
        await printer?.value
        await listener.value
        let status = await reporter.summarize(ending)
        if case .interrupted(let signal) = ending { Signals.raise(signal) }
        return status
    }
}

extension BatchReporter.Source {
    /// The tasks of an agent in this process.
    init(_ agent: Agent) {
        self.init(
            ending: { id in
                guard let record = await agent.record(id) else { return nil }
                let name = TaskStateMachine(record).displayName
                return switch record.state {
                case .finished(let file):
                    .finished(
                        .init(url: record.shownURL, name: name, file: file, activeTime: record.activeTime, wasted: record.wasted)
                    )
                case .failed(let failure): .failed(.init(url: record.shownURL, name: name, failure: failure))
                case .cancelled: .cancelled
                case .queued, .connecting, .running, .waiting, .paused, .verifying, .publishing: nil
                }
            },
            snapshots: { await agent.snapshots() }
        )
    }
}
