import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The dashboard and the process that has the downloads: each may go without the other.
    @Suite struct DashboardAgentTests {
        let bench: DashboardBench

        init() throws {
            bench = try DashboardBench()
        }

        private func agentPid() throws -> pid_t {
            let lock = try #require(bench.sandbox.folder.read("state/haul/agent/lock"))
            return try #require(pid_t(String(decoding: lock.prefix { $0 != 10 }, as: UTF8.self)))
        }

        private static let banner = "The agent does not answer"
        private static let stopped = "The agent was stopped"

        @Test func `without its agent the dashboard says so, answers keys and goes on when one is there again`() async throws {
            let names = ["alpha", "beta", "gamma"].map { $0 + ".bin" }
            try await bench.add([bench.slow(names[0])])
            try await bench.add(names[1...].map { bench.slow($0) }, ["--paused"])
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "three rows") { screen in
                names.allSatisfy { screen.text.contains($0) } && screen.line(names[0]).contains("KiB/s")
            }
            run.terminal.forget()
            let pid = try agentPid()
            let stop = try bench.sandbox.start(["agent", "stop"])
            try await eventually("the agent is gone", timeout: .seconds(20)) { kill(pid, 0) != 0 }
            let start = ContinuousClock.now
            try await run.terminal.wait(for: "the banner") { $0.text.contains(Self.stopped) }
            #expect(ContinuousClock.now - start <= .seconds(5))
            #expect(try await stop.status() == 0, "\(stop.errors)")
            // What may be out of date is drawn dim.
            #expect(run.renditions.contains { $0.split(separator: ";").contains("2") })
            run.terminal.type("g")
            let first = try await run.terminal.wait(for: "the first row") { $0.cursorLine.contains(names[0]) }
            run.terminal.type("j")
            try await run.terminal.wait(for: "the next row") { $0.cursorRow == (first.cursorRow ?? 0) + 1 }
            run.terminal.type("?")
            try await run.terminal.wait(for: "the help") { $0.text.contains("Keys") }
            try await run.pressEscape()
            try await run.terminal.wait(for: "five seconds of age") { $0.text.contains("the list is 0:05 old") }
            #expect(names.allSatisfy { run.screen.text.contains($0) })

            try await bench.command("agent", "start")
            try await run.terminal.wait(for: "the agent again") { !$0.text.contains(Self.stopped) && $0.line(names[0]).contains("KiB/s") }
            #expect(try agentPid() != pid)
            // What a key does is done by the new one.
            run.terminal.type("g")
            try await run.terminal.wait(for: "the first row") { $0.cursorLine.contains(names[0]) }
            run.terminal.type("p")
            try await bench.wait(for: [names[0]: "paused"])
            try await run.quit()
        }

        @Test func `an agent that hangs does not hang the dashboard`() async throws {
            let names = ["alpha", "beta", "gamma"].map { $0 + ".bin" }
            try await bench.add(names.map { bench.slow($0) }, ["--paused"])
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "three rows") { screen in names.allSatisfy { screen.text.contains($0) } }
            run.terminal.type("g")
            let first = try await run.terminal.wait(for: "the first row") { $0.cursorRow != nil }
            try await run.quiet(for: .milliseconds(300))
            let pid = try agentPid()
            kill(pid, SIGSTOP)
            defer { kill(pid, SIGCONT) }
            // One key may wait for it, two seconds at most; then it is known.
            var slow = 0
            for step in 1...6 {
                let start = ContinuousClock.now
                run.terminal.type(step % 2 == 1 ? "j" : "k")
                try await run.terminal.wait(for: "key \(step)") { $0.cursorRow == (first.cursorRow ?? 0) + step % 2 }
                let time = ContinuousClock.now - start
                #expect(time < .seconds(4))
                if time > .seconds(1) { slow += 1 }
            }
            #expect(slow <= 1)
            #expect(run.screen.text.contains(Self.banner))
            run.terminal.type("?")
            try await run.terminal.wait(for: "the help") { $0.text.contains("Keys") }
            try await run.pressEscape()
            kill(pid, SIGCONT)
            try await run.terminal.wait(for: "the agent again") { !$0.text.contains(Self.banner) }
            try await run.quit()
        }

        @Test func `a window that is closed ends the dashboard and nothing else`() async throws {
            try await bench.add([bench.slow("alpha.bin", rate: 1 << 20)])
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "the row") { $0.line("alpha.bin").contains("iB/s") }
            let pid = try agentPid()
            let start = ContinuousClock.now
            run.terminal.hangUp()
            _ = try await run.process.ended(within: .seconds(5))
            #expect(ContinuousClock.now - start < .seconds(5))
            let sent = bench.origin.log.reduce(0) { $0 + $1.bytesSent }
            try await eventually("the download goes on", timeout: .seconds(10)) {
                bench.origin.log.reduce(0) { $0 + $1.bytesSent } > sent + (1 << 20)
            }
            #expect(try agentPid() == pid)
            #expect(try await bench.states() == ["alpha.bin": "running"])
            #expect(bench.origin.log.count == 1)
        }
    }
}
