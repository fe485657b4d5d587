import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Priorities, groups, the alternative limit, and what is done when all is done.
    @Suite struct QueueTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
            mkdir(sandbox.folder.appending("config") + "/haul", 0o700)
        }

        @discardableResult
        private func haul(_ words: String..., environment: [String: String] = [:]) async throws -> String {
            let run = try sandbox.start(words, environment: environment)
            #expect(try await run.status() == 0, "\(run.errors)")
            return run.output
        }

        private func configure(_ text: String) throws {
            try sandbox.folder.write(text + "\n[documents]\ndirectory = \"\(sandbox.documents)\"\n", to: "config/haul/config.toml")
        }

        private func tasks() async throws -> [Int64: JSON] {
            let run = try sandbox.start(["list", "--all", "--json"])
            _ = try await run.status()
            return Dictionary(try run.events().map { ($0["id"]?.integer ?? 0, $0) }) { $1 }
        }

        private func state(_ id: Int64) async throws -> String? { try await tasks()[id]?["state"]?.string }

        @Test func `one of high priority takes the place of one of low priority, which goes on where it was`() async throws {
            try configure("[downloads]\nmax_concurrent = 1")
            let long = origin.serve("/long", .file(size: 8 << 20).limited(to: 1 << 19))
            let short = origin.serve("/short", .file(size: 100_000))
            try await haul("add", "--priority", "low", "-x", "1", long)
            try await eventually("it runs") { try await tasks()[1]?["done"]?.integer ?? 0 > 0 }
            try await haul("add", "--priority", "normal", short)
            try await haul("add", "--priority", "high", "-x", "1", origin.serve("/urgent", .file(size: 400_000).limited(to: 100_000)))
            try await eventually("the one that lost its place says to whom") {
                try await tasks()[1]?["waitsFor"]?["message"]?.string == "a place (1 of 1 run, and higher priority goes first)"
            }
            try await eventually("the one of high priority is done", timeout: .seconds(15)) { try await state(3) == "finished" }
            // It went first although it came last, and the long one has not ended meanwhile.
            #expect(try await state(1) != "finished")
            try await eventually("all are done", timeout: .seconds(40)) {
                let tasks = try await tasks()
                return tasks.values.allSatisfy { $0["state"]?.string == "finished" }
            }
            let requests = origin.log(of: "/long")
            #expect(requests.count == 2)
            #expect(requests.last?.range?.hasPrefix("bytes=") == true, "\(requests)")
            #expect(GeneratedContent(seed: 1, size: 8 << 20).firstDifference(fileAt: try await tasks()[1]?["path"]?.string ?? "") == nil)
            try await haul("agent", "stop")
        }

        @Test func `the list has the order in which its tasks start`() async throws {
            try configure("[downloads]\nmax_concurrent = 1")
            let gate = Gate()
            try await haul("add", origin.serve("/first", .file(size: 100_000).with { $0.gate = gate }))
            try await eventually("it runs") { try await state(1) == "connecting" }
            try await haul("add", "--priority", "low", origin.url("/2"))
            try await haul("add", origin.url("/3"), origin.url("/4"))
            try await haul("add", "--priority", "high", origin.url("/5"))
            try await haul("add", "--paused", origin.url("/6"))
            try await haul("move", "4", "up")
            let rows = try await haul("list").split(separator: "\n").dropFirst()
            let ids = rows.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
            #expect(ids == [1, 6, 5, 4, 3, 2])
            let places = try await tasks().mapValues { $0["place"]?.integer }
            #expect([5, 4, 3, 2].map { places[$0] } == [1, 2, 3, 4])
            gate.open()
            try await haul("agent", "stop")
        }

        @Test func `a group has its own caps: tasks at once, and bytes a second`() async throws {
            try configure("[[group]]\nname = \"slow\"\nmax_concurrent = 2\nlimit_rate = \"200K\"\n[downloads]\nmax_concurrent = 8")
            let url = origin.serve("/big", .file(size: 6 << 20))
            let other = origin.serve("/other", .file(size: 1_000))
            try await haul("add", "--group", "slow", "-x", "1", url, url, url, url)
            try await haul("add", other)
            try await eventually("the one of no group is done") { try await state(5) == "finished" }
            try await eventually("two of the group run") { try await tasks().values.count { $0["state"]?.string == "running" } == 2 }
            func done() async throws -> Int64 {
                try await tasks().filter { $0.key <= 4 }.values.reduce(0) { $0 + ($1["done"]?.integer ?? 0) }
            }
            let held = try await tasks().values.filter { $0["state"]?.string == "queued" }
            #expect(held.compactMap { $0["waitsFor"]?["reason"]?.string } == ["group", "group"])
            #expect(held.allSatisfy { $0["group"]?.string == "slow" })
            let list = try await haul("list")
            #expect(list.contains("queued (group slow: 2 of 2 run)"), "\(list)")
            let id = held.first?["id"]?.integer ?? 0
            let shown = try await haul("show", "\(id)")
            #expect(shown.contains("a place in group slow (2 of 2 run)"), "\(shown)")
            #expect(shown.contains("haul start-now \(id) starts it now"), "\(shown)")
            let start = ContinuousClock.now
            let before = try await done()
            try await eventually("some have come", timeout: .seconds(20)) { try await done() > before + 400_000 }
            #expect(ContinuousClock.now - start > .seconds(1))
            #expect(origin.log(of: "/big").count == 2)
            // A cap that is lower than what runs holds as well.
            try configure("[[group]]\nname = \"slow\"\nmax_concurrent = 1\nlimit_rate = \"200K\"\n[downloads]\nmax_concurrent = 8")
            try await eventually("one of the group runs") { try await tasks().values.count { $0["state"]?.string == "running" } == 1 }
            try configure("[[group]]\nname = \"slow\"\nmax_concurrent = 4\n[downloads]\nmax_concurrent = 8")
            try await eventually("all are done", timeout: .seconds(30)) {
                try await tasks().values.allSatisfy { $0["state"]?.string == "finished" }
            }
            let wrong = try sandbox.start(["add", "--group", "no such name", other])
            #expect(try await wrong.status() == 28)
            let slip = try sandbox.start(["add", "--group", "slwo", other])
            #expect(try await slip.status() == 28)
            #expect(slip.errors.contains("there is no group \"slwo\"; did you mean \"slow\"?"), "\(slip.errors)")
            #expect(try await tasks()[6] == nil)
            try await haul("agent", "stop")
        }

        @Test func `the alternative limit goes on and off, and outlives the agent`() async throws {
            try configure("[downloads]\nlimit_rate = \"5M\"\nalternative_limit_rate = \"100K\"")
            func limit() async throws -> Int64? {
                let run = try sandbox.start(["agent", "status", "--json"])
                _ = try await run.status()
                return try run.events().first?["limit"]?.integer
            }
            #expect(try await haul("limit").contains("5.0"))
            try await haul("limit", "--alternative", "on")
            #expect(try await limit() == 100 << 10)
            #expect(try await haul("limit").contains("the alternative limit"))
            try await haul("agent", "stop")
            try await haul("agent", "start")
            #expect(try await limit() == 100 << 10)
            try await haul("limit", "--alternative", "off")
            #expect(try await limit() == 5 << 20)
            // A limit that is said by hand holds at once, whatever was on.
            try await haul("limit", "--alternative", "on")
            try await haul("limit", "2M")
            #expect(try await limit() == 2 << 20)
            #expect(try await !haul("limit").contains("alternative"))
            try await haul("agent", "stop")
        }

        @Test func `a batch run and a task of the agent run their own program when a file has finished`() async throws {
            let url = origin.serve("/a%20b.bin", .file(size: 1_000))
            let folder = sandbox.folder.path
            let command = "/bin/sh -c 'echo \"$HAUL_PATH|$1|$2\" >>\"$0\"' \(folder)/told 'one word' $HOME"
            let run = try sandbox.batch(["--on-finish", command, url])
            #expect(try await run.status() == 0, "\(run.errors)")
            func told() -> [String] {
                sandbox.folder.read("told").map { String(decoding: $0, as: UTF8.self) }?.split(separator: "\n").map(String.init) ?? []
            }
            // The run waits for it.
            #expect(told() == ["\(sandbox.documents)/\(sandbox.published.first ?? "?")|one word|$HOME"])
            try configure("")
            try await haul("add", "--on-finish", command, url)
            try await eventually("the agent's has run", timeout: .seconds(20)) { told().count == 2 }
            for wrong in ["'open", ""] {
                #expect(try await sandbox.start(["add", "--on-finish", wrong, url]).status() == 28)
            }
            // One that is not there is noted while somebody looks, and is taken.
            let missing = "haul: --on-finish: no-such-program is not on PATH; the hook will fail\n"
            for words in [["add"], ["--batch", "-q", "-d", sandbox.documents], ["--batch", "-d", sandbox.documents]] {
                let run = try sandbox.start(words + ["--on-finish", "no-such-program x", url])
                #expect(try await run.status() == 0, "\(run.errors)")
                #expect(run.errors.hasPrefix(missing) != words.contains("-q"), "\(run.errors)")
            }
            // What it prints is seen, harmless, and whose it is; what is for programs alone has no place for it.
            let talking = "/bin/sh -c 'printf \"a\\033[2Jb\\n\"; echo last >&2'"
            let talk = try sandbox.start(["--batch", "-d", sandbox.documents, "--on-finish", talking, url])
            #expect(try await talk.status() == 0)
            let printed = talk.errors.split(separator: "\n").filter { $0.contains("hook sh (task ") }
            #expect(printed.map { $0.split(separator: "): ").last } == ["a\\x1b[2Jb", "last"], "\(talk.errors)")
            for quiet in ["-q", "--json"] {
                let run = try sandbox.start(["--batch", "-d", sandbox.documents, "--on-finish", talking, quiet, url])
                #expect(try await run.status() == 0)
                #expect(!run.errors.contains("hook sh") && !run.output.contains("hook sh"), "\(run.errors)")
            }
            // One that fails is told of, and changes nothing else.
            let failing = try sandbox.batch(["--on-finish", "/bin/false", url])
            #expect(try await failing.status() == 0)
            #expect(
                try failing.events("warning").contains { $0["message"]?.string?.contains("ended with status 1") == true },
                "\(failing.output)"
            )
            try await haul("agent", "stop")
        }
    }
}
