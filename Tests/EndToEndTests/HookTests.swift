import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Programs that the agent runs when something happens.
    @Suite struct HookTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
            mkdir(sandbox.folder.appending("config") + "/haul", 0o700)
        }

        private func path(_ name: String) -> String { sandbox.folder.appending(name) }

        private func text(_ name: String) -> String {
            sandbox.folder.read(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }

        private func lines(_ name: String) -> [String] { text(name).split(separator: "\n").map(String.init) }

        @discardableResult
        private func haul(_ words: String...) async throws -> String {
            let run = try sandbox.start(words)
            #expect(try await run.status() == 0, "\(run.errors)")
            return run.output
        }

        /// A hook that is a shell script; `$0` is the folder of the sandbox.
        private func hook(_ event: String, _ script: String, more: String = "") -> String {
            // A literal string of TOML: nothing in it is escaped.
            "[[hook]]\nevent = \"\(event)\"\ncommand = [\"/bin/sh\", \"-c\", '''\(script)''', \"\(sandbox.folder.path)\"]\n\(more)\n"
        }

        private func configure(_ hooks: String...) throws {
            let text = "[documents]\ndirectory = \"\(sandbox.documents)\"\n" + hooks.joined()
            try sandbox.folder.write(text, to: "config/haul/config.toml")
        }

        private func log() async throws -> String {
            let run = try sandbox.start(["agent", "log"])
            _ = try await run.status()
            return run.output
        }

        @Test func `a finished file is told of in the environment and as JSON, without secrets, and without a shell`() async throws {
            try configure(
                hook("finished", #"env >"$0/env"; printf '%s' "$1" >"$0/word"; cat >"$0/json.tmp"; mv "$0/json.tmp" "$0/json""#)
                    .replacing("\"\(sandbox.folder.path)\"]", with: "\"\(sandbox.folder.path)\", \"$HOME; a  b\"]")
            )
            let plain = origin.serve(
                "/a/file%20name.bin",
                .file(size: 5_000).with { $0.credentials = .init(user: "me", password: "geheim") }
            )
            let url = plain.replacing("http://", with: "http://me:geheim@")
            try await haul("add", "-H", "X-Token: sesam", url)
            try await eventually("it has run: \(text("json"))", timeout: .seconds(20)) { !text("json").isEmpty }
            let fact = try JSON(parsing: lines("json").first ?? "")
            #expect(lines("json").count == 1)
            let published = sandbox.documents + "/" + (sandbox.published.first ?? "?")
            #expect(fact["v"]?.integer == 1 && fact["event"]?.string == "finished" && fact["id"]?.integer == 1)
            #expect(fact["path"]?.string == published && fact["bytes"]?.integer == 5_000 && fact["url"]?.string == plain)
            #expect(fact["name"]?.string == "file name.bin" && fact["session"]?.string == "haul")
            #expect(fact["repeated"]?.bool == false)
            let environment = lines("env")
            for line in [
                "HAUL_EVENT=finished", "HAUL_ID=1", "HAUL_PATH=\(published)", "HAUL_URL=\(plain)", "HAUL_NAME=file name.bin",
                "HAUL_BYTES=5000",
                "HAUL_SESSION=haul",
            ] { #expect(environment.contains(line), "\(line) is not in \(environment)") }
            #expect(!text("env").contains("geheim") && !text("json").contains("geheim") && !text("env").contains("sesam"))
            // Its words are its own: nothing took them apart.
            #expect(text("word") == "$HOME; a  b")
            try await haul("agent", "stop")
        }

        @Test func `a hook that fails is told, with its output in the log, and holds nobody up`() async throws {
            try configure(
                hook("finished", #"echo "out of $HAUL_NAME"; echo trouble >&2; exit 3"#),
                "[[hook]]\nevent = \"failed\"\ncommand = [\"/nowhere/at-all\"]\n"
            )
            let good = origin.serve("/good.bin", .file(size: 100))
            try await haul("add", good, origin.url("/missing"))
            try await eventually("both are told", timeout: .seconds(20)) {
                let log = try await log()
                return log.contains("for finished of task 1 ended with status 3")
                    && log.contains("for failed of task 2 could not be started")
            }
            let written = try await log()
            #expect(written.contains("out of good.bin") && written.contains("trouble"), "\(written)")
            let list = try await haul("list", "--all", "--json")
            #expect(list.contains("\"state\":\"finished\"") && list.contains("\"state\":\"failed\""))
            try await haul("agent", "stop")
        }

        @Test func `one that does not end is ended, with all that it has started`() async throws {
            // It heeds no TERM, and neither does its child.
            let script = #"trap '' TERM; echo $$ >"$0/pid"; sleep 600 & echo $! >>"$0/pid"; wait; wait; sleep 600"#
            try configure(hook("finished", script, more: "timeout = 1"))
            try await haul("add", origin.serve("/a", .file(size: 100)))
            try await eventually("it is told", timeout: .seconds(30)) { try await log().contains("was ended after 1 s") }
            let pids = lines("pid").compactMap { pid_t($0) }
            #expect(pids.count == 2)
            for pid in pids { try await eventually("\(pid) is gone", timeout: .seconds(5)) { kill(pid, 0) != 0 } }
            try await haul("agent", "stop")
        }

        @Test func `the agent is killed while a hook runs: the next one runs it again, and says so`() async throws {
            try configure(
                hook("finished", #"echo "run ${HAUL_REPEATED:-first} $HAUL_ID" >>"$0/runs"; while [ ! -e "$0/go" ]; do sleep 0.02; done"#)
            )
            try await haul("add", origin.serve("/a", .file(size: 100)))
            try await eventually("it runs", timeout: .seconds(20)) { lines("runs").count == 1 }
            let pid = try #require(pid_t(text("state/haul/agent/lock").prefix { $0 != "\n" }))
            kill(pid, SIGKILL)
            try await eventually("the agent is gone") { kill(pid, 0) != 0 }
            try await haul("agent", "start")
            try await eventually("it runs again", timeout: .seconds(20)) { lines("runs").count == 2 }
            #expect(lines("runs") == ["run first 1", "run 1 1"])
            try sandbox.folder.write("", to: "go")
            // Done is done: the agent after that has nothing to run.
            try await eventually("it has ended", timeout: .seconds(20)) { try await !log().isEmpty && sandboxHasNoHook() }
            try await haul("agent", "stop")
            try await haul("agent", "start")
            try await haul("add", origin.url("/a"))
            try await eventually("the next one's has run", timeout: .seconds(20)) { lines("runs").count == 3 }
            #expect(lines("runs").last == "run first 2")
            try await haul("agent", "stop")
        }

        /// Whether no process of the sandbox's hooks is left.
        private func sandboxHasNoHook() -> Bool {
            !Sandbox.names(in: "/proc").contains { name in
                guard pid_t(name) != nil, let words = readFile("/proc/\(name)/cmdline") else { return false }
                let text = String(decoding: words, as: UTF8.self)
                return text.contains("HAUL_REPEATED") && text.contains(sandbox.folder.path)
            }
        }

        @Test func `all done is told once, after the last, and not by a pause`() async throws {
            try configure(
                hook("all-done", #"echo "$HAUL_EVENT ${HAUL_ID:-none}" >>"$0/done""#),
                hook("started", #"echo "$HAUL_ID" >>"$0/started""#)
            )
            let gate = Gate()
            let slow = origin.serve("/slow", .file(size: 50_000).with { $0.gate = gate })
            let fast = origin.serve("/fast", .file(size: 100))
            try await haul("add", fast, fast, slow, origin.url("/missing"))
            try await eventually("all but one have ended", timeout: .seconds(20)) {
                try await haul("list", "--all", "--json").split(separator: "\n").count { $0.contains("\"ended\":\"") } == 3
            }
            try await haul("pause", "3")
            #expect(lines("done").isEmpty)
            try await haul("resume", "3")
            gate.open()
            try await eventually("it is told", timeout: .seconds(20)) { !lines("done").isEmpty }
            #expect(lines("done") == ["all-done none"])
            try await eventually("each start is told", timeout: .seconds(20)) { Set(lines("started")).isSuperset(of: ["1", "2", "3"]) }
            try await haul("agent", "stop")
        }
    }
}
