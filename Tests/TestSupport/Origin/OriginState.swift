import Glibc
import Synchronization

/// What all threads of one origin share: scripts, log and open connections, behind one lock.
final class OriginState: Sendable {
    private struct Values {
        var scripts: [String: [Reply]] = [:]
        var log: [RequestRecord] = []
        var firstID = 0
        var connections: Set<Int32> = []
        var isListenerClosed = false
        var mostConnections = 0
        var limit: Int?
        var excess = Reply.Excess.reset
        var running: [String: Int] = [:]
    }

    private let values = Guarded(Values())
    private let stopped = Atomic<Bool>(false)

    var isStopped: Bool { stopped.load(ordering: .acquiring) }
    var log: [RequestRecord] { values.withLock { $0.log } }
    var openConnections: Int { values.withLock { $0.connections.count } }
    var mostConnections: Int { values.withLock { $0.mostConnections } }
    var paths: [String] { values.withLock { $0.scripts.keys.sorted() } }

    func set(_ path: String, _ replies: [Reply]) {
        values.withLock { $0.scripts[path] = replies }
    }

    func limitConnections(to count: Int?, excess: Reply.Excess) {
        values.withLock { values in
            values.limit = count
            values.excess = excess
        }
    }

    func clearLog() {
        values.withLock { values in
            values.firstID += values.log.count
            values.log.removeAll()
        }
    }

    /// Enters a connection; the result is what it gets when it is one too many.
    func opened(_ descriptor: Int32) -> Reply.Excess? {
        values.withLock { values in
            values.connections.insert(descriptor)
            values.mostConnections = max(values.mostConnections, values.connections.count)
            guard let limit = values.limit, values.connections.count > limit else { return nil }
            return values.excess
        }
    }

    /// Closes a connection; under the lock, so that nobody cuts a descriptor that has been given to somebody else.
    func closed(_ descriptor: Int32) {
        values.withLock { values in
            values.connections.remove(descriptor)
            _ = Glibc.close(descriptor)
        }
    }

    func cutConnections(reset: Bool) {
        values.withLock { values in
            for descriptor in values.connections {
                if reset { LoopbackSocket.resetOnClose(descriptor) }
                // A reset must not be preceded by an orderly end: only the reading side wakes the thread.
                shutdown(descriptor, Int32(reset ? SHUT_RD : SHUT_RDWR))
            }
        }
    }

    /// Wakes the thread that accepts; under the lock, since a number that was closed may be another origin's by now.
    func wake(listener: Int32) {
        values.withLock { values in
            if !values.isListenerClosed { shutdown(listener, Int32(SHUT_RDWR)) }
        }
    }

    func close(listener: Int32) {
        values.withLock { values in
            values.isListenerClosed = true
            _ = Glibc.close(listener)
        }
    }

    /// Marks it as stopped; false when it was before.
    func stop() -> Bool {
        guard !stopped.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        cutConnections(reset: false)
        return true
    }

    /// Logs a request and chooses its reply, nil for an unknown path; the second part is its number in the log.
    func begin(_ request: OriginRequest, connection: Int) -> (reply: Reply?, id: Int) {
        values.withLock { values in
            let id = values.firstID + values.log.count
            values.log.append(RequestRecord(id: id, connection: connection, request: request, time: ContinuousClock.now))
            var replies = values.scripts[request.path] ?? []
            let index = replies.firstIndex { $0.turns != 0 && ($0.condition?(request) ?? true) }
            guard let index else { return (nil, id) }
            var reply = replies[index]
            if let turns = reply.turns {
                replies[index].turns = turns - 1
                values.scripts[request.path] = replies
            }
            let running = values.running[request.path, default: 0] + 1
            values.running[request.path] = running
            if let most = reply.maximumConcurrent, running > most {
                reply = Self.reply(for: reply.excess)
            }
            return (reply, id)
        }
    }

    func end(_ request: OriginRequest, id: Int) {
        values.withLock { values in
            values.running[request.path, default: 1] -= 1
        }
        update(id) { $0.isEnded = true }
    }

    func update(_ id: Int, _ change: (inout RequestRecord) -> Void) {
        values.withLock { values in
            let index = id - values.firstID
            guard values.log.indices.contains(index) else { return }
            change(&values.log[index])
        }
    }

    static func reply(for excess: Reply.Excess) -> Reply {
        switch excess {
        case .status(let status, let retryAfter):
            Reply.status(status, retryAfter: retryAfter).with { $0.keepsAlive = false }
        case .reset:
            Reply().interrupted(.resetBeforeReply)
        }
    }
}
