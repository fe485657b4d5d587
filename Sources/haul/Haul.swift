internal import AgentLink
internal import Dashboard
internal import DownloadCore
internal import Headless
internal import Platform

/// The program: reads the command line and hands over to the command.
@main
struct Haul {
    static func main() {
        ThisProcess.shareHeaps()
        ThisProcess.raiseDescriptorLimit()
        Signals.ignoreBrokenPipes()
        ThisProcess.hideArguments(SecretWords.ranges(in: ThisProcess.arguments))
        let command = Result { () throws(UsageError) in try TopLevel.parse(ThisProcess.arguments) }
        do throws(SystemError) {
            try ProgramExecutors.run(on: threads(for: command)) { await run(command) }
        } catch {
            Output.write("haul: \(error.description)\n", to: .error)
            Output.exit(1)
        }
    }

    /// A dashboard on the agent's tasks mostly waits; what blocks has threads of its own there.
    private static func threads(for command: Result<TopLevel, UsageError>) -> ProgramExecutors.Threads {
        switch command {
        case .success(.dashboard(_, _, isForeground: false)), .success(.demo): .one
        default: .several
        }
    }

    private static func run(_ command: Result<TopLevel, UsageError>) async -> Never {
        var status: Int32
        do throws(UsageError) {
            status = await run(try command.get())
        } catch {
            Output.write("haul: \(error.description)\n", to: .error)
            status = 28
        }
        // What was asked for is done, but whoever reads the output does not learn of it.
        if let fault = Output.fault {
            AgentCommand.tell("haul: standard output could not be written: \(fault.message); what is missing there is lost.")
            if status == 0 { status = Failure.Code.writeFile.exitStatus }
        }
        // All threads have been joined and all state is stored: what libraries do at exit has nothing left to do.
        Output.exit(status)
    }

    private static func run(_ command: TopLevel) async -> Int32 {
        switch command {
        case .batch(let options):
            return await BatchCommand.run(options)
        case .dashboard(let urls, let options, let isForeground):
            return await DashboardCommand.run(urls: urls, options: options, isForeground: isForeground)
        case .demo(let common):
            return await DashboardCommand.demo(common)
        case .configuration(let action, let file):
            return ConfigurationCommand.run(action, file: file)
        case .help(let topic):
            return show(HelpText.text(topic))
        case .version:
            return show("haul \(Version.text)\n")
        case .manual:
            return show(ManualPage.text(version: Version.text, keys: keys))
        case .completions(let shell):
            return show(Completions.text(for: shell))
        case .candidates(let candidates):
            return await CandidatesCommand.run(candidates)
        case .add(let options): return await AddCommand.run(options)
        case .list(let options): return await ListCommand.list(options)
        case .show(let term, let common): return await ListCommand.show(term, common)
        case .sessions(let common): return await ListCommand.sessions(common)
        case .control(let action, let targets, let common): return await ControlCommand.run(action, targets, common)
        case .priority(let terms, let priority, let common): return await ControlCommand.priority(terms, priority, common)
        case .move(let term, let place, let common): return await ControlCommand.move(term, place, common)
        case .limit(let terms, let rate, let common): return await ControlCommand.limit(terms, rate: rate, common)
        case .alternativeLimit(let isOn, let common): return await ControlCommand.alternativeLimit(isOn, common)
        case .whenDone(let action, let isConfirmed, let common):
            return await WhenDoneCommand.run(action, isConfirmed: isConfirmed, common)
        case .edit(let term, let options, let common): return await ControlCommand.edit(term, options, common)
        case .auth(let term, let user, let password, let common):
            return await AuthCommand.run(term, user: user, password: password, common)
        case .wait(let options): return await WaitCommand.run(options)
        case .watch(let session, let common): return await WatchCommand.run(session, common)
        case .files(let options): return FilesCommand.run(options)
        case .doctor(let options): return await DoctorCommand.run(options)
        case .agent(let action, let common): return await AgentAction.run(action, common)
        }
    }

    private static var keys: [(group: String, rows: [(keys: String, help: String)])] {
        Keymap.standard.sections.map { section in
            (section.title, section.rows.map { ($0.keys.joined(separator: ", "), $0.help) })
        }
    }

    private static func show(_ text: String) -> Int32 {
        Output.write(text, to: .standard) ? 0 : 1
    }
}

/// The version of this program.
enum Version {
    static let text = ProgramVersion.text
}
