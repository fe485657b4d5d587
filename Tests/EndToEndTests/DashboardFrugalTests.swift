import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What the dashboard costs a terminal, and what it says beside the screen.
    @Suite struct DashboardFrugalTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        private func files(_ count: Int, size: Int64, rate: Int64? = nil) -> [String] {
            (0..<count).map { index in
                let reply = Reply.file(size: size, seed: UInt64(index + 1))
                return origin.serve("/file-\(index).bin", rate.map { reply.limited(to: $0) } ?? reply)
            }
        }

        @Test func `twelve moving bars are at most four frames a second of about a kilobyte`() async throws {
            try DashboardRun.configure(sandbox, "[downloads]\nmax_concurrent = 12\nmax_connections = 1\nmax_connections_per_host = 12\n")
            let run = try DashboardRun(sandbox, files(12, size: 24 << 20, rate: 1 << 20), columns: 120, rows: 40)
            try await run.started("file-11")
            try await run.answersFrames()
            try await run.terminal.wait(for: "12 active")
            try await Task.sleep(for: .seconds(3))
            run.terminal.forget()
            let start = ContinuousClock.now
            let used = run.processorTime
            try await Task.sleep(for: .seconds(10))
            let passed = (ContinuousClock.now - start) / .seconds(1)
            let processor = Double(run.processorTime - used) / 100 / passed
            let frames = run.frames
            let bytes = run.terminal.drawn.count
            let median = frames.sorted()[frames.count / 2]
            #expect(frames.count >= 8)
            #expect(Double(frames.count) <= passed * 4 + 1)
            #expect(median <= 1_229)
            #expect(Double(bytes) <= passed * 6_144)
            // Five times the 2 % of a core, and this is no release build.
            #expect(processor <= 0.1, "\(processor)")
            print(
                "frame cost: \(frames.count) frames, \(median) bytes, \(bytes) bytes in all, \(processor * 100) % of a core in \(passed) s"
            )
            #expect(!run.terminal.output.contains("\u{1B}[2J"))
            // At most one title a second.
            #expect(run.terminal.output.pieces(separatedBy: "\u{1B}]0;").count <= Int(passed) + 3)
            try await run.quit()
        }

        @Test func `refresh_rate holds and keys are answered at once`() async throws {
            try DashboardRun.configure(sandbox, "dashboard.refresh_rate = 1\n")
            let run = try DashboardRun(sandbox, files(3, size: 100 << 20, rate: 1 << 20))
            try await run.started("file-2")
            try await run.answersFrames()
            try await Task.sleep(for: .seconds(2))
            run.terminal.forget()
            try await Task.sleep(for: .seconds(4))
            #expect((2...6).contains(run.frames.count))
            let start = ContinuousClock.now
            run.terminal.type("?")
            try await run.terminal.wait(for: "Keys")
            #expect(ContinuousClock.now - start < .milliseconds(250))
            run.terminal.type("\u{1B}")
            // An Escape with a letter right behind it would be that letter with Alt.
            try await Task.sleep(for: .milliseconds(200))
            try await run.quit()
        }

        @Test func `nothing is written and nothing is computed while nothing happens`() async throws {
            // An empty list and one of tasks in every state that does not move, at the same time.
            let bench = try DashboardBench()
            try await bench.add([bench.small("a.bin"), bench.missing("b.bin"), bench.small("c.bin")])
            try await bench.add([bench.small("d.bin"), bench.small("e.bin")], ["--paused"])
            try await bench.wait(for: ["a.bin": "finished", "b.bin": "failed", "c.bin": "finished"])
            let runs = [try DashboardRun(sandbox), try DashboardRun(bench.sandbox)]
            for run in runs { try await run.started() }
            for run in runs { try await run.quiet(for: .seconds(2)) }
            for run in runs { run.terminal.forget() }
            let used = runs.map(\.processorTime)
            try await Task.sleep(for: .seconds(10))
            for (run, before) in zip(runs, used) {
                #expect(run.terminal.drawn.count == 0, "\(run.terminal.output)")
                #expect(run.processorTime - before <= 5)
            }
            for run in runs { try await run.quit() }
        }

        @Test func `a storm of sizes is survived`() async throws {
            let run = try DashboardRun(sandbox, files(3, size: 100 << 20, rate: 1 << 20))
            try await run.started("file-2")
            var random = SeededRandom(seed: 7)
            for _ in 0..<200 {
                run.terminal.resize(columns: .random(in: 1...250, using: &random), rows: .random(in: 1...80, using: &random))
                if Bool.random(using: &random) { try await Task.sleep(for: .milliseconds(3)) }
                _ = run.terminal.drawn
            }
            run.terminal.resize(columns: 100, rows: 30)
            try await Task.sleep(for: .milliseconds(300))
            run.terminal.forget()
            run.terminal.type("\u{0C}")
            try await run.terminal.wait(for: "file-2")
            #expect(run.process.isRunning)
            try await run.quit()
        }

        @Test func `the end of downloads is told once to who looks elsewhere`() async throws {
            // Each waits for seconds: all at once.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for way in ["away", "here", "unknown", "tmux", "off"] { group.addTask { try await expectNotice(way) } }
                try await group.waitForAll()
            }
        }

        private func expectNotice(_ way: String) async throws {
            let sandbox = try Sandbox()
            if way == "off" { try DashboardRun.configure(sandbox, "dashboard.notify = \"off\"\n") }
            var environment = ["TERM_PROGRAM": "ghostty"]
            if way == "tmux" { environment["TMUX"] = "/tmp/none,1,0" }
            let run = try DashboardRun(sandbox, [], environment: environment)
            try await run.started()
            if way == "here" {
                run.terminal.type(DashboardRun.focusIn)
            } else if way != "unknown" {
                run.terminal.type(DashboardRun.focusOut)
            }
            let list = files(12, size: 1_000).joined(separator: "\n")
            run.terminal.type("\u{1B}[200~\(list)\u{1B}[201~")
            try await run.terminal.wait(for: "12 new")
            run.terminal.forget()
            run.terminal.type("\r")
            // Not a percentage on the screen: of one that changes only the digits that are different are drawn.
            try await eventually("the files are there", timeout: .seconds(20)) {
                _ = run.terminal.drawn
                return sandbox.published.count == 12
            }
            try await Task.sleep(for: .seconds(6))
            let output = run.terminal.output
            let message = "\u{7}\u{1B}]9;12 finished\u{1B}\\"
            #expect(output.pieces(separatedBy: message).count == (["away", "unknown"].contains(way) ? 2 : 1), "\(way)")
            if way == "tmux" { #expect(!output.contains("\u{1B}]9;"), "\(way)") }
            // The bell that belongs to no code: in tmux it is all that there is.
            let bells = output.pieces(separatedBy: "\u{7}").filter { !($0.pieces(separatedBy: "\u{1B}]").last ?? "").hasPrefix("0;") }
            if way == "tmux" { #expect(bells.count == 2) }
            try await run.quit()
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `a click chooses a row and the wheel moves by three`() async throws {
            let command = [Program.haul, "-d", sandbox.documents] + files(9, size: 1_000)
            let screen = try await TmuxScreen(sandbox, command: command, columns: 100, rows: 24)
            func cursor(_ lines: [String]) -> Int? { lines.firstIndex { $0.hasPrefix(">") } }
            try await screen.wait(for: "nine rows") { lines in lines.filter { $0.contains("file-") && $0.contains("100%") }.count == 9 }
            try await screen.press("-l", "\u{1B}[<0;20;8M\u{1B}[<0;20;8m")
            try await screen.wait(for: "the clicked row") { cursor($0) == 7 }
            try await screen.press("-l", "\u{1B}[<64;20;8M")
            try await screen.wait(for: "three rows up") { cursor($0) == 4 }
            try await screen.press("-l", "\u{1B}[<65;20;8M")
            try await screen.wait(for: "three rows down") { cursor($0) == 7 }
            try await screen.press("q")
            try await screen.stop()
        }
    }
}
