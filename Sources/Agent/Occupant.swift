internal import DownloadCore

/// What an active task takes of the caps.
struct Occupant {
    private let url: String
    private let origin: String
    private let share: Queue.Candidate.Share?
    private let session: SessionIdentifier?
    private let group: String?

    /// A task that is about to connect counts as one.
    private let connections: Int

    /// - Parameters:
    ///   - machine: the task.
    ///   - earlier: what was known of it before: as long as it stays with its address, its host need not be read out of that again.
    init(_ machine: TaskStateMachine, after earlier: Occupant?) {
        let record = machine.record
        url = record.url
        if let earlier, earlier.url == url { origin = earlier.origin } else { origin = machine.origin }
        share = machine.share
        session = record.session
        group = record.request.group
        let isFetching = record.state == .connecting || record.state == .running
        connections = max(isFetching ? 1 : 0, machine.connectionCount)
    }

    func count(in load: inout Queue.Load) {
        load.tasks += 1
        load.connections[origin, default: 0] += connections
        load.sessions[session, default: 0] += 1
        if let share { load.shares[share.key(origin), default: 0] += connections }
        if let group { load.groups[group, default: 0] += 1 }
    }
}
