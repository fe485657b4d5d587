import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What the program is for: a download that goes on when whoever asked for it is gone.
    @Suite struct SurvivalTests {
        let sandbox: Sandbox
        let origin: Origin
        let url: String
        private static let size: Int64 = 6 << 20

        init() throws {
            sandbox = try Sandbox()
            let origin = try Origin()
            self.origin = origin
            url = origin.serve("/big.bin", .file(size: Self.size).limited(to: 2 << 20))
        }

        private func bytesCome() async throws {
            // Behind the first second, so that the store knows of some.
            try await eventually("bytes come") { origin.log.reduce(0) { $0 + $1.bytesSent } > 5 << 19 }
        }

        /// Every front end shows the file as finished, it is right, and the server was asked once.
        private func expectUnbroken() async throws {
            let waited = try sandbox.start(["wait", "1"])
            #expect(try await waited.status(within: .seconds(30)) == 0, "\(waited.errors)")
            let path = waited.output.split(separator: "\n").first.map(String.init)
            #expect(GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: try #require(path)) == nil)
            #expect(origin.log.count == 1, "\(origin.log)")
            let listed = try sandbox.start(["list", "--all", "--json"])
            _ = try await listed.status()
            #expect(try listed.events().first?["state"]?.string == "finished")
            let terminal = try PseudoTerminal()
            let dashboard = try start(terminal, [])
            try await terminal.wait(for: "big.bin")
            try await terminal.wait(for: "100%")
            terminal.type("q")
            #expect(try await dashboard.ended(within: .seconds(5)) == .status(0))
        }

        private func start(_ terminal: PseudoTerminal, _ words: [String]) throws -> ChildProcess {
            var streams = ChildProcess.Streams()
            streams.terminal = terminal.path
            let variables = sandbox.environment.merging(["TERM": "xterm-256color"]) { $1 }
            return try ChildProcess(Program.haul, words, environment: variables, streams: streams)
        }

        @Test func `haul add returns at once and the download goes on`() async throws {
            let run = try sandbox.start(["add", "-x", "1", url])
            #expect(try await run.status() == 0, "\(run.errors)")
            #expect(run.output == "1\n")
            try await bytesCome()
            try await expectUnbroken()
        }

        @Test("row 1: the death of the dashboard does not touch the transfer", arguments: [SIGKILL, SIGHUP, SIGTERM])
        func dashboard(signal: Int32) async throws {
            let terminal = try PseudoTerminal()
            let process = try start(terminal, ["-x", "1", url])
            try await bytesCome()
            process.signal(signal)
            try await eventually("it is gone") {
                _ = terminal.output
                return process.poll() != nil
            }
            try await expectUnbroken()
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `the end of the terminal does not touch the transfer`() async throws {
            let screen = try await TmuxScreen(sandbox, command: [Program.haul, "-x", "1", url], columns: 80, rows: 24)
            try await bytesCome()
            try await screen.stop()
            try await expectUnbroken()
        }

        @Test func `a batch run that is handed over outlives its front end, which gets what it missed`() async throws {
            let words = ["--batch", "--background", "--json", "-x", "1", "-d", sandbox.documents, url]
            let run = try sandbox.start(words)
            try await bytesCome()
            try await run.process.killAtOnce()
            let again = try sandbox.start(words)
            #expect(try await again.status(within: .seconds(30)) == 0, "\(again.errors)")
            #expect(try again.events("finished").count == 1)
            #expect(sandbox.published.count == 1)
            #expect(origin.log.count == 1)
        }

        @Test("row 71: a killed agent goes on where it was, and publishes once", arguments: [SIGKILL, SIGTERM])
        func agent(signal: Int32) async throws {
            _ = try await sandbox.start(["add", "-x", "1", url]).status()
            try await bytesCome()
            let pid = try await agentPid()
            let sent = origin.log.reduce(0) { $0 + $1.bytesSent }
            kill(pid, signal)
            try await eventually("it is gone", timeout: .seconds(3)) { kill(pid, 0) != 0 }
            let waited = try sandbox.start(["wait", "1"])
            #expect(try await waited.status(within: .seconds(30)) == 0, "\(waited.errors)")
            #expect(sandbox.published(in: "home/Documents/Haul").count == 1)
            #expect(origin.log.count == 2 && origin.log[1].range != nil)
            // No more than about a second's worth comes twice.
            let fetched = origin.log.reduce(0) { $0 + $1.bytesSent }
            #expect(fetched < Self.size + (5 << 20), "\(sent), \(fetched)")
        }

        @Test func `an agent with nothing to do leaves when nobody is connected, and not before`() async throws {
            try writeFile("[agent]\nidle_exit = \"1s\"\n", to: sandbox.folder.appending("quick.toml"))
            let environment = ["HAUL_CONFIG": sandbox.folder.appending("quick.toml")]
            #expect(try await sandbox.start(["add", "-x", "1", url], environment: environment).status() == 0)
            let pid = try await agentPid()
            // It works for longer than it may be idle.
            let watch = try sandbox.start(["watch", "--json"], environment: environment)
            try await watch.wait(for: "finished")
            #expect(kill(pid, 0) == 0)
            let finished = ContinuousClock.now
            try await eventually("a second has passed") { ContinuousClock.now - finished > .milliseconds(1_500) }
            #expect(kill(pid, 0) == 0, "somebody watches")
            watch.process.signal(SIGTERM)
            try await eventually("it has left", timeout: .seconds(10)) { kill(pid, 0) != 0 }
            // Whoever comes next finds everything as it was.
            let listed = try sandbox.start(["list", "--all", "--json"])
            _ = try await listed.status()
            #expect(try listed.events().first?["state"]?.string == "finished")
        }

        private func agentPid() async throws -> pid_t {
            let run = try sandbox.start(["agent", "status", "--json"])
            _ = try await run.status()
            return pid_t(try #require(try run.events().first?["pid"]?.integer))
        }
    }
}

extension Sandbox {
    /// The names of what was published in a folder of the sandbox.
    func published(in name: String) -> [String] { Self.names(in: folder.appending(name)) }
}
