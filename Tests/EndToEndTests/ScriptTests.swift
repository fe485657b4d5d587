import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What scripts and log files get: bounded lines, JSON that every parser takes, statuses, completions and the manual.
    @Suite struct ScriptTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        /// Files that finish, one that breaks once, one that is not there; with a byte order mark, comments and blank lines.
        private func list() -> String {
            let slow = Reply.file(size: 3 << 20, seed: 3).limited(to: 1 << 20)
            let urls = [
                origin.serve("/small.bin", .file(size: 4_000)), origin.serve("/slow.bin", slow),
                origin.serve("/broken.bin", slow.interrupted(.reset(after: 1 << 20)).times(1), slow),
                origin.serve("/gone.bin", .status(404)),
            ]
            return "\u{FEFF}# a list\r\n\r\n\(urls[0])\r\n# more\n\(urls[1])\n\n\(urls[2])\n\(urls[3])\n"
        }

        @Test func `a mixed list is a line an event and one an interval in a log`() async throws {
            let start = ContinuousClock.now
            let words = ["--batch", "--interval", "1", "-x", "1", "-d", sandbox.documents, "-i", "-"]
            let run = try sandbox.start(words, input: list())
            #expect(try await run.status() == 3)
            let seconds = Int((ContinuousClock.now - start) / .seconds(1))
            #expect(!(run.errors + run.output).utf8.contains { $0 == 0x1B || $0 == 0x0D })
            #expect(run.output.split(separator: "\n").count == 3)
            let kinds = run.errors.split(separator: "\n").map { $0.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
            let counts = Dictionary(grouping: kinds) { $0 }.mapValues(\.count)
            #expect(counts["progress", default: 0] <= seconds + 1, "\(run.errors)")
            #expect(counts["finished"] == 3 && counts["failed"] == 1 && counts["retry"] == 1 && counts["summary"] == 1, "\(run.errors)")
            // Each was queued, each that answered was started, and one of them twice.
            #expect(kinds.count - counts["progress", default: 0] == 4 + 4 + 3 + 1 + 1 + 1, "\(run.errors)")
        }

        @Test func `a log ends with its summary when the run is interrupted, and the signal is the status`() async throws {
            let url = origin.serve("/slow.bin", .file(size: 30 << 20).limited(to: 1 << 20))
            let run = try sandbox.start(["--batch", "-d", sandbox.documents, url])
            try await eventually("it has started", timeout: .seconds(20)) { run.errors.contains(" start ") }
            run.process.signal(SIGINT)
            #expect(try await run.process.ended(within: .seconds(10)) == .signal(SIGINT))
            #expect(run.errors.hasSuffix("exit 130\n"), "\(run.errors)")
            #expect(!run.errors.utf8.contains { $0 == 0x1B || $0 == 0x0D })
            #expect(run.output.isEmpty)
        }

        @Test func `JSON lines of a mixed list parse, bytes never go down within a try, and the summary has the status`() async throws {
            let run = try sandbox.batch(["--interval", "1", "-x", "1", "-i", "-"], input: list())
            let status = try await run.status()
            #expect(status == 3)
            let events = try run.events()
            #expect(events.last?["event"]?.string == "summary" && events.last?["exit"]?.integer == Int64(status))
            var done: [String: Int64] = [:]
            for event in events {
                guard let id = event["id"]?.integer else { continue }
                switch event["event"]?.string {
                // A new try may begin further back.
                case "started", "waiting": done["\(id)"] = nil
                case "progress":
                    let bytes = try #require(event["done"]?.integer)
                    #expect(bytes >= done["\(id)"] ?? 0)
                    done["\(id)"] = bytes
                default: break
                }
            }
            #expect(events.contains { $0["event"]?.string == "progress" } && events.contains { $0["event"]?.string == "waiting" })
        }

        /// What a command prints.
        private func text(_ words: String...) async throws -> String {
            let run = try sandbox.start(words)
            #expect(try await run.status() == 0, "\(run.errors)")
            return run.output
        }

        @Test func `every option of the help is in the three completions and in the manual`() async throws {
            var options: Set<String> = []
            let topics = [
                "--batch", "add", "list", "show", "pause", "remove", "limit", "edit", "wait", "watch", "files", "doctor", "agent", "config",
            ]
            for topic in topics {
                let help = try await text(topic, "--help")
                for word in help.split(whereSeparator: { " ,\n[]|".contains($0) }) where word.hasPrefix("--") && word.count > 2 {
                    options.insert(String(word.prefix { $0 == "-" || $0.isLetter || $0.isNumber }))
                }
            }
            #expect(options.count > 40)
            for shell in ["bash", "zsh", "fish"] {
                let completions = try await text("completions", shell)
                // fish names long options without their dashes.
                let missing = options.filter { option in
                    !completions.contains(option) && !completions.contains("-l " + option.dropFirst(2))
                }
                #expect(missing == [], "\(shell)")
                try await expectNothing(shell, ["-n", try sandbox.folder.write(completions, to: "completions." + shell)])
            }
            let page = try await text("man")
            let plain = page.replacing("\\-", with: "-")
            #expect(options.filter { !plain.contains($0) } == [], "the manual")
            let path = try sandbox.folder.write(page, to: "haul.1")
            try await expectNothing("man", ["-l", "--warnings", "-E", "UTF-8", "-Tutf8", "-Z", path])
        }

        /// Runs a program of the system, where there is one, and expects that it has nothing to complain about.
        private func expectNothing(_ name: String, _ words: [String]) async throws {
            guard let program = Program.named(name) else { return }
            let run = try sandbox.start(words, program: program)
            #expect(try await run.status() == 0, "\(name)")
            #expect(run.errors == "", "\(name)")
        }
    }
}
