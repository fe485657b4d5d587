import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `haul agent` and what starts the agent.
    @Suite struct AgentControlTests {
        let sandbox: Sandbox

        init() throws {
            sandbox = try Sandbox()
        }

        func agent(_ words: String..., environment: [String: String] = [:]) async throws -> (status: Int32, output: String, errors: String)
        {
            let run = try sandbox.start(["agent"] + words, environment: environment)
            let status = try await run.status()
            return (status, run.output, run.errors)
        }

        /// The pid that a status gives; nil when no agent runs.
        func pid() async throws -> Int64? {
            let run = try sandbox.start(["agent", "status", "--json"])
            _ = try await run.status()
            return try run.events().first?["pid"]?.integer
        }

        @Test func `start, status, log and stop`() async throws {
            #expect(try await agent("stop").errors == "haul: no agent runs.\n")
            #expect(try await agent("log").errors.contains("there is no log yet"))
            let started = try await agent("start")
            #expect(started.status == 0, "\(started.errors)")
            let first = try #require(try await pid())
            #expect(started.errors.contains("process \(first)"))
            // A second start changes nothing, whatever the runtime folder of the caller.
            #expect(try await agent("start", environment: ["XDG_RUNTIME_DIR": ""]).status == 0)
            #expect(try await pid() == first)
            let log = try await agent("log")
            #expect(log.status == 0)
            #expect(log.output.contains("ready"), "\(log.output) \(log.errors)")
            let stopped = try await agent("stop")
            #expect(stopped.status == 0 && stopped.errors.contains("process \(first)"), "\(stopped.errors)")
            try await eventually("nothing is left of it") { kill(pid_t(first), 0) != 0 }
            #expect(try await pid() == nil)
            #expect(Sandbox.names(in: sandbox.folder.appending("run") + "/haul", hidden: true) == [])
        }

        @Test func `ten starts at once give one agent`() async throws {
            let runs = try (0..<10).map { _ in try sandbox.start(["agent", "start"]) }
            for run in runs { #expect(try await run.status() == 0, "\(run.errors)") }
            let pid = try #require(try await pid())
            #expect(runs.allSatisfy { $0.errors.contains("process \(pid),") }, "\(runs.map(\.errors))")
            _ = try await agent("stop")
        }

        @Test func `an agent that is run beside another one says why it ends, and in no log`() async throws {
            _ = try await agent("start")
            let first = try await pid()
            let second = try await agent("run")
            #expect(second.status == 11)
            #expect(second.errors == "haul: an agent runs already; haul agent status tells of it.\n")
            #expect(try await pid() == first)
            // As clients start it.
            let script = #"exec "$0" agent run 2>>"$1""#
            let log = sandbox.folder.appending("state/haul/agent/agent.log")
            let lost = try sandbox.start(["-c", script, Program.haul, log], program: "/bin/sh")
            #expect(try await lost.status() == 11)
            let written = try await agent("log").output
            #expect(written.contains("ready") && !written.contains("runs already"), "\(written)")
            _ = try await agent("stop")
        }

        @Test func `an agent that was killed is followed by another`() async throws {
            _ = try await agent("start")
            let first = try #require(try await pid())
            kill(pid_t(first), SIGKILL)
            try await eventually("it is gone") { kill(pid_t(first), 0) != 0 }
            #expect(try await agent("start").status == 0)
            let second = try #require(try await pid())
            #expect(second != first)
            _ = try await agent("stop")
        }

        @Test(.enabled(if: Program.has("systemd-socket-activate")))
        func `an agent of systemd takes over the socket`() async throws {
            let tool = try #require(Program.named("systemd-socket-activate"))
            let socket = sandbox.folder.appending("run") + "/haul/agent.sock"
            mkdir(sandbox.folder.appending("run") + "/haul", 0o700)
            var streams = ChildProcess.Streams()
            streams.error = sandbox.folder.appending("systemd.err")
            // It hands on only what it is told to.
            let variables = ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "PATH"].flatMap {
                ["-E", $0]
            }
            let process = try ChildProcess(
                tool,
                variables + ["-l", socket, Program.haul, "agent", "run"],
                environment: sandbox.environment,
                streams: streams
            )
            try await eventually("the socket is there") { access(socket, F_OK) == 0 }
            // The first client wakes it; the tool has become the agent.
            try await eventually("it answers") { try await pid() == Int64(process.pid) }
            let stopped = try await agent("stop")
            #expect(stopped.status == 0, "\(stopped.errors)")
            #expect(try await process.ended() == .status(0))
        }

        /// A `systemctl` that writes down what it is asked; its words are `$@`.
        func systemctl(_ status: Int32, script: String = "") throws -> [String: String] {
            let folder = sandbox.folder.appending("bin")
            mkdir(folder, 0o700)
            let text = "#!/bin/sh\necho \"$@\" >>\(sandbox.folder.path)/asked\n\(script)\nexit \(status)\n"
            try sandbox.folder.write(text, to: "bin/systemctl")
            chmod(folder + "/systemctl", 0o700)
            return ["PATH": folder + ":/usr/bin:/bin"]
        }

        @Test func `enable installs the units and disable removes them`() async throws {
            let path = try systemctl(0)
            let units = sandbox.folder.appending("config") + "/systemd/user"
            let enabled = try await agent("enable", environment: path)
            #expect(enabled.status == 0)
            #expect(enabled.errors.contains("loginctl enable-linger"), "\(enabled.errors)")
            #expect(Sandbox.names(in: units) == ["haul-agent.service", "haul-agent.socket"])
            let service = String(decoding: try #require(readFile(units + "/haul-agent.service")), as: UTF8.self)
            #expect(service.contains("ExecStart=\(Program.haul) agent run\n"), "\(service)")
            // Both are what the package ships, but for the path.
            let assets = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/assets/systemd/"
            let shipped = String(decoding: try #require(readFile(assets + "haul-agent.service")), as: UTF8.self)
            #expect(
                service.split(separator: "\n").filter { !$0.hasPrefix("ExecStart") }
                    == shipped.split(separator: "\n").filter { !$0.hasPrefix("ExecStart") }
            )
            #expect(readFile(units + "/haul-agent.socket") == readFile(assets + "haul-agent.socket"))
            let disabled = try await agent("disable", environment: path)
            #expect(disabled.status == 0 && disabled.errors.contains("removed"))
            #expect(Sandbox.names(in: units) == [])
            #expect(try await agent("disable", environment: path).errors.contains("were not installed"))
            let asked = String(decoding: try #require(readFile(sandbox.folder.appending("asked"))), as: UTF8.self)
            #expect(
                asked.hasPrefix(
                    """
                    --user --quiet daemon-reload
                    --user --quiet enable haul-agent.socket
                    --user --quiet enable haul-agent.service
                    --user --quiet start haul-agent.socket
                    --user --quiet disable --now haul-agent.socket haul-agent.service
                    --user --quiet daemon-reload

                    """
                ),
                "\(asked)"
            )
        }

        @Test func `without a systemd that answers, enable says so and the units wait`() async throws {
            let failing = try await agent("enable", environment: try systemctl(1))
            #expect(failing.status == 0)
            #expect(failing.errors.contains("systemd does not answer"), "\(failing.errors)")
            let none = try await agent("enable", environment: ["PATH": "/nowhere"])
            #expect(none.status == 0)
            #expect(none.errors.contains("there is no systemd here"), "\(none.errors)")
        }

        @Test func `an agent that runs goes on unless systemd takes over, and then systemd starts it`() async throws {
            _ = try await agent("start")
            let first = try #require(try await pid())
            let failing = try await agent("enable", environment: try systemctl(1))
            #expect(failing.status == 0)
            #expect(failing.errors.contains("one that runs goes on"), "\(failing.errors)")
            #expect(try await pid() == first)
            // It takes the units, and fails when it is to listen: the agent has ended for it, and runs again.
            let deaf = try await agent("enable", environment: try systemctl(0, script: #"[ "$3" = start ] && exit 1"#))
            #expect(deaf.status == 0)
            #expect(deaf.errors.contains("systemd does not answer"), "\(deaf.errors)")
            let second = try #require(try await pid())
            #expect(second != first)
            let start = #"[ "$3 $4" = "start haul-agent.service" ] && exec "$HAUL_AGENT" agent start 2>/dev/null"#
            let taken = try await agent("enable", environment: try systemctl(0, script: start))
            #expect(taken.status == 0)
            #expect(taken.errors.contains("systemd has started it again"), "\(taken.errors)")
            #expect(try await pid() != second)
            _ = try await agent("stop")
        }

        @Test(.enabled(if: Program.has("systemd-analyze")))
        func `systemd understands the units`() async throws {
            _ = try await agent("enable", environment: ["PATH": "/nowhere"])
            var streams = ChildProcess.Streams()
            streams.error = sandbox.folder.appending("analyze.err")
            let units = sandbox.folder.appending("config") + "/systemd/user/"
            let process = try ChildProcess(
                try #require(Program.named("systemd-analyze")),
                ["verify", "--user", "--man=no", units + "haul-agent.service", units + "haul-agent.socket"],
                environment: sandbox.environment,
                streams: streams
            )
            let status = try await process.ended()
            let errors = readFile(streams.error).map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(status == .status(0) && !errors.contains("haul-agent"), "\(errors)")
        }
    }
}
