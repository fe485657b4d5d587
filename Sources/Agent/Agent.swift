public import DownloadCore

/// The owner of every task: feeds the state machines, stores what they say, and carries out what they want.
///
/// Everything comes in through one queue. Each turn takes all that waits there, lets the machines decide, commits their new states
/// together with their lifecycle events in one transaction, and only then acts and tells. So the order of inputs is the order of
/// rows, actions and events, and many small files share one commit.
public actor Agent {
    /// How this agent works; can be changed while it runs.
    public struct Settings: Sendable, Hashable {
        public var limits: Queue.Limits
        public var rateLimit: Int64?
        public var session: String

        /// The name template of tasks that bring none of their own; nil for the documents directory's.
        public var template: String?

        /// How long the partial files of tasks that have ended are kept; nil for ever.
        public var keepsPartials: Duration?

        /// What a person has set about power, network and load.
        public var conditions = ConditionPolicy()
        /// When tasks may run, and how fast.
        public var schedule = Schedule()

        /// Bytes a second over all tasks while the alternative limit is on; nil for no limit.
        public var alternativeRateLimit: Int64?

        /// Where finished files go, and how they are named there.
        public var rules: [PublishRule] = []
        public var hooks: [Hook] = []

        /// Whether that is what the configuration says, and not what holds while it has mistakes.
        public var knowsHooks = true
        public var groups: [DownloadGroup] = []

        public init(limits: Queue.Limits, rateLimit: Int64? = nil, session: String, template: String? = nil) {
            self.limits = limits
            self.rateLimit = rateLimit
            self.session = session
            self.template = template
        }
    }

    /// Progress is looked at and told this often while a task runs.
    static let tick = Duration.milliseconds(250)

    /// Offsets of running tasks are stored this often: a kill loses no more than what came since.
    static let saveInterval = Duration.milliseconds(700)

    /// An event that tells of nothing a crash needs waits so long for a commit that there is for another reason.
    static let eventPatience = Duration.milliseconds(50)

    /// The documents folder is looked for this often while tasks write into it.
    static let lookInterval = Duration.seconds(3)

    /// Part files of running tasks are synced this often.
    static let syncInterval = Duration.seconds(20)

    let store: any TaskStore
    let transport: any Transport
    let publisher: any Publisher
    let clocks: any Clocks
    let bootID: String
    let storeID: String

    /// How many descriptors tasks may have; nil where that is no concern.
    let descriptors: Int?
    let reports: ReportChannel
    let publish: @Sendable ([Event]) -> Void

    /// The clock on the wall of this place, around a moment.
    let zone: @Sendable (WallTime) -> LocalZone
    var timetable = Timetable()
    var listener: Task<Void, Never>?

    var settings: Settings
    var machines = BoxedDictionary<TaskID, TaskStateMachine>()

    /// All numbers in their order; nil until somebody asks for them again.
    var idsInOrder: [TaskID]?
    var meters: [TaskID: SpeedMeter] = [:]
    var counted: [TaskID: Int64] = [:]
    var files: [TaskID: any PartFile] = [:]

    /// Tasks that want to run, in the order of the queue.
    var waiting = WaitingList()
    var turns = Queue.Turns()
    var active: Set<TaskID> = []

    /// What each of the active tasks takes of the caps.
    var occupants: [TaskID: Occupant] = [:]

    /// Tasks whose rows are older than they are.
    var progressed: Set<TaskID> = []

    /// Tasks that have just stopped: what their part files are now is noted, to see later whether somebody changed them.
    var leaving: Set<TaskID> = []

    /// Tasks that found the whole disk full, or the documents folder gone: while there are any, no others begin.
    var diskWaiters: Set<TaskID> = []
    var wakes: [TaskID: Instant] = [:]

    /// When tasks run out of the time that they have as a whole.
    var deadlines: [TaskID: Instant] = [:]

    /// Tasks that a person wants to run at once.
    var urgent: Set<TaskID> = []

    // MARK: Conditions

    let watcher: (any ConditionsPort)?
    var outlook = Outlook()

    // MARK: Sessions of programs

    let launcher: (any Launcher)?
    let hookRunner: (any HookRunner)?
    var hooks = HookDesk()
    let sessionsChanged: @Sendable (Set<SessionIdentifier>) -> Void
    var sessions: [SessionIdentifier: SessionRecord] = [:]

    /// Tasks of each session that can go on by themselves.
    var movers: [SessionIdentifier: Set<TaskID>] = [:]

    /// What each call that added tasks was marked with, so that it can be repeated.
    var tokens: [String: [TaskID]] = [:]
    var staged: [TaskID: StagedFile] = [:]
    var kept: [TaskID: KeptPart] = [:]

    /// Tasks that are being cancelled for their resume data, and those as the journal has them.
    var producing: [TaskID: ResumeTicket?] = [:]

    /// When sessions, staged files or partial files want to be looked at again.
    var nextChore: Instant?

    /// Ended tasks of the agent's own session, the oldest first: only so many stay in memory.
    var endedOwn: [TaskID] = []

    /// Journal entries and the like that the store would not take: they go with the next change.
    var unsaved = StoreChange()

    /// Hosts that asked to be left alone for a while, those that allow fewer connections than we would make, and how many were of use.
    var hostPauses: [String: Instant] = [:]
    var lessons = HostLessons()
    var hostCaps: [String: (cap: Int, until: Instant)] = [:]

    /// Those who follow the list, and the tasks that this turn has changed for them.
    var followers: [Int: Follower] = [:]
    var touched: Set<TaskID> = []

    /// Events that wait for a commit to go with, and since when; see `mayWait`.
    var heldEvents: [Event] = []
    var heldSince: Instant?
    var lastSave = Instant(nanoseconds: 0)
    var lastSync = Instant(nanoseconds: 0)
    var lastLook = Instant(nanoseconds: 0)
    var sequence: UInt64 = 0
    var isStopping = false

    /// More tasks of an earlier process are to be taken up before any starts.
    var isAdopting = false
    var storeFailure: Failure?

    private var inbox: [AgentInput] = []
    private var isPumping = false
    var timer: Task<Void, Never>?
    var timerDue: Instant?
    var publishJobs: [PublishJob] = []
    var isPublishing = false

    /// Makes an agent that does nothing before `start`.
    ///
    /// - Parameters:
    ///   - settings: limits and names; `apply` changes them later.
    ///   - store: keeps the tasks.
    ///   - transport: fetches.
    ///   - publisher: the documents directory.
    ///   - clocks: the time of everything that is decided.
    ///   - bootID: names the present boot of the machine; offsets of another one are trusted only as far as they were synced.
    ///   - firstSequence: the number of the first event; at least 1.
    ///   - storeID: the UUID of the store, which resume data name.
    ///   - descriptors: how many files and sockets its tasks may have open; nil where that is no concern.
    ///   - launcher: starts the programs of sessions; nil where there are none.
    ///   - conditions: watches power, network, sleep and load; nil where nothing is to be known of them.
    ///   - hookRunner: runs hooks; nil where there are none.
    ///   - zone: the time zone around a moment, `Schedule.horizon` to each side.
    ///   - reports: what the transport tells.
    ///   - sessionsChanged: called after a commit with the sessions whose journal or lease it changed.
    ///   - publish: called with events after the commit that holds them, in order.
    public init(
        settings: Settings,
        store: any TaskStore,
        transport: any Transport,
        publisher: any Publisher,
        clocks: any Clocks,
        bootID: String,
        firstSequence: UInt64 = 1,
        storeID: String = "",
        descriptors: Int? = nil,
        launcher: (any Launcher)? = nil,
        conditions: (any ConditionsPort)? = nil,
        hookRunner: (any HookRunner)? = nil,
        zone: @escaping @Sendable (WallTime) -> LocalZone = { _ in .utc },
        reports: ReportChannel,
        sessionsChanged: @escaping @Sendable (Set<SessionIdentifier>) -> Void = { _ in },
        publish: @escaping @Sendable ([Event]) -> Void
    ) {
        self.settings = settings
        self.store = store
        self.transport = transport
        self.publisher = publisher
        self.clocks = clocks
        self.bootID = bootID
        self.storeID = storeID
        self.descriptors = descriptors
        self.launcher = launcher
        watcher = conditions
        self.hookRunner = hookRunner
        self.sessionsChanged = sessionsChanged
        self.reports = reports
        self.zone = zone
        sequence = max(firstSequence, 1) - 1
        self.publish = publish
    }

    // MARK: - The queue of inputs

    func submit(_ input: AgentInput) {
        inbox.append(input)
        guard !isPumping else { return }
        isPumping = true
        Task { await pump() }
    }

    /// Hands in a report and waits until it is stored.
    func settle(_ id: TaskID, _ report: TaskReport) async {
        await withCheckedContinuation { submit(.report(id, report, $0)) }
    }

    private func pump() async {
        while !inbox.isEmpty {
            let inputs = inbox
            inbox.removeAll(keepingCapacity: true)
            await take(inputs)
        }
        isPumping = false
        scheduleTimer()
    }

    private func take(_ inputs: [AgentInput]) async {
        let now = clocks.now()
        var turn = Turn()
        for input in inputs { decide(input, now: now, in: &turn) }
        followTimetable(now: now, in: &turn)
        holdSurplus(now: now, in: &turn)
        holdBack(now: now, in: &turn)
        admit(now: now, in: &turn)
        let events = await commit(&turn, now: now)
        // Before anything opens: a connection that began without its share would come as a burst.
        if timetable.isShareStale { await setRateLimits() }
        await perform(turn.actions)
        for chore in turn.chores { await perform(chore) }
        tellFollowers(of: turn)
        noteLeft()
        if !events.isEmpty { publish(events) }
        if !turn.sessions.isEmpty { sessionsChanged(turn.sessions) }
        for waiter in turn.waiters { waiter.resume() }
        for (answer, rejection) in turn.answers { answer.resume(returning: rejection ?? unstored(turn)) }
        for reply in turn.replies { reply() }
        runHooks()
    }

    /// What is said of a command whose effect is only in memory: a crash would undo it.
    private func unstored(_ turn: Turn) -> Rejection? {
        guard turn.durability == .full, let storeFailure else { return nil }
        return Rejection("it could not be stored (\(storeFailure.detail)), and would be undone by a restart of the agent")
    }

    private func decide(_ input: AgentInput, now: Now, in turn: inout Turn) {
        switch input {
        case .add(let records, let waiter):
            for record in records { enter(record, in: &turn) }
            if let waiter { turn.waiters.append(waiter) }
        case .command(let command, let id, let answer):
            guard machines[id] != nil else {
                turn.answers.append((answer, Rejection("there is no task \(id)")))
                return
            }
            do throws(Rejection) {
                let actions = try machines[id]?.apply(command, now: now) ?? []
                settleChange(of: id, actions, in: &turn)
                turn.answers.append((answer, nil))
            } catch {
                turn.answers.append((answer, error))
            }
        case .change(let id, let change, let answer):
            do throws(Rejection) {
                guard var machine = machines[id] else { throw Rejection("there is no task \(id)") }
                let actions = try change(&machine, now)
                machines[id] = machine
                settleChange(of: id, actions, in: &turn)
                turn.answers.append((answer, nil))
            } catch {
                turn.answers.append((answer, error))
            }
        case .conditions(let conditions):
            take(conditions, now: now, in: &turn)
        case .session(let input):
            decide(input, now: now, in: &turn)
        case .takeOver(let record, let source, let waiter):
            takeOver(record, from: source, in: &turn)
            turn.waiters.append(waiter)
        case .report(let id, let report, let waiter):
            handle(report, of: id, now: now, in: &turn)
            if let waiter { turn.waiters.append(waiter) }
        case .hookBegan(let order, let waiter):
            turn.change.hooks.append(order)
            turn.durability = .full
            turn.waiters.append(waiter)
        case .hookEnded(let order, let ending):
            noteEnd(of: order, ending, in: &turn)
        case .hookLeft(let order):
            noteLeft(order, in: &turn)
        case .remove(let ids, let waiter):
            for id in ids { forget(id, in: &turn) }
            if let waiter { turn.waiters.append(waiter) }
        case .timer:
            timerDue = nil
            for (id, due) in wakes where due <= now.instant {
                wakes[id] = nil
                handle(.wake, of: id, now: now, in: &turn)
            }
            for (id, due) in deadlines where due <= now.instant { handle(.deadline, of: id, now: now, in: &turn) }
            if let chore = nextChore, chore <= now.instant { doChores(now: now, in: &turn) }
            if let look = outlook.nextLook, look <= now.instant { review(now: now, in: &turn) }
            measure(now: now, in: &turn)
        }
    }

    /// Takes a new task in.
    func enter(_ record: TaskRecord, in turn: inout Turn) {
        var machine = TaskStateMachine(record)
        _ = machine.takeChange()
        machines[record.id] = machine
        idsInOrder = nil
        turn.changed.insert(record.id)
        turn.durability = .full
        turn.actions.append((record.id, .tell(.queued(url: record.shownURL))))
        if let wait = scheduledWait(of: record) { turn.actions.append((record.id, .tell(.waiting(wait)))) }
        if let token = record.token { tokens[token, default: []].append(record.id) }
        requeue(record.id)
    }

    func handle(_ report: TaskReport, of id: TaskID, now: Now, in turn: inout Turn) {
        guard let actions = machines[id]?.handle(report, now: now) else { return }
        settleChange(of: id, actions, in: &turn)
    }

    /// Notes what a machine's answer changes outside of it.
    private func settleChange(of id: TaskID, _ actions: [TaskAction], in turn: inout Turn) {
        turn.actions += actions.map { (id, $0) }
        let change = machines[id]?.takeChange() ?? .none
        if change <= .progress { noteOccupant(id) }
        switch change {
        case .none: return
        case .progress:
            progressed.insert(id)
            return
        case .step:
            progressed.insert(id)
            touched.insert(id)
        case .record: turn.changed.insert(id)
        case .state:
            turn.changed.insert(id)
            turn.durability = .full
        }
        requeue(id)
        noteKept(id)
        noteEnded(id)
    }
}
