import DownloadCore

/// The newest progress of each task that moves; each report has a version so that readers know what they have seen.
struct LatestProgress: Sendable {
    private var entries: [TaskID: (version: UInt64, event: Event)] = [:]

    /// The version of the newest report; 0 before any.
    private(set) var newest: UInt64 = 0

    mutating func record(_ event: Event) {
        guard let task = event.task else { return }
        newest += 1
        entries[task] = (newest, event)
    }

    mutating func forget(_ task: TaskID) {
        entries[task] = nil
    }

    func event(of task: TaskID) -> Event? {
        entries[task]?.event
    }

    func hasEvents(after version: UInt64) -> Bool {
        entries.values.contains { $0.version > version }
    }

    /// The tasks with a newer report than a version, by their ids.
    func tasks(after version: UInt64) -> [TaskID] {
        entries.filter { $0.value.version > version }.keys.sorted()
    }
}
