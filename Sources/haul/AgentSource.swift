internal import AgentLink
internal import Dashboard
internal import DownloadCore
internal import Platform

/// The tasks of the agent, asked for as they are shown; connects again when the agent has been replaced.
actor AgentSource: DashboardSource {
    /// What the configuration says; the agent's own directory is told when it has been found.
    nonisolated let documents: String
    nonisolated let isBackground = true
    nonisolated let news: AsyncStream<DashboardNews>
    let tell: AsyncStream<DashboardNews>.Continuation

    /// Nil while an agent is being looked for.
    private(set) var client: LinkClient?

    /// The hidden tasks that the agent knows of; nil before the first window of a connection.
    var toldHidden: Set<TaskID>?

    /// The agent has let a call wait for too long: nothing that a person waits for is asked until it answers.
    private(set) var isStuck = false
    private var search: Task<Void, Never>?
    private var reader: Task<Void, Never>?

    /// An agent has been found for the first time.
    private let found = Occasion<Bool>()
    var isClosed = false

    /// The shortest time between two news of a list that changes all the time.
    private var pause: Duration

    /// Whether a search may start an agent.
    var startsAgent = true

    /// The pause before the next search for an agent.
    var nap: Task<Void, Never>?

    var owner: String { client.map { "agent running (pid \($0.hello.pid))" } ?? "no agent yet" }

    /// - Parameters:
    ///   - documents: The documents directory as far as it is known without an agent.
    ///   - pause: The shortest time between two news of a list that changes all the time.
    init(documents: String, pause: Duration) {
        self.documents = documents
        self.pause = pause
        (news, tell) = AsyncStream.makeStream(of: DashboardNews.self, bufferingPolicy: .bufferingNewest(16))
    }

    /// Begins to look for an agent, and starts one if there is none.
    func start() {
        search = Task { await connect() }
    }

    func isReady(within limit: Duration) async -> Bool {
        let wait = Task { [found] in await found.value() }
        let alarm = Task {
            // Cut short by an answer.
            try? await Task.sleep(for: limit)
            wait.cancel()
        }
        _ = await wait.value
        alarm.cancel()
        return client != nil
    }

    // MARK: - Listening

    /// Looks for an agent until there is one, less and less often.
    private func connect() async {
        var pause = Duration.milliseconds(200)
        var told = false
        while !isClosed {
            do throws(LinkError) {
                let client = try await AgentFinder.connect(as: "haul", startsAgent: startsAgent)
                // Watched before anything is read: a change in between is told.
                _ = try await watch(client)
                startsAgent = true
                begin(client)
                return
            } catch {
                // Once: the screen says for as long as it is true that nobody answers.
                if !told, startsAgent { tell.yield(.notice(error.detail, isError: true)) }
                if !told { tell.yield(.lost) }
                told = true
            }
            // Cut short by a person who does not want to wait, and by the end of the program.
            let nap = Task { [pause] in _ = try? await Task.sleep(for: pause) }
            self.nap = nap
            await nap.value
            pause = min(pause * 2, startsAgent ? .seconds(30) : .seconds(2))
        }
    }

    /// Has an agent tell of changes, instead of what it was asked to tell before.
    @discardableResult
    private func watch(_ client: LinkClient) async throws(LinkError) -> WatchCall.Reply {
        try await client.call(WatchCall(wantsList: true, listPause: Int(pause / .milliseconds(1))))
    }

    func setPause(_ pause: Duration) async {
        guard pause != self.pause else { return }
        self.pause = pause
        // One that is lost meanwhile is asked anew when it is found.
        if let client { _ = try? await watch(client) }
    }

    private func begin(_ client: LinkClient) {
        self.client = client
        toldHidden = nil
        isStuck = false
        found.happen(true)
        tell.yield(.found(owner: owner, documents: client.hello.documents))
        reader = Task { [weak self] in
            for await notice in client.notices {
                switch notice {
                case .list: self?.tell.yield(.changed)
                case .goodbye(let goodbye): await self?.note(goodbye)
                case .entry, .progress, .event, .changes: break
                }
            }
            await self?.lost()
        }
    }

    /// Whoever stopped the agent does not want the dashboard to start it again; a key still does.
    private func note(_ goodbye: GoodbyeNotice) {
        startsAgent = goodbye.reason != "stopped"
    }

    /// The agent has ended: another one is looked for.
    private func lost() async {
        guard !isClosed else { return }
        client = nil
        tell.yield(startsAgent ? .lost : .stopped)
        search = Task { await connect() }
    }

    /// It let a call wait for too long: what it has is shown again when it answers.
    func noteStuck(_ client: LinkClient) {
        guard !isStuck else { return }
        isStuck = true
        tell.yield(.lost)
        Task {
            guard (try? await client.call(StatusCall())) != nil else { return }
            self.noteUnstuck()
        }
    }

    private func noteUnstuck() {
        guard isStuck, let client else { return }
        isStuck = false
        tell.yield(.found(owner: owner, documents: client.hello.documents))
    }

    /// So long a key may wait for the agent: once, since after that it is not asked before it has answered.
    static let patience = Duration.seconds(2)

    /// Makes a call, if there is an agent that answers; by default one that a key waits for.
    func call<Call: AgentCall>(_ call: Call, within limit: Duration = patience) async throws(LinkError) -> Call.Reply {
        guard let client else { throw LinkError(.unreachable, "no agent runs at this moment; try again") }
        guard !isStuck else { throw LinkError(.timedOut, "the agent does not answer") }
        do throws(LinkError) {
            return try await client.call(call, timeout: limit)
        } catch {
            if error.code == .timedOut { noteStuck(client) }
            throw error
        }
    }

    func close() async {
        isClosed = true
        nap?.cancel()
        reader?.cancel()
        search?.cancel()
        await client?.close()
    }
}
