import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Long lists: the dashboard is there at once, and each key is answered at once.
    @Suite struct DashboardScaleTests {
        let bench: DashboardBench

        init() throws {
            bench = try DashboardBench("[downloads]\nmax_concurrent = 1\n")
        }

        /// Gives the agent so many paused tasks.
        private func fill(_ count: Int) async throws {
            let urls = (1...count).map { bench.origin.url("/\(names[$0 % names.count])-\($0).bin") }
            let path = try bench.sandbox.folder.write(urls.joined(separator: "\n"), to: "list.txt")
            let run = try bench.sandbox.start(["add", "--paused", "-i", path])
            #expect(try await run.status(within: .seconds(120)) == 0, "\(run.errors)")
        }

        private let names = ["firmware", "dataset", "holiday", "lecture", "mirror", "backup", "quartz"]

        /// The time from the start of the program to its first complete frame.
        private func timeToFrame(_ wanted: @Sendable (VirtualScreen) -> Bool) async throws -> Duration {
            let start = ContinuousClock.now
            let run = try DashboardRun(bench.sandbox, columns: 120, rows: 40)
            try await run.terminal.wait(for: "a complete frame") { $0.footer.contains("? help") && $0.lines[0].contains("Haul") }
            let time = ContinuousClock.now - start
            try await run.terminal.wait(for: "the tasks", wanted)
            try await run.quit()
            return time
        }

        @Test func `the first frame of five thousand tasks comes at once, with and without an agent`() async throws {
            try await fill(5_000)
            var times: [Duration] = []
            for _ in 0..<5 { times.append(try await timeToFrame { $0.text.contains("All 5,000") && $0.text.contains("paused") }) }
            var cold: [Duration] = []
            for _ in 0..<3 {
                try await bench.command("agent", "stop")
                cold.append(try await timeToFrame { $0.text.contains("All 5,000") && $0.text.contains("paused") })
            }
            print("first frame: \(times.sorted()[2]) with an agent, \(cold.sorted()[1]) without")
            // Five times the 150 ms.
            #expect(times.sorted()[2] <= .milliseconds(750), "\(times)")
            #expect(cold.sorted()[1] <= .milliseconds(750), "\(cold)")
        }

        @Test func `in ten thousand rows each key is answered at once`() async throws {
            try await fill(10_000)
            let run = try DashboardRun(bench.sandbox, columns: 120, rows: 40)
            try await run.terminal.wait(for: "the tasks", timeout: .seconds(60)) { $0.text.contains("All 10,000") && $0.cursorRow != nil }
            try await run.quiet(for: .milliseconds(500))
            run.terminal.type("g")
            try await run.quiet(for: .milliseconds(200))

            func answer(to key: String, _ limit: Duration = .seconds(10)) async throws -> Duration {
                run.terminal.forget()
                let start = ContinuousClock.now
                run.terminal.type(key)
                try await eventually("an answer to \(key)", timeout: limit) { !run.terminal.drawn.isEmpty }
                return ContinuousClock.now - start
            }
            var moves: [Duration] = []
            for _ in 0..<200 {
                moves.append(try await answer(to: "j"))
                try await run.quiet(for: .milliseconds(5))
            }
            let slowest = moves.sorted()[moves.count * 95 / 100]
            run.terminal.type("/")
            try await run.terminal.wait(for: "the filter") { $0.lines[38].contains("/") && $0.lines[38].contains("10,000 of 10,000") }
            var letters: [Duration] = []
            for letter in "quartz" {
                letters.append(try await answer(to: String(letter)))
                try await run.quiet(for: .milliseconds(30))
            }
            try await run.terminal.wait(for: "what fits") { $0.text.contains("1,428 of 10,000") }
            print("ten thousand rows: j p95 \(slowest), a letter of the filter at most \(letters.max() ?? .zero)")
            #expect(slowest <= .milliseconds(5 * 50), "\(slowest)")
            #expect(letters.allSatisfy { $0 <= .milliseconds(5 * 100) }, "\(letters)")
            try await run.pressEscape()
            try await run.pressEscape()
            try await run.quit()
        }
    }
}
