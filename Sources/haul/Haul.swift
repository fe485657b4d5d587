internal import Headless
internal import Platform

/// The program: reads the command line and hands over to the command.
@main
struct Haul {
    static func main() async {
        ThisProcess.shareHeaps()
        Signals.ignoreBrokenPipes()
        let status: Int32
        do throws(UsageError) {
            status = await run(try TopLevel.parse(ThisProcess.arguments))
        } catch {
            Output.write("haul: \(error.description)\n", to: .error)
            status = 28
        }
        // All threads have been joined and all state is stored: what libraries do at exit has nothing left to do.
        Output.exit(status)
    }

    private static func run(_ command: TopLevel) async -> Int32 {
        switch command {
        case .batch(let options):
            return await BatchCommand.run(options)
        case .dashboard(let urls, let options, _):
            return await DashboardCommand.run(urls: urls, options: options)
        case .configuration(let action, let file):
            return ConfigurationCommand.run(action, file: file)
        case .help(let topic):
            return show(HelpText.text(topic))
        case .version:
            return show("haul \(Version.text)\n")
        case .manual:
            return show(ManualPage.text(version: Version.text))
        case .completions(let shell):
            return show(Completions.text(for: shell))
        }
    }

    private static func show(_ text: String) -> Int32 {
        Output.write(text, to: .standard) ? 0 : 1
    }
}

/// The version of this program.
enum Version {
    static let text = "0.1.0"
}
