internal import AgentLink
internal import DownloadCore
internal import Headless
internal import Platform
internal import Screen

/// `haul watch`: events as they come; takes no lease.
struct WatchCommand {
    private let session: SessionIdentifier?
    private let isJSON: Bool
    private var renderer: PlainRenderer

    /// The newest event that was seen; after a handover those behind it come first.
    private var seen: UInt64?

    private enum End {
        case handedOver
        /// Nobody reads any more.
        case unread
        case left(reason: String?)
    }

    static func run(_ session: SessionIdentifier?, _ common: CommonOptions) async -> Int32 {
        do throws(Context.Problem) {
            let context = try Context(file: common.configurationFile)
            let style = AgentCommand.style(common, context)
            var watch = WatchCommand(session: session, isJSON: common.isJSON, renderer: PlainRenderer(ascii: style.glyphs.isASCII))
            while true {
                let client = try await AgentCommand.connect("watch")
                let end = try await watch.follow(AgentCommand(client: client, context: context, common: common))
                await client.close()
                switch end {
                case .handedOver: continue
                case .unread: return 0
                case .left("stopped"), .left("idle"):
                    AgentCommand.tell("haul: the agent has ended; haul watch starts it again.")
                    return 0
                case .left:
                    let line = "haul: the connection to the agent was lost; haul doctor says what is wrong."
                    throw Context.Problem([line], ExitStatus.unfinished)
                }
            }
        } catch {
            return error.tell()
        }
    }

    private mutating func follow(_ command: AgentCommand) async throws(Context.Problem) -> End {
        if let session {
            // Watching a session that does not exist yet is fine, and mostly a slip.
            let known = try await command.call(SessionsCall()).sessions.map(\.identifier)
            if !known.contains(session) {
                AgentCommand.tell("haul: there is no session '\(session.text)' yet; haul sessions lists those there are.")
            }
        }
        _ = try await command.call(WatchCall(session: session, wantsEvents: true, after: seen))
        var reason: String?
        for await notice in command.client.notices {
            switch notice {
            case .event(let notice):
                guard let event = notice.event.value else { continue }
                seen = max(seen ?? 0, event.sequence)
                let line = isJSON ? JSONLines.lineNamingSession(for: event) : renderer.line(for: event)
                if let line, !Output.write(line + "\n", to: .standard) { return .unread }
            case .goodbye(let goodbye): reason = goodbye.reason
            case .entry, .progress, .changes, .list: break
            }
        }
        return reason == "handover" ? .handedOver : .left(reason: reason)
    }
}
