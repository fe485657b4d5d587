internal import Agent
internal import AgentHost
internal import Configuration
internal import DownloadCore
internal import Platform

/// The configuration of a running agent: read again when the file changes.
///
/// What is wrong in it leaves the last good value, is logged, and told by `haul doctor`.
actor AgentConfiguration {
    private let file: String
    private let home: String
    private let agent: Agent
    private let host: AgentHost
    private let notifier: EndNotifier?
    private let log: AgentLog

    /// What was taken over when the process started, and cannot be changed later.
    private let fixed: Settings
    private var current: Settings
    private var problems: [String]
    private var watch: ChangeWatch?
    private var clockWatch: ClockWatch?
    private var zoneWatch: ChangeWatch?

    init(_ context: Context, agent: Agent, host: AgentHost, notifier: EndNotifier?, log: AgentLog) {
        file = context.configurationFile
        home = context.folders.home
        fixed = context.settings
        current = context.settings
        problems = context.problems
        self.agent = agent
        self.host = host
        self.notifier = notifier
        self.log = log
    }

    /// Begins to watch the file.
    func start() {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = ChangeWatch(of: [file]) { change.yield() }
        self.watch = watch
        if let problem = watch.problem {
            log.write("configuration: \(file) cannot be watched (\(problem)); what changes in it is taken over by haul agent stop")
        }
        Task { [weak self] in
            for await _ in changes { await self?.reload() }
        }
        watchClock()
    }

    func stop() {
        watch?.stop()
        zoneWatch?.stop()
        (watch, zoneWatch, clockWatch) = (nil, nil, nil)
    }

    /// Has the agent look again when somebody sets the clock or the time zone; without that it looks when something is due.
    private func watchClock() {
        let agent = agent
        clockWatch = try? ClockWatch { Task { await agent.clockChanged() } }
        zoneWatch = ChangeWatch(of: ["/etc/localtime"]) { Task { await agent.clockChanged() } }
    }

    private func reload() async {
        let (settings, found) = ConfigurationReader.lenient(file: file, lastGood: current)
        let pending = waiting(settings)
        let all = found + pending
        guard settings != current || all != problems else { return }
        if found.isEmpty { await agent.change { $0.knowsHooks = true } }
        for problem in all where !problems.contains(problem) { log.write("configuration: \(problem)") }
        if settings != current {
            await apply(settings)
            log.write("configuration: read again")
        }
        current = settings
        problems = all
        await host.configure(idleExit: settings.agent.idleExit, problems: all, pending: pending)
    }

    private func apply(_ settings: Settings) async {
        await notifier?.configure(isOn: settings.agent.notifies)
        let old = current
        await agent.change { agent in
            agent.limits.tasks = settings.downloads.maximumConcurrent
            agent.limits.connectionsPerHost = settings.downloads.maximumConnectionsPerHost
            agent.keepsPartials = settings.agent.keepsPartials
            agent.conditions = settings.conditions.policy
            agent.schedule = Schedule(settings.schedule)
            agent.alternativeRateLimit = settings.downloads.alternativeRateLimit
            agent.rules = settings.rules
            agent.groups = settings.groups
            agent.hooks = settings.hooks
            // What was set by a key or a command stays, unless the file says another thing than before.
            if settings.downloads.rateLimit != old.downloads.rateLimit {
                agent.rateLimit = settings.downloads.rateLimit.flatMap { $0 > 0 ? $0 : nil }
            }
            if settings.naming != old.naming { agent.template = settings.naming }
        }
    }

    /// What the file says and only another start will do.
    private func waiting(_ settings: Settings) -> [String] {
        var lines: [String] = []
        func note(_ key: String, _ isChanged: Bool) {
            guard isChanged else { return }
            lines.append("\(file): \(key) is taken over when the agent starts again: haul agent stop, then haul agent start")
        }
        note("documents.directory", settings.documents.directory(home: home) != fixed.documents.directory(home: home))
        note("publish.origin_query", settings.publish.keepsOriginQuery != fixed.publish.keepsOriginQuery)
        return lines
    }
}
