public import DownloadCore

/// What an agent knows of the world, and what this keeps from running.
struct Outlook {
    var conditions = Conditions()

    /// Tasks of the queue that may not run now, and why: the world's doing, which is looked at again after every start and so is not stored.
    var held: [TaskID: Wait] = [:]

    /// Tasks that have come into the queue since it was last looked at, or have another place in it.
    var fresh: Set<TaskID> = []

    /// When the held ones want to be looked at again, though nothing is told.
    var nextLook: Instant?
    var loadRead: Instant?

    /// When running tasks were last looked at; nil while none runs.
    var lastTick: Instant?
    var listener: Task<Void, Never>?
}

extension Agent {
    /// The load is an average over a minute: it is not read more often than this, and only while a task depends on it.
    private static let loadInterval = Duration.seconds(15)

    /// A wall clock may be set: what waits for a time of it is looked at again at least so often.
    private static let longestLook = Duration.seconds(3_600)

    /// A machine that is only busy does not let a tick wait for so long.
    private static let longestTick = Duration.seconds(30)

    /// What is known of power, network, sleep and load now, with what a person has set about them.
    public var conditions: Conditions { settings.conditions.applied(to: outlook.conditions) }

    private var rule: ConditionRule { ConditionRule(outlook.conditions, policy: settings.conditions) }

    /// Hears of the present conditions, before the first task starts, and of all changes.
    func watchConditions() async {
        guard let port = watcher else { return }
        outlook.conditions = await port.current()
        outlook.listener = Task { [weak self] in
            for await conditions in port.changes { await self?.submit(.conditions(conditions)) }
        }
    }

    /// Acts on what has changed in the world.
    func take(_ conditions: Conditions, now: Now, in turn: inout Turn) {
        let before = outlook.conditions
        outlook.conditions = conditions
        outlook.conditions.load = before.load
        review(now: now, in: &turn)
        if conditions.breaksConnections(of: before) { reconnect(now: now, in: &turn) }
        if conditions.isBetter(than: before) { tryAgain(now: now, in: &turn) }
        if conditions.isGoingToSleep, !before.isGoingToSleep { turn.chores.append(.readyForSleep) }
    }

    /// Lets what runs ask again, where that costs no more than a request.
    private func reconnect(now: Now, in turn: inout Turn) {
        for id in active.sorted() {
            guard let subject = machines[id]?.conditionSubject, !subject.isLocal, !subject.losesBytes else { continue }
            handle(.interrupt, of: id, now: now, in: &turn)
        }
    }

    /// Lets what failed for want of a network try again; all that waits by itself has a time to wake up at.
    private func tryAgain(now: Now, in turn: inout Turn) {
        for id in wakes.keys.sorted() { handle(.online, of: id, now: now, in: &turn) }
    }

    /// Notes that time passes for running tasks, four times a second: after a long gap the machine has slept, told or not, and connections may hang.
    func noteTick(now: Now, in turn: inout Turn) {
        defer { outlook.lastTick = now.instant }
        guard let last = outlook.lastTick, now.instant.since(last) > Self.longestTick else { return }
        reconnect(now: now, in: &turn)
        tryAgain(now: now, in: &turn)
    }

    /// Looks at all that runs or wants to run: stops what may not, and lets go on what may.
    func review(now: Now, in turn: inout Turn) {
        outlook.nextLook = nil
        readLoad(now: now.instant)
        for id in active.sorted() {
            guard let subject = machines[id]?.conditionSubject else { continue }
            if rule.hold(subject, now: now.wall) != nil { handle(.interrupt, of: id, now: now, in: &turn) }
            noteLoad(subject, now: now)
        }
        let rule = rule
        var freed: [Queue.Candidate] = []
        for (id, wait) in outlook.held {
            guard let machine = machines[id] else { continue }
            let found = rule.hold(machine.conditionSubject, now: now.wall)
            if found == nil { freed.append(candidate(machine)) }
            if found != wait { touched.insert(id) }
            outlook.held[id] = found
            if let found { noteLook(found, now: now) }
        }
        // In their order, so that most go to the end of the list.
        for candidate in freed.sorted(by: Queue.precedes) { waiting.insert(candidate) }
        let fresh = outlook.fresh
        let stopped = waiting.removeAll { candidate in
            // Those that have just been stopped are told of, one by one.
            guard !fresh.contains(candidate.id), let machine = self.machines[candidate.id] else { return false }
            return rule.hold(machine.conditionSubject, now: now.wall) != nil
        }
        for id in stopped {
            guard let machine = machines[id], let wait = rule.hold(machine.conditionSubject, now: now.wall) else { continue }
            outlook.held[id] = wait
            touched.insert(id)
            noteLook(wait, now: now)
        }
    }

    /// Looks at those that have just come into the queue; each that has to wait is told of.
    func holdBack(now: Now, in turn: inout Turn) {
        guard !outlook.fresh.isEmpty else { return }
        let fresh = outlook.fresh
        outlook.fresh.removeAll()
        if fresh.contains(where: { machines[$0]?.record.request.isDiscretionary == true }) { readLoad(now: now.instant) }
        let rule = rule
        var stopped: Set<TaskID> = []
        for id in fresh.sorted() {
            guard let machine = machines[id], machine.record.state == .queued else { continue }
            let subject = machine.conditionSubject
            noteLoad(subject, now: now)
            let before = outlook.held.removeValue(forKey: id)
            guard let wait = rule.hold(subject, now: now.wall) else { continue }
            outlook.held[id] = wait
            stopped.insert(id)
            noteLook(wait, now: now)
            if before != wait { turn.actions.append((id, .tell(.waiting(wait)))) }
        }
        if !stopped.isEmpty { _ = waiting.removeAll { stopped.contains($0.id) } }
    }

    // MARK: - Looking again

    private func noteLook(_ wait: Wait, now: Now) {
        guard let until = wait.until else {
            if wait.reason == .load { look(again: Self.loadInterval, now: now.instant) }
            return
        }
        look(again: min(max(until.since(now.wall), .milliseconds(1)), Self.longestLook), now: now.instant)
    }

    private func noteLoad(_ subject: ConditionRule.Subject, now: Now) {
        guard watcher != nil, rule.dependsOnLoad(subject, now: now.wall) else { return }
        look(again: Self.loadInterval, now: now.instant)
    }

    private func look(again delay: Duration, now: Instant) {
        let due = now.advanced(by: delay)
        outlook.nextLook = min(outlook.nextLook ?? due, due)
    }

    private func readLoad(now: Instant) {
        guard let watcher, outlook.loadRead.map({ now.since($0) >= Self.loadInterval }) ?? true else { return }
        let depends = machines.contains { $0.record.request.isDiscretionary && !$0.record.state.isEnded }
        guard depends else { return }
        outlook.loadRead = now
        outlook.conditions.load = watcher.load()
    }
}
