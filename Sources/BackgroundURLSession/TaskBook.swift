import BackgroundTransfer
import Foundation
import FoundationNetworking
import Synchronization

/// The tasks of a session whose end has not been told: one object for each, whoever asks.
final class TaskBook: Sendable {
    private struct Pages {
        var tasks: [Int: BackgroundDownloadTask] = [:]
        var byRemote: [DownloadTask.ID: BackgroundDownloadTask] = [:]

        /// Told to the end: a list that was asked for before that must not bring them back.
        var past: Set<DownloadTask.ID> = []

        /// Those of which the delegate was asked for a password in this process.
        var challenged: Set<DownloadTask.ID> = []
    }

    private let pages = Mutex(Pages())

    /// In the order of their creation.
    var all: [BackgroundDownloadTask] {
        pages.withLock { Array($0.tasks.values) }.sorted { $0.taskIdentifier < $1.taskIdentifier }
    }

    func add(_ task: BackgroundDownloadTask) {
        pages.withLock { $0.tasks[task.taskIdentifier] = task }
    }

    func know(_ remote: DownloadTask, _ task: BackgroundDownloadTask) {
        pages.withLock { pages in
            guard !pages.past.contains(remote.id) else { return }
            pages.byRemote[remote.id] = task
        }
    }

    func forget(_ task: BackgroundDownloadTask) {
        let remote = task.withFacts { $0.remote }
        pages.withLock { pages in
            pages.tasks[task.taskIdentifier] = nil
            guard let remote else { return }
            pages.byRemote[remote.id] = nil
            pages.challenged.remove(remote.id)
            pages.past.insert(remote.id)
        }
    }

    /// Whether this is the first question for a password of a task; of later ones there is an event each.
    func beginChallenge(_ remote: DownloadTask) -> Bool {
        pages.withLock { $0.challenged.insert(remote.id).inserted }
    }

    func endChallenge(_ remote: DownloadTask) {
        _ = pages.withLock { $0.challenged.remove(remote.id) }
    }

    /// What the agent says of a task; nil when it has none such, or stays out of reach.
    ///
    /// An agent that is just being replaced is waited for: without its answer the task would get another number than the one the program knows it by.
    private func status(of remote: DownloadTask) async -> DownloadStatus? {
        let patience = ContinuousClock.now + .seconds(10)
        while true {
            do {
                return try await remote.status
            } catch {
                let isOutOfReach = (error as? BackgroundSessionError)?.code == .agentUnreachable
                guard isOutOfReach, ContinuousClock.now < patience, !Task.isCancelled else { return nil }
                // A cancelled pause only asks once more, too early.
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// The object for a task of the agent, which is made if there is none.
    ///
    /// - Parameters:
    ///   - remote: The agent's task.
    ///   - engine: Whose it is.
    ///   - refreshing: Whether what is known of it is asked for in any case.
    /// - Returns: the task, with its status if that was asked for and is known; nil for one whose end has been told.
    func find(_ remote: DownloadTask, _ engine: SessionEngine, refreshing: Bool) async -> (BackgroundDownloadTask, DownloadStatus?)? {
        let known = pages.withLock { $0.byRemote[remote.id] }
        if let known, !refreshing { return (known, nil) }
        let status = await status(of: remote)
        let label = TaskFacts.Label(status?.request.libraryData)
        // A task of another library or of the command line: the agent's own numbers are small, and never those of the clock.
        let identifier = known?.taskIdentifier ?? label?.identifier ?? remote.id.rawValue
        var facts = TaskFacts()
        facts.isSubmitted = true
        facts.remote = remote
        facts.taskDescription = status?.taskDescription
        facts.priority = label?.priority ?? status.map { $0.request.priority.number } ?? facts.priority
        facts.clientExpects = label?.expects ?? facts.clientExpects
        facts.earliestBeginDate = status?.request.earliestBeginDate
        let fresh = BackgroundDownloadTask(identifier, facts, engine)
        let task = pages.withLock { pages -> BackgroundDownloadTask? in
            guard !pages.past.contains(remote.id) else { return nil }
            let task = pages.byRemote[remote.id] ?? pages.tasks[identifier] ?? fresh
            pages.tasks[task.taskIdentifier] = task
            pages.byRemote[remote.id] = task
            return task
        }
        guard let task else { return nil }
        task.withFacts { $0.remote = remote }
        if let status { task.update(status) }
        return (task, status)
    }
}

extension DownloadPriority {
    /// The nearest of Foundation's three numbers.
    var number: Float {
        switch self {
        case .low: URLSessionTask.lowPriority
        case .normal: URLSessionTask.defaultPriority
        case .high: URLSessionTask.highPriority
        }
    }
}

/// The sessions of this process, which live until they are invalidated; one for each identifier.
final class Shelf: Sendable {
    static let shared = Shelf()

    /// An agent and the bytes of an identifier: two texts that only look the same are two identifiers.
    private struct Place: Hashable {
        let access: ObjectIdentifier
        let identifier: [UInt8]

        init(_ engine: SessionEngine, _ access: AgentAccess) {
            self.access = ObjectIdentifier(access)
            identifier = Array(engine.configuration.identifier.utf8)
        }
    }

    private let engines = Mutex<[Place: SessionEngine]>([:])

    /// False when there is another one.
    func place(_ engine: SessionEngine, _ access: AgentAccess) -> Bool {
        engines.withLock { engines in
            let place = Place(engine, access)
            guard engines[place] == nil else { return false }
            engines[place] = engine
            return true
        }
    }

    func remove(_ engine: SessionEngine, _ access: AgentAccess) {
        engines.withLock { engines in
            let place = Place(engine, access)
            if engines[place] === engine { engines[place] = nil }
        }
    }
}
