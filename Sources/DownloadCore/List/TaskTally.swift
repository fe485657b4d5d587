/// Numbers about a list of tasks that keep up with its changes.
struct TaskTally: Sendable {
    /// How many tasks there are in each state, without the hidden ones.
    private(set) var states: [TaskState.Kind: Int] = [:]
    private(set) var active: Set<TaskID> = []

    // Wider than what they come to: what was added can be taken away again, whatever sizes servers claim.
    private var done: Int128 = 0
    private var total: Int128 = 0
    private var unknown = 0
    private var failed: Failed?

    /// The failure that came last, as far as that is known.
    private enum Failed: Sendable {
        case task(TaskID, ended: WallTime?)
        /// It has gone: the others have to be looked at.
        case unknown
    }

    mutating func add(_ task: TaskSnapshot, isHidden: Bool) {
        count(task, by: 1, isHidden)
        if task.state.isActive { active.insert(task.id) }
        guard task.state.kind == .failed else { return }
        switch failed {
        case nil: failed = .task(task.id, ended: task.ended)
        case .task(let id, let ended):
            if TaskTally.isLater(task.id, task.ended, than: id, ended) { failed = .task(task.id, ended: task.ended) }
        case .unknown: break
        }
    }

    mutating func remove(_ task: TaskSnapshot, isHidden: Bool) {
        count(task, by: -1, isHidden)
        active.remove(task.id)
        if case .task(task.id, _) = failed { failed = .unknown }
    }

    private mutating func count(_ task: TaskSnapshot, by step: Int, _ isHidden: Bool) {
        if !isHidden {
            states[task.state.kind, default: 0] += step
            if states[task.state.kind] == 0 { states[task.state.kind] = nil }
        }
        // What has ended is done, and what a person paused does not go on by itself.
        guard !task.state.isEnded, task.state != .paused else { return }
        guard let size = task.total else {
            unknown += step
            return
        }
        done += Int128(step) * Int128(max(0, min(task.done, size)))
        total += Int128(step) * Int128(max(0, size))
    }

    /// What it comes to, without the rate.
    var totals: Totals {
        Totals(isLowerBound: unknown > 0, done: Int64(clamping: done), total: Int64(clamping: total))
    }

    mutating func lastFailure(among tasks: BoxedDictionary<TaskID, TaskSnapshot>) -> TaskID? {
        if case .unknown = failed {
            failed = nil
            tasks.forEach { task in
                guard task.state.kind == .failed else { return }
                if case .task(let id, let ended) = failed, !TaskTally.isLater(task.id, task.ended, than: id, ended) { return }
                failed = .task(task.id, ended: task.ended)
            }
        }
        return if case .task(let id, _) = failed { id } else { nil }
    }

    private static func isLater(_ id: TaskID, _ ended: WallTime?, than other: TaskID, _ otherEnded: WallTime?) -> Bool {
        let (time, otherTime) = (ended?.nanoseconds ?? 0, otherEnded?.nanoseconds ?? 0)
        return time == otherTime ? id < other : time > otherTime
    }
}
