public import DownloadCore

extension Agent {
    /// The clock on the wall was set, or the time zone is another one: what waits for a time is looked at again.
    public func clockChanged() {
        timetable.isStale = true
        outlook.nextLook = clocks.now().instant
        submit(.timer)
    }

    /// Switches the alternative limit on or off.
    public func setAlternativeLimit(_ isOn: Bool) async {
        timetable.isAlternative = isOn
        await setRateLimits()
        for id in followers.keys { followers[id]?.bell.yield() }
    }

    /// What the schedule says of the limit of all tasks together.
    public var scheduledLimit: Schedule.Limit { timetable.present.limit }

    public var isLimitAlternative: Bool { timetable.isAlternative }

    /// The limit of all tasks together that holds now.
    var presentLimit: Int64? {
        if timetable.isAlternative { return settings.alternativeRateLimit }
        if let limit = timetable.limitByHand { return limit.rate }
        if case .rate(let rate) = timetable.present.limit { return rate }
        return settings.rateLimit
    }

    /// Where that comes from.
    public var limitSource: LimitSource {
        if timetable.isAlternative { return .alternative }
        if timetable.limitByHand != nil { return .hand }
        if case .rate = timetable.present.limit, let window = timetable.limitWindow { return .schedule(window) }
        return .configuration
    }

    // MARK: - Windows

    /// Looks at the schedule when something may have changed, and stops what may not run any longer.
    func followTimetable(now: Now, in turn: inout Turn) {
        defer {
            if timetable.isLimitDropped { turn.change.forgetsLimit = true }
            timetable.isLimitDropped = false
        }
        guard timetable.isStale || timetable.due.map({ $0 <= now.instant }) ?? false else { return }
        timetable.isStale = false
        let place = settings.schedule.windows.isEmpty ? .utc : zone(now.wall)
        let before = timetable
        timetable.present = settings.schedule.state(at: now.wall, in: place)
        timetable.limitWindow = settings.schedule.limitingWindow(at: now.wall, in: place)
        timetable.reopens = timetable.present.mayRun ? nil : settings.schedule.nextStart(from: now.wall, in: place)
        timetable.due = settings.schedule.nextChange(after: now.wall, in: place).map { next in
            now.instant.advanced(by: max(next.since(now.wall), Timetable.shortest))
        }
        guard timetable.present != before.present || timetable.reopens != before.reopens else { return }
        if timetable.present.limit != before.present.limit {
            timetable.dropLimitByHand()
            timetable.isShareStale = true
        }
        // Whether those that wait for their turn are shown as waiting for the schedule.
        touched.formUnion(waiting.lazy.map(\.id))
        guard !timetable.present.mayRun else { return }
        let wait = Wait(reason: .schedule, until: timetable.reopens)
        for id in active.sorted() where machines[id]?.record.isHurried == false {
            handle(.hold(wait), of: id, now: now, in: &turn)
        }
    }

    /// Whether the schedule lets a task that waits run now.
    func isOpen(to candidate: Queue.Candidate) -> Bool {
        timetable.present.mayRun || timetable.hurried.contains(candidate.id)
    }

    /// Notes what a task in its new state means for limits and windows.
    func noteTimetable(_ record: TaskRecord) {
        if record.isHurried, record.state == .queued { timetable.hurried.insert(record.id) } else { timetable.hurried.remove(record.id) }
        guard let group = record.request.group else { return }
        let isLimited = record.state.isActive && settings.groups.contains { $0.name == group && $0.rateLimit != nil }
        let isChanged = isLimited ? timetable.limited.insert(record.id).inserted : timetable.limited.remove(record.id) != nil
        if isChanged { timetable.isShareStale = true }
    }

    /// What a task that waits for its turn really waits for; nil when it is its turn.
    func scheduledWait(of record: TaskRecord) -> Wait? {
        guard !timetable.present.mayRun, record.state == .queued, !record.isHurried else { return nil }
        return Wait(reason: .schedule, until: timetable.reopens)
    }

    /// The state that is told of a task.
    func shownState(of record: TaskRecord) -> TaskState {
        if record.state == .queued, let wait = outlook.held[record.id] { return .waiting(wait) }
        return scheduledWait(of: record).map(TaskState.waiting) ?? record.state
    }
}
