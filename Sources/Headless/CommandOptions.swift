public import DownloadCore

/// What most commands take: how their answer looks and which configuration holds.
public struct CommonOptions: Sendable, Hashable {
    public var isJSON = false
    public var isASCII = false
    public var configurationFile: String?

    public init() {}
}

/// `haul add`: what batch takes, and when the agent is to begin.
public struct AddOptions: Sendable, Hashable {
    /// The group whose caps they share; nil for none.
    public var group: String?
    public var batch = BatchOptions()
    public var priority = Priority.normal
    public var start: StartTime?
    public var isPaused = false

    public init() {}
}

/// What `haul list` takes.
public struct ListOptions: Sendable, Hashable {
    public var includesEnded = false

    /// Nil for all sessions.
    public var session: SessionIdentifier?
    public var common = CommonOptions()

    public init() {}
}

/// What `haul pause` and its like do with tasks.
public enum ControlAction: String, Sendable, Hashable, CaseIterable {
    case pause, resume
    case startNow = "start-now"
    case cancel, retry, remove

    /// What standard error says when `--all` meant no task.
    public func nothingToDo(in session: SessionIdentifier) -> String {
        let task = self == .remove ? "ended task" : "task"
        // Without its name people look for a task of another program in the list of their own.
        let name = session == .haul ? session.text : session.text.quoted
        return "haul: there is no \(task) of the session \(name) to \(rawValue); haul list --all shows all tasks."
    }
}

/// Where `haul move` puts a task.
public enum QueuePlace: String, Sendable, Hashable, CaseIterable {
    case up, down, top, bottom
}

/// `haul edit`: members that are nil stay as they are.
public struct EditOptions: Sendable, Hashable {
    public var url: String?

    /// Replaces all.
    public var headers: [HeaderField]?
    public var outputName: String?
    public var outputTemplate: String?
    public var checksum: Checksum?

    public init() {}
}

/// What `haul wait` takes.
public struct WaitOptions: Sendable, Hashable {
    /// Empty for all tasks of the session.
    public var terms: [TaskTerm] = []

    /// Nil for the session `haul`.
    public var session: SessionIdentifier?
    public var common = CommonOptions()

    public init() {}
}

/// What `haul files` takes.
public struct FilesOptions: Sendable, Hashable {
    public var verifies = false
    public var query: String?

    /// Nil for the configured one; it may be relative to the working directory.
    public var directory: String?
    public var common = CommonOptions()

    public init() {}
}

/// What `haul doctor` takes.
public struct DoctorOptions: Sendable, Hashable {
    public var session: SessionIdentifier?
    public var probe: String?
    public var common = CommonOptions()

    public init() {}
}
