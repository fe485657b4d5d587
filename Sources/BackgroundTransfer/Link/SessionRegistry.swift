internal import DownloadCore
internal import Platform
internal import Synchronization

/// The identifiers that this process is attached with: a second attachment would steal the events of the first (row 11).
final class SessionRegistry: Sendable {
    private enum Place {
        case held
        /// Its session is gone, and the agent is being told.
        case closing(Task<Void, Never>)
    }

    private let places = Mutex<[SessionIdentifier: Place]>([:])

    /// Takes an identifier; waits for a session with it that is just being closed.
    ///
    /// - Throws: `identifierInUse` with this process's own number while another session holds it.
    func reserve(_ identifier: SessionIdentifier) async throws {
        while let closing = try claim(identifier) {
            await closing.value
            places.withLock { places in
                // Somebody else who waited may have taken it in between.
                if case .closing(closing)? = places[identifier] { places[identifier] = nil }
            }
        }
    }

    private func claim(_ identifier: SessionIdentifier) throws -> Task<Void, Never>? {
        try places.withLock { places in
            switch places[identifier] {
            case nil:
                places[identifier] = .held
                return nil
            case .closing(let task): return task
            case .held:
                let why = "This process has a session with the identifier '\(identifier)' already; keep one and use it everywhere."
                throw BackgroundSessionError(.identifierInUse, why, owner: ThisProcess.id)
            }
        }
    }

    /// Gives an identifier back, at the end of a task that tells the agent so.
    func release(_ identifier: SessionIdentifier, after closing: Task<Void, Never>) {
        places.withLock { $0[identifier] = .closing(closing) }
    }

    func release(_ identifier: SessionIdentifier) {
        places.withLock { $0[identifier] = nil }
    }
}
