import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The program that the agent starts when events wait and nobody is there to be told.
    @Suite struct LaunchTests {
        let bench: Bench

        init() throws {
            bench = try Bench()
        }

        private func path(_ name: String) -> String { bench.sandbox.folder.appending(name) }

        /// A command that notes each launch with the identifier that it was given.
        private func noting(_ name: String = "launches", then more: String = ":") -> [String] {
            ["--launch", "/bin/sh", "-c", "printf '%s\\n' \"$BACKGROUND_SESSION\" >>\"$0\"; \(more)", path(name)]
        }

        /// A command that starts a probe whose lines are to be read later.
        private func launching(_ words: [String], session: String = "probe", output: String = "launched") -> [String] {
            let script = "echo started >>\"$0.starts\"; exec \"$@\" >>\"$0\" 2>&1"
            let program = Program.named(beside: "TransferProbe")
            return ["--launch", "/bin/sh", "-c", script, path(output), program, "--session", session] + words
        }

        private func text(_ name: String) -> String {
            bench.sandbox.folder.read(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }

        /// The events that a launched probe has told.
        private func told(_ name: String = "launched") throws -> [String] {
            let lines = text(name).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return try lines.map { try JSON(parsing: String($0))["event"]?.string ?? "" }
        }

        private func launched(_ lines: Int = 1, _ name: String = "launches") async throws {
            try await eventually("\(lines) launches: \(text(name)) \(bench.agentLog)", timeout: .seconds(20)) {
                text(name).split(separator: "\n").count >= lines
            }
        }

        @Test("rows 8, 51: once for all that ended, with the exact identifier", arguments: ["probe", "Sitzung „ü“ セッション e\u{301}"])
        func once(identifier: String) async throws {
            let gate = Gate()
            let urls = (0..<2).map { bench.origin.serve("/\($0)", .file(size: 200_000)) }
            let last = bench.origin.serve("/2", .file(size: 200_000).with { $0.gate = gate })
            try await bench.leave(urls + [last], noting(), session: identifier)
            // Not for each: one of them still goes on by itself.
            try await bench.waitingEvents(4, session: identifier)
            #expect(text("launches").isEmpty)
            gate.open()
            try await bench.waitingEvents(6, session: identifier)
            try await launched()
            #expect(Array(text("launches").utf8) == Array("\(identifier)\n".utf8))
            try await eventually("it is noted that the program left: \(bench.agentLog)", timeout: .seconds(20)) {
                bench.agentLog.contains("ended its launch without completing it")
            }
            // A restart is no reason to launch again.
            try await bench.endAgent()
            try await bench.startAgent()
            #expect(try await bench.session(identifier)?["waitingEvents"]?.integer == 6)
            // Somebody came by himself: the next end is news again.
            try await bench.leave([bench.origin.url("/0")], noting(), session: identifier)
            try await launched(2)
            try await bench.waitingEvents(8, session: identifier)
            #expect(text("launches").split(separator: "\n").count == 2)
        }

        @Test func `row 51: not while somebody holds the session, and when he is gone`() async throws {
            let url = bench.origin.serve("/a", .file(size: 10_000))
            let holder = try bench.probe(["--download", url, "--no-reader"] + noting())
            try await bench.waitingEvents(2)
            #expect(text("launches").isEmpty)
            try await holder.kill()
            try await launched()
        }

        @Test func `row 51: not where launches are switched off`() async throws {
            try await bench.leave([bench.origin.serve("/a", .file(size: 10_000))], ["--no-launch-events"] + noting("off"))
            try await bench.leave([bench.origin.url("/a")], noting("on"), session: "other")
            // When the other session's has been launched, this one's would have been long since.
            try await bench.waitingEvents(2)
            try await launched(1, "on")
            #expect(text("off").isEmpty)
        }

        @Test func `rows 52, 54, 55: the launched program claims, reads, completes`() async throws {
            for session in ["one", "two"] {
                let url = bench.origin.serve("/\(session)", .file(size: 50_000).limited(to: 100_000))
                let words = ["--claim-launch", "--move", bench.taken, "--exit-after", "4"]
                try await bench.leave([url], launching(words, session: session, output: session), session: session)
            }
            for session in ["one", "two"] {
                try await eventually("\(session) is done: \(text(session))", timeout: .seconds(20)) {
                    text(session).contains("finished-events")
                }
                let launch = try JSON(parsing: String(text(session).split(separator: "\n").first ?? ""))
                #expect(launch["event"]?.string == "launch" && launch["session"]?.string == session)
                try await eventually("its launch is over", timeout: .seconds(20)) {
                    try await bench.session(session)?["launch"]?.string == "idle"
                }
                #expect(try await bench.session(session)?["waitingEvents"]?.integer == 0)
            }
            #expect(!bench.agentLog.contains("without completing"), "\(bench.agentLog)")
            // Started by a person, a program has no launch (row 65).
            let own = try bench.probe("--claim-launch", session: "one")
            try await own.wait(for: "finished-events")
            #expect(try own.lines("launch").isEmpty)
        }

        @Test func `row 6: launched once for a password, which the program supplies`() async throws {
            let size: Int64 = 400_000
            let url = bench.origin.serve("/secret", .file(size: size).with { $0.credentials = .init(user: "me", password: "secret") })
            let words = launching(["--claim-launch", "--move", bench.taken, "--credential", "me", "secret"])
            try await bench.leave([url], words)
            try await eventually("it is taken: \(text("launched"))", timeout: .seconds(20)) { try told().contains("complete") }
            #expect(GeneratedContent(seed: 1, size: size).firstDifference(fileAt: bench.taken + "/1") == nil)
            let wanted = ["launch", "challenge", "file", "complete"]
            #expect(try told().filter { wanted.contains($0) } == wanted)
            #expect(text("launched.starts") == "started\n")
            #expect(bench.origin.log.contains { $0.status == 401 } && bench.origin.log.last?.status == 200)
        }

        @Test func `row 53: a launch that is dropped is logged`() async throws {
            let url = bench.origin.serve("/a", .file(size: 10_000))
            try await bench.leave([url], launching(["--abandon-launch", "--no-reader"]))
            try await eventually("it is logged: \(bench.agentLog)", timeout: .seconds(20)) {
                bench.agentLog.contains("ended its launch without completing it")
            }
            try await eventually("it waits", timeout: .seconds(20)) { try told().contains("waiting") }
            #expect(try await bench.session()?["waitingEvents"]?.integer == 2)
        }

        @Test func `row 61: completing early is logged, and what waits stays`() async throws {
            let url = bench.origin.serve("/a", .file(size: 10_000))
            try await bench.leave([url], launching(["--claim-launch", "--complete-early", "--no-reader"]))
            try await eventually("it is logged: \(bench.agentLog)", timeout: .seconds(20)) { bench.agentLog.contains("before its events") }
            #expect(try await bench.session()?["waitingEvents"]?.integer == 2)
        }

        @Test func `row 66: one that is never completed is logged after its grace`() async throws {
            let words = ["--grace", "1"] + noting(then: "exec sleep 6")
            try await bench.leave([bench.origin.serve("/a", .file(size: 10_000))], words)
            try await launched()
            try await eventually("it is logged: \(bench.agentLog)", timeout: .seconds(4)) {
                bench.agentLog.contains("was launched and has not said that it is done")
            }
            #expect(try await bench.session()?["waitingEvents"]?.integer == 2)
            #expect(try await bench.session()?["launch"]?.string == "failed")
        }
    }
}
