internal import DownloadCore

/// Which names this process is about to use, and from which number on a name is worth trying.
///
/// Only a help: the exclusive rename decides who gets a name. Without it, tasks that end in one second would all try the same name first.
struct NameReservations {
    /// A name in a folder.
    struct Key: Hashable {
        let folder: FolderKey
        let name: String
    }

    private var keys: [TaskID: Key] = [:]
    private var owners: [Key: TaskID] = [:]

    /// The numbers below these were taken a moment ago.
    ///
    /// Kept for one second's names only, so that a name that was freed is used again.
    private var firstNumbers: [Key: Int] = [:]
    private var second: Int64 = .min

    func isReserved(_ key: Key, for task: TaskID) -> Bool {
        owners[key].map { $0 != task } ?? false
    }

    mutating func reserve(_ key: Key, for task: TaskID) {
        release(task)
        keys[task] = key
        owners[key] = task
    }

    mutating func release(_ task: TaskID) {
        guard let key = keys.removeValue(forKey: task), owners[key] == task else { return }
        owners[key] = nil
    }

    /// The number to begin with for a name of this moment.
    mutating func firstNumber(_ key: Key, at time: WallTime) -> Int {
        let now = time.nanoseconds / 1_000_000_000
        if now != second {
            second = now
            firstNumbers = [:]
        }
        return firstNumbers[key] ?? 0
    }

    mutating func found(taken number: Int, of key: Key) {
        firstNumbers[key] = max(firstNumbers[key] ?? 0, number.addingReportingOverflow(1).partialValue)
    }
}
