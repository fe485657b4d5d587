internal import AgentLink
internal import Headless
internal import Platform

/// `haul when-done`: what the machine does when all downloads are done.
enum WhenDoneCommand {
    static func run(_ action: WhenDone?, isConfirmed: Bool, _ common: CommonOptions) async -> Int32 {
        if let action, action != .off, !isConfirmed, let status = ask(action) { return status }
        return await AgentCommand.run("when-done", common) { (command) throws(Context.Problem) in
            let reply: WhenDoneCall.Reply
            do throws(LinkError) {
                reply = try await command.client.call(WhenDoneCall(action: action?.rawValue))
            } catch {
                guard error.code == .refused else { throw Context.Problem(error) }
                throw Context.Problem(["haul: \(error.detail)."], 1)
            }
            let present = WhenDone(rawValue: reply.action) ?? .off
            if action == nil {
                AgentCommand.print([present.rawValue])
            } else {
                AgentCommand.tell("haul: when all downloads are done, \(present.words).")
            }
            return 0
        }
    }

    /// The status to end with when nobody agrees; nil when somebody does.
    private static func ask(_ action: WhenDone) -> Int32? {
        guard ThisProcess.isTerminal(0), Output.isTerminal(.error) else {
            AgentCommand.tell("haul: there is no terminal to ask on; say --yes when you mean it.")
            return ExitStatus.usage
        }
        Output.write("When all downloads are done, \(action.words). Is that what you want? [y/N] ", to: .error)
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else {
            AgentCommand.tell("haul: nothing was changed.")
            return 1
        }
        return nil
    }
}
