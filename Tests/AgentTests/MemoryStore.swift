import DownloadCore

/// A store that keeps its rows in memory, in the order in which they were saved.
actor MemoryStore: TaskStore {
    private(set) var records: [TaskID: TaskRecord] = [:]
    private(set) var events: [Event] = []

    /// Every row of each task that was ever written.
    private(set) var saved: [TaskID: [TaskRecord]] = [:]
    private var nextID: Int64 = 1

    func reserveIDs(_ count: Int) -> ClosedRange<Int64> {
        defer { nextID += Int64(count) }
        return nextID...(nextID + Int64(count) - 1)
    }

    private(set) var journals: [SessionIdentifier: [JournalEntry]] = [:]
    private(set) var sessionRecords: [SessionIdentifier: SessionRecord] = [:]
    private(set) var staged: [TaskID: StagedFile] = [:]

    private(set) var hooks: [String: HookOrder] = [:]

    func dueHooks() -> [HookOrder] { hooks.values.sorted { $0.key < $1.key } }

    /// What every write fails with, as on a full disk; nil for none.
    private var failure: Failure?

    func fail(with failure: Failure?) { self.failure = failure }

    /// A store with the same rows, which goes on by itself.
    func copy() -> MemoryStore { MemoryStore(records, hooks, nextID: nextID) }

    init() {}

    private init(_ records: [TaskID: TaskRecord], _ hooks: [String: HookOrder], nextID: Int64) {
        self.hooks = hooks
        self.records = records
        self.nextID = nextID
    }

    func save(_ change: StoreChange, durability: Durability) throws(Failure) {
        if let failure { throw failure }
        for record in change.records {
            records[record.id] = record
            saved[record.id, default: []].append(record)
        }
        events += change.events
        for (session, entry) in change.journal { journals[session, default: []].append(entry) }
        for session in change.sessions {
            sessionRecords[session.identifier] = session
            journals[session.identifier]?.removeAll { $0.number <= session.acknowledged }
        }
        for session in change.endedSessions {
            sessionRecords[session] = nil
            journals[session] = nil
        }
        for file in change.staged { staged[file.task] = file }
        for order in change.hooks { hooks[order.key] = order }
        for key in change.endedHooks { hooks[key] = nil }
        for task in change.unstaged { staged[task] = nil }
        for task in change.removed { records[task] = nil }
    }

    func find(_ ids: [TaskID]) -> [TaskRecord] { ids.compactMap { records[$0] } }
    func sessions() -> [SessionRecord] { sessionRecords.values.sorted { $0.identifier < $1.identifier } }

    func journal(of session: SessionIdentifier, after number: Int64, limit: Int) -> [JournalEntry] {
        Array((journals[session] ?? []).filter { $0.number > number }.prefix(limit))
    }

    func undelivered() -> [TaskRecord] {
        let waiting = Set(journals.values.joined().map(\.task))
        return records.values.filter { $0.state.isEnded && waiting.contains($0.id) }.sorted { $0.id < $1.id }
    }

    func stagedFiles() -> [StagedFile] { staged.values.sorted { $0.task < $1.task } }

    func keptParts() -> [KeptPart] {
        records.values.compactMap { record in
            guard let ended = record.ended, record.plan.written > 0, record.state.kind != .finished else { return nil }
            return KeptPart(task: record.id, session: record.session, bytes: record.plan.written, ended: ended)
        }
    }

    func lastSequence() -> UInt64 { events.last?.sequence ?? 0 }
    func load() -> [TaskRecord] { records.values.filter { !$0.state.isEnded }.sorted { $0.id < $1.id } }
    func loadAll(run: Int64) -> [TaskRecord] { records.values.filter { $0.run == run }.sorted { $0.id < $1.id } }
    func openRun() -> Int64? { nil }
    func beginRun(at time: WallTime) -> Int64 { 1 }
    func closeRun(_ run: Int64) {}
}
