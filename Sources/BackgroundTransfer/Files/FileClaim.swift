internal import AgentLink
internal import DownloadCore
internal import Platform
internal import Synchronization

/// The right to take one staged file away, from its event until the acknowledgement of that.
///
/// The agent is told before the file moves and after. Before, so that a program killed at any moment leaves no riddle: a file that is gone was
/// taken if its taking had begun, and was lost otherwise (row 37). `move(to:)` is synchronous, so the call is made over a connection of its own
/// that blocks this thread for the time the agent needs to store it: it needs no other thread of this process, and it is over before the rename begins,
/// and so before the acknowledgement. The session's own connection would not do: its replies come over the very threads that might be blocked here.
final class FileClaim: Sendable {
    private enum State {
        case valid
        case moving
        case taken
        case expired
    }

    private struct Guarded {
        var state = State.valid
        /// The acknowledgement that waits for a move to end.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let task: TaskID
    private let isStaged: Bool
    private let connector: any AgentConnector
    private let guarded = Mutex(Guarded())

    init(_ task: TaskID, _ file: DeliveredFile, _ connector: any AgentConnector) {
        self.task = task
        isStaged = file.isStaged
        self.connector = connector
    }

    /// Moves the file with what is given, between the two calls.
    func take(_ move: () throws -> Void) throws {
        // A file with a destination is the person's: it stays where it is for as long as they like.
        guard isStaged else { return try move() }
        try guarded.withLock { guarded in
            switch guarded.state {
            case .valid: guarded.state = .moving
            case .moving, .taken: throw BackgroundSessionError(.cannotMoveFile, "This file has been moved already.")
            case .expired:
                let why = """
                    This file was only kept until the next event was asked for. Move it before that, or let the agent do it: \
                    DownloadRequest.destination.
                    """
                throw BackgroundSessionError(.fileExpired, why)
            }
        }
        var outcome = State.valid
        defer { end(outcome) }
        do throws(LinkError) {
            _ = try connector.exchange(ClaimCall(task: task, step: .begin))
        } catch {
            throw BackgroundSessionError(error)
        }
        do {
            try move()
        } catch {
            // Should it not arrive, the file is still in its place, which says the same.
            _ = try? connector.exchange(ClaimCall(task: task, step: .abandoned))
            throw error
        }
        outcome = .taken
        // Should it not arrive, the taking has begun and the file is gone: the agent knows what that means.
        _ = try? connector.exchange(ClaimCall(task: task, step: .done))
    }

    /// Announces that the file may be moved by somebody who only knows its path, and tells afterwards whether it was.
    func lend(over caller: AgentCaller, _ path: String, _ use: () async -> Void) async {
        guard isStaged else { return await use() }
        // Out of reach for so long, the agent will end the session's events anyway; the method must run once all the same.
        _ = try? await caller.call(ClaimCall(task: task, step: .begin))
        await use()
        // A path that cannot be looked at counts as gone only if it really is.
        let isThere = (try? FileStatus.of(path: path)) != .some(nil)
        _ = try? await caller.call(ClaimCall(task: task, step: isThere ? .abandoned : .done))
    }

    private func end(_ state: State) {
        let waiter = guarded.withLock { guarded in
            guarded.state = guarded.waiter == nil || state == .taken ? state : .expired
            defer { guarded.waiter = nil }
            return guarded.waiter
        }
        waiter?.resume()
    }

    /// Ends the right; waits until a move on another thread is over.
    func expire() async {
        await withCheckedContinuation { continuation in
            let isMoving = guarded.withLock { guarded in
                switch guarded.state {
                case .valid: guarded.state = .expired
                case .moving where guarded.waiter == nil:
                    guarded.waiter = continuation
                    return true
                case .moving, .taken, .expired: break
                }
                return false
            }
            if !isMoving { continuation.resume() }
        }
    }
}
