import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Keys that come in pieces, and those that wait for more.
    @Suite struct DashboardInputTests {
        let bench: DashboardBench

        init() throws {
            bench = try DashboardBench()
        }

        @Test func `a lone Escape closes a dialog at once`() async throws {
            let run = try DashboardRun(bench.sandbox)
            try await run.started()
            var times: [Duration] = []
            for _ in 0..<7 {
                run.terminal.type("?")
                try await run.terminal.wait(for: "the help") { $0.text.contains("Keys") && $0.footer.contains("Esc close") }
                try await run.quiet(for: .milliseconds(100))
                run.terminal.forget()
                let start = ContinuousClock.now
                run.terminal.type(DashboardRun.escape)
                try await eventually("it closes", timeout: .seconds(5)) { !run.terminal.drawn.isEmpty }
                times.append(ContinuousClock.now - start)
                try await run.terminal.wait(for: "the list") { !$0.text.contains("Keys") && $0.footer.contains("a add") }
            }
            #expect(times.sorted()[times.count / 2] <= .milliseconds(5 * 60), "\(times)")
            try await run.quit()
        }

        @Test(arguments: ["[A", "OA"])
        func `an arrow in two pieces moves and cancels nothing`(_ rest: String) async throws {
            try await bench.add((1...9).map { bench.small("file-\($0).bin") }, ["--paused"])
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "nine rows") { $0.text.contains("file-9") }
            func filter() async throws {
                run.terminal.type("/file\r")
                try await run.terminal.wait(for: "the filter") { $0.text.contains("filter: file") }
                run.terminal.type("G ")
                try await run.terminal.wait(for: "a mark") { $0.marked.count == 1 }
            }
            try await filter()
            var moved = 0
            for _ in 0..<40 where moved < 3 {
                let before = try #require(run.screen.cursorRow)
                let start = ContinuousClock.now
                run.terminal.type(DashboardRun.escape)
                usleep(15_000)
                run.terminal.type(rest)
                // This test may have been held up for so long that the Escape stood alone.
                guard ContinuousClock.now - start < .milliseconds(20) else {
                    try await run.quiet(for: .milliseconds(200))
                    try await run.pressEscape()
                    try await run.pressEscape()
                    run.terminal.type("U")
                    try await filter()
                    continue
                }
                let after = try await run.terminal.wait(for: "the row above") { $0.cursorRow == before - 1 }
                #expect(after.text.contains("filter: file") && after.marked.count == 1)
                moved += 1
            }
            #expect(moved == 3)
            try await run.quit()
        }

        @Test func `half of a report of the mouse is no key, and the keyboard goes on`() async throws {
            try await bench.add((1...9).map { bench.small("file-\($0).bin") }, ["--paused"])
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "nine rows") { $0.text.contains("file-9") }
            try await run.quiet()
            let before = run.screen.text
            run.terminal.forget()
            for half in ["\u{1B}[<0;3", "\u{1B}[<0;12;5", "\u{1B}[M ", "\u{1B}]11;rgb:00"] {
                run.terminal.type(half)
                try await Task.sleep(for: .milliseconds(100))
                #expect(run.terminal.drawn.isEmpty)
                #expect(run.screen.text == before)
                // What was begun ends, and the next key is a key again.
                run.terminal.type(half.hasSuffix("00") ? "\u{7}" : half.hasSuffix(" ") ? "!!" : "m")
            }
            run.terminal.type("?")
            try await run.terminal.wait(for: "the help") { $0.text.contains("Keys") }
            try await run.pressEscape()
            #expect(try await bench.states().values.allSatisfy { $0 == "paused" })
            try await run.quit()
        }
    }
}
