internal import AgentLink
internal import DownloadCore
internal import Headless
internal import Platform
internal import Screen

/// `haul wait`: until tasks have ended.
struct WaitCommand {
    private let options: WaitOptions
    private var tally: WaitTally

    static func run(_ options: WaitOptions) async -> Int32 {
        var wait = WaitCommand(options: options)
        do throws(Context.Problem) {
            let context = try Context(file: options.common.configurationFile)
            // An agent that hands over to a newer one asks its clients to come again.
            while true {
                let client = try await AgentCommand.connect("wait", lost: ExitStatus.unfinished)
                let isOver = try await wait.follow(AgentCommand(client: client, context: context, common: options.common))
                await client.close()
                if isOver { return wait.tally.status }
            }
        } catch {
            return error.tell()
        }
    }

    private init(options: WaitOptions) {
        self.options = options
        tally = WaitTally(takesNew: options.terms.isEmpty)
    }

    /// Waits on one connection; false when the agent has handed over.
    private mutating func follow(_ command: AgentCommand) async throws(Context.Problem) -> Bool {
        let session = options.terms.isEmpty ? options.session ?? .haul : nil
        // Watching begins before the list is asked for, so that nothing can end in between.
        _ = try await command.call(WatchCall(session: session, wantsEvents: true), lost: ExitStatus.unfinished)
        var finder = TaskFinder(command: command)
        finder.lost = ExitStatus.unfinished
        let tasks =
            options.terms.isEmpty
            ? try await finder.all(session: session, includesEnded: false) : try await finder.find(options.terms)
        for (task, ending) in tally.begin(tasks) { tell(task, ending) }
        if tally.isDone {
            if tasks.isEmpty { AgentCommand.tell("haul: nothing is left to do; haul list --all shows what has ended.") }
            return true
        }
        // A command that is silent while it waits for its own reader would never end.
        tell(tally.holdups(tasks))
        for await notice in command.client.notices {
            switch notice {
            case .event(let notice):
                guard let event = notice.event.value else { continue }
                if let (task, ending) = tally.take(event) { tell(task, ending) }
                if let holdup = tally.holdup(event) { tell([holdup]) }
                if tally.isDone { return true }
            case .goodbye(let goodbye) where goodbye.reason == "handover": return false
            case .goodbye, .entry, .progress, .changes, .list: break
            }
        }
        let count = tally.openCount
        let what = count == 1 ? "a download is" : "\(count) downloads are"
        throw Context.Problem(
            ["haul: the agent went away while \(what) unfinished; run haul wait again, they go on with the agent."],
            ExitStatus.unfinished
        )
    }

    private func tell(_ task: TaskID, _ ending: WaitTally.Ending) {
        if options.common.isJSON {
            AgentCommand.print([tally.json(task, ending)])
        } else if case .finished(let file) = ending {
            // Shown harmlessly on a terminal, and exactly where a script reads it.
            AgentCommand.print([Output.isTerminal(.standard) ? Sanitizer.visible(file.path) : file.path])
        }
        if let line = tally.line(task, ending) { AgentCommand.tell(line) }
    }

    private func tell(_ holdups: [(task: TaskID, holdup: WaitTally.Holdup)]) {
        if options.common.isJSON { AgentCommand.print(holdups.map { tally.json($0.task, $0.holdup) }) }
        for line in WaitTally.lines(holdups) { AgentCommand.tell(line) }
    }
}
