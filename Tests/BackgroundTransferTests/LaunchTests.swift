import AgentLink
import BackgroundTransfer
import FakeAgent
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Launches", .timeLimit(.minutes(2)))
struct LaunchTests {
    let bench: Workbench
    let launched = Environment(["BACKGROUND_SESSION": "com.example.Tōkyō", "HAUL_LAUNCH": "token-1"])

    init() throws {
        bench = try Workbench()
    }

    var ends: [String] {
        bench.agent.state.withLock(\.launches).map { "\($0.session) \($0.token) \($0.isComplete)" }
    }

    /// Whether there is a launch; it is dropped.
    func claims(_ claim: LaunchClaim, _ identifier: String? = nil) -> Bool {
        // The macros take copyable values only.
        if let launch = claim.claim(identifier, over: bench.access) { launch.sessionIdentifier.isEmpty == false } else { false }
    }

    @Test("rows 8, 52: a launch is claimed once, with the exact identifier; completing it tells the agent")
    func claim() {
        let claim = LaunchClaim(launched)
        if let launch = claim.claim(nil, over: bench.access) {
            #expect(launch.sessionIdentifier == "com.example.Tōkyō")
            #expect(!claims(claim))
            launch.complete()
        } else {
            Issue.record("no launch")
        }
        #expect(ends == ["com.example.Tōkyō token-1 true"])
    }

    @Test("row 65: a process that a person started has no launch", arguments: [[:], ["BACKGROUND_SESSION": "a"], ["HAUL_LAUNCH": "t"]])
    func ordinary(variables: [String: String]) {
        #expect(!claims(LaunchClaim(Environment(variables))))
    }

    @Test("row 53: a launch that is dropped counts as abandoned")
    func dropped() {
        #expect(claims(LaunchClaim(launched)))
        #expect(ends == ["com.example.Tōkyō token-1 false"])
    }

    @Test("row 54: another session's launch stays to be claimed")
    func otherSession() {
        let claim = LaunchClaim(launched)
        #expect(!claims(claim, "com.example.Other"))
        claim.claim("com.example.Tōkyō", over: bench.access)?.complete()
        #expect(ends.count == 1)
    }

    @Test("row 64: complete can be called from anywhere")
    func fromActor() async {
        actor Somewhere {
            func finish(_ launch: consuming BackgroundLaunch) { launch.complete() }
        }
        if let launch = LaunchClaim(launched).claim(nil, over: bench.access) { await Somewhere().finish(launch) }
        #expect(ends == ["com.example.Tōkyō token-1 true"])
    }

    @Test("programs that this one starts do not inherit the launch")
    func forgets() {
        // A variable of this test's own would not do: the name is fixed. Nothing else in this process reads it.
        Environment.set("HAUL_LAUNCH", "token-2")
        let claim = LaunchClaim(launched, forgets: true)
        claim.claim(nil, over: bench.access)?.complete()
        #expect(Environment.current()["HAUL_LAUNCH"] == nil)
    }
}
