import DownloadCore

/// A store that keeps its rows in memory, in the order in which they were saved.
actor MemoryStore: TaskStore {
    private(set) var records: [TaskID: TaskRecord] = [:]
    private(set) var events: [Event] = []
    private var nextID: Int64 = 1

    func reserveIDs(_ count: Int) -> ClosedRange<Int64> {
        defer { nextID += Int64(count) }
        return nextID...(nextID + Int64(count) - 1)
    }

    func save(_ records: [TaskRecord], events: [Event], durability: Durability) {
        for record in records { self.records[record.id] = record }
        self.events += events
    }

    func lastSequence() -> UInt64 { events.last?.sequence ?? 0 }
    func load() -> [TaskRecord] { records.values.filter { !$0.state.isEnded }.sorted { $0.id < $1.id } }
    func loadAll(run: Int64) -> [TaskRecord] { records.values.filter { $0.run == run }.sorted { $0.id < $1.id } }
    func remove(_ tasks: [TaskID]) { for task in tasks { records[task] = nil } }
    func openRun() -> Int64? { nil }
    func beginRun(at time: WallTime) -> Int64 { 1 }
    func closeRun(_ run: Int64) {}
}
