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

        @Test func `a mistake ends every command with 28 and its place, and the agent runs on`() async throws {
            #expect(try await haul("agent", "start") == 0)
            try configure("nonsense = 1\nmore = 2\n")
            for words in [
                ["list"], ["show", "1"], ["pause", "--all"], ["wait"], ["limit"], ["sessions"], ["add", "http://127.0.0.1:1/"],
            ] {
                let run = try sandbox.start(words)
                #expect(try await run.status() == 28)
                #expect(run.errors.contains("config.toml:1:1: nonsense") && run.errors.contains("config.toml:2:1: more"), "\(run.errors)")
            }
            try configure("")
            #expect(try await haul("agent", "status") == 0)
            #expect(try await haul("agent", "stop") == 0)
        }

        @Test func `a new documents folder waits for the next start, and that is no mistake`() async throws {
            #expect(try await haul("agent", "start") == 0)
            try configure("[documents]\ndirectory = \"\(sandbox.documents)/other\"\n")
            try await eventually("it says what has to wait") { try await problems().contains { $0.contains("haul agent stop") } }
            let run = try sandbox.start(["doctor", "--json"])
            #expect(try await run.status() == 0, "\(run.output)")
            let told = try run.events().filter { $0["check"]?.string == "configuration" }
            #expect(told.count == 1 && told.first?["verdict"]?.string == "note", "\(run.output)")
            #expect(told.first?["found"]?.string?.contains("haul agent stop, then haul agent start") == true)
            #expect(try await haul("agent", "stop") == 0)
        }

        @Test func `times for people are those of their clock, and times for programs are UTC`() async throws {
            let url = try Origin().serve("/a", .file(size: 1))
            let zone = ["TZ": "XYZ-9"]
            #expect(try await sandbox.start(["add", "--paused", "--at", "2037-01-01T00:00:00Z", url], environment: zone).status() == 0)
            let shown = try sandbox.start(["show", "1"], environment: zone)
            #expect(try await shown.status() == 0)
            #expect(shown.output.contains("not before    2037-01-01 09:00:00\n"), "\(shown.output)")
            let json = try sandbox.start(["show", "1", "--json"], environment: zone)
            _ = try await json.status()
            #expect(try json.events().first?["notBefore"]?.string == "2037-01-01T00:00:00.000Z")
            #expect(try await sandbox.start(["resume", "1"]).status() == 0)
            let doctor = try sandbox.start(["doctor"], environment: zone)
            _ = try await doctor.status()
            #expect(doctor.output.contains("until 2037-01-01 09:00:00"), "\(doctor.output)")
            #expect(try await haul("agent", "stop") == 0)
        }

        @Test func `a documents folder that was moved away is said to all, and one made anew is gone on with`() async throws {
            let origin = try Origin()
            try configure("[downloads]\nmax_concurrent = 1\n[documents]\ndirectory = \"\(sandbox.documents)\"\n")
            let slow = origin.serve("/slow", .file(size: 4 << 20).limited(to: 1 << 18))
            let small = origin.serve("/small", .file(size: 1_000))
            #expect(try await haul("add", "-x", "1", slow, small) == 0)
            func task(_ id: Int64) async throws -> JSON? {
                let run = try sandbox.start(["list", "--all", "--json"])
                _ = try await run.status()
                return try run.events().first { $0["id"]?.integer == id }
            }
            try await eventually("it runs") { try await task(1)?["done"]?.integer ?? 0 > 0 }
            rename(sandbox.documents, sandbox.documents + ".old")
            // Long before its last byte.
            try await eventually("it waits", timeout: .seconds(10)) { try await task(1)?["wait"]?["reason"]?.string == "directory-missing" }
            try await eventually("the other one says the same") { try await task(2)?["waitsFor"]?["reason"]?.string == "directory-missing" }
            #expect(try await task(2)?["waitsFor"]?["message"]?.string?.contains("make a new one there to begin anew") == true)
            let run = try sandbox.start(["doctor", "--json"])
            #expect(try await run.status() == 1)
            let told = try run.events().filter { $0["found"]?.string?.contains("the documents folder is gone") == true }
            #expect(told.count == 1 && told.first?["check"]?.string == "documents", "\(run.output)")
            // What the advice says.
            mkdir(sandbox.documents, 0o700)
            origin.serve("/slow", .file(size: 4 << 20))
            try await eventually("both go on by themselves", timeout: .seconds(20)) {
                let states = [try await task(1)?["state"]?.string, try await task(2)?["state"]?.string]
                return states == ["finished", "finished"]
            }
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
