internal import AgentLink
internal import DownloadCore

/// The changes that a watcher has not read: of each task the latest, so a slow one costs no memory.
actor LatestChanges {
    private var latest: [TaskID: TransferAgent.Change] = [:]
    private var order: [TaskID] = []
    private var hasEnded = false
    private var reader: CheckedContinuation<Void, Never>?
    private let connection: any AgentConnection

    init(_ connection: any AgentConnection) {
        self.connection = connection
        // Weakly: when the reader has gone the connection is closed, and with it ends the loop.
        Task { [weak self] in
            for await notice in connection.notices {
                guard case .changes(let changes) = notice else { continue }
                await self?.take(changes)
            }
            await self?.end()
        }
    }

    deinit {
        Task { [connection] in await connection.close() }
    }

    /// The next change; nil when the reading task was cancelled.
    func next() async throws -> TransferAgent.Change? {
        while order.isEmpty {
            guard !Task.isCancelled else { return nil }
            guard !hasEnded else { throw BackgroundSessionError(.agentUnreachable, "The agent has left.") }
            await withTaskCancellationHandler {
                await withCheckedContinuation { reader = $0 }
            } onCancel: {
                Task { await self.wake() }
            }
        }
        return latest.removeValue(forKey: order.removeFirst())
    }

    private func take(_ changes: ChangesNotice) {
        for task in changes.tasks { put(.updated(TransferAgent.TaskSummary(task)), for: task.id) }
        for task in changes.removed { put(.removed(DownloadTask.ID(task)), for: task) }
        wake()
    }

    private func put(_ change: TransferAgent.Change, for task: TaskID) {
        if latest.updateValue(change, forKey: task) == nil { order.append(task) }
    }

    private func end() {
        hasEnded = true
        wake()
    }

    private func wake() {
        reader?.resume()
        reader = nil
    }
}
