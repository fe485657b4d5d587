import DownloadCore
import Screen

/// What many tasks wait for alike.
extension Doctor {
    /// What tasks say that wait for the documents folder, and how many there are; nil when none does.
    var missing: (detail: String, waiting: String)? {
        var detail = ""
        var count = 0
        for task in tasks ?? [] {
            if case .waiting(let wait) = task.state, wait.reason == .directoryMissing {
                detail = wait.failure?.detail ?? detail
                count += 1
            } else if task.obstacle?.kind == .folder {
                detail = detail.isEmpty ? task.obstacle?.name ?? "" : detail
                count += 1
            }
        }
        guard count > 0 else { return nil }
        return (detail, count == 1 ? "the task that waits goes on by itself" : "the \(count) tasks that wait go on by themselves")
    }

    /// What keeps tasks of the queue, each kind once; that as many run as may is how it should be.
    func obstacles(_ tasks: [TaskSnapshot]) -> [Finding] {
        var first: [Queue.Obstacle: TaskSnapshot] = [:]
        var counts: [Queue.Obstacle: Int] = [:]
        for task in tasks {
            guard task.state == .queued, let obstacle = task.obstacle, obstacle.kind != .tasks, obstacle.kind != .folder else { continue }
            counts[obstacle, default: 0] += 1
            if first[obstacle] == nil { first[obstacle] = task }
        }
        return first.sorted { $0.value.id < $1.value.id }.map { obstacle, task in
            let count = counts[obstacle, default: 1]
            let until = obstacle.until.map { ", until \(time($0))" } ?? ""
            return Finding(
                .conditions,
                .note,
                "task \(task.id), \(task.name.quoted)" + (count > 1 ? " and \(count - 1) more" : ""),
                "queued, waits for \(obstacle.words)\(until)",
                WaitAdvice.of(obstacle, task: task.id)
            )
        }
    }
}
