import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Whoever has nothing to do does not wake up.
    @Suite struct IdleTests {
        @Test func `an agent and its dashboard sleep when nothing is to be done`() async throws {
            let sandbox = try Sandbox()
            let origin = try Origin()
            let url = origin.serve("/small.bin", .file(size: 1 << 16))
            let terminal = try PseudoTerminal()
            var streams = ChildProcess.Streams()
            streams.terminal = terminal.path
            let environment = sandbox.environment.merging(["TERM": "xterm-256color"]) { $1 }
            let dashboard = try ChildProcess(Program.haul, [url], environment: environment, streams: streams)
            try await eventually("the file is there") {
                _ = terminal.output
                return Sandbox.names(in: sandbox.folder.appending("home/Documents/Haul")).count == 1
            }
            let status = try sandbox.start(["agent", "status", "--json"])
            #expect(try await status.status() == 0)
            let agent = Int32(try #require(try status.events().first?["pid"]?.integer))
            try await ProcessThreads.becomeIdle([agent, dashboard.pid])
            // They were asleep, not stuck.
            terminal.type("q")
            #expect(try await dashboard.ended(within: .seconds(10)) == .status(0))
            #expect(try await sandbox.start(["agent", "stop"]).status() == 0)
        }
    }
}
