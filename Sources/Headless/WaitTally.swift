public import DownloadCore

/// What `haul wait` has seen of the tasks it waits for: which are open, and the status of the first failure.
public struct WaitTally: Sendable {
    /// How a task ended.
    public enum Ending: Sendable, Hashable {
        case finished(FinishedFile)
        case failed(Failure)
        case cancelled
        /// Somebody took it off the list.
        case removed
    }

    /// What keeps a task from going on until somebody does something.
    public enum Holdup: Sendable, Hashable {
        case paused
        case waiting(Wait)
    }

    private var open: Set<TaskID> = []

    /// What was told of open tasks, without its times: the same told again says nothing new.
    private var held: [TaskID: WaitReason?] = [:]

    /// Told already: a second look at the tasks must not tell it again.
    private var ended: Set<TaskID> = []
    private var names: [TaskID: String] = [:]

    /// Tasks that come while it waits are waited for too.
    private let takesNew: Bool
    public private(set) var status = ExitStatus.finished

    public init(takesNew: Bool) {
        self.takesNew = takesNew
    }

    public var isDone: Bool { open.isEmpty }
    public var openCount: Int { open.count }

    /// Takes tasks as they are now, and returns how those ended that have.
    ///
    /// The status is that of the one that failed first, so they are looked at in the order in which they ended.
    public mutating func begin(_ tasks: [TaskSnapshot]) -> [(task: TaskID, ending: Ending)] {
        for task in tasks where !ended.contains(task.id) {
            names[task.id] = task.name
            open.insert(task.id)
        }
        let ended = tasks.filter(\.state.isEnded).sorted { ($0.ended ?? $0.added, $0.id) < ($1.ended ?? $1.added, $1.id) }
        return ended.compactMap { task in
            switch task.state {
            case .finished(let file): end(task.id, .finished(file))
            case .failed(let failure): end(task.id, .failed(failure))
            case .cancelled: end(task.id, .cancelled)
            case .queued, .connecting, .running, .waiting, .paused, .verifying, .publishing: nil
            }
        }
    }

    /// Takes an event; the ending of a task that was waited for.
    public mutating func take(_ event: Event) -> (task: TaskID, ending: Ending)? {
        guard let task = event.task else { return nil }
        switch event.kind {
        case .queued(let url):
            if takesNew, !ended.contains(task), open.insert(task).inserted { names[task] = url }
            return nil
        case .started(let started):
            names[task] = started.name
            return nil
        case .finished(let finished): return end(task, .finished(finished.file))
        case .failed(let failed): return end(task, .failed(failed.failure))
        case .cancelled: return end(task, .cancelled)
        case .removed: return end(task, .removed)
        case .progress, .waiting, .restarted, .paused, .resumed, .verifying, .warning: return nil
        }
    }

    private mutating func end(_ task: TaskID, _ ending: Ending) -> (task: TaskID, ending: Ending)? {
        guard open.remove(task) != nil else { return nil }
        ended.insert(task)
        held[task] = nil
        if status == ExitStatus.finished {
            switch ending {
            case .finished: break
            case .failed(let failure): status = failure.code.exitStatus
            case .cancelled, .removed: status = Failure.Code.cancelled.exitStatus
            }
        }
        return (task, ending)
    }

    // MARK: - Who is waited for

    /// Those of the open tasks that wait for a person, and that was not told yet.
    public mutating func holdups(_ tasks: [TaskSnapshot]) -> [(task: TaskID, holdup: Holdup)] {
        tasks.compactMap { task in
            switch task.state {
            case .paused: hold(task.id, .paused)
            case .waiting(let wait): hold(task.id, .waiting(wait))
            default: hold(task.id, nil)
            }
        }
    }

    /// Takes an event, after `take`; what its task waits for when that is a person.
    public mutating func holdup(_ event: Event) -> (task: TaskID, holdup: Holdup)? {
        guard let task = event.task else { return nil }
        switch event.kind {
        case .paused: return hold(task, .paused)
        case .waiting(let wait): return hold(task, .waiting(wait))
        case .started, .progress, .resumed, .verifying, .restarted: return hold(task, nil)
        case .queued, .finished, .failed, .cancelled, .removed, .warning: return nil
        }
    }

    private mutating func hold(_ task: TaskID, _ holdup: Holdup?) -> (task: TaskID, holdup: Holdup)? {
        guard open.contains(task) else { return nil }
        let reason: WaitReason?
        switch holdup {
        case .paused?: reason = nil
        case .waiting(let wait)? where WaitAdvice.of(wait.reason, task: task).isFault: reason = wait.reason
        case .waiting?, nil:
            held[task] = nil
            return nil
        }
        if let told = held[task], told == reason { return nil }
        held.updateValue(reason, forKey: task)
        return holdup.map { (task, $0) }
    }

    /// What standard error says of them: a sentence for each kind, however many tasks it holds up.
    public static func lines(_ holdups: [(task: TaskID, holdup: Holdup)]) -> [String] {
        var kinds: [(say: (String, Bool) -> String, tasks: [TaskID], key: String)] = []
        for (task, holdup) in holdups {
            let key = if case .waiting(let wait) = holdup { wait.reason.rawValue } else { "" }
            if let place = kinds.firstIndex(where: { $0.key == key }) {
                kinds[place].tasks.append(task)
            } else {
                kinds.append((sentence(task, holdup), [task], key))
            }
        }
        return kinds.map { kind in
            let others = kind.tasks.count - 1
            let who = others == 0 ? "task \(kind.tasks[0])" : "task \(kind.tasks[0]) and \(others) more"
            return "haul: " + kind.say(who, others == 0)
        }
    }

    private static func sentence(_ task: TaskID, _ holdup: Holdup) -> (_ who: String, _ isOne: Bool) -> String {
        guard case .waiting(let wait) = holdup else {
            return { "\($0) \($1 ? "is" : "are") paused; haul resume \(task)" }
        }
        guard wait.reason != .authentication else {
            return { "\($0) \($1 ? "wants" : "want") a password; haul auth \(task)" }
        }
        return { "\($0) \($1 ? "waits" : "wait"): \(WaitAdvice.of(wait.reason, task: task).meaning)" }
    }

    public func json(_ task: TaskID, _ holdup: Holdup) -> String {
        var object = JSONObject()
        object.add("v", 1)
        object.add("id", task.rawValue)
        object.add("name", names[task])
        switch holdup {
        case .paused: object.add("event", "paused")
        case .waiting(let wait):
            object.add("event", "waiting")
            JSONLines.add(wait, to: &object)
        }
        return object.line
    }

    // MARK: - Words

    /// What standard error says of an ending that is no file.
    public func line(_ task: TaskID, _ ending: Ending) -> String? {
        let name = (names[task] ?? "").quoted
        switch ending {
        case .finished: return nil
        case .failed(let failure): return "haul: task \(task), \(name), failed: \(FailureText.line(failure))"
        case .cancelled: return "haul: task \(task), \(name), was cancelled; haul retry \(task) tries it again."
        case .removed: return "haul: task \(task), \(name), was taken off the list."
        }
    }

    /// The same as JSON, with the names of the events.
    public func json(_ task: TaskID, _ ending: Ending) -> String {
        var object = JSONObject()
        object.add("v", 1)
        object.add("id", task.rawValue)
        object.add("name", names[task])
        switch ending {
        case .finished(let file):
            object.add("event", "finished")
            object.add("path", file.path)
            object.add("bytes", file.bytes)
            object.add("digest", file.digest.map(TaskJSON.text))
        case .failed(let failure):
            object.add("event", "failed")
            object.add("error", JSONLines.error(failure))
        case .cancelled: object.add("event", "cancelled")
        case .removed: object.add("event", "removed")
        }
        return object.line
    }
}
