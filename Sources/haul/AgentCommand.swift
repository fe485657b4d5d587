internal import AgentLink
internal import Configuration
internal import DownloadCore
internal import Headless
internal import Platform
internal import Screen

/// What commands on the agent have in common: configuration, connection, output, and sentences for what went wrong.
struct AgentCommand {
    let client: LinkClient
    let context: Context
    let common: CommonOptions

    /// Connects, runs a command and returns its exit status; says what is wrong when it cannot.
    ///
    /// - Parameters:
    ///   - name: the command's own words, for the agent's log.
    ///   - common: what most commands take.
    ///   - lost: the status when there is no agent.
    ///   - body: the command itself.
    /// - Returns: the exit status.
    static func run(
        _ name: String,
        _ common: CommonOptions,
        lost: Int32 = 1,
        _ body: (AgentCommand) async throws(Context.Problem) -> Int32
    ) async -> Int32 {
        do throws(Context.Problem) {
            let context = try Context(file: common.configurationFile)
            let client = try await connect(name, lost: lost)
            let command = AgentCommand(client: client, context: context, common: common)
            do throws(Context.Problem) {
                let status = try await body(command)
                await client.close()
                return status
            } catch {
                await client.close()
                throw error
            }
        } catch {
            return error.tell()
        }
    }

    static func connect(_ name: String, lost: Int32 = 1) async throws(Context.Problem) -> LinkClient {
        do throws(LinkError) {
            return try await AgentFinder.connect(as: "haul \(name)")
        } catch {
            throw Context.Problem(error, lost: lost)
        }
    }

    func call<Call: AgentCall>(_ call: Call, lost: Int32 = 1) async throws(Context.Problem) -> Call.Reply {
        do throws(LinkError) {
            return try await client.call(call)
        } catch {
            throw Context.Problem(error, lost: lost)
        }
    }

    /// How text is laid out on standard output.
    var style: TextStyle { Self.style(common, context) }

    static func style(_ common: CommonOptions, _ context: Context?) -> TextStyle {
        let isASCII = common.isASCII || context?.settings.dashboard.isASCII == true || !TTY.adoptLocale()
        return TextStyle(columns: Output.size(.standard)?.columns, isASCII: isASCII) { moment in
            Int64(LocalTime.secondsAhead(at: moment.seconds))
        }
    }

    static func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        Output.write(lines.joined(separator: "\n") + "\n", to: .standard)
    }

    static func tell(_ line: String) {
        Output.write(Sanitizer.visible(line) + "\n", to: .error)
    }
}

extension Context.Problem {
    /// What the agent, or the way to it, refused; with what to do next.
    init(_ error: LinkError, lost: Int32 = 1) {
        let detail = error.detail.hasSuffix(".") ? String(error.detail.dropLast()) : error.detail
        let (advice, status): (String, Int32) =
            switch error.code {
            case .unreachable, .timedOut, .badReply: ("haul doctor says what is wrong.", lost)
            case .version: ("", 1)
            // The agent says which addresses it takes: not the same in every session.
            case .unsupportedURL: ("", 28)
            case .inUse: ("wait for that program to end.", 11)
            case .unknownTask: ("haul list --all shows all tasks.", 1)
            case .unknownSession: ("haul sessions shows all of them.", 1)
            case .usage, .invalidParameters, .invalidIdentifier: ("see haul --help.", 28)
            case .store: ("look at the disk of the state folder; haul config path prints it.", 1)
            case .refused, .invalidated, .invalidResumeData, .staleLease: ("haul list --all shows how things stand.", 1)
            case .parse, .invalidRequest, .unknownMethod, .internal, .noHello: ("if haul agent stop does not help, please report it.", 1)
            }
        self.init(["haul: " + detail + (advice.isEmpty ? "." : "; " + advice)], status)
    }

    /// Tells it on standard error and returns the status.
    func tell() -> Int32 {
        for line in lines { AgentCommand.tell(line) }
        return status
    }
}
