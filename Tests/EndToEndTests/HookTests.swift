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
                return log.contains("task 1: the hook /bin/sh for finished ended with status 3")
                    && log.contains("task 2: the hook /nowhere/at-all for failed could not be started")
            }
            // Who looks at the task sees it there.
            #expect(try await haul("show", "1").contains("the hook /bin/sh for finished ended with status 3"))
            #expect(try await haul("show", "1", "--json").contains("the hook /bin/sh for finished ended with status 3"))
            #expect(try await !haul("show", "2").contains("ended with status 3"))
            let written = try await log()
            #expect(written.contains("out of good.bin") && written.contains("trouble"), "\(written)")
            let list = try await haul("list", "--all", "--json")
            #expect(list.contains("\"state\":\"finished\"") && list.contains("\"state\":\"failed\""))
            try await haul("agent", "stop")
        }

        @Test func `a program that is not there is noted before it is needed`() async throws {
            try configure(
                "[[hook]]\nevent = \"finished\"\ncommand = [\"sh\"]\n[[hook]]\nevent = \"failed\"\ncommand = [\"/nowhere/at-all\"]\n"
                    + "[[hook]]\nevent = \"failed\"\ncommand = [\"no-such-program\"]\n[keys]\npause = [\"j\"]\n"
            )
            let file = path("config/haul/config.toml")
            let check = try await haul("config", "check")
            #expect(check.contains("\(file):8:1: hook.command: there is no /nowhere/at-all; the hook will fail"), "\(check)")
            #expect(check.contains("\(file):11:1: hook.command: no-such-program is not on PATH; the hook will fail"))
            #expect(check.contains("\(file):13:10: keys.pause: j is taken from move_down, which keeps Down and ^n"), "\(check)")
            #expect(check.split(separator: "\n").count == 4 && check.hasSuffix("no mistakes\n"))
            let doctor = try await haul("doctor", "--json")
            let notes = doctor.split(separator: "\n").filter { $0.contains("\"configuration\"") }
            #expect(notes.count == 3 && notes.allSatisfy { $0.contains("\"note\"") }, "\(notes)")
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

        /// A hook that notes how it was called, its process and that of a child, and goes on until it is let go.
        private static let waiting =
            #"echo "run ${HAUL_REPEATED:-first} $HAUL_ID" >>"$0/runs"; sleep 600 & echo "$$ $!" >>"$0/pids"; while [ ! -e "$0/go" ]; do sleep 0.02; done"#

        private func pids(_ run: Int) -> [pid_t] {
            let lines = lines("pids")
            return lines.indices.contains(run) ? lines[run].split(separator: " ").compactMap { pid_t($0) } : []
        }

        private func kill9() async throws {
            let pid = try #require(pid_t(text("state/haul/agent/lock").prefix { $0 != "\n" }))
            kill(pid, SIGKILL)
            try await eventually("the agent is gone") { kill(pid, 0) != 0 }
        }

        private func isGone(_ pid: pid_t) -> Bool {
            guard kill(pid, 0) == 0, let stat = readFile("/proc/\(pid)/stat") else { return true }
            // Where nobody waits for those without a parent they stay as zombies.
            return String(decoding: stat, as: UTF8.self).contains(") Z ")
        }

        @Test func `the agent is killed while a hook runs: the next one ends it and runs it again, and says so`() async throws {
            try configure(hook("finished", Self.waiting))
            try await haul("add", origin.serve("/a", .file(size: 100)))
            try await eventually("it runs", timeout: .seconds(20)) { pids(0).count == 2 }
            try await kill9()
            try await haul("agent", "start")
            try await eventually("it runs again", timeout: .seconds(20)) { pids(1).count == 2 }
            #expect(lines("runs") == ["run first 1", "run 1 1"])
            for pid in pids(0) { #expect(isGone(pid), "\(pid) has met its repeat") }
            #expect(try await log().contains("is ended"))
            try sandbox.folder.write("", to: "go")
            try await eventually("it has ended", timeout: .seconds(20)) { pids(1).first.map(isGone) == true }
            // Done is done: the agent after that has nothing to run.
            try await haul("agent", "stop")
            try await haul("agent", "start")
            try await haul("add", origin.url("/a"))
            try await eventually("the next one's has run", timeout: .seconds(20)) { lines("runs").count == 3 }
            #expect(lines("runs").last == "run first 2")
            try await haul("agent", "stop")
            for pid in pids(1) + pids(2) { kill(pid, SIGKILL) }
        }

        @Test func `an agent that is stopped ends the hooks that run, and its next start runs them again`() async throws {
            try configure(hook("finished", "trap 'echo asked >>\"$0/asked\"; exit 1' TERM; " + Self.waiting))
            try await haul("add", origin.serve("/a", .file(size: 100)))
            try await eventually("it runs", timeout: .seconds(20)) { pids(0).count == 2 }
            try await haul("agent", "stop")
            for pid in pids(0) { #expect(isGone(pid)) }
            #expect(lines("asked") == ["asked"])
            try sandbox.folder.write("", to: "go")
            try await haul("agent", "start")
            try await eventually("it runs again", timeout: .seconds(20)) { lines("runs").count == 2 }
            #expect(lines("runs").last == "run 1 1")
            try await haul("agent", "stop")
            for pid in pids(1) { kill(pid, SIGKILL) }
        }

        @Test func `those that had not begun at a kill are no repeats, and those taken out of the file are not run`() async throws {
            try configure(hook("finished", Self.waiting))
            let urls = (0..<6).map { origin.serve("/\($0)", .file(size: 100)) }
            let add = try sandbox.start(["add"] + urls)
            #expect(try await add.status() == 0)
            try await eventually("four run, and all have ended", timeout: .seconds(20)) {
                let list = try await haul("list", "--all", "--json")
                return lines("pids").count == 4 && list.split(separator: "\n").count { $0.contains("\"state\":\"finished\"") } == 6
            }
            try await kill9()
            try configure(hook("finished", Self.waiting.replacing("run $", with: "again $").replacing("echo \"run", with: "echo \"again")))
            try await haul("agent", "start")
            try await eventually("they are told of: \(text("state/haul/agent/agent.log"))", timeout: .seconds(20)) {
                try await log().split(separator: "\n").count { $0.contains("does not name it any more") } == 6
            }
            #expect(lines("runs").count == 4)
            for run in 0..<4 { for pid in pids(run) { #expect(isGone(pid)) } }
            try await haul("agent", "stop")
        }

        @Test func `what hooks print is bounded and harmless, also with a log that has grown long`() async throws {
            // Twelve of them print more than the log may hold; none waits for anybody to read.
            let much = #"head -c 3000000 /dev/zero | tr '\0' 'x' | fold -w 99; echo done >>"$0/runs""#
            try configure(hook("finished", #"printf '\033]0;owned\007\033[2J red\n'; "# + much))
            for folder in ["state", "state/haul", "state/haul/agent"] { mkdir(sandbox.folder.appending(folder), 0o700) }
            try sandbox.folder.write("old \u{1b}[31mred\n", to: "state/haul/agent/agent.log")
            let urls = (0..<30).map { origin.serve("/\($0)", .file(size: 100)) }
            let add = try sandbox.start(["add"] + urls)
            #expect(try await add.status() == 0, "\(add.errors)")
            try await eventually("all have run", timeout: .seconds(60)) { lines("runs").count == 30 }
            let names = ["agent.log", "agent.log.1"]
            let sizes = names.compactMap { sandbox.folder.read("state/haul/agent/" + $0)?.count }
            #expect(sizes.count == 2 && sizes.allSatisfy { $0 < 1_200_000 } && sizes.reduce(0, +) > 1_000_000, "\(sizes)")
            let raw = names.reversed().map { text("state/haul/agent/" + $0) }.joined()
            let found = raw.split(separator: "\n").filter { !$0.hasPrefix("old ") }
            let torn = found.filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \d+ .+/) == nil }
            #expect(torn.isEmpty, "\(torn.prefix(3))")
            #expect(found.contains { $0.contains("hook sh (task ") && $0.hasSuffix(#": \x1b]0;owned\x07\x1b[2J red"#) })
            #expect(found.contains { $0.hasSuffix("it printed more than 64 KiB; the rest is dropped") })
            let shown = try await log()
            #expect(!shown.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
            try await haul("agent", "stop")
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
