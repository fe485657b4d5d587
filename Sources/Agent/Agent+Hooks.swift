public import DownloadCore

extension Agent {
    /// Writes down which hooks are to be run for what this turn tells: they are stored with what they are told of.
    ///
    /// So a hook for the end of a task is run at least once, whatever happens to this process; after a crash it may be run once more.
    func decideHooks(for events: [Event], now: Now, in turn: inout Turn) {
        guard hookRunner != nil else { return }
        for event in events {
            guard let id = event.task, let occasion = Hook.Occasion(event.kind) else { continue }
            let record = machines[id]?.record
            var commands = settings.hooks.filter { $0.fits(occasion, of: event.session) }
            if occasion == .finished, let command = record?.request.onFinish { commands.append(Hook([.finished], command: command)) }
            guard !commands.isEmpty, let facts = HookFacts(event, of: record, session: event.session?.text ?? settings.session) else {
                continue
            }
            add(commands, facts, key: "\(event.sequence)", in: &turn)
        }
        let hasWork = hasTasksToDo
        defer { hooks.hadWork = hasWork }
        guard hooks.hadWork, !hasWork, !isStopping else { return }
        // A pause of the last one is no end.
        guard events.contains(where: { Hook.Occasion($0.kind)?.isKept ?? false }) else { return }
        let commands = settings.hooks.filter { $0.occasions.contains(.allDone) }
        guard !commands.isEmpty else { return }
        add(commands, HookFacts(.allDone, session: settings.session, time: now.wall), key: "\(sequence)-all", in: &turn)
    }

    private func add(_ commands: [Hook], _ facts: HookFacts, key: String, in turn: inout Turn) {
        for (number, hook) in commands.enumerated() {
            // As long as the number: then the order of texts is that of the numbers.
            let padded = String(repeating: "0", count: max(0, 24 - key.utf8.count)) + key
            let order = HookOrder(key: "\(padded)-\(number)", command: hook.command, timeout: hook.timeout, facts: facts)
            hooks.waiting.append(order)
            guard facts.event.isKept else { continue }
            turn.change.hooks.append(order)
            turn.durability = .full
        }
    }

    /// Begins the runs for which there is room; called after what they tell of is stored.
    func runHooks() {
        guard let hookRunner, !isStopping else { return }
        while hooks.running < HookDesk.most, !hooks.waiting.isEmpty {
            let order = hooks.waiting.removeFirst()
            hooks.running += 1
            Task {
                let ending = await hookRunner.run(order)
                submit(.hookEnded(order, ending))
            }
        }
    }

    func noteEnd(of order: HookOrder, _ ending: HookEnding, in turn: inout Turn) {
        hooks.running -= 1
        if order.facts.event.isKept { turn.change.endedHooks.append(order.key) }
        if case .failed(let why) = ending {
            let what = order.facts.id.map { "task \($0)" } ?? "all tasks"
            warn("the hook \(order.command.first ?? "") for \(order.facts.event.rawValue) of \(what) \(why)", in: &turn)
        }
        guard hooks.isIdle else { return }
        let waiters = hooks.waiters
        hooks.waiters = []
        turn.replies.append { for waiter in waiters { waiter.resume() } }
    }

    /// Takes up the runs that an earlier agent left.
    public func adoptHooks() async throws(Failure) {
        guard hookRunner != nil else { return }
        for var order in try await store.dueHooks() {
            order.isRepeated = true
            hooks.waiting.append(order)
        }
        submit(.timer)
    }

    /// Returns when no hook runs and none is to come.
    public func hooksEnded() async {
        // What has just ended may not have come to its hooks yet.
        await withCheckedContinuation { submit(.remove([], $0)) }
        guard !hooks.isIdle else { return }
        await withCheckedContinuation { hooks.waiters.append($0) }
    }
}
