internal import Platform

/// Finds the agent of this user, and starts one when there is none.
public enum AgentFinder {
    /// The status of an agent that ended because another one holds the store.
    public static let lostRace: Int32 = 11

    /// Connects to the agent.
    ///
    /// An agent that is older than this program is asked to hand over, and a new one is started.
    /// - Parameters:
    ///   - client: a name for the agent's log, such as `haul list`.
    ///   - startsAgent: whether an agent is started when none runs.
    /// - Returns: the connection, ready for calls.
    /// - Throws: `unreachable` with a sentence for people; `timedOut` when an agent is there and does not answer; `version`.
    public static func connect(as client: String, startsAgent: Bool = true) async throws(LinkError) -> LinkClient {
        let place: AgentPlace
        do throws(SystemError) {
            place = try AgentPlace()
        } catch {
            throw LinkError(.unreachable, "the agent cannot be found: \(error.description)")
        }
        return try await connect(as: client, startsAgent: startsAgent, place: place)
    }

    /// The same with an environment of one's own, a version, and a limit for all of it.
    public static func connect(
        as client: String,
        startsAgent: Bool = true,
        place: AgentPlace,
        version: String = ProgramVersion.text,
        limit: Duration = .seconds(10)
    ) async throws(LinkError) -> LinkClient {
        var search = AgentSearch(client: client, version: version, place: place, limit: limit)
        return try await search.run(startsAgent: startsAgent)
    }

    /// Asks the agent to end, of whatever version it is, and waits until its process is gone.
    ///
    /// - Returns: what it said of itself.
    /// - Throws: `noAgent` when none runs, `timedOut` when it does not end in time.
    @discardableResult
    public static func stop(as client: String, place: AgentPlace, limit: Duration = .seconds(20)) async throws(LinkError) -> HelloCall.Reply
    {
        let search = AgentSearch(client: client, version: ProgramVersion.text, place: place, limit: limit)
        guard let connection = try await search.attempt() else { throw LinkError.noAgent }
        try await search.stop(connection, handsOver: false)
        return connection.hello
    }
}

/// One search for an agent.
struct AgentSearch {
    let client: String
    let version: String
    let place: AgentPlace
    let deadline: ContinuousClock.Instant
    let limit: Duration
    private var hasAskedToHandOver = false

    init(client: String, version: String, place: AgentPlace, limit: Duration) {
        self.client = client
        self.version = version
        self.place = place
        self.limit = limit
        deadline = .now + limit
    }

    mutating func run(startsAgent: Bool) async throws(LinkError) -> LinkClient {
        while true {
            let found: LinkClient
            switch try await attempt() {
            case .some(let connection): found = connection
            case .none:
                guard startsAgent else { throw LinkError.noAgent }
                found = try await start()
            }
            guard let client = try await settle(found, startsAgent: startsAgent) else { continue }
            return client
        }
    }

    /// Tries all places; nil when nobody listens at any.
    func attempt() async throws(LinkError) -> LinkClient? {
        for path in place.sockets {
            guard let wire = try dial(path) else { continue }
            do throws(LinkError) {
                return try await LinkClient.open(wire, path: path, client: client, version: version, timeout: remaining)
            } catch {
                // It was just leaving.
                guard error.code == .unreachable else { throw error }
            }
        }
        return nil
    }

    private func dial(_ path: String) throws(LinkError) -> ClientWire? {
        do throws(SystemError) {
            return try LinkClient.dial(path)
        } catch {
            switch error.code {
            case .noSuchFile, .notADirectory, .connectionRefused: return nil
            default: throw LinkError(.unreachable, LinkClient.sentence(error, path))
            }
        }
    }

    /// Decides whether an agent will do; nil when it has left so that a new one can come.
    private mutating func settle(_ connection: LinkClient, startsAgent: Bool) async throws(LinkError) -> LinkClient? {
        let hello = connection.hello
        let isOlder = ProgramVersion.isOlder(hello.version, than: version) || hello.link < LinkVersion.current
        if isOlder, startsAgent, !hasAskedToHandOver {
            hasAskedToHandOver = true
            try await stop(connection, handsOver: true)
            return nil
        }
        guard hello.link == LinkVersion.current else {
            await connection.close()
            throw LinkClient.misfit(hello)
        }
        return connection
    }

    /// Asks an agent to leave and waits until its process is gone.
    func stop(_ connection: LinkClient, handsOver: Bool) async throws(LinkError) {
        let hello = connection.hello
        do throws(LinkError) {
            _ = try await connection.call(StopCall(handsOver: handsOver), timeout: remaining)
        } catch {
            // Gone before it could answer, as another client asked the same.
            guard error.code == .unreachable else { throw error }
        }
        await connection.close()
        guard await ProcessID(rawValue: hello.pid).ends(within: remaining) else {
            throw LinkError(.timedOut, "the agent (process \(hello.pid), version \(hello.version)) was asked to leave and did not")
        }
    }

    var isInTime: Bool {
        deadline > .now
    }

    /// What is left of the limit; never nothing, so that what is ready at the last moment is still seen.
    var remaining: Duration {
        max(.milliseconds(100), deadline - .now)
    }
}
