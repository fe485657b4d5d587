import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Lists that are much longer than a screen, on a raw device: bars are asserted five times over, since the machine does other things too.
    @Suite struct LongListTests {
        let sandbox: Sandbox

        init() throws {
            sandbox = try Sandbox()
        }

        /// Gives the agent paused tasks; none of them touches a network.
        private func fill(_ count: Int) async throws {
            let list = (0..<count).map { "https://127.0.0.1:1/set/part-\($0).bin" }.joined(separator: "\n")
            try sandbox.folder.write(list, to: "list")
            let run = try sandbox.start(["add", "--paused", "-i", sandbox.folder.appending("list")])
            #expect(try await run.status(within: .seconds(120)) == 0)
        }

        /// The time from its start until a text has been drawn.
        private func time(until text: String) async throws -> (Duration, DashboardRun) {
            let start = ContinuousClock.now
            let run = try DashboardRun(sandbox)
            while !run.terminal.output.contains(text) {
                try #require(ContinuousClock.now - start < .seconds(30), "\(text) is drawn")
                try await Task.sleep(for: .milliseconds(2))
            }
            return (ContinuousClock.now - start, run)
        }

        /// The time until something is drawn for a key.
        private func answer(_ run: DashboardRun, _ key: String, until text: String? = nil) async throws -> Duration {
            run.terminal.forget()
            let start = ContinuousClock.now
            run.terminal.type(key)
            while text.map({ !run.terminal.output.contains($0) }) ?? run.terminal.drawn.isEmpty {
                try #require(ContinuousClock.now - start < .seconds(20), "\(key) is answered")
                try await Task.sleep(for: .milliseconds(1))
            }
            return ContinuousClock.now - start
        }

        @Test func `five thousand tasks are there with the first complete frame`() async throws {
            try await fill(5_000)
            var times: [Duration] = []
            for _ in 0..<5 {
                let (time, run) = try await time(until: "part-9.bin")
                times.append(time)
                try await run.quiet(for: .milliseconds(300))
                #expect(run.terminal.output.contains("5,000") && run.terminal.output.contains("help"))
                try await run.quit()
            }
            print("first frame of 5,000 tasks: \(times.sorted()[2])")
            #expect(times.sorted()[2] <= .milliseconds(750))
        }

        @Test func `without an agent the first frame says so, takes keys, and the list comes by itself`() async throws {
            try await fill(1_000)
            #expect(try await sandbox.start(["agent", "stop"]).status(within: .seconds(20)) == 0)
            let (time, run) = try await time(until: "help")
            print("first frame without an agent: \(time)")
            #expect(time <= .milliseconds(750))
            try await run.terminal.wait(for: "part-0.bin", timeout: .seconds(20))
            try await run.quit()
        }

        @Test(arguments: [true, false]) func `what is added before there is an agent is added`(isOnLine: Bool) async throws {
            let url = "https://127.0.0.1:1/early.bin"
            let run = try DashboardRun(sandbox, isOnLine ? [url] : [])
            // Keys come at once, and the agent has not been started yet.
            try await run.started()
            if !isOnLine {
                run.terminal.type("a" + url)
                run.terminal.type("\r")
                try await Task.sleep(for: .milliseconds(60))
            }
            try await run.quit()
            let listed = try sandbox.start(["list", "--all", "--json"])
            #expect(try await listed.status(within: .seconds(60)) == 0)
            #expect(try listed.events().compactMap { $0["name"]?.string } == ["early.bin"])
        }

        @Test func `an agent that cannot start is told of, and the screen can be left`() async throws {
            let run = try DashboardRun(sandbox, environment: ["HAUL_AGENT": "/bin/false"])
            try await run.started()
            try await run.terminal.wait(for: "an agent was started, but ended at once with status 1", timeout: .seconds(20))
            _ = try await answer(run, "?", until: "Keys")
            run.terminal.type("\u{1B}")
            try await run.quiet()
            try await run.quit()
        }

        @Test func `keys on ten thousand rows are answered at once`() async throws {
            try await fill(10_000)
            let (_, run) = try await time(until: "part-0.bin")
            try await run.quiet()
            var times: [Duration] = []
            for _ in 0..<200 {
                times.append(try await answer(run, "j"))
                // The rest of the frame.
                try await Task.sleep(for: .milliseconds(3))
            }
            times.sort()
            print("200 x j on 10,000 rows: median \(times[100]), p95 \(times[190])")
            #expect(times[190] <= .milliseconds(250))
            try await run.quiet(for: .milliseconds(300))
            _ = try await answer(run, "/")
            for key in "rt-987" {
                try await run.quiet(for: .milliseconds(100))
                #expect(try await answer(run, String(key)) <= .milliseconds(500), "\(key)")
            }
            // 987 and 9870 to 9879.
            try await run.quiet(for: .milliseconds(300))
            #expect(try await answer(run, "\u{0C}", until: "11 of 10,000") <= .seconds(2))
            #expect(run.terminal.output.contains("part-9879.bin"))
            run.terminal.type("\r")
            try await run.quiet(for: .milliseconds(300))
            try await run.quit()
        }

        @Test func `marks far apart act on exactly those tasks`() async throws {
            try await fill(3_000)
            let (_, run) = try await time(until: "part-0.bin")
            try await run.quiet()
            // The first, the last, and one in the middle; then another tab is shown.
            for keys in [" ", "G", " ", "/", "part-1500.bin", "\r", " ", "2", "c"] {
                run.terminal.type(keys)
                try await run.quiet(for: .milliseconds(150))
            }
            let listed = try sandbox.start(["list", "--all", "--json"])
            #expect(try await listed.status(within: .seconds(60)) == 0)
            let cancelled = try listed.events().filter { $0["state"]?.string == "cancelled" }.compactMap { $0["name"]?.string }
            #expect(cancelled.sorted() == ["part-0.bin", "part-1500.bin", "part-2999.bin"])
            try await run.quit()
        }
    }
}
