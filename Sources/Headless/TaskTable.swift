public import DownloadCore
import Screen

/// Tasks as a table for people: `haul list`.
public enum TaskTable {
    /// The lines, the titles first; none without tasks.
    ///
    /// - Parameters:
    ///   - tasks: in the order in which they are shown.
    ///   - style: of the lines.
    ///   - now: waits are told from here.
    /// - Returns: lines without newlines.
    public static func lines(_ tasks: [TaskSnapshot], style: TextStyle, now: WallTime) -> [String] {
        guard !tasks.isEmpty else { return [] }
        // Mostly all are of one session, and it needs no column.
        let hasSessions = Set(tasks.map(\.session)).subtracting([SessionIdentifier.haul.text]).isEmpty == false
        var columns: [TextTable.Column] = [
            .init("ID", isRightAligned: true), .init("STATE"), .init("SIZE", isRightAligned: true), .init("%", isRightAligned: true),
            .init("SPEED", isRightAligned: true), .init("ETA", isRightAligned: true),
        ]
        if hasSessions { columns.append(.init("SESSION", maximumWidth: 24)) }
        columns.append(.init("NAME"))
        var table = TextTable(columns: columns, glyphs: style.glyphs)
        for task in tasks {
            var row = [
                task.id.description, state(of: task, now: now), task.total.map(Shown.size) ?? "?", percent(task),
                task.speed.map(Shown.rate) ?? "", task.state == .running ? Shown.duration(task.remaining) : "",
            ]
            if hasSessions { row.append(task.session) }
            table.append(row + [task.name])
        }
        return table.lines(columns: style.columns, leaving: ["ETA", "SESSION", "SIZE", "SPEED"])
    }

    /// The state with what matters most beside it: `waiting (retry in 8 s)`, `failed (not-found)`.
    static func state(_ state: TaskState, now: WallTime) -> String {
        switch state {
        case .waiting(let wait):
            let until = wait.until.map { " in " + Shown.wait($0.since(now)) } ?? ""
            return "waiting (\(wait.word)\(until))"
        case .failed(let failure): return "failed (\(failure.code.rawValue))"
        case .finished(let file) where file.isMissing: return "finished (file moved or deleted)"
        default: return state.kind.rawValue
        }
    }

    /// The same, and with a queued task what keeps it: `queued (group big: 2 of 2 run)`.
    static func state(of task: TaskSnapshot, now: WallTime) -> String {
        guard task.state == .queued, let obstacle = task.obstacle else { return state(task.state, now: now) }
        let numbers = obstacle.used.flatMap { used in obstacle.limit.map { "\(used) of \($0)" } } ?? "full"
        let why =
            switch obstacle.kind {
            case .tasks: "\(numbers) run"
            case .priority: "higher priority: \(numbers) run"
            case .group: "group \(obstacle.name ?? ""): \(numbers) run"
            case .host, .session: "host-limit: \(numbers) in use"
            case .pause, .disk, .folder: obstacle.kind.rawValue
            }
        let until = obstacle.until.map { " in " + Shown.wait($0.since(now)) } ?? ""
        return "queued (\(why)\(until))"
    }

    private static func percent(_ task: TaskSnapshot) -> String {
        guard let total = task.total, total > 0 else { return "" }
        return Shown.percent(task.done, of: total)
    }

    /// What standard error says below a list of tasks that go on only when somebody gives a password.
    public static func advice(_ tasks: [TaskSnapshot]) -> [String] {
        WaitTally.lines(
            tasks.compactMap { task in
                guard case .waiting(let wait) = task.state, wait.reason == .authentication else { return nil }
                return (task.id, .waiting(wait))
            }
        )
    }

    /// What standard error says when there is nothing to list.
    public static func emptiness(includesEnded: Bool, session: SessionIdentifier?) -> String {
        let place = session.map { " in the session \($0.text.quoted)" } ?? ""
        return includesEnded
            ? "haul: there are no tasks\(place); haul add URL queues one."
            : "haul: nothing is queued or running\(place); haul list --all shows what has ended, haul add URL queues more."
    }
}
