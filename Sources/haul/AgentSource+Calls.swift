internal import AgentLink
internal import Dashboard
internal import DownloadCore

/// What the dashboard asks of the agent.
extension AgentSource {
    func window(_ request: TaskWindow.Request) async -> TaskWindow? {
        let hides = request.hidden != toldHidden
        let limit = toldHidden == nil ? Self.firstPatience : Self.patience
        // The loss of the agent is told elsewhere.
        guard let reply = try? await call(WindowCall(request, hides: hides), within: limit) else { return nil }
        toldHidden = request.hidden
        return reply.window(of: request.query)
    }

    private static let firstPatience = Duration.seconds(10)

    /// What changes much may take its time.
    private static let longPatience = Duration.seconds(30)

    func choose(_ choice: TaskChoice, of query: TaskQuery) async -> ChosenTasks? {
        (try? await call(SelectCall(choice, of: query)))?.chosen
    }

    func tasks(_ ids: [TaskID]) async -> [TaskSnapshot] {
        var found: [TaskSnapshot] = []
        var rest = ids[...]
        while !rest.isEmpty {
            let portion = Array(rest.prefix(500))
            rest = rest.dropFirst(500)
            var after: TaskID?
            repeat {
                // Without an answer there is nothing to do with them either.
                guard let page = try? await call(TasksCall(includesEnded: true, after: after, ids: portion)) else { return found }
                found += page.tasks.map(\.snapshot)
                after = page.next
            } while after != nil
        }
        return found
    }

    func row(of search: TaskSearch, in query: TaskQuery) async -> Int? {
        (try? await call(FindCall(search, in: query)))?.row
    }

    func known(_ urls: [String]) async -> [String] {
        var known: [String] = []
        var portion: [String] = []
        var size = 0
        for url in urls {
            portion.append(url)
            // A character may be written as an escape.
            size += 6 * url.utf8.count + 8
            guard size > LinkLimits.message / 2 else { continue }
            known += (try? await call(KnownCall(urls: portion)))?.urls ?? []
            (portion, size) = ([], 0)
        }
        return portion.isEmpty ? known : known + ((try? await call(KnownCall(urls: portion)))?.urls ?? [])
    }

    func details(_ id: TaskID) async -> Details? {
        // A task that is gone meanwhile leaves the pane to what the list says.
        guard let reply = try? await call(ShowCall(task: id, events: 0)) else { return nil }
        var details = Details(reply.task.snapshot, request: reply.request, failures: reply.failures, httpStatus: reply.httpStatus)
        (details.saveFolder, details.saveName) = (reply.saveFolder, reply.saveName)
        return details
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
            return try await call(AddCall(session: .haul, requests: requests), within: Self.longPatience).tasks.count
        } catch {
            throw Failure(.internal, error.detail)
        }
    }

    func command(_ command: ControlCall.Command, _ ids: [TaskID]?) async -> [String] {
        var reasons: [String] = []
        var rest = ids.map { $0[...] }
        do throws(LinkError) {
            repeat {
                let portion = rest.map { Array($0.prefix(Self.mostNamed)) }
                rest = rest?.dropFirst(Self.mostNamed)
                guard portion?.isEmpty != true else { break }
                reasons += try await call(ControlCall(command, tasks: portion), within: Self.longPatience).refused.map(\.reason)
            } while rest?.isEmpty == false
        } catch {
            reasons.append(error.detail)
        }
        return reasons
    }

    /// So many tasks are named in one message: there is room for a refusal of each in the answer.
    private static let mostNamed = 5_000

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

    func limitAlternative(_ isOn: Bool) async -> String? {
        await refusal(of: AlternativeLimitCall(isOn: isOn))
    }

    private func refusal(of call: some AgentCall) async -> String? {
        do throws(LinkError) {
            _ = try await self.call(call, within: Self.longPatience)
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
}
