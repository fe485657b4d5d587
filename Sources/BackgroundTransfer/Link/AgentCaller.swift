internal import AgentLink

/// Makes calls, over a connection that is opened when one is needed and opened again when it was lost.
///
/// Every call of this library may be repeated: it asks for a state and not for a change, or carries a token that the agent knows again.
actor AgentCaller {
    private let connector: any AgentConnector

    /// How long the agent may be out of reach before a call fails.
    nonisolated let patience: Duration

    private var current: (any AgentConnection)?
    /// There was no program to start, and nobody has to wait for that to be found out once more.
    private var isHopeless = false
    private var opening: Task<Result<any AgentConnection, LinkError>, Never>?

    init(_ connector: any AgentConnector, patience: Duration) {
        self.connector = connector
        self.patience = patience
    }

    deinit {
        guard let current else { return }
        Task { await current.close() }
    }

    /// Makes a call, again and again while the connection breaks, for as long as the patience lasts.
    func call<Call: AgentCall>(_ call: Call) async throws(LinkError) -> Call.Reply {
        var pauses = GrowingPause(patience: patience)
        while true {
            let connection = try await connection(patience: patience)
            do throws(LinkError) {
                return try await connection.call(call, timeout: patience)
            } catch {
                guard error.code == .unreachable else { throw error }
                await drop(connection)
                guard await pauses.next() else { throw error }
            }
        }
    }

    /// The connection, which is opened if there is none; many who ask at once get the same.
    ///
    /// - Parameter patience: How long to try; with zero once.
    /// - Returns: an open connection.
    /// - Throws: why the agent cannot be reached.
    func connection(patience: Duration) async throws(LinkError) -> any AgentConnection {
        if let current { return current }
        let task: Task<Result<any AgentConnection, LinkError>, Never>
        if let opening {
            task = opening
        } else {
            let patience = isHopeless ? .zero : patience
            task = Task { [connector] in await Self.open(connector, patience: patience) }
            opening = task
        }
        let result = await task.value
        if opening == task {
            opening = nil
            current = try? result.get()
            if case .failure(let error) = result { isHopeless = error.isLasting == true } else { isHopeless = false }
        }
        return try result.get()
    }

    /// Forgets a connection that was lost.
    func drop(_ connection: any AgentConnection) async {
        if current === connection { current = nil }
        await connection.close()
    }

    /// Closes the connection; a later call opens another one.
    func close() async {
        guard let current else { return }
        await drop(current)
    }

    private static func open(
        _ connector: any AgentConnector,
        patience: Duration
    ) async -> Result<any AgentConnection, LinkError> {
        var pauses = GrowingPause(patience: patience)
        // A package manager that is just replacing the program needs a moment.
        var lastHopes = GrowingPause(patience: min(patience, .seconds(2)))
        while true {
            do throws(LinkError) {
                return .success(try await connector.connect())
            } catch {
                guard error.isPassing else { return .failure(error) }
                let goesOn = error.isLasting == true ? await lastHopes.next() : await pauses.next()
                guard goesOn else { return .failure(error) }
            }
        }
    }
}

extension LinkError {
    /// Whether another try may succeed without anybody doing anything.
    var isPassing: Bool {
        code == .unreachable || code == .timedOut
    }
}

/// Pauses between tries that grow from 20 ms to 2 s, until a patience is over.
struct GrowingPause {
    private let end: ContinuousClock.Instant
    private var pause = Duration.milliseconds(20)

    init(patience: Duration) {
        end = .now.advanced(by: patience)
    }

    /// Waits for the next try; false, at once, when there is none.
    mutating func next() async -> Bool {
        let now = ContinuousClock.now
        guard now < end else { return false }
        // Cancelled or not: the next try finds out that nobody wants it any more.
        try? await Task.sleep(until: min(now.advanced(by: pause), end), clock: .continuous)
        pause = min(pause * 2, .seconds(2))
        return !Task.isCancelled
    }
}
