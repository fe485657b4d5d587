import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The configuration file of an agent that runs.
    @Suite struct AgentConfigurationTests {
        let sandbox: Sandbox

        init() throws {
            sandbox = try Sandbox()
        }

        private func haul(_ words: String...) async throws -> Int32 {
            try await sandbox.start(words).status()
        }

        private func status() async throws -> JSON? {
            let run = try sandbox.start(["agent", "status", "--json"])
            _ = try await run.status()
            return try run.events().first
        }

        private func problems() async throws -> [String] {
            guard case .array(let problems) = try await status()?["problems"] else { return [] }
            return problems.compactMap(\.string)
        }

        private func configure(_ text: String) throws {
            mkdir(sandbox.folder.appending("config") + "/haul", 0o700)
            try sandbox.folder.write(text, to: "config/haul/config.toml")
        }

        @Test func `a change is taken over at once, a mistake leaves the last good value and is told`() async throws {
            #expect(try await haul("agent", "start") == 0)
            let pid = try await status()?["pid"]?.integer
            try configure("[downloads]\nlimit_rate = \"1M\"\n")
            try await eventually("the limit is that of the file") { try await status()?["limit"]?.integer == 1 << 20 }
            try configure("[downloads]\nlimit_rate = \"fast\"\n")
            try await eventually("the mistake is told") { try await problems().contains { $0.contains("downloads.limit_rate") } }
            #expect(try await status()?["limit"]?.integer == 1 << 20)
            let log = try sandbox.start(["agent", "log"])
            _ = try await log.status()
            #expect(log.output.contains("config.toml:2"), "\(log.output)")
            // What was set by hand stays when the file changes elsewhere.
            try configure("[downloads]\nlimit_rate = \"1M\"\n")
            try await eventually("nothing is wrong any more") { try await problems().isEmpty }
            #expect(try await haul("limit", "3M") == 0)
            try configure("[downloads]\nlimit_rate = \"1M\"\n[documents]\ndirectory = \"\(sandbox.documents)\"\n")
            try await eventually("it says what has to wait") { try await problems().contains { $0.contains("haul agent stop") } }
            #expect(try await status()?["limit"]?.integer == 3 << 20)
            #expect(try await status()?["pid"]?.integer == pid)
            #expect(try await haul("agent", "stop") == 0)
        }

        @Test func `more places for tasks are used at once`() async throws {
            let origin = try Origin()
            try configure("[downloads]\nmax_concurrent = 1\n")
            let url = origin.serve("/slow", .file(size: 8 << 20).limited(to: 1 << 18))
            #expect(try await haul("add", "-x", "1", url, url) == 0)
            try await eventually("one runs") { origin.log(of: "/slow").count == 1 }
            try configure("[downloads]\nmax_concurrent = 2\n")
            try await eventually("both run") { origin.log(of: "/slow").count == 2 }
            #expect(try await haul("agent", "stop") == 0)
        }
    }
}
