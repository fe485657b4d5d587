import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// The dashboard as a person sees it, and the terminal as it is left.
    @Suite struct DashboardTests {
        let sandbox: Sandbox
        let origin: Origin
        let urls: [String]

        init() throws {
            sandbox = try Sandbox()
            let origin = try Origin()
            self.origin = origin
            urls = ["alpha", "beta", "gamma"].map { name in
                origin.serve("/\(name).bin", .file(size: 30 << 20).limited(to: 1 << 20))
            }
            try sandbox.folder.write("", to: "home/.profile")
        }

        private func start(_ terminal: PseudoTerminal, _ words: [String], environment: [String: String] = [:]) throws -> ChildProcess {
            var streams = ChildProcess.Streams()
            streams.terminal = terminal.path
            let variables = sandbox.environment.merging(["TERM": "xterm-256color", "SWIFT_BACKTRACE": "interactive=no,color=no"]) { $1 }
                .merging(environment) { $1 }
            return try ChildProcess(Program.haul, words, environment: variables, streams: streams)
        }

        private static let leaveCodes = ["\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?2004l", "\u{1B}[?1004l"]

        /// The codes that give the terminal back come last: nothing that enters again is behind them.
        private func expectRestored(_ terminal: PseudoTerminal, _ before: [UInt8], _ comment: Comment) {
            #expect(terminal.settings == before, comment)
            let output = terminal.output
            let left = output.pieces(separatedBy: "\u{1B}[?1049h").last ?? ""
            for code in Self.leaveCodes { #expect(left.contains(code), "\(comment): \(code.dropFirst())") }
            let tail = left.pieces(separatedBy: "\u{1B}[?1049l").last ?? ""
            #expect(!tail.contains("\u{1B}[?25l") && !tail.contains("\u{1B}[?2004h"), comment)
        }

        @Test(arguments: ["q", "TERM", "INT", "HUP", "QUIT", "SEGV", "ABRT"])
        func `the terminal is given back`(_ way: String) async throws {
            let terminal = try PseudoTerminal()
            let before = terminal.settings
            let process = try start(terminal, ["-d", sandbox.documents] + urls)
            try await terminal.wait(for: "gamma")
            #expect(terminal.settings != before)
            let signals: [String: Int32] = [
                "TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP, "QUIT": SIGQUIT, "SEGV": SIGSEGV, "ABRT": SIGABRT,
            ]
            let start = ContinuousClock.now
            if let number = signals[way] { process.signal(number) } else { terminal.type("q") }
            let exit = try await eventually("the program ends", timeout: .seconds(20)) {
                // Read all the while: a report of a crash is longer than the device holds.
                _ = terminal.output
                return process.poll()
            }
            #expect(exit == signals[way].map { .signal($0) } ?? .status(0))
            if way != "SEGV", way != "ABRT" { #expect(ContinuousClock.now - start < .seconds(3)) }
            expectRestored(terminal, before, "\(way)")
            if ["SEGV", "ABRT"].contains(way) { #expect(terminal.output.contains("haul: ended by a fault, signal "), "\(way)") }
        }

        @Test func `an idle dashboard is silent`() async throws {
            let terminal = try PseudoTerminal()
            let process = try start(terminal, ["-d", sandbox.documents])
            try await terminal.wait(for: "help")
            // Quiet means: nothing for three seconds in a row.
            var length = terminal.output.utf8.count
            var since = ContinuousClock.now
            try await eventually("nothing is drawn", timeout: .seconds(15)) {
                let now = terminal.output.utf8.count
                if now != length { since = .now }
                length = now
                return ContinuousClock.now - since > .seconds(3)
            }
            terminal.type("q")
            #expect(try await process.ended(within: .seconds(5)) == .status(0))
        }

        @Test func `without the agent downloads of the dashboard go on at the next start`() async throws {
            let terminal = try PseudoTerminal()
            let process = try start(terminal, ["--foreground", "-d", sandbox.documents, urls[0]])
            try await eventually("bytes come") { origin.log.reduce(0) { $0 + $1.bytesSent } > 2 << 20 }
            terminal.type("q")
            #expect(try await process.ended(within: .seconds(5)) == .status(0))
            let asked = origin.log.count
            let again = try PseudoTerminal()
            let second = try start(again, ["--foreground", "-d", sandbox.documents])
            try await again.wait(for: "alpha")
            try await origin.wait(for: "a range") { $0.count > asked && $0[asked...].allSatisfy { $0.range != nil } }
            again.type("q")
            #expect(try await second.ended(within: .seconds(5)) == .status(0))
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `bars move and keys act`() async throws {
            let command = [Program.haul, "-d", sandbox.documents] + urls
            let screen = try await TmuxScreen(sandbox, command: command, columns: 100, rows: 24)
            func row(_ lines: [String], _ name: String) -> String { lines.first { $0.contains(name) } ?? "" }
            func percent(_ lines: [String], _ name: String) -> Int {
                row(lines, name).split(separator: " ").first { $0.hasSuffix("%") }.flatMap { Int($0.dropLast()) } ?? -1
            }
            let first = try await screen.wait(for: "three rows") { lines in
                ["alpha", "beta", "gamma"].allSatisfy { percent(lines, $0) >= 1 }
            }
            try await screen.wait(for: "bars that move") { lines in
                ["alpha", "beta", "gamma"].allSatisfy { percent(lines, $0) > percent(first, $0) }
            }
            try await screen.press("g")
            try await screen.press("p")
            let paused = try await screen.wait(for: "a paused row") { lines in
                lines.contains { $0.contains("paused") && $0.contains(".bin") }
            }
            #expect(paused.filter { $0.contains(".bin") && $0.contains("paused") }.count == 1)
            try await screen.press("r")
            try await screen.wait(for: "no paused row") { lines in !lines.contains { $0.contains(".bin") && $0.contains("paused") } }
            try await screen.resize(columns: 60, rows: 15)
            try await screen.wait(for: "the smaller screen") { lines in
                lines.count <= 16 && lines.contains { $0.contains("alpha") } && lines.contains { $0.contains("help") }
            }
            try await screen.resize(columns: 140, rows: 40)
            try await screen.wait(for: "the larger screen") { lines in
                lines.contains { $0.contains("alpha") } && lines.contains { $0.contains("help") }
            }
            try await screen.press("c")
            try await screen.wait(for: "a cancelled row") { lines in
                lines.contains { $0.contains("ancelled") } || lines.filter { $0.contains(".bin") }.count == 2
            }
            try await screen.press("q")
            let left = try await screen.wait(for: "the shell's screen") { lines in lines.contains { $0.contains("ended with 0") } }
            #expect(!left.contains { $0.contains("alpha.bin") && $0.contains("%") })
            try await screen.stop()
        }
    }
}
