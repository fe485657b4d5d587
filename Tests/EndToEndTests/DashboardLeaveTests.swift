import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The ways out of the screen, for a while and for good.
    @Suite struct DashboardLeaveTests {
        let bench: DashboardBench

        init() throws {
            bench = try DashboardBench()
        }

        /// Nine tasks that stand still.
        private func addPaused() async throws {
            try await bench.add((1...9).map { bench.small("file-\($0).bin") }, ["--paused"])
        }

        /// The state of a process as the kernel names it.
        private func state(_ pid: pid_t) -> String {
            let text = readFile("/proc/\(pid)/stat").map { String(decoding: $0, as: UTF8.self) } ?? ""
            return text.split(separator: ")").last?.split(separator: " ").first.map(String.init) ?? ""
        }

        /// The child of a process that is this program.
        private func dashboard(of shell: pid_t) -> pid_t? {
            let text = readFile("/proc/\(shell)/task/\(shell)/children").map { String(decoding: $0, as: UTF8.self) } ?? ""
            return text.split(separator: " ").compactMap { pid_t($0) }.first
        }

        @Test(.enabled(if: Program.has("bash")))
        func `a suspended dashboard leaves the terminal and comes back as it was, twenty times`() async throws {
            try await addPaused()
            let terminal = try PseudoTerminal()
            var streams = ChildProcess.Streams()
            streams.terminal = terminal.path
            let variables = bench.sandbox.environment.merging(["TERM": "xterm-256color", "PS1": "shell> "]) { $1 }
            let bash = try #require(Program.named("bash"))
            let shell = try ChildProcess(bash, ["--norc", "--noprofile", "-i"], environment: variables, streams: streams)
            try await terminal.wait(for: "shell> ")
            terminal.type("stty -echo\r")
            terminal.type("\(Program.haul)\r")
            try await terminal.wait(for: "nine rows", timeout: .seconds(20)) { $0.text.contains("file-9") }
            terminal.type("/file-[1-7]\u{15}file\rgjj  ")
            let before = try await terminal.wait(for: "marks and a filter") {
                $0.marked.count == 2 && $0.text.contains("filter: file") && $0.cursorRow == 7
            }
            let pid = try #require(dashboard(of: shell.pid))
            for time in 1...20 {
                terminal.forget()
                terminal.type("\u{1A}")
                try await terminal.wait(for: "Stopped")
                #expect(state(pid) == "T")
                let left = terminal.output.pieces(separatedBy: "Stopped")[0]
                for code in ["\u{1B}[?1000l", "\u{1B}[?1006l", "\u{1B}[?1004l", "\u{1B}[?2004l", "\u{1B}[?1049l"] {
                    #expect(left.contains(code))
                }
                terminal.forget()
                terminal.type("fg\r")
                // All of it is drawn again: the shell may have written anywhere.
                try await terminal.wait(for: "\u{1B}[?1004h")
                let back = try await terminal.wait(for: "the screen of before, time \(time)") { $0.lines == before.lines }
                #expect(back.cursorRow == 7)
                #expect(terminal.output.contains("\u{1B}[2J"))
                for code in ["\u{1B}[?1000h", "\u{1B}[?1006h", "\u{1B}[?1004h", "\u{1B}[?2004h", "\u{1B}[?1049h"] {
                    #expect(terminal.output.contains(code))
                }
            }
            terminal.forget()
            terminal.type("q")
            try await terminal.wait(for: "shell> ")
            terminal.type("exit\r")
            #expect(try await shell.ended(within: .seconds(5)) == .status(0))
        }

        @Test(arguments: [false, true])
        func `a trap of the program gives the terminal back and is told on standard error`(isElsewhere: Bool) async throws {
            let terminal = try PseudoTerminal()
            let before = terminal.settings
            var streams = ChildProcess.Streams()
            streams.terminal = terminal.path
            if isElsewhere { streams.error = bench.sandbox.folder.appending("crash") }
            let more = ["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no", "HAUL_FAULT": "reload"]
            let variables = bench.sandbox.environment.merging(more) { $1 }
            let process = try ChildProcess(Program.haul, [], environment: variables, streams: streams)
            try await terminal.wait(for: "help", timeout: .seconds(20))
            #expect(terminal.settings != before)
            process.signal(SIGUSR1)
            let exit = try await eventually("it ends", timeout: .seconds(20)) {
                _ = terminal.drawn
                return process.poll()
            }
            #expect(exit == .signal(SIGILL) || exit == .signal(SIGTRAP))
            #expect(terminal.settings == before)
            let tail = terminal.output.pieces(separatedBy: "\u{1B}[?1049h").last ?? ""
            for code in ["?1049l", "?25h", "?2004l", "?1006l", "?1000l", "?1004l"] { #expect(tail.contains("\u{1B}[" + code), "\(code)") }
            // On the terminal it comes when the screen of before is back, else nobody would see it.
            let left = tail.pieces(separatedBy: "\u{1B}[?1049l").last ?? ""
            let report = isElsewhere ? readFile(streams.error).map { String(decoding: $0, as: UTF8.self) } ?? "" : left
            #expect(report.contains("Fatal error: asked for at reload"), "\(report)")
            #expect(report.contains("haul: ended by a fault, signal "), "\(report)")
        }

        @Test func `the screen is never cleared as a whole but for the three reasons to`() async throws {
            try await addPaused()
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "nine rows") { $0.text.contains("file-9") }
            try await run.quiet(for: .milliseconds(200))
            func clears() -> Int { run.terminal.output.pieces(separatedBy: "\u{1B}[2J").count - 1 }
            run.terminal.forget()
            let escape = DashboardRun.escape
            for key in ["G", "g", "?", escape, "a", escape, "D", escape, ":", escape, "w", "w", "w", "5", "1", "L", escape, "/x\r", escape]
            {
                run.terminal.type(key)
                try await run.quiet(for: .milliseconds(60))
            }
            #expect(!run.terminal.drawn.isEmpty)
            #expect(clears() == 0)
            run.terminal.type("\u{0C}")
            try await eventually("all is drawn again", timeout: .seconds(5)) { clears() == 1 }
            try await run.quiet(for: .milliseconds(100))
            #expect(run.screen.text.contains("file-9"))
            run.terminal.resize(columns: 90, rows: 25)
            try await run.terminal.wait(for: "another size") { $0.text.contains("file-9") && $0.footer.contains("? help") }
            #expect(clears() >= 2)
            try await run.quit()
        }
    }
}
