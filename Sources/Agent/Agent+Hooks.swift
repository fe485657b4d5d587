public import DownloadCore

extension Agent {
    /// Writes down which hooks are to be run for what this turn tells: they are stored with what they are told of.
    ///
    /// So a hook for the end of a task is run at least once, whatever happens to this process; one that had begun is run once more.
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
            let order = HookOrder(
                key: "\(padded)-\(number)",
                command: hook.command,
                timeout: hook.timeout,
                facts: facts,
                isConfigured: settings.hooks.contains(hook)
            )
            hooks.waiting.append(order)
            guard facts.event.isKept else { continue }
            turn.change.hooks.append(order)
            turn.durability = .full
        }
    }

    /// Begins the runs for which there is room; called after what they tell of is stored.
    func runHooks() {
        guard let hookRunner, !isStopping, hooks.left == 0 else { return }
        while hooks.running.count < HookDesk.most, !hooks.waiting.isEmpty {
            let order = hooks.waiting.removeFirst()
            // What the file says is not known while it can't be read: then what was wanted once is.
            let wanted = settings.knowsHooks ? order.wanted(by: settings.hooks) : order
            hooks.running[order.key] = Task {
                guard let wanted else { return submit(.hookEnded(order, .unwanted)) }
                let ending = await hookRunner.run(wanted) { run in await self.noteBegin(of: wanted, run) }
                submit(.hookEnded(order, ending))
            }
        }
    }

    /// Stores in which process a hook is about to begin; the answer is whether it may.
    private func noteBegin(of order: HookOrder, _ run: HookRun) async -> Bool {
        guard !isStopping else { return false }
        var begun = order
        begun.run = run
        await withCheckedContinuation { submit(.hookBegan(begun, $0)) }
        return !isStopping
    }

    func noteEnd(of order: HookOrder, _ ending: HookEnding, in turn: inout Turn) {
        hooks.running[order.key] = nil
        let (program, event, task) = (order.command.first ?? "", order.facts.event, order.facts.id)
        switch ending {
        case .done: break
        case .interrupted:
            // The next agent runs it again, and knows by the row that it had begun.
            if event.isKept { return tellIdle(in: &turn) }
        case .failed(let why): warn("the hook \(program) for \(event.rawValue) \(why)", of: task, in: &turn)
        case .unwanted:
            let why = "is not run: the configuration does not name it any more"
            warn("the hook \(program) for \(event.rawValue) \(why)", of: task, in: &turn)
        }
        turn.change.endedHooks.append(order.key)
        tellIdle(in: &turn)
    }

    private func tellIdle(in turn: inout Turn) {
        guard hooks.isIdle else { return }
        let waiters = hooks.waiters
        hooks.waiters = []
        turn.replies.append { for waiter in waiters { waiter.resume() } }
    }

    /// Takes up the runs that an earlier agent left; those that it had begun are ended first, and those of them that are kept are run again.
    public func adoptHooks() async throws(Failure) {
        guard let hookRunner else { return }
        for order in try await store.dueHooks() {
            guard let run = order.run else {
                hooks.waiting.append(order)
                // Rows of versions that did not say whether it had begun.
                if order.isConfigured == nil { hooks.waiting[hooks.waiting.count - 1].isRepeated = true }
                continue
            }
            hooks.left += 1
            Task {
                await hookRunner.endLeft(run, of: order)
                submit(.hookLeft(order))
            }
        }
        submit(.timer)
    }

    /// What an earlier agent had begun runs no longer.
    func noteLeft(_ order: HookOrder, in turn: inout Turn) {
        hooks.left -= 1
        guard order.facts.event.isKept else {
            turn.change.endedHooks.append(order.key)
            return tellIdle(in: &turn)
        }
        var order = order
        (order.run, order.isRepeated) = (nil, true)
        hooks.put(order)
    }

    /// Ends all that run, for an agent that stops.
    func endHooks() async {
        let running = Array(hooks.running.values)
        for task in running { task.cancel() }
        for task in running { await task.value }
        // What has not begun does not begin any more.
        let waiters = hooks.waiters
        hooks.waiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when no hook runs and none is to come, or when the agent has stopped.
    public func hooksEnded() async {
        // What has just ended may not have come to its hooks yet.
        await withCheckedContinuation { submit(.remove([], $0)) }
        guard !hooks.isIdle, !isStopping else { return }
        await withCheckedContinuation { hooks.waiters.append($0) }
    }
}
