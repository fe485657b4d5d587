internal import AgentLink
internal import DownloadCore
internal import Headless

/// The commands that change tasks: `pause` and its like, `priority`, `move`, `limit`, `edit`.
enum ControlCommand {
    /// So many tasks go into one call.
    private static let portion = 1_000

    static func run(_ action: ControlAction, _ targets: TaskTargets, _ common: CommonOptions) async -> Int32 {
        await AgentCommand.run(action.rawValue, common) { (command) throws(Context.Problem) in
            guard let order = ControlCall.Command(rawValue: action.rawValue) else { return 1 }
            switch targets {
            case .all(let session):
                let session = session ?? .haul
                let reply = try await command.call(ControlCall(order, tasks: nil, session: session))
                if reply.changed.isEmpty, reply.refused.isEmpty { AgentCommand.tell(action.nothingToDo(in: session)) }
                return tell(reply.refused)
            case .terms(let terms):
                let ids = try await TaskFinder(command: command).find(terms).map(\.id)
                var status: Int32 = 0
                for start in stride(from: 0, to: ids.count, by: portion) {
                    let tasks = Array(ids[start..<min(ids.count, start + portion)])
                    let reply = try await command.call(ControlCall(order, tasks: tasks))
                    // What a program was told stays said: there a retry is a task of its own.
                    for id in Set(reply.changed).subtracting(tasks).sorted() {
                        AgentCommand.tell("haul: the retry has a number of its own: task \(id).")
                    }
                    status = max(status, tell(reply.refused))
                }
                return status
            }
        }
    }

    /// Names the tasks that did not change; 1 when there are any.
    private static func tell(_ refused: [ControlCall.Refusal]) -> Int32 {
        for refusal in refused { AgentCommand.tell(RefusalText.line(refusal.task, refusal.reason)) }
        return refused.isEmpty ? 0 : 1
    }

    static func priority(_ terms: [TaskTerm], _ priority: Priority, _ common: CommonOptions) async -> Int32 {
        await edit("priority", terms, common) { $0.priority = priority }
    }

    static func limit(_ terms: [TaskTerm], rate: Int64?, _ common: CommonOptions) async -> Int32 {
        guard let rate else { return await showLimits(common) }
        guard terms.isEmpty else { return await edit("limit", terms, common) { $0.rateLimit = rate } }
        return await AgentCommand.run("limit", common) { (command) throws(Context.Problem) in
            _ = try await command.call(LimitCall(rate: rate > 0 ? rate : nil))
            return 0
        }
    }

    static func alternativeLimit(_ isOn: Bool, _ common: CommonOptions) async -> Int32 {
        await AgentCommand.run("limit", common) { (command) throws(Context.Problem) in
            _ = try await command.call(AlternativeLimitCall(isOn: isOn))
            return 0
        }
    }

    private static func showLimits(_ common: CommonOptions) async -> Int32 {
        await AgentCommand.run("limit", common) { (command) throws(Context.Problem) in
            let status = try await command.call(StatusCall())
            let tasks = try await TaskFinder(command: command).all(includesEnded: false)
            let source = status.limitSource.flatMap(LimitSource.Kind.init) ?? (status.isLimitAlternative == true ? .alternative : nil)
            AgentCommand.print(LimitText.lines(total: status.rateLimit, source: source, window: status.limitWindow, tasks))
            return 0
        }
    }

    static func edit(_ term: TaskTerm, _ options: EditOptions, _ common: CommonOptions) async -> Int32 {
        await AgentCommand.run("edit", common) { (command) throws(Context.Problem) in
            var call = EditCall(task: try await TaskFinder(command: command).one(term).id)
            call.url = options.url
            call.headers = options.headers
            call.outputName = options.outputName
            call.outputTemplate = options.outputTemplate
            call.checksum = options.checksum.map { "\($0.algorithm.rawValue)=\($0.hex)" }
            _ = try await command.call(call)
            return 0
        }
    }

    static func move(_ term: TaskTerm, _ place: QueuePlace, _ common: CommonOptions) async -> Int32 {
        await AgentCommand.run("move", common) { (command) throws(Context.Problem) in
            let task = try await TaskFinder(command: command).one(term)
            guard let place = MoveCall.Place(rawValue: place.rawValue) else { return 1 }
            _ = try await command.call(MoveCall(task: task.id, place: place))
            return 0
        }
    }

    /// Changes each of some tasks; one that refuses does not keep the others from it.
    private static func edit(
        _ name: String,
        _ terms: [TaskTerm],
        _ common: CommonOptions,
        _ change: (inout EditCall) -> Void
    ) async -> Int32 {
        await AgentCommand.run(name, common) { (command) throws(Context.Problem) in
            var status: Int32 = 0
            for task in try await TaskFinder(command: command).find(terms) {
                var call = EditCall(task: task.id)
                change(&call)
                do throws(LinkError) {
                    _ = try await command.client.call(call)
                } catch {
                    guard error.code == .refused || error.code == .unknownTask else { throw Context.Problem(error) }
                    AgentCommand.tell(RefusalText.line(task.id, error.detail))
                    status = 1
                }
            }
            return status
        }
    }
}
