internal import DownloadCore
package import FoundationEssentials

/// What a program may change of a task that exists; what is nil stays.
package struct TaskChanges: Sendable {
    /// Empty for none.
    package var taskDescription: String?
    package var libraryData: String?
    package var priority: DownloadPriority?
    package var earliestBeginDate: Date?

    package init() {}

    var core: RequestChanges {
        var core = RequestChanges()
        core.taskDescription = taskDescription
        core.libraryData = libraryData
        core.priority = priority.map { Priority($0) }
        core.earliestBegin = earliestBeginDate.map { WallTime($0) }
        return core
    }
}

extension WallTime {
    init(_ date: Date) {
        self.init(nanoseconds: Int64(clamping: date.timeIntervalSince1970 * 1e9))
    }
}
