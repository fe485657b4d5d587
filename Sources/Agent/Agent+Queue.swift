internal import DownloadCore

extension Agent {
    /// Puts a task where its new state belongs: into the queue, among the active ones, or nowhere.
    func requeue(_ id: TaskID) {
        guard let machine = machines[id] else { return }
        let state = machine.record.state
        if state.isActive { active.insert(id) } else if active.remove(id) != nil, state.kind != .finished { leaving.insert(id) }
        noteOccupant(machine)
        if machine.isDiskWaiter { diskWaiters.insert(id) } else { diskWaiters.remove(id) }
        if state.kind != .running {
            meters[id] = nil
            noteLesson(of: machine)
        }
        if active.isEmpty { outlook.lastTick = nil }
        if state.isEnded || state == .paused || state == .queued { wakes[id] = nil }
        // Whatever starts again opens it again; held open it would keep a folder that has gone in use.
        if !state.isActive { files[id] = nil }
        deadlines[id] = state == .publishing || state == .verifying ? nil : machine.deadline
        noteMover(machine.record)
        noteTimetable(machine.record)
        guard state == .queued else {
            urgent.remove(id)
            waiting.remove(id)
            outlook.held[id] = nil
            return
        }
        outlook.fresh.insert(id)
        waiting.insert(candidate(machine))
    }

    /// A task as the queue sees it.
    func candidate(_ machine: TaskStateMachine) -> Queue.Candidate {
        var candidate = Queue.Candidate(
            id: machine.id,
            priority: machine.record.request.priority,
            order: machine.record.order,
            origin: machine.origin
        )
        candidate.isUrgent = urgent.contains(machine.id)
        candidate.share = machine.share
        candidate.session = machine.record.session
        candidate.group = machine.record.request.group
        return candidate
    }

    /// What may run at one time.
    var limits: Queue.Limits {
        var limits = descriptors.map { Queue.limits(settings.limits, descriptors: $0) } ?? settings.limits
        for group in settings.groups { limits.groups[group.name] = group.maximumConcurrent }
        return limits
    }

    /// Keeps account of what a task takes of the caps: all that runs is counted before each start, and to look at whole machines takes long.
    func noteOccupant(_ id: TaskID) {
        guard active.contains(id), let machine = machines[id] else { return }
        noteOccupant(machine)
    }

    private func noteOccupant(_ machine: TaskStateMachine) {
        occupants[machine.id] = machine.record.state.isActive ? Occupant(machine, after: occupants[machine.id]) : nil
    }

    /// Connections of each session to each host, where a session has a limit of its own.
    func connectionsByShare() -> [Queue.Candidate.ShareKey: Int] { load().shares }

    /// Connections of each origin now; a task that is about to connect counts as one.
    func connectionsByOrigin() -> [String: Int] { load().connections }

    func caps(now: Instant) -> [String: Int] {
        hostCaps = hostCaps.filter { $0.value.until > now }
        return hostCaps.mapValues(\.cap)
    }

    /// Starts what the queue lets run.
    func admit(now: Now, in turn: inout Turn) {
        guard !isStopping, !isAdopting, let first = waiting.first else { return }
        let limits = limits
        hostPauses = hostPauses.filter { $0.value > now.instant }
        if first.priority == .high, active.count >= limits.tasks { displace(limits, now: now, in: &turn) }
        guard active.count < limits.tasks || first.isUrgent else { return }
        for id in admissible(limits, now: now) {
            turns.took(machines[id]?.record.session)
            let lesson = machines[id].flatMap { lessons.lesson(of: $0.origin, at: now.instant) }
            machines[id]?.lesson = lesson
            handle(.start, of: id, now: now, in: &turn)
        }
    }

    /// The tasks that may start now; apart, so that nothing holds the list while those that start are taken from it, which would copy it.
    private func admissible(_ limits: Queue.Limits, now: Now) -> [TaskID] {
        Queue.admit(
            // While the schedule lets nothing else run, the others need not be passed over one by one.
            waiting: timetable.present.mayRun ? waiting : WaitingList(timetable.hurried.compactMap { waiting[$0] }),
            load: load(),
            turns: turns,
            caps: caps(now: now.instant),
            limits: limits,
            where: isReady
        ).start
    }

    /// Whether a task that waits could run now, as far as its caps go.
    ///
    /// A disk that is full for one is full for all: they wait for those that look whether it is so still, and are not told one by one.
    func isReady(_ candidate: Queue.Candidate) -> Bool {
        hostPauses[candidate.origin] == nil && isOpen(to: candidate)
            && (diskWaiters.isEmpty || diskWaiters.contains(candidate.id) || candidate.isUrgent)
    }

    /// What runs now.
    func load() -> Queue.Load {
        var load = Queue.Load()
        for occupant in occupants.values { occupant.count(in: &load) }
        return load
    }

    /// What tasks that wait are told of what keeps them.
    func standing(now: Now) -> Queue.Standing? {
        guard !waiting.isEmpty else { return nil }
        var standing = Queue.Standing(load: load(), limits: limits)
        standing.caps = hostCaps.filter { $0.value.until > now.instant }.mapValues(\.cap)
        standing.pauses = hostPauses.filter { $0.value > now.instant }.mapValues { now.wall.advanced(by: $0.since(now.instant)) }
        for running in active.lazy.compactMap({ self.machines[$0].map(self.candidate) }) {
            let last = standing.last[running.priority]
            if last.map({ Queue.precedes($0, running) }) ?? true { standing.last[running.priority] = running }
        }
        standing.diskReason = diskWaiters.lazy.compactMap { self.machines[$0]?.diskReason }.first
        standing.diskDetail = diskWaiters.lazy.compactMap { self.machines[$0]?.diskDetail }.first
        standing.diskWaiters = diskWaiters
        return standing
    }

    /// Stops tasks of low priority whose places others of high priority are to have.
    private func displace(_ limits: Queue.Limits, now: Now, in turn: inout Turn) {
        let running = active.compactMap { id -> Queue.Runner? in
            guard let machine = machines[id], machine.record.state == .running, machine.record.request.priority == .low else { return nil }
            return Queue.Runner(
                id: id,
                priority: .low,
                origin: machine.origin,
                group: machine.record.request.group,
                connections: machine.connectionCount,
                isResumable: machine.record.isResumable == true,
                age: machine.runningTime(at: now.instant),
                remaining: meters[id]?.remaining(machine.record.plan.total.map { $0 - machine.record.plan.written }, at: now.instant)
            )
        }
        guard !running.isEmpty else { return }
        let caps = caps(now: now.instant)
        let stopped = Queue.displace(waiting: waiting, running: running, load: load(), caps: caps, limits: limits, where: isReady)
        for id in stopped { handle(.hold(Wait(reason: .queue)), of: id, now: now, in: &turn) }
    }

    /// Stops what runs beyond the cap that its group has now; the last in the order of the queue first, and only what can go on later.
    func holdSurplus(now: Now, in turn: inout Turn) {
        guard timetable.areGroupsNew else { return }
        timetable.areGroupsNew = false
        for group in settings.groups {
            guard let cap = group.maximumConcurrent else { continue }
            let own = active.compactMap { id in machines[id].flatMap { $0.record.request.group == group.name ? candidate($0) : nil } }
            for surplus in own.sorted(by: Queue.precedes).dropFirst(cap) {
                let record = machines[surplus.id]?.record
                guard record?.state == .connecting || record?.isResumable == true, record?.isHurried == false else { continue }
                handle(.hold(Wait(reason: .queue)), of: surplus.id, now: now, in: &turn)
            }
        }
    }

    /// Looks at what runs: rates, progress, further connections, syncs.
    func measure(now: Now, in turn: inout Turn) {
        guard !active.isEmpty else { return }
        noteTick(now: now, in: &turn)
        let running = active.filter { machines[$0]?.record.state == .running }.sorted()
        touched.formUnion(running)
        var used = connectionsByOrigin()
        var shared = connectionsByShare()
        let caps = caps(now: now.instant)
        let free = max(0, limits.tasks - active.count)
        let total = running.reduce(0) { $0 + (meters[$1]?.rate(at: now.instant) ?? 0) }
        for id in running {
            guard let machine = machines[id] else { continue }
            let written = machine.record.plan.written
            let before = counted.updateValue(written, forKey: id) ?? written
            meters[id, default: SpeedMeter()].add(written - before, at: now.instant)
            let origin = machine.origin
            let held = waiting.lazy.filter { $0.origin == origin }.prefix(free).count
            let own = machine.connectionCount
            let cap = min(settings.limits.connectionsPerHost, caps[origin] ?? .max)
            var taskLimit = machine.record.request.maximumConnections
            if let share = machine.share {
                taskLimit = max(1, min(taskLimit, own + share.limit - shared[share.key(origin), default: 0]))
            }
            let left = limits.connections - used.values.reduce(0, +)
            let allowance = Queue.allowance(
                own: own,
                ofOrigin: used[origin] ?? 0,
                waitingForOrigin: held,
                cap: cap,
                taskLimit: min(taskLimit, max(1, own + left))
            )
            let isHeld = isHeld(machine.record, total: total, now: now)
            handle(.tick(allowance: allowance, isHeld: isHeld), of: id, now: now, in: &turn)
            let added = (machines[id]?.connectionCount ?? own) - own
            used[origin, default: 0] += added
            if let share = machine.share { shared[share.key(origin), default: 0] += added }
            turn.actions.append((id, .tell(.progress(progress(of: id, now: now)))))
        }
        if !running.isEmpty, now.instant.since(lastLook) >= Self.lookInterval {
            lastLook = now.instant
            lookForFolder(running)
        }
        if now.instant.since(lastSync) >= Self.syncInterval {
            lastSync = now.instant
            for id in running { sync(id) }
        }
    }

    /// Whether a limit of ours, and not its server, decides how fast a task is.
    private func isHeld(_ record: TaskRecord, total: Double, now: Now) -> Bool {
        func isNear(_ rate: Double, _ limit: Int64?) -> Bool { limit.map { rate > Double($0) / 2 } ?? false }
        let own = meters[record.id]?.rate(at: now.instant) ?? 0
        return isNear(total, presentLimit) || isNear(own, record.request.rateLimit) || timetable.limited.contains(record.id)
    }

    /// Has those that write into a folder that has gone hear of it now, and not with their last byte.
    private func lookForFolder(_ running: [TaskID]) {
        let attempts = running.compactMap { id in machines[id].map { (id, $0.record.attempt) } }
        Task {
            do throws(Failure) {
                try await publisher.checkDirectory()
            } catch {
                // Of any other trouble the next write tells.
                guard error.isDirectoryMissing == true else { return }
                for (id, attempt) in attempts { submit(.report(id, .partLost(attempt: attempt, error), nil)) }
            }
        }
    }

    private func progress(of id: TaskID, now: Now) -> Event.Progress {
        let plan = machines[id]?.record.plan
        let written = plan?.written ?? 0
        return Event.Progress(
            done: written,
            total: plan?.total,
            speed: meters[id]?.rate(at: now.instant) ?? 0,
            remaining: meters[id]?.remaining(plan?.total.map { $0 - written }, at: now.instant),
            connections: machines[id]?.connectionCount ?? 0
        )
    }

    /// Keeps what a task has learned of its host; behind a limit of ours, connections say nothing of it.
    private func noteLesson(of machine: TaskStateMachine) {
        guard let lesson = machine.learned, presentLimit == nil, machine.record.request.rateLimit == nil else { return }
        lessons.note(lesson, of: machine.origin, at: clocks.now().instant)
    }

    /// What a server's refusal means for all tasks of its host.
    func learn(from decision: ReplyDecision, of id: TaskID, now: Instant) {
        guard case .failure(let failure) = decision, let origin = machines[id]?.origin else { return }
        if let wait = failure.retryAfter {
            hostPauses[origin] = max(hostPauses[origin] ?? now, now.advanced(by: wait))
        }
        guard failure.httpStatus == 429 || failure.httpStatus == 503 || failure.httpStatus == 403 else { return }
        let used = connectionsByOrigin()[origin] ?? 1
        if used > 1 { hostCaps[origin] = (max(1, used - 1), now.advanced(by: ConnectionRamp.refusalPause)) }
    }

    // MARK: - Time

    /// Arranges that `timer` comes when the next thing is due, and not before; when nothing is due, nothing wakes up.
    func scheduleTimer() {
        let now = clocks.now().instant
        var due = wakes.values.min()
        if let deadline = deadlines.values.min() { due = min(due ?? deadline, deadline) }
        if let chore = nextChore { due = min(due ?? chore, chore) }
        if let look = outlook.nextLook { due = min(due ?? look, look) }
        if let change = timetable.due { due = min(due ?? change, change) }
        if !waiting.isEmpty, let pause = hostPauses.values.min() { due = min(due ?? pause, pause) }
        if let heldSince {
            let commit = heldSince.advanced(by: Self.eventPatience)
            due = min(due ?? commit, commit)
        }
        if !progressed.isEmpty || active.contains(where: { machines[$0]?.record.state == .running }) {
            let next = now.advanced(by: Self.tick)
            due = min(due ?? next, next)
        }
        guard let due else {
            timer?.cancel()
            timerDue = nil
            return
        }
        if let timerDue, timerDue <= due, timer != nil { return }
        timer?.cancel()
        timerDue = due
        timer = Task { [weak self] in
            let wait = due.since(now)
            if wait > .zero {
                do { try await Task.sleep(for: wait) } catch { return }
            }
            await self?.timerFired(due)
        }
    }

    private func timerFired(_ due: Instant) {
        guard timerDue == due else { return }
        timer = nil
        submit(.timer)
    }
}
