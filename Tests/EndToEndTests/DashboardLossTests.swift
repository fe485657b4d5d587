import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What a slip can cost: nothing that `u` or a look into the list does not bring back.
    @Suite struct DashboardLossTests {
        /// Every key of the keyboard, without Escape and those that leave.
        private static let keys =
            (1...127).map { String(Unicode.Scalar(UInt8($0))) }.filter { !["\u{3}", "\u{1B}", "q"].contains($0) }
            + ["A", "B", "C", "D", "H", "F", "Z", "3~", "3;2~", "5~", "6~"].map { "\u{1B}[" + $0 }
            + ["P", "Q", "R", "S"].map { "\u{1B}O" + $0 }
            + [15, 17, 18, 19, 20, 23, 24].map { "\u{1B}[\($0)~" }

        /// Keys that change how the list looks for good, and those that take that back.
        private static let reversals = ["I": "I", "<": ">", ">": "<", "f": "f", "w": "ww", "F": "F"]

        private static let finished = "finished.bin"
        private static let running = "running.bin"

        /// A dashboard with the cursor on a task that runs, above one that has finished.
        private func begin() async throws -> (DashboardBench, DashboardRun) {
            let bench = try DashboardBench()
            try await bench.add([bench.small(Self.finished), bench.slow(Self.running)])
            try await bench.wait(for: [Self.finished: "finished", Self.running: "running"])
            let run = try DashboardRun(bench.sandbox)
            try await toRunning(run)
            return (bench, run)
        }

        private func toRunning(_ run: DashboardRun) async throws {
            run.terminal.type("1g")
            try await run.terminal.wait(for: "the running task") { $0.cursorLine.contains(Self.running) }
        }

        /// What is on the disk: the finished file, and the part of the other.
        private func expectFiles(_ bench: DashboardBench, _ comment: Comment) {
            #expect(bench.sandbox.published.count == 1, comment)
            #expect(bench.sandbox.parts.count == 1, comment)
        }

        /// Presses each key once, then Escape and `u`: no file goes and both tasks are in the list.
        private func press(_ keys: [String]) async throws {
            let (bench, run) = try await begin()
            let files = bench.sandbox.published + bench.sandbox.parts
            for key in keys {
                let label = key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
                let comment: Comment = "key \(label)"
                run.terminal.type(key)
                try await Task.sleep(for: .milliseconds(30))
                try await run.pressEscape()
                try await run.pressEscape()
                #expect(run.process.isRunning, comment)
                expectFiles(bench, comment)
                // What the key did to the list is taken back; a second `u` may take back what an earlier key did.
                run.terminal.type("u" + (Self.reversals[key] ?? "") + "1R")
                try await run.terminal.wait(for: "both tasks after key \(label)") {
                    $0.text.contains(Self.finished) && $0.text.contains(Self.running) && !$0.line(Self.running).contains("paused")
                }
                try await toRunning(run)
            }
            try await run.quit()
            #expect(Set(try await bench.tasks().keys) == [Self.finished, Self.running])
            #expect(bench.sandbox.published + bench.sandbox.parts == files)
        }

        @Test func `no key loses anything`() async throws {
            // Two at a time: most of the time is spent in waiting for an Escape to stand alone.
            let half = Self.keys.count / 2
            async let first: Void = press(Array(Self.keys[..<half]))
            async let second: Void = press(Array(Self.keys[half...]))
            try await first
            try await second
        }

        @Test func `keys that leave do not take the tasks with them`() async throws {
            let (bench, run) = try await begin()
            var last = run
            for key in ["q", "\u{3}"] {
                last.terminal.type(key)
                #expect(try await last.process.ended(within: .seconds(10)) == .status(0))
                expectFiles(bench, "\(key)")
                #expect(try await bench.states() == [Self.finished: "finished", Self.running: "running"])
                last = try DashboardRun(bench.sandbox)
                try await toRunning(last)
            }
            try await last.quit()
        }

        @Test func `only D and y delete files`() async throws {
            let (bench, run) = try await begin()
            for keys in ["DD", "D\r", "ddd", "D\t\r", "dD", "DdD"] {
                for key in keys {
                    run.terminal.type(String(key))
                    try await Task.sleep(for: .milliseconds(30))
                }
                try await run.pressEscape()
                try await run.pressEscape()
                expectFiles(bench, "\(keys)")
                run.terminal.type("uuu")
                try await run.terminal.wait(for: "both tasks after \(keys)") {
                    $0.text.contains(Self.finished) && $0.text.contains(Self.running)
                }
                try await toRunning(run)
            }
            #expect(try await bench.states() == [Self.finished: "finished", Self.running: "running"])
            // The control case: what deletes, deletes.
            run.terminal.type("Dy")
            try await eventually("the part is gone", timeout: .seconds(10)) { bench.sandbox.parts.isEmpty }
            try await run.terminal.wait(for: "the other one") { $0.cursorLine.contains(Self.finished) }
            run.terminal.type("Dy")
            try await eventually("the file is gone", timeout: .seconds(10)) { bench.sandbox.published.isEmpty }
            try await run.quit()
            #expect(try await bench.states().isEmpty)
        }

        @Test func `what was removed or cancelled comes back where it was and runs`() async throws {
            let bench = try DashboardBench()
            let names = ["alpha", "beta", "gamma", "delta"].map { $0 + ".bin" }
            try await bench.add(names.map { bench.slow($0) })
            try await bench.wait(for: Dictionary(uniqueKeysWithValues: names.map { ($0, "running") }))
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "four rows") { screen in names.allSatisfy { screen.line($0).contains("KiB/s") } }
            run.terminal.type("gj")
            let before = try await run.terminal.wait(for: "the second row") { $0.cursorLine.contains(names[1]) }
            let requests = bench.origin.log(of: "/" + names[1]).count
            let done = try #require(try await bench.tasks()[names[1]]?["done"]?.integer)

            run.terminal.type("d")
            try await run.terminal.wait(for: "a countdown") { !$0.text.contains(names[1]) && $0.text.contains("u undo (") }
            try await eventually("some of the ten seconds pass", timeout: .seconds(20)) {
                run.screen.text.contains("u undo (7 s left)")
            }
            run.terminal.type("u")
            let back = try await run.terminal.wait(for: "the row again") { $0.text.contains(names[1]) }
            #expect(back.cursorRow == before.cursorRow && back.cursorLine.contains(names[1]))
            #expect(try await bench.states()[names[1]] == "running")
            // It never stopped, so it was not asked for again.
            #expect(bench.origin.log(of: "/" + names[1]).count == requests)

            run.terminal.type("c")
            try await run.terminal.wait(for: "a cancelled row") { $0.line(names[1]).contains("cancelled") }
            let kept = try #require(try await bench.tasks()[names[1]]?["done"]?.integer)
            #expect(kept >= done)
            run.terminal.type("u")
            try await bench.wait(for: [names[1]: "running"], run)
            let again = try await run.terminal.wait(for: "it runs") { $0.line(names[1]).contains("KiB/s") }
            #expect(again.lines.firstIndex { $0.contains(names[1]) } == before.cursorRow)
            let request = try #require(bench.origin.log(of: "/" + names[1]).last)
            #expect(try #require(ByteRange(request.range)).first >= done)
            try await run.quit()
        }
    }
}
