internal import AgentLink
internal import DownloadCore
internal import Headless
internal import Platform

extension AgentAction {
    /// Hands `haul agent` over to what carries it out.
    static func run(_ action: AgentAction, _ common: CommonOptions) async -> Int32 {
        switch action {
        case .status: return await status(common)
        case .run: return await AgentProcess.run()
        case .start: return await AgentControlCommand.start()
        case .stop: return await AgentControlCommand.stop()
        case .log: return AgentControlCommand.log()
        case .enable: return await AgentUnits.enable()
        case .disable: return await AgentUnits.disable()
        }
    }

    /// How the agent is; does not start it.
    private static func status(_ common: CommonOptions) async -> Int32 {
        do throws(LinkError) {
            let client = try await AgentFinder.connect(as: "haul agent status", startsAgent: false)
            let report = AgentReport(try await client.call(StatusCall()))
            await client.close()
            AgentCommand.print(common.isJSON ? [report.json] : report.lines(style: AgentCommand.style(common, nil)))
            return 0
        } catch {
            if common.isJSON { AgentCommand.print([AgentReport.absentJSON]) }
            guard error.code == .unreachable, error.detail == "no agent runs" else { return Context.Problem(error).tell() }
            AgentCommand.tell(AgentReport.absentText)
            return 1
        }
    }
}
