internal import AgentLink
internal import Dashboard
internal import DownloadCore
internal import Synchronization

/// The tasks of the agent, kept up to date by what it tells; connects again when the agent has been replaced.
actor AgentSource: DashboardSource {
    nonisolated let documents: String
    nonisolated let isBackground = true
    nonisolated let news: AsyncStream<DashboardNews>
    private let tell: AsyncStream<DashboardNews>.Continuation
    private var client: LinkClient
    private var known: [TaskID: TaskSnapshot] = [:]
    private var reader: Task<Void, Never>?
    private var isClosed = false

    /// Whether a search may start an agent.
    private var startsAgent = true

    /// The pause before the next search for an agent.
    private var nap: Task<Void, Never>?

    var owner: String { "agent running (pid \(client.hello.pid))" }

    /// Connects to the agent, starting one if needed, and reads all tasks.
    static func open() async throws(LinkError) -> AgentSource {
        let source = AgentSource(try await AgentFinder.connect(as: "haul"))
        try await source.begin()
        return source
    }

    private init(_ client: LinkClient) {
        self.client = client
        documents = client.hello.documents
        (news, tell) = AsyncStream.makeStream(of: DashboardNews.self, bufferingPolicy: .bufferingNewest(16))
    }

    // MARK: - Listening

    private func begin() async throws(LinkError) {
        let client = client
        // Watched before they are read: a change in between is told again.
        _ = try await client.call(WatchCall(wantsChanges: true))
        var fresh: [TaskID: TaskSnapshot] = [:]
        var after: TaskID?
        repeat {
            let page = try await client.call(TasksCall(includesEnded: true, after: after))
            for task in page.tasks { fresh[task.id] = task.snapshot }
            after = page.next
        } while after != nil
        known = fresh
        tell.yield(.changed)
        reader = Task { [weak self] in
            for await notice in client.notices {
                switch notice {
                case .changes(let changes): await self?.take(changes)
                case .goodbye(let goodbye): await self?.note(goodbye)
                case .entry, .progress, .event: break
                }
            }
            await self?.lost()
        }
    }

    /// Whoever stopped the agent does not want the dashboard to start it again; a key still does.
    private func note(_ goodbye: GoodbyeNotice) {
        startsAgent = goodbye.reason != "stopped"
    }

    private func take(_ changes: ChangesNotice) {
        for task in changes.tasks { known[task.id] = task.snapshot }
        for id in changes.removed { known[id] = nil }
        tell.yield(.changed)
    }

    /// The agent has ended: another one is looked for, less and less often.
    private func lost() async {
        guard !isClosed else { return }
        tell.yield(.lost)
        var pause = Duration.milliseconds(200)
        while !isClosed {
            do throws(LinkError) {
                client = try await AgentFinder.connect(as: "haul", startsAgent: startsAgent)
                startsAgent = true
                try await begin()
                tell.yield(.found(owner: owner))
                return
            } catch {
                // The screen says already that nobody answers.
            }
            // Cut short by a person who does not want to wait, and by the end of the program.
            let nap = Task { [pause] in _ = try? await Task.sleep(for: pause) }
            self.nap = nap
            await nap.value
            pause = min(pause * 2, startsAgent ? .seconds(30) : .seconds(2))
        }
    }

    // MARK: - Asking

    func tasks() -> [TaskSnapshot] { known.values.sorted { $0.id < $1.id } }

    // Without an answer there is nothing to show: the loss of the agent is told elsewhere.
    func freeSpace() async -> Int64? { (try? await client.call(StatusCall()))?.freeSpace }
    func rateLimit() async -> Int64? { (try? await client.call(StatusCall()))?.rateLimit }

    func details(_ id: TaskID) async -> Details? {
        // A task that is gone meanwhile leaves the pane to what the list says.
        guard let reply = try? await client.call(ShowCall(task: id)) else { return nil }
        return Details(reply.task.snapshot, request: reply.request, failures: reply.failures, httpStatus: reply.httpStatus)
    }

    func add(_ requests: [DownloadRequest]) async throws(Failure) -> Int {
        guard !requests.isEmpty else { return 0 }
        var portion = RequestPortion()
        var count = 0
        for request in requests {
            guard RequestPortion.takes(request) else { continue }
            if !portion.hasRoom(for: request) { count += try await queue(portion.take()) }
            portion.add(request)
        }
        return count + (try await queue(portion.take()))
    }

    private func queue(_ requests: [DownloadRequest]) async throws(Failure) -> Int {
        guard !requests.isEmpty else { return 0 }
        do throws(LinkError) {
            return try await client.call(AddCall(session: .haul, requests: requests)).tasks.count
        } catch {
            throw Failure(.internal, error.detail)
        }
    }

    func command(_ command: ControlCall.Command, _ ids: [TaskID]) async -> [String] {
        guard !ids.isEmpty else { return [] }
        do throws(LinkError) {
            return try await client.call(ControlCall(command, tasks: ids)).refused.map(\.reason)
        } catch {
            return [error.detail]
        }
    }

    func edit(_ id: TaskID, _ edit: TaskEdit) async -> String? {
        var call = EditCall(task: id)
        call.url = edit.url
        call.mirrors = edit.mirrors
        call.headers = edit.headers
        call.outputName = edit.outputName
        call.priority = edit.priority
        call.rateLimit = edit.rateLimit
        return await refusal(of: call)
    }

    func move(_ id: TaskID, isUp: Bool) async -> String? {
        await refusal(of: MoveCall(task: id, place: isUp ? .up : .down))
    }

    func limit(_ rate: Int64?) async -> String? {
        await refusal(of: LimitCall(rate: rate))
    }

    private func refusal(of call: some AgentCall) async -> String? {
        do throws(LinkError) {
            _ = try await client.call(call)
            return nil
        } catch {
            return error.detail
        }
    }

    func refresh() {
        startsAgent = true
        nap?.cancel()
        tell.yield(.changed)
    }

    func stop() async -> String? {
        isClosed = true
        do throws(LinkError) {
            try await AgentFinder.stop(as: "haul", place: try AgentControlCommand.place())
            return nil
        } catch {
            isClosed = false
            return error.detail
        }
    }

    func close() async {
        isClosed = true
        nap?.cancel()
        reader?.cancel()
        await client.close()
    }
}
