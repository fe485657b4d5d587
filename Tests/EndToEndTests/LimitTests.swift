import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Speed limits that change while bytes come.
    @Suite struct LimitTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        private func haul(_ words: String...) async throws -> Int32 {
            try await sandbox.start(words).status()
        }

        private func task() async throws -> JSON? {
            let run = try sandbox.start(["list", "--all", "--json"])
            _ = try await run.status()
            return try run.events().first
        }

        private func done() async throws -> Int64 {
            try await task()?["done"]?.integer ?? 0
        }

        @Test func `a limit far below the speed holds at once, costs no try, and goes away again`() async throws {
            let url = origin.serve("/fast", .file(size: 96 << 20).limited(to: 8 << 20))
            #expect(try await haul("add", "-x", "4", "--timeout", "3", url) == 0)
            try await eventually("megabytes have come") { try await done() > 6 << 20 }
            #expect(try await haul("limit", "200K") == 0)
            let before = try await done()
            let start = ContinuousClock.now
            try await eventually("it goes on below the limit", timeout: .seconds(20)) { try await done() > before + 800_000 }
            let passed = ContinuousClock.now - start
            // What was read before the limit came is still on its way into the file.
            #expect(passed > .seconds(1.5))
            let requests = origin.log(of: "/fast").count
            #expect(try await haul("limit", "off") == 0)
            try await eventually("it ends", timeout: .seconds(60)) { try await task()?["state"]?.string == "finished" }
            // Nobody was given up for being slow.
            #expect(requests <= 4)
            #expect(try await haul("agent", "stop") == 0)
        }

        private func limit() async throws -> Int64? {
            let run = try sandbox.start(["agent", "status", "--json"])
            _ = try await run.status()
            return try run.events().first?["limit"]?.integer
        }

        private func restart(_ configuration: String) async throws {
            #expect(try await haul("agent", "stop") == 0)
            mkdir(sandbox.folder.appending("config") + "/haul", 0o700)
            try sandbox.folder.write(configuration, to: "config/haul/config.toml")
            #expect(try await haul("agent", "start") == 0)
        }

        @Test func `a limit that was set by hand is that of the next agent, until the configuration says another`() async throws {
            #expect(try await haul("limit", "300K") == 0)
            try await restart("")
            #expect(try await limit() == 300 << 10)
            try await restart("[downloads]\nlimit_rate = \"2M\"\n")
            #expect(try await limit() == 2 << 20)
            #expect(try await haul("limit", "off") == 0)
            try await restart("[downloads]\nlimit_rate = \"2M\"\n")
            #expect(try await limit() == nil)
            // The configuration that counts is the one of the moment, not that of the agent's start.
            try sandbox.folder.write("[downloads]\nlimit_rate = \"3M\"\n", to: "config/haul/config.toml")
            try await eventually("the file is taken over") { try await limit() == 3 << 20 }
            #expect(try await haul("limit", "500K") == 0)
            try await restart("[downloads]\nlimit_rate = \"3M\"\n")
            #expect(try await limit() == 500 << 10)
            #expect(try await haul("agent", "stop") == 0)
        }
    }
}
