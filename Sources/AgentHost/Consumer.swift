internal import Agent
internal import AgentLink
internal import DownloadCore
internal import EventBus
internal import Synchronization

/// Sends the journal of one session to the program that holds its lease, at most a window of entries ahead of what it has acknowledged.
final class Consumer: Sendable {
    let session: SessionIdentifier
    let epoch: Int64
    private let connection: LinkConnection
    private let host: AgentHost

    /// So many entries may be on their way: a slow program is just slow.
    private static let window: Int64 = 64

    private struct State {
        var sent: Int64
        var acknowledged: Int64
        var isPumping = false

        /// Something may have come since the pump last looked.
        var isStale = false
        var hasEnded = false
        var progress: Task<Void, Never>?
    }

    private let state: Mutex<State>

    init(session: SessionIdentifier, epoch: Int64, sent: Int64, acknowledged: Int64, connection: LinkConnection, host: AgentHost) {
        self.session = session
        self.epoch = epoch
        self.connection = connection
        self.host = host
        state = Mutex(State(sent: sent, acknowledged: acknowledged))
    }

    /// Sends what there is, and from then on what comes.
    ///
    /// - Parameter subscription: made before the program heard that it is attached, so that it misses nothing of what it then asks for.
    func start(_ subscription: Subscription) {
        let relay = Task { await self.relayProgress(subscription) }
        let isLate = state.withLock { state in
            state.progress = relay
            return state.hasEnded
        }
        if isLate { relay.cancel() }
        wake()
    }

    func end() async {
        let progress = state.withLock { state in
            state.hasEnded = true
            return state.progress
        }
        progress?.cancel()
        await host.agent.detach(session, epoch: epoch)
    }

    func acknowledge(through number: Int64) {
        state.withLock { state in
            state.acknowledged = max(state.acknowledged, number)
            // What was acknowledged before it was sent need not be sent any more.
            state.sent = max(state.sent, state.acknowledged)
        }
        wake()
    }

    /// Looks whether there is something to send; never waits.
    func wake() {
        let begins = state.withLock { state in
            state.isStale = true
            guard !state.isPumping, !state.hasEnded else { return false }
            state.isPumping = true
            return true
        }
        if begins { Task { await pump() } }
    }

    private func pump() async {
        while true {
            let step: (after: Int64, room: Int64)? = state.withLock { state in
                guard state.isStale, !state.hasEnded else {
                    state.isPumping = false
                    return nil
                }
                state.isStale = false
                return (state.sent, Self.window - (state.sent - state.acknowledged))
            }
            guard let step else { return }
            guard step.room > 0 else { continue }
            // A store that fails is told of elsewhere; the next entry or acknowledgement tries again.
            let entries = (try? await host.agent.journal(of: session, after: step.after, limit: Int(step.room))) ?? []
            for entry in entries {
                await connection.send(EntryNotice(session: session, epoch: epoch, entry: entry))
                state.withLock { $0.sent = max($0.sent, entry.number) }
            }
            await connection.drained()
            if !entries.isEmpty { state.withLock { $0.isStale = true } }
        }
    }

    // MARK: - Progress

    private func relayProgress(_ subscription: Subscription) async {
        var restarted: Set<TaskID> = []
        for await delivery in subscription {
            guard case .event(let event) = delivery, event.session == session, let task = event.task else { continue }
            switch event.kind {
            case .progress(let progress):
                let notice = ProgressNotice(session: session, epoch: epoch, task: task, done: progress.done, total: progress.total)
                await connection.send(notice, isDroppable: true)
            case .restarted:
                restarted.insert(task)
            case .started(let started):
                let wasRestarted = restarted.remove(task) != nil
                let isContinuation = await host.agent.record(task)?.isFirstOfContinuation ?? false
                guard wasRestarted || isContinuation else { continue }
                let notice = ProgressNotice(
                    session: session,
                    epoch: epoch,
                    task: task,
                    done: started.resumedAt,
                    total: started.total,
                    resumedAt: started.resumedAt
                )
                await connection.send(notice)
            case .finished, .failed, .cancelled, .removed:
                restarted.remove(task)
            case .queued, .waiting, .paused, .resumed, .verifying, .warning:
                continue
            }
        }
    }
}

extension TaskRecord {
    /// It goes on with what an earlier task left, and asks for the first time.
    fileprivate var isFirstOfContinuation: Bool { isContinuation && attempt <= 1 }
}
