internal import AgentLink
internal import Headless
internal import Platform

/// `haul completions tasks|all-tasks|sessions`: what a shell offers when somebody presses Tab.
enum CandidatesCommand {
    /// Nobody waits longer for a completion.
    private static let patience = Duration.seconds(2)

    /// Prints what there is.
    ///
    /// A key that completes must not start an agent, nor replace one, nor write between what is being typed: without an agent there is
    /// nothing to offer, and that is no failure.
    static func run(_ candidates: Candidates) async -> Int32 {
        guard let place = try? AgentPlace(),
            let client = try? await AgentFinder.connect(as: "haul completions", startsAgent: false, place: place, limit: patience)
        else { return 0 }
        // What came before an agent was lost has been printed.
        try? await print(candidates, client)
        await client.close()
        return 0
    }

    private static func print(_ candidates: Candidates, _ client: LinkClient) async throws(LinkError) {
        guard candidates != .sessions else {
            return AgentCommand.print(try await client.call(SessionsCall(), timeout: patience).sessions.compactMap(Candidates.line))
        }
        var call = TasksCall(includesEnded: candidates == .allTasks)
        while true {
            let reply = try await client.call(call, timeout: patience)
            AgentCommand.print(reply.tasks.map { Candidates.line($0.snapshot) })
            // An agent that gives the same place again would be asked for ever.
            guard let next = reply.next, call.after.map({ next > $0 }) ?? true else { return }
            call.after = next
        }
    }
}
