import AgentLink
import Synchronization
import Testing

@testable import BackgroundTransfer

/// How long calls wait for an agent that cannot be reached.
@Suite struct CallerTests {
    private final class NoProgram: AgentConnector {
        let tries = Atomic(0)
        let isLasting: Bool

        init(isLasting: Bool) {
            self.isLasting = isLasting
        }

        func connect() async throws(LinkError) -> any AgentConnection {
            tries.add(1, ordering: .relaxed)
            throw LinkError(.unreachable, "no haul", isLasting: isLasting)
        }

        func exchange<Call: AgentCall>(_ call: Call) throws(LinkError) -> Call.Reply {
            throw LinkError(.unreachable, "no haul")
        }
    }

    @Test func `nobody waits long for a program that is not there, and only the first waits at all`() async {
        let connector = NoProgram(isLasting: true)
        let caller = AgentCaller(connector, patience: .seconds(3_600))
        await #expect(throws: LinkError.self) { try await caller.call(StatusCall()) }
        let first = connector.tries.load(ordering: .relaxed)
        #expect(first > 1)
        for number in 1...20 {
            await #expect(throws: LinkError.self) { try await caller.call(StatusCall()) }
            #expect(connector.tries.load(ordering: .relaxed) == first + number)
        }
    }

    @Test func `an agent that is away for a while is waited for`() async {
        let connector = NoProgram(isLasting: false)
        let caller = AgentCaller(connector, patience: .milliseconds(300))
        for _ in 0..<2 {
            let before = connector.tries.load(ordering: .relaxed)
            await #expect(throws: LinkError.self) { try await caller.call(StatusCall()) }
            #expect(connector.tries.load(ordering: .relaxed) >= before + 2)
        }
    }
}
