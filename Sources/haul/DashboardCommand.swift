internal import AgentLink
internal import Configuration
internal import Dashboard
internal import DownloadCore
internal import Headless
internal import Platform
internal import Screen
internal import Terminal

/// `haul` and `haul URL...`: the dashboard on the agent's tasks, or with `--foreground` on a session in this process.
@MainActor
final class DashboardCommand {
    private enum Wake: Sendable {
        case input
        case news(DashboardNews)
        /// The configuration or the theme may have changed.
        case look
        /// What was asked for in the background is there.
        case message(Message)
        case tick

        /// Somebody ended the agent on purpose.
        var isStop: Bool { if case .news(.stopped) = self { true } else { false } }

        /// A person waits for what comes of it.
        var isUrgent: Bool {
            switch self {
            // One after the other, for hundreds of addresses.
            case .news(.changed), .tick, .message(.length): false
            case .input, .look, .message, .news(.lost), .news(.stopped), .news(.found), .news(.notice): true
            }
        }
    }

    let source: any DashboardSource
    let terminal: Terminal
    let options: BatchOptions
    var context: Context
    var look: DashboardLook
    private let watch: InputWatch
    private let wakes: AsyncStream<Wake>
    private let wake: AsyncStream<Wake>.Continuation
    var model: Model
    var lastRefresh = Instant(nanoseconds: 0)
    private var lastFrame = Instant(nanoseconds: 0)
    var lastTotals = Instant(nanoseconds: 0)
    private var plannedTick: Instant?
    var notices = EndNotices()

    /// The terminal said that the person looks at it, or elsewhere; nil when it never did.
    var hasFocus: Bool?

    /// What is shown may be another thing than what the model says now.
    var isChanged = true

    /// What is published, and how long that is which may be fetched.
    let files: FilesDesk?
    private let lengths: LengthDesk

    /// The files that it takes its look from had a mistake when they were read last.
    var hasMistake = false

    /// The background that the colours suit.
    var backdropInUse: Backdrop?

    /// The newest part of the list, and the one that the last totals were taken from.
    var latest: TaskWindow?
    var counted: TaskWindow?

    /// What is to be added as soon as there is somebody to add it; nil since then.
    private var pending: [Effect]? = []

    /// The task whose details were asked for, as it was then.
    var detailed: TaskSnapshot?
    var lastDetails = Instant(nanoseconds: 0)

    /// A look at the list was put off.
    var owesRefresh = false
    var ending: Ending?
    var hasStoppedAgent = false
    var defaults: RequestDefaults { context.requestDefaults }
    var environment: Environment { context.environment }
    var home: String { context.folders.home }

    enum Ending {
        case quit
        case signal(Int32)
    }

    init(
        source: any DashboardSource,
        context: Context,
        look: DashboardLook,
        options: BatchOptions
    ) throws(TerminalError) {
        self.source = source
        self.options = options
        self.context = context
        self.look = look
        var terminalOptions = TerminalOptions(environment: context.environment.variables, colors: look.colors(options))
        terminalOptions.theme = look.theme
        terminalOptions.usesMouse = look.settings.dashboard.usesMouse
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
        // What is added from here goes where the command line says.
        let documents = options.directory.map(ThisProcess.absolutePath) ?? source.documents
        files = (try? source.openFiles(in: documents)).map { files in FilesDesk(files) { continuation.yield(.message(.files($0))) } }
        lengths = LengthDesk(ask: Self.asking(source, context)) { continuation.yield(.message(.length($0, $1))) }
        let home = context.folders.home
        model = Model(
            size: terminal.size,
            clock: SystemClocks().now().wall,
            glyphs: look.glyphs(options, terminal),
            documents: documents.hasPrefix(home + "/") ? "~" + documents.dropFirst(home.count) : documents,
            owner: source.isBackground ? "no agent yet" : "in this process",
            units: RateUnits(rawValue: context.settings.dashboard.units.rawValue) ?? .binary,
            secondsAhead: LocalTime.secondsAhead(at: SystemClocks().now().wall.seconds),
            home: home,
            hasAgent: source.isBackground,
            isDemo: source is DemoSource
        )
        let usesFunctionKeys = look.usesFunctionKeys
        _ = update(
            &model,
            .configured(look.keymap, model.glyphs, usesMouse: terminal.usesMouse, usesFunctionKeys: usesFunctionKeys)
        )
        if look.followsBackdrop { terminal.askForBackdrop() }
    }

    func run(urls: [String]) async -> Int32 {
        let continuation = wake
        let news = source.news
        let watcher = Task.detached {
            for await piece in news { continuation.yield(.news(piece)) }
        }
        let lookWatch = ChangeWatch(of: [context.configurationFile, context.themes + "/"]) { continuation.yield(.look) }
        if let problem = lookWatch.problem {
            await send(.notice("Changes of the configuration are not seen: \(problem)", isError: true))
        }
        if !urls.isEmpty { pending = [.add(urls)] }
        // An agent that runs answers before anybody could read that it is being looked for; one with very many tasks may need longer.
        let early = Task {
            do { try await Task.sleep(for: Self.grace) } catch { return }
            present(isUrgent: true)
        }
        if await source.isReady(within: Self.grace) { await begin(owner: await source.owner, documents: nil) }
        early.cancel()
        present(isUrgent: true)
        files?.want(model.wantedFiles)
        for await reason in wakes {
            switch reason {
            case .input:
                await readInput()
                watch.arm()
            case .news(.changed):
                await refresh(force: false)
            case .news(.lost), .news(.stopped):
                await send(.tick(SystemClocks().now().wall))
                pending = pending ?? []
                await send(.lost(isStopped: reason.isStop))
            case .news(.found(let owner, let documents)):
                await begin(owner: owner, documents: documents)
            case .news(.notice(let text, let isError)):
                await send(.tick(SystemClocks().now().wall))
                await send(.notice(text, isError: isError))
            case .look:
                await reload()
            case .message(let message):
                await send(.tick(SystemClocks().now().wall))
                await send(message)
            case .tick:
                // One that was planned before an earlier one only looks at the clock once more.
                let soon = SystemClocks().now().instant.advanced(by: .milliseconds(5))
                if let plannedTick, plannedTick <= soon { self.plannedTick = nil }
                // What a countdown put off is done now, and the list shows it in the next frame.
                let hasActed = await send(.tick(SystemClocks().now().wall))
                if hasActed || owesRefresh { await refresh(force: hasActed) }
            }
            if ending != nil { break }
            files?.want(model.wantedFiles)
            lengths.want(model.wantedLengths(most: LengthDesk.most))
            present(isUrgent: reason.isUrgent)
            notify()
            planTick()
        }
        terminal.restore()
        lookWatch.stop()
        await addLate()
        await send(.ending)
        watcher.cancel()
        await files?.close()
        await source.close()
        tellWhatGoesOn()
        if case .signal(let number) = ending { Signals.raise(Signal(rawValue: number)) }
        return 0
    }

    /// The first frame waits so long for an agent.
    private static let grace = Duration.milliseconds(80)

    /// Shows the tasks of a source that can be asked, and adds what the command line names.
    private func begin(owner: String, documents: String?) async {
        await send(.found(owner: owner, documents: documents))
        let waiting = pending ?? []
        pending = nil
        for effect in waiting { await perform(effect) }
        await refresh(force: true)
    }

    /// Whether an effect has to wait until there is an agent; it is kept until then.
    func putsOff(_ effect: Effect) async -> Bool {
        guard pending != nil else { return false }
        pending?.append(effect)
        await send(.notice("Added as soon as there is an agent", isError: false))
        return true
    }

    /// Who adds something and leaves at once has added it all the same.
    private func addLate() async {
        guard let waiting = pending, !waiting.isEmpty, case .quit = ending else { return }
        if await source.isReady(within: .seconds(10)) {
            await begin(owner: await source.owner, documents: nil)
        } else {
            Output.write("haul: nothing was added, since no agent could be started; haul doctor says what is wrong.\n", to: .error)
        }
    }

    /// Who leaves for the first time would think that everything has stopped.
    private func tellWhatGoesOn() {
        let count = model.count { Tab.active.contains($0) || Tab.queued.contains($0) }
        guard source.isBackground, case .quit = ending, !hasStoppedAgent, count > 0 else { return }
        let downloads = count == 1 ? "1 download goes on" : "\(count) downloads go on"
        Output.write("haul: \(downloads) in the background; haul shows them again.\n", to: .error)
    }

    /// Has what was found out in the background told to the model.
    func later(_ find: @escaping @Sendable () async -> Message) {
        let continuation = wake
        Task.detached { continuation.yield(.message(await find())) }
    }

    /// The same for what blocks, such as a slow file system, which may hold no key up.
    func laterBlocking(_ find: @escaping @Sendable () -> Message) {
        let continuation = wake
        // A machine that has no thread to give has worse to tell than what was asked.
        (try? NamedThread.start("haul-look") { continuation.yield(.message(find())) })?.detach()
    }

    // MARK: - Drawing

    /// Shows what has changed; what nobody waits for at most as often as the configuration says.
    private func present(isUrgent: Bool) {
        guard isChanged else {
            terminal.showTitle()
            return
        }
        let now = SystemClocks().now().instant
        let passed = now.since(lastFrame)
        guard isUrgent || passed >= look.pause * 9 / 10 else {
            planTick(after: look.pause - passed)
            return
        }
        lastFrame = now
        isChanged = false
        terminal.present(view(model))
        terminal.show(model.taskbarProgress)
    }

    private func notify() {
        let kind = look.settings.dashboard.notify
        guard let text = notices.next(at: SystemClocks().now().wall), kind != .off else { return }
        terminal.notify(text, isBellOnly: kind == .bell)
    }

    /// Plans to be called at the next moment at which something changes by itself.
    private func planTick() {
        let delays = [
            model.wakeUp, notices.wakeUp(at: SystemClocks().now().wall), terminal.hasPendingTitle ? .seconds(1) : nil,
        ]
        if let delay = delays.compactMap(\.self).min() { planTick(after: delay) }
    }

    func planTick(after delay: Duration) {
        let due = SystemClocks().now().instant.advanced(by: delay)
        if let plannedTick, plannedTick <= due { return }
        plannedTick = due
        let continuation = wake
        Task.detached {
            // A sleep that is cut short only looks at the clock too early.
            try? await Task.sleep(for: delay)
            continuation.yield(.tick)
        }
    }

    // MARK: - Acting

    private func readInput() async {
        // A countdown that a key starts must begin now, not when something last happened.
        var hasActed = await send(.tick(SystemClocks().now().wall))
        for input in terminal.nextInputs() {
            if case .focus(let value) = input { hasFocus = value }
            switch input {
            case .suspend: await suspend()
            case .terminate(let number): ending = .signal(number)
            case .hangup: ending = .signal(Signal.hangUp.rawValue)
            case .reload:
                FaultInjection.trap(at: "reload")
                await reload()
            case .key, .paste, .focus, .resize, .mouse:
                guard let message = Message(input) else { continue }
                let isEffective = await send(message)
                hasActed = hasActed || isEffective
            }
        }
        useBackdrop()
        // A key that only moves the cursor needs no new list, however long it is; what changed by itself is told.
        if hasActed { await refresh(force: true) } else { await refreshDetails() }
    }

    /// Tells the model and does what it asks for; whether there was something to do.
    @discardableResult
    func send(_ message: Message) async -> Bool {
        isChanged = true
        let effects = update(&model, message)
        for effect in effects { await perform(effect) }
        await settle()
        return !effects.isEmpty
    }
}
