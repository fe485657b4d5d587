internal import Agent
internal import AgentLink
internal import DownloadCore

extension AgentHost {
    func whenDone(_ call: WhenDoneCall) async throws(LinkError) -> WhenDoneCall.Reply {
        if let action = call.action {
            if action == "off" {
                powerOrder = nil
                stopPowerTimer()
            } else {
                guard let order = PowerOrder(rawValue: action) else {
                    throw LinkError(.invalidParameters, "action: suspend, poweroff or off was expected")
                }
                // With nothing to wait for it would happen at once, which nobody means who says when.
                guard await agent.hasWork else { throw LinkError(.refused, "nothing is to be done, so there is nothing to wait for") }
                // Found out now, and not in the night when nobody looks.
                if let why = await sources.refusePower(order) { throw LinkError(.refused, why) }
                powerOrder = order
            }
            await considerIdleness()
            await agent.tellOfPower()
        }
        return .init(action: powerOrder?.rawValue ?? "off")
    }

    /// Begins to wait when the last work has ended, and stops when there is some again.
    func considerPower(hasWork: Bool) {
        guard let order = powerOrder, !hasWork else { return stopPowerTimer() }
        guard powerTimer == nil else { return }
        sources.log("all is done: \(order.rawValue) in \(Int64(sources.powerGrace.inSeconds)) s; haul when-done off calls it off")
        powerTimer = Task { [weak self, sources] in
            do { try await Task.sleep(for: sources.powerGrace) } catch { return }
            await self?.carryOutPower(order)
        }
    }

    private func stopPowerTimer() {
        guard let timer = powerTimer else { return }
        timer.cancel()
        powerTimer = nil
        sources.log("the machine stays as it is")
    }

    private func carryOutPower(_ order: PowerOrder) async {
        guard powerOrder == order, !(await agent.hasWork) else { return }
        // Once: a machine that wakes up again is not to go to sleep again by itself.
        powerOrder = nil
        powerTimer = nil
        if let why = await sources.orderPower(order) {
            sources.log("\(order.rawValue) was refused: \(why)")
        } else {
            sources.log("\(order.rawValue) was ordered")
        }
        await agent.tellOfPower()
        await considerIdleness()
    }
}
