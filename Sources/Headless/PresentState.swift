public import DownloadCore

extension Event.Kind {
    /// The events that would have led to where an unfinished task is: what a command that comes later tells of it.
    public static func present(_ task: TaskSnapshot) -> [Event.Kind] {
        let queued = Event.Kind.queued(url: task.url)
        let started = Event.Kind.started(
            Event.Started(url: task.url, name: task.name, total: task.total, resumedAt: task.done, isResumable: task.isResumable)
        )
        return switch task.state {
        case .queued, .connecting: [queued]
        case .running: [queued, started]
        case .waiting(let wait): [queued, .waiting(wait)]
        case .paused: [queued, .paused]
        case .verifying, .publishing: [queued, started, .verifying]
        case .finished, .failed, .cancelled: []
        }
    }
}
