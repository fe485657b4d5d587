import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The codes beyond ncurses: what is set is reset, and nothing is sent to those who do not understand it.
    @Suite struct DashboardModeTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        private static let modern = ["TERM_PROGRAM": "ghostty"]

        private func slowFile(_ name: String) -> String {
            origin.serve("/\(name).bin", .file(size: 30 << 20).limited(to: 1 << 20))
        }

        @Test(arguments: ["q", "TERM", "INT", "HUP", "QUIT", "SEGV", "ILL", "TRAP", "ABRT", "BUS", "FPE", "no agent"])
        func `every mode is as it was`(_ way: String) async throws {
            let run = try DashboardRun(sandbox, [slowFile("alpha")], environment: Self.modern)
            try await run.started("alpha")
            try await run.answersFrames()
            try await run.terminal.wait(for: "\u{1B}]9;4;1;")
            for mode in [1000, 1004, 1006, 1049, 2004] { #expect(run.modes[mode] == true, "\(mode)") }
            let signals: [String: Int32] = [
                "TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP, "QUIT": SIGQUIT, "SEGV": SIGSEGV, "ILL": SIGILL, "TRAP": SIGTRAP,
                "ABRT": SIGABRT, "BUS": SIGBUS, "FPE": SIGFPE,
            ]
            if way == "no agent" {
                let lock = try #require(sandbox.folder.read("state/haul/agent/lock"))
                let pid = try #require(pid_t(String(decoding: lock.prefix { $0 != 10 }, as: UTF8.self)))
                kill(pid, SIGKILL)
                try await run.quiet()
            }
            if let number = signals[way] { run.process.signal(number) } else { run.terminal.type("q") }
            let exit = try await eventually("the program ends", timeout: .seconds(20)) {
                _ = run.terminal.drawn
                return run.process.poll()
            }
            #expect(exit == signals[way].map { .signal($0) } ?? .status(0))
            for (mode, isSet) in run.modes { #expect(isSet == (mode == 25 || mode == 7), "\(way): mode \(mode)") }
            let output = run.terminal.output
            let progress = output.pieces(between: "\u{1B}]9;4;", and: "\u{7}")
            #expect(progress.last == "0;0")
            #expect(output.pieces(separatedBy: "\u{1B}[22;2t").count == output.pieces(separatedBy: "\u{1B}[23;2t").count)
            #expect(!output.contains("\u{1B}]0;\u{7}"))
        }

        @Test func `whole frames are shown at once where the terminal can`() async throws {
            // Most of the time is spent in waiting: all at once.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for answer in ["1", "2", "0", "3", "4", nil, "late"] { group.addTask { try await expectFrames(answer) } }
                try await group.waitForAll()
            }
        }

        private func expectFrames(_ answer: String?) async throws {
            let run = try DashboardRun(sandbox)
            try await run.started()
            let question = "\u{1B}[?2026$p"
            #expect(run.terminal.output.pieces(separatedBy: question).count == 2)
            if answer == "late" {
                // Keys are not held up by a terminal that has not answered yet.
                run.terminal.type("?")
                try await run.terminal.wait(for: "Keys")
                run.terminal.type("\u{1B}")
                try await run.quiet()
            }
            if let answer { run.terminal.type("\u{1B}[?2026;\(answer == "late" ? "1" : answer)$y") }
            try await run.quiet()
            run.terminal.forget()
            run.terminal.type("?")
            try await run.terminal.wait(for: "Keys")
            try await run.quiet()
            let isUsed = ["1", "2", "late"].contains(answer)
            let output = run.terminal.output
            #expect(output.contains("\u{1B}[?2026h") == isUsed, "\(answer ?? "no answer")")
            #expect(output.pieces(separatedBy: "\u{1B}[?2026h").count == output.pieces(separatedBy: "\u{1B}[?2026l").count)
            if isUsed { #expect(output.hasSuffix("\u{1B}[?2026l")) }
            #expect(!output.contains(question))
            run.terminal.type("\u{1B}")
            try await run.quiet()
            try await run.quit()
        }

        @Test func `m gives the mouse back`() async throws {
            let run = try DashboardRun(sandbox)
            try await run.started()
            #expect(run.modes[1000] == true && run.modes[1006] == true)
            for mode in [9, 1001, 1002, 1003, 1015] { #expect(run.modes[mode] == nil) }
            for isOn in [false, true, false] {
                run.terminal.type("m")
                try await eventually("the mouse is switched", timeout: .seconds(5)) { run.modes[1000] == isOn && run.modes[1006] == isOn }
            }
            try await run.quit()
        }

        @Test func `without the mouse in the configuration it is never asked for`() async throws {
            try DashboardRun.configure(sandbox, "[dashboard]\nmouse = false\n")
            let run = try DashboardRun(sandbox)
            try await run.started()
            #expect(run.modes[1000] == nil)
            try await run.quit()
        }

        @Test func `stray sequences run nothing and draw nothing`() async throws {
            let run = try DashboardRun(sandbox)
            try await run.started()
            try await run.quiet(for: .seconds(1))
            run.terminal.forget()
            for sequence in [
                "\u{1B}[A", "\u{1B}OA", "\u{1B}[57420u", "\u{1B}[?1;2c", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}[<0;3",
                "\u{1B}[<35;3;3M",
                "\u{1B}[1;5A", "\u{1B}[3;5~", "\u{1B}[M !!", "\u{1B}[?2026;0$y", "\u{1B}P1$r0m\u{1B}\\",
            ] {
                run.terminal.type(sequence)
                try await Task.sleep(for: .milliseconds(60))
                // Ends what may be left of half a sequence.
                if sequence.hasSuffix("3") { run.terminal.type("M") }
            }
            try await run.quiet()
            #expect(run.terminal.output == "")
            try await run.quit()
        }

        @Test func `a paste of megabytes is taken and one that never ends does not take the keyboard away`() async throws {
            let run = try DashboardRun(sandbox)
            try await run.started()
            var text = Array("\u{1B}[200~".utf8)
            for number in 0..<200_000 { text += Array("https://example.org/set/part-\(number).parquet\r\n".utf8) }
            #expect(text.count > 8 << 20)
            try await run.terminal.paste(text)
            run.terminal.forget()
            // Silence, then a person's key: the paste is given up.
            try await Task.sleep(for: .milliseconds(1_500))
            run.terminal.type("\u{1B}")
            try await Task.sleep(for: .milliseconds(200))
            run.terminal.type("?")
            try await run.terminal.wait(for: "Keys")
            run.terminal.type("\u{1B}")
            try await run.quiet()
            try await run.quit()
        }
    }
}
