public import DownloadCore

/// Downloads that only seem to happen, for trying the dashboard: no network, nothing on disk, and the same every time.
public struct Simulation: Sendable {
    public internal(set) var tasks: [TaskSnapshot]

    /// Bytes a second of everything together; nil for none.
    public internal(set) var limit: Int64?
    public internal(set) var isLimitAlternative = false

    /// The limit that holds now.
    public var presentLimit: Int64? { isLimitAlternative ? 1 << 20 : limit }
    public internal(set) var now: WallTime
    var random: UInt64 = 26
    var lastID: Int64

    /// What each running task would reach without limits, in bytes a second.
    var paces: [TaskID: Double] = [:]

    /// Files that seem to have been there before.
    var older: [PublishedFile]

    /// How long each task has been in its state.
    var ages: [TaskID: Double] = [:]

    /// Tasks that run at once.
    static let mostActive = 6

    /// Bytes a second of a check: a disk that takes its time.
    private static let checkingPace = 4e7

    /// A connection breaks about once in so many seconds of a task.
    private static let secondsBetweenBreaks = 90.0

    public init(now: WallTime) {
        self.now = now
        tasks = Simulation.beginning(now)
        older = Simulation.older(now)
        lastID = tasks.last?.id.rawValue ?? 0
        admit()
    }

    /// Whether anything moves, so that somebody has to look at the clock.
    public var isMoving: Bool {
        tasks.contains { $0.state.isActive || $0.state.kind == .queued || $0.state.kind == .waiting }
    }

    /// Lets time pass.
    public mutating func advance(to time: WallTime) {
        let seconds = max(0, min(5, Double(time.since(now).nanoseconds) / 1e9))
        now = time
        let wanted = tasks.reduce(0) { $0 + ($1.state == .running ? pace(of: $1) : 0) }
        let share = presentLimit.map { wanted > Double($0) ? Double($0) / wanted : 1 } ?? 1
        for index in tasks.indices {
            ages[tasks[index].id, default: 0] += seconds
            var task = tasks[index]
            step(&task, seconds, share)
            tasks[index] = task
        }
        admit()
    }

    private func pace(of task: TaskSnapshot) -> Double {
        min(paces[task.id] ?? 5e6, task.rateLimit.map(Double.init) ?? .infinity)
    }

    private mutating func step(_ task: inout TaskSnapshot, _ seconds: Double, _ share: Double) {
        let age = ages[task.id] ?? 0
        switch task.state {
        case .connecting where age > 0.6: enter(.running, &task)
        case .running: transfer(&task, seconds, share)
        case .verifying where age > Double(task.done) / Simulation.checkingPace: finish(&task)
        case .waiting(let wait):
            if let until = wait.until, until <= now { enter(.queued, &task) }
        default: break
        }
    }

    private mutating func transfer(_ task: inout TaskSnapshot, _ seconds: Double, _ share: Double) {
        paces[task.id] = min(42e6, max(0.4e6, (paces[task.id] ?? 8e6) * (0.97 + 0.06 * chance())))
        let speed = pace(of: task) * share
        task.speed = (task.speed ?? speed) * 0.7 + speed * 0.3
        task.done += Int64(speed * seconds)
        task.activeTime += .nanoseconds(Int64(seconds * 1e9))
        task.connections = task.total == nil ? 1 : min(task.maximumConnections, 1 + Int((ages[task.id] ?? 0) * 2))
        let active = Double(task.activeTime.nanoseconds) / 1e9
        if active > 0.5 { task.averageSpeed = Double(task.done) / active }
        guard let total = task.total else {
            // A stream of unknown length ends some day.
            if task.done > 900_000_000 { finish(&task) }
            return
        }
        task.remaining = speed > 0 ? .nanoseconds(Int64(min(1e17, Double(max(0, total - task.done)) / speed * 1e9))) : nil
        if task.done >= total {
            task.done = total
            if task.checksum == nil { finish(&task) } else { enter(.verifying, &task) }
        } else if chance() < seconds / Simulation.secondsBetweenBreaks {
            let failure = Failure(.network, "connection reset", isTransient: true, isResumable: true)
            task.attempt += 1
            enter(.waiting(Wait(reason: .retry, until: now.advanced(by: .seconds(6)), attempt: 2, limit: 5, failure: failure)), &task)
        }
    }

    private mutating func finish(_ task: inout TaskSnapshot) {
        task.total = task.total ?? task.done
        task.ended = now
        let ending = task.name.split(separator: ".").last.map { "." + $0 } ?? ""
        let path = "/demo/Documents/Haul/\(now.seconds)-\(task.id)\(ending)"
        enter(.finished(FinishedFile(path: path, bytes: task.done, digest: task.checksum)), &task)
    }

    mutating func enter(_ state: TaskState, _ task: inout TaskSnapshot) {
        task.state = state
        ages[task.id] = 0
        task.queuePosition = nil
        if state != .running {
            task.speed = nil
            task.remaining = nil
            task.connections = 0
        }
    }

    /// Lets the next tasks begin and numbers those that wait.
    mutating func admit() {
        var free = Simulation.mostActive - tasks.count { $0.state.isActive }
        let waiting = order
        for id in waiting where free > 0 {
            guard let index = tasks.firstIndex(where: { $0.id == id }) else { continue }
            paces[id] = paces[id] ?? (2e6 + 26e6 * chance())
            var task = tasks[index]
            enter(.connecting, &task)
            tasks[index] = task
            free -= 1
        }
        for (place, id) in order.enumerated() {
            if let index = tasks.firstIndex(where: { $0.id == id }) { tasks[index].queuePosition = place + 1 }
        }
    }

    /// Those that wait for their turn, the next one first.
    var order: [TaskID] {
        tasks.filter { $0.state == .queued }.sorted { left, right in
            let places = (left.queuePosition ?? .max, right.queuePosition ?? .max)
            return (-left.priority.rawValue, places.0, left.id) < (-right.priority.rawValue, places.1, right.id)
        }.map(\.id)
    }

    /// A number from 0 to 1, from a small generator whose walks can be repeated.
    mutating func chance() -> Double {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (random ^ (random >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
