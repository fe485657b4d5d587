internal import AgentLink
internal import DownloadCore
internal import Headless
internal import Platform

/// `haul list`, `haul show` and `haul sessions`.
enum ListCommand {
    static func list(_ options: ListOptions) async -> Int32 {
        await AgentCommand.run("list", options.common) { (command) throws(Context.Problem) in
            let finder = TaskFinder(command: command)
            var tasks: [TaskSnapshot] = []
            var isEmpty = true
            try await finder.pages(session: options.session, includesEnded: options.includesEnded) { page in
                isEmpty = isEmpty && page.isEmpty
                guard options.common.isJSON else {
                    tasks += page
                    return true
                }
                // A page at a time, so that a long list needs little memory; nobody reads on after a broken pipe.
                return page.isEmpty || Output.write(page.map { TaskJSON.line($0) + "\n" }.joined(), to: .standard)
            }
            AgentCommand.print(TaskTable.lines(Sort().sorted(tasks), style: command.style, now: SystemClocks().now().wall))
            for line in TaskTable.advice(tasks) { AgentCommand.tell(line) }
            if isEmpty { AgentCommand.tell(TaskTable.emptiness(includesEnded: options.includesEnded, session: options.session)) }
            return 0
        }
    }

    static func show(_ term: TaskTerm, _ common: CommonOptions) async -> Int32 {
        await AgentCommand.run("show", common) { (command) throws(Context.Problem) in
            let task = try await TaskFinder(command: command).one(term)
            let details = TaskDetails(try await command.call(ShowCall(task: task.id)))
            AgentCommand.print(
                common.isJSON ? [details.json] : details.lines(style: command.style, now: SystemClocks().now().wall)
            )
            return 0
        }
    }

    static func sessions(_ common: CommonOptions) async -> Int32 {
        await AgentCommand.run("sessions", common) { (command) throws(Context.Problem) in
            let sessions = try await command.call(SessionsCall()).sessions
            AgentCommand.print(
                common.isJSON ? sessions.map(SessionTable.json) : SessionTable.lines(sessions, style: command.style)
            )
            if sessions.isEmpty { AgentCommand.tell(SessionTable.emptiness) }
            return 0
        }
    }
}

extension TaskDetails {
    init(_ reply: ShowCall.Reply) {
        self.init(
            task: reply.task.snapshot,
            request: reply.request,
            representation: reply.representation,
            events: reply.events.compactMap(\.value),
            failures: reply.failures,
            durable: reply.durable,
            isUndelivered: reply.isUndelivered,
            httpStatus: reply.httpStatus
        )
    }
}
