import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// The commands on an agent of their own, which runs in the foreground of this test.
    @Suite struct CommandTests {
        let sandbox: Sandbox
        let origin: Origin
        let agent: Run

        init() async throws {
            let sandbox = try Sandbox()
            origin = try Origin()
            try writeFile("[documents]\ndirectory = \"\(sandbox.documents)\"\n", to: sandbox.folder.appending("agent.toml"))
            agent = try sandbox.start(["agent", "run"], environment: ["HAUL_CONFIG": sandbox.folder.appending("agent.toml")])
            self.sandbox = sandbox
            let socket = sandbox.folder.appending("run") + "/haul/agent.sock"
            let log = agent
            try await eventually("the agent listens: \(log.errors)") { access(socket, F_OK) == 0 }
        }

        @discardableResult
        private func end(_ words: [String], input: String? = nil, _ expected: Int32 = 0) async throws -> Run {
            let run = try sandbox.start(words, input: input)
            let status = try await run.status(within: .seconds(20))
            #expect(status == expected, "\(words): \(run.errors)")
            return run
        }

        /// Adds an address and returns the number of its task.
        private func add(_ words: [String]) async throws -> String {
            let output = try await end(["add"] + words).output
            return String(output.split(separator: "\n").first ?? "")
        }

        private func task(_ id: String) async throws -> JSON {
            try #require(try await end(["show", id, "--json"]).events().first)
        }

        private func state(_ id: String) async throws -> String? {
            try await task(id)["state"]?.string
        }

        @Test func `add prints the id and wait prints the path`() async throws {
            let id = try await add([origin.serve("/a.iso", .file(size: 100_000))])
            #expect(Int64(id) != nil)
            let path = try await end(["wait", id]).output.split(separator: "\n").first.map(String.init)
            #expect(GeneratedContent(seed: 1, size: 100_000).firstDifference(fileAt: try #require(path)) == nil)
            // Once more, for a task that has ended: at once, with the same answer.
            #expect(try await end(["wait", id]).output == "\(path ?? "")\n")
            let listed = try await end(["list", "--all", "--json"]).events()
            #expect(listed.first?["id"]?.integer == Int64(id) && listed.first?["state"]?.string == "finished")
            #expect(try await end(["list"]).output.isEmpty)
            #expect(try await end(["wait"]).errors.contains("nothing is left to do"))
        }

        @Test func `wait ends with the status of the first failure`() async throws {
            let gone = try await add([origin.serve("/gone", .status(404))])
            let run = try await end(["wait", gone], 3)
            #expect(run.output.isEmpty && run.errors.contains("failed: not-found"))
            #expect(try await end(["wait", gone, "--json"], 3).events().first?["error"]?["exit"]?.integer == 3)
        }

        @Test func `pause, resume, limit, priority and cancel change the state before they return`() async throws {
            let url = origin.serve("/slow", .file(size: 50 << 20).limited(to: 200_000))
            let id = try await add([url])
            try await eventually("it runs") { try await state(id) == "running" }
            try await end(["pause", id])
            #expect(try await state(id) == "paused")
            try await end(["limit", id, "100K"])
            try await end(["priority", id, "high"])
            let shown = try await task(id)
            #expect(shown["limit"]?.integer == 102_400 && shown["priority"]?.string == "high")
            try await end(["resume", "name:slow"])
            #expect(try await state(id) != "paused")
            try await end(["pause", "--all"])
            #expect(try await state(id) == "paused")
            try await end(["cancel", id])
            #expect(try await state(id) == "cancelled")
            #expect(try await end(["pause", id], 1).errors.contains("task \(id)"))
            try await end(["remove", "1-\(id)"])
            #expect(try await end(["show", id], 1).errors.contains("there is no task \(id)"))
        }

        @Test func `add takes a list, names its bad lines and goes on`() async throws {
            let good = origin.serve("/good", .file(size: 10))
            let run = try await end(["add", "--paused", "-i", "-"], input: "\(good)\nnonsense\n\(good)\n out=x.bin\n", 28)
            #expect(run.output.split(separator: "\n").count == 2)
            #expect(run.errors.contains("standard input:2: "))
            #expect(try await end(["list", "--json"]).events().allSatisfy { $0["state"]?.string == "paused" })
        }

        @Test func `relative folders are those of the command`() async throws {
            let id = try await add(["-d", "relative/folder", "--paused", origin.serve("/a", .file(size: 1))])
            let folder = try await task(id)["directory"]?.string
            #expect(folder?.hasPrefix("/") == true && folder?.hasSuffix("/relative/folder") == true)
        }

        @Test func `a task that is to start later waits for that`() async throws {
            let id = try await add(["--at", "+2h", origin.serve("/later", .file(size: 1))])
            try await eventually("it waits") { try await task(id)["wait"]?["reason"]?.string == "start-time" }
            #expect(origin.log(of: "/later").isEmpty)
        }

        @Test func `a password is asked of standard input and given to the task`() async throws {
            let url = origin.serve("/secret", .file(size: 10).with { $0.credentials = .init(user: "me", password: "pass word") })
            let id = try await add([url])
            try await eventually("it waits for a password") { try await task(id)["wait"]?["reason"]?.string == "authentication" }
            #expect(try await end(["doctor", "--json"], 1).events().contains { $0["found"]?.string?.contains("authentication") == true })
            try await end(["auth", id, "-u", "me"], input: "pass word\n")
            try await end(["wait", id])
        }

        @Test func `wait says that a person is waited for`() async throws {
            let url = origin.serve("/secret", .file(size: 10).with { $0.credentials = .init(user: "me", password: "word") })
            let id = try await add(["--paused", url])
            let wait = try sandbox.start(["wait", id])
            try await eventually("it says so") { wait.errors == "haul: task \(id) is paused; haul resume \(id)\n" }
            try await end(["resume", id])
            try await eventually("it says so") { wait.errors.hasSuffix("haul: task \(id) wants a password; haul auth \(id)\n") }
            try await end(["auth", id, "-u", "me"], input: "word\n")
            #expect(try await wait.status(within: .seconds(20)) == 0)
            #expect(wait.output.hasPrefix(sandbox.documents))
        }

        @Test func `a new address keeps what is there`() async throws {
            let slow = origin.serve("/slow", .file(size: 4_000_000).limited(to: 400_000))
            let id = try await add([slow, "-x", "1"])
            try await eventually("some of it is there") { try await task(id)["done"]?.integer ?? 0 > 300_000 }
            try await end(["pause", id])
            try await end(["edit", id, "--url", origin.serve("/fast", .file(size: 4_000_000))])
            try await end(["resume", id])
            try await end(["wait", id])
            #expect(origin.log(of: "/fast").contains { $0.range != nil })
        }

        @Test func `a documents folder that is not there is no empty one`() async throws {
            let nowhere = sandbox.folder.appending("nowhere")
            let run = try sandbox.start(["files", "-d", nowhere])
            #expect(try await run.status() == 0)
            #expect(run.errors.hasPrefix("haul: the documents folder is not there: \(nowhere); "), "\(run.errors)")
            mkdir(nowhere, 0o700)
            let empty = try sandbox.start(["files", "-d", nowhere])
            #expect(try await empty.status() == 0)
            #expect(empty.errors.hasPrefix("haul: nothing has been published"), "\(empty.errors)")
        }

        @Test func `watch prints events as they come`() async throws {
            let watch = try sandbox.start(["watch", "--json"])
            // It listens when an event arrives; until then events may be missed.
            try await eventually("the watch hears something") {
                _ = try await add([origin.serve("/a", .file(size: 10))])
                return try !watch.events("queued").isEmpty
            }
            let event = try await watch.wait(for: "finished")
            #expect(event["session"]?.string == "haul" && event["path"]?.string != nil)
            watch.process.signal(SIGTERM)
            #expect(try await watch.status() == 143)
        }

        @Test func `sessions, agent status and doctor agree`() async throws {
            let sessions = try await end(["sessions", "--json"]).events()
            #expect(sessions.contains { $0["session"]?.string == "haul" })
            let status = try #require(try await end(["agent", "status", "--json"]).events().first)
            #expect(status["pid"]?.integer == Int64(agent.process.pid) && status["documents"]?.string == sandbox.documents)
            let findings = try await end(["doctor", "--json"]).events()
            #expect(findings.first?["verdict"]?.string == "ok")
            #expect(try await end(["doctor", "HAUL", "--json"], 1).events().contains { $0["advice"]?.string?.contains("'haul'") == true })
        }

        @Test func `wait tells that the agent has gone`() async throws {
            let id = try await add([origin.serve("/slow", .file(size: 50 << 20).limited(to: 100_000))])
            let wait = try sandbox.start(["wait", id])
            // It is connected when the agent has another client than the one that asks.
            try await eventually("it waits") {
                try await end(["agent", "status", "--json"]).events().first?["clients"]?.integer ?? 0 > 1
            }
            try await agent.process.killAtOnce()
            #expect(try await wait.status() == 7)
            #expect(wait.errors.contains("agent"))
        }

        // MARK: - Batch runs of the agent

        private func background(_ words: [String]) throws -> Run {
            try sandbox.batch(["--background"] + words)
        }

        @Test func `a batch run in the agent ends as one of its own`() async throws {
            let run = try background([origin.serve("/a", .file(size: 100_000)), origin.serve("/gone", .status(404))])
            #expect(try await run.status() == 3)
            let summary = try #require(try run.events().last)
            #expect(summary["finished"]?.integer == 1 && summary["failed"]?.integer == 1 && summary["exit"]?.integer == 3)
            #expect(sandbox.published.count == 1)
            // The run is closed: the same command downloads anew.
            let again = try background([origin.url("/a")])
            #expect(try await again.status() == 0)
            #expect(try again.events("finished").first?["already"]?.bool == false && sandbox.published.count == 2)
            try await eventually("its session goes") { try await end(["sessions", "--json"]).events().count == 1 }
            #expect(agent.process.isRunning)
        }

        @Test func `a killed command comes back to its run, and a second one is told who holds it`() async throws {
            let small = origin.serve("/small", .file(size: 10))
            let slow = origin.serve("/slow", .file(size: 2_000_000).limited(to: 500_000))
            let first = try background([small, slow])
            try await first.wait(for: "finished")
            #expect(try await background([small, slow]).status() == 11)
            try await first.process.killAtOnce()
            let second = try background([small, slow])
            #expect(try await second.status() == 0)
            let finished = try second.events("finished")
            #expect(finished.count == 2 && finished.contains { $0["already"]?.bool == true })
            #expect(sandbox.published.count == 2 && origin.log(of: "/small").count == 1 && agent.process.isRunning)
        }

        @Test func `a signal ends the command and not the run`() async throws {
            let slow = origin.serve("/slow", .file(size: 1_000_000).limited(to: 500_000))
            let run = try background(["-x", "1", slow])
            try await run.wait(for: "started")
            run.process.signal(SIGINT)
            #expect(try await run.status() == 130)
            #expect(try run.events().last?["unfinished"]?.integer == 1 && run.errors.contains("go on in the agent"))
            try await eventually("it is published") { sandbox.published.count == 1 }
            #expect(origin.log(of: "/slow").count == 1)
        }

        @Test func `a detached run goes on without the command, and is told of once`() async throws {
            let slow = origin.serve("/slow", .file(size: 1_000_000).limited(to: 500_000))
            #expect(try await background(["--detach", "-x", "1", slow]).status() == 0)
            try await eventually("it is published") { sandbox.published.count == 1 }
            try await eventually("it has ended") { try await end(["list", "--json"]).events().isEmpty }
            let again = try background(["--detach", "-x", "1", slow])
            #expect(try await again.status() == 0)
            #expect(try again.events("finished").first?["already"]?.bool == true && origin.log(of: "/slow").count == 1)
            // Told of, the run is closed.
            #expect(try await background(["-x", "1", slow]).status() == 0)
            #expect(origin.log(of: "/slow").count == 2)
        }
    }
}
