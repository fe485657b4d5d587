import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    func shell(_ script: String, _ folder: TemporaryFolder, _ variables: [String: String] = [:]) -> ChildProcess.Plan {
        var plan = ChildProcess.Plan(program: "/bin/sh", arguments: ["-c", script, "sh"], environment: Environment(variables))
        plan.log = folder.path + "/log"
        return plan
    }

    func log(_ folder: TemporaryFolder) throws -> String {
        String(decoding: try folder.directory.openFile("log", .read).read(atMost: 1 << 16), as: UTF8.self)
    }

    @Test func `arguments, environment, folder and output are what the plan says`() async throws {
        let folder = try TemporaryFolder()
        var plan = shell(#"printf '%s|' "$@" "$A" "$PWD"; echo out; echo err >&2; cat; exit 7"#, folder, ["A": "b c=d"])
        plan.arguments += ["one two", "", "$HOME"]
        plan.folder = "/usr"
        let child = try ChildProcess(plan)
        #expect(await child.ended() == .exited(7))
        #expect(child.end == .exited(7))
        #expect(try log(folder) == "one two||$HOME|b c=d|/usr|out\nerr\n")
        #expect(try folder.directory.status(of: "log")?.mode == 0o600)
        // The next one's output goes behind it.
        _ = await (try ChildProcess(shell("echo more", folder))).ended()
        #expect(try log(folder).hasSuffix("err\nmore\n"))
    }

    @Test(arguments: [0, 1, 5_000_000]) func `what it reads may be longer than a pipe holds`(count: Int) async throws {
        let folder = try TemporaryFolder()
        var plan = shell("wc -c | tr -d ' '", folder)
        plan.environment = Environment(["PATH": "/usr/bin:/bin"])
        plan.input = Array(repeating: 120, count: count)
        #expect(await (try ChildProcess(plan)).ended() == .exited(0))
        #expect(try log(folder) == "\(count)\n")
    }

    @Test func `nothing of ours is inherited`() async throws {
        let folder = try TemporaryFolder()
        let open = try folder.directory.openFile("open", .write, creation: .exclusive)
        // A blocked and an ignored signal would be inherited too; this process ignores SIGPIPE in some tests.
        Signals.ignoreBrokenPipes()
        var plan = shell(
            // Read by the shell itself: while it starts a program, it blocks all signals for a moment.
            "ls /proc/$$/fd | tr '\\n' ' '; while read -r name value; do case $name in SigBlk:|SigIgn:) echo \"$name $value\";; esac; done"
                + " < /proc/$$/status; ps -o sid= -p $$ | tr -d ' '; echo $$",
            folder
        )
        plan.environment.variables["PATH"] = "/usr/bin:/bin"
        plan.isDetached = true
        #expect(await (try ChildProcess(plan)).ended() == .exited(0))
        let lines = try log(folder).split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("0 1 2 ") == true)
        #expect(lines.first?.contains("SigBlk: 0000000000000000") == true, "\(lines)")
        // glibc's posix_spawn itself ignores its two internal signals, 32 and 33.
        #expect(lines.contains("SigIgn: 0000000180000000") || lines.contains("SigIgn: 0000000000000000"), "\(lines)")
        #expect(lines.count == 4 && lines[2] == lines[3])
        _ = open.path
    }

    @Test func `the end of a process is known without being its parent`() async throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(shell("exit 3", folder))
        _ = await child.ended()
        #expect(!child.id.isAlive)
        let sleeper = try ChildProcess(shell("exec sleep 1000", folder))
        #expect(await !sleeper.id.ends(within: .milliseconds(20)))
        #expect(sleeper.end == nil)
        async let hasEnded = sleeper.id.ends(within: .seconds(60))
        #expect(sleeper.id.send(.kill))
        #expect(await hasEnded)
        #expect(await sleeper.ended() == .killed(.kill))
        #expect(await sleeper.id.ends(within: .zero))
        #expect(!sleeper.id.send(.terminate))
        #expect(!ProcessID(rawValue: 0).send(.kill) && !ProcessID(rawValue: -1).send(.kill) && !ProcessID(rawValue: -1).isAlive)
        #expect(ProcessID(rawValue: 1).isAlive)
    }

    @Test func `a wait for a child can be given up`() async throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(shell("exec sleep 1000", folder))
        let task = Task { await child.ended() }
        task.cancel()
        #expect(await task.value == nil)
        child.id.send(.kill)
        _ = await child.ended()
    }

    @Test func `what cannot be started is an error`() throws {
        let folder = try TemporaryFolder()
        func code(_ change: (inout ChildProcess.Plan) -> Void) -> SystemError.Code? {
            var plan = shell("true", folder)
            change(&plan)
            do {
                _ = try ChildProcess(plan)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { $0.program = "/nowhere" } == .noSuchFile)
        #expect(code { $0.program = folder.path } == .accessDenied)
        #expect(code { $0.folder = "/nowhere" } == .noSuchFile)
        #expect(code { $0.log = "/nowhere/log" } == .noSuchFile)
        #expect(code { $0.arguments = ["a\0b"] } == .invalidArgument)
        #expect(code { $0.program = "" } == .invalidArgument)
    }

    @Test func `a held program begins when it is let go, and never when its holder goes`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/ran"
        let facts = #"$word $PWD $(ps -o sid= -p $$ | tr -d ' ') $$ $(ls /proc/self/fd | tr '\n' ' ')"#
        let script = "read -r word; echo \"" + facts + #"" >"$A.tmp"; mv "$A.tmp" "$A""#
        var plan = shell(script, folder, ["A": file, "PATH": "/usr/bin:/bin"])
        (plan.input, plan.folder) = (Array("one\n".utf8), "/usr")
        let id: ProcessID
        do {
            let held = try ChildProcess.hold(plan, output: nil)
            id = held.id
            #expect(id.isAlive && id.startTime != nil)
        }
        #expect(await id.ends(within: .seconds(10)))
        #expect(readFile(file) == nil)
        let held = try ChildProcess.hold(plan, output: nil)
        let started = held.id.startTime
        let child = try held.letGo()
        #expect(started != nil)
        #expect(await child.ended() == .exited(0))
        let words = String(decoding: try #require(readFile(file)), as: UTF8.self).split(separator: " ").map(String.init)
        #expect(words.prefix(2) == ["one", "/usr"] && words[2] == words[3] && words[3] == "\(child.id.rawValue)", "\(words)")
        // 3 is the folder that ls reads.
        #expect(words[4...].prefix { $0 != "\n" } == ["0", "1", "2", "3"], "\(words)")
    }

    @Test func `a held program that cannot begin is an error`() throws {
        let folder = try TemporaryFolder()
        func code(_ change: (inout ChildProcess.Plan) -> Void) -> SystemError.Code? {
            var plan = shell("true", folder)
            change(&plan)
            do {
                _ = try ChildProcess.hold(plan, output: nil).letGo()
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { $0.program = "/nowhere" } == .noSuchFile)
        #expect(code { $0.program = folder.path } == .accessDenied)
        #expect(code { $0.folder = "/nowhere" } == .noSuchFile)
        #expect(code { $0.arguments = ["a\0b"] } == .invalidArgument)
        #expect(code { _ in } == nil)
    }

    @Test func `a pipe is read whatever comes, and nobody who writes has to wait`() async throws {
        let folder = try TemporaryFolder()
        let loop = try ReadinessLoop(name: "test")
        defer { loop.stop() }
        let pipe = try Pipe()
        let bytes = Mutex(0)
        let hold = shell("head -c 3000000 /dev/zero; echo err >&2; sleep 1000 &", folder, ["PATH": "/usr/bin:/bin"])
        let held = try ChildProcess.hold(hold, output: pipe.writing.rawValue)
        let reader = try PipeReader(pipe.takeReading(), on: loop) { piece in bytes.withLock { $0 += piece.count } }
        let child = try held.letGo()
        // What it has left behind still holds the pipe.
        #expect(await child.ended() == .exited(0))
        reader.catchUp()
        #expect(bytes.withLock { $0 } == 3_000_004)
        child.sendToGroup(.kill)
    }

    @Test func `programs are found by PATH`() throws {
        #expect(Environment(["PATH": "/nowhere::relative:/usr/bin:/bin"]).program("sh")?.hasSuffix("/bin/sh") == true)
        #expect(Environment(["PATH": "/nowhere"]).program("sh") == nil)
        #expect(Environment([:]).program("sh") != nil)
        #expect(ThisProcess.program != nil)
        #expect(!ThisProcess.isProgram("/tmp") && !ThisProcess.isProgram("/etc/passwd") && !ThisProcess.isProgram(""))
    }
}
