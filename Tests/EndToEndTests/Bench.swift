import Glibc
import TestSupport
import Testing

/// An origin, and programs on the library that share an agent of their own.
struct Bench {
    let sandbox: Sandbox
    let origin: Origin

    init() throws {
        sandbox = try Sandbox()
        origin = try Origin()
        for name in ["taken", "home/Documents"] { mkdir(sandbox.folder.appending(name), 0o700) }
    }

    /// Where probes move files to.
    var taken: String { sandbox.folder.appending("taken") }

    /// Starts a probe with options as `ProbeOptions` reads them.
    func probe(_ words: String..., session: String = "probe") throws -> Probe {
        try probe(words, session: session)
    }

    func probe(_ words: [String], session: String = "probe") throws -> Probe {
        let takesCommands = words.contains("--commands")
        let pipe = takesCommands ? try CommandPipe(in: sandbox.folder) : nil
        let run = try sandbox.start(
            ["--session", session] + words,
            program: Program.named(beside: "TransferProbe"),
            inputPath: pipe?.path
        )
        return Probe(run: run, pipe: pipe)
    }

    /// Starts downloads for a session and leaves nobody attached.
    func leave(_ urls: [String], _ words: [String] = [], session: String = "probe") async throws {
        let probe = try probe(urls.flatMap { ["--download", $0] } + ["--no-reader"] + words, session: session)
        try await probe.wait(for: "waiting")
        try await probe.kill()
    }

    // MARK: - The agent

    /// The process of the agent; nil when there is none.
    var agentPid: pid_t? {
        guard let text = sandbox.folder.read("state/haul/agent/lock"),
            let pid = pid_t(String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)), !Self.isGone(pid),
            let variables = readFile("/proc/\(pid)/environ"), String(decoding: variables, as: UTF8.self).contains(sandbox.folder.path)
        else { return nil }
        return pid
    }

    /// Ends the agent by a signal and waits until nothing of it runs.
    func endAgent(_ signal: Int32 = SIGKILL) async throws {
        guard let pid = agentPid else { return }
        Glibc.kill(pid, signal)
        try await eventually("the agent is gone", timeout: .seconds(5)) { Self.isGone(pid) }
    }

    /// Starts an agent, unless one runs.
    func startAgent() async throws {
        let run = try sandbox.start(["agent", "start"])
        #expect(try await run.status() == 0, "\(run.errors)")
    }

    /// Whether a process has ended, reaped or not.
    static func isGone(_ pid: pid_t) -> Bool {
        guard Glibc.kill(pid, 0) == 0, let stat = readFile("/proc/\(pid)/stat") else { return true }
        let text = String(decoding: stat, as: UTF8.self)
        return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }

    var agentLog: String {
        sandbox.folder.read("state/haul/agent/agent.log").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// A line of `haul sessions --json`.
    func session(_ identifier: String = "probe") async throws -> JSON? {
        let run = try sandbox.start(["sessions", "--json"])
        #expect(try await run.status() == 0, "\(run.errors)")
        return try run.events().first { $0["session"]?.string == identifier }
    }

    /// Waits until so many events of a session wait for a program.
    func waitingEvents(_ count: Int64, session identifier: String = "probe") async throws {
        try await eventually("\(count) events wait", timeout: .seconds(60)) {
            try await session(identifier)?["waitingEvents"]?.integer == count
        }
    }

    /// Bytes that the origin has handed out of one path.
    func sent(_ path: String) -> Int64 {
        origin.log(of: path).reduce(0) { $0 + $1.bytesSent }
    }

    /// Waits until the origin has handed out so many bytes of a path.
    func bytesCome(_ count: Int64, of path: String) async throws {
        try await eventually("\(count) bytes of \(path)") { sent(path) >= count }
    }
}

/// A named pipe that a test writes commands into.
final class CommandPipe: Sendable {
    let path: String
    private let descriptor: Int32

    init(in folder: TemporaryDirectory) throws {
        path = folder.appending("commands-\(UInt32.random(in: .min ... .max))")
        guard mkfifo(path, 0o600) == 0 else { throw PosixError("mkfifo") }
        // For both, so that opening waits for nobody.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw PosixError("open") }
    }

    deinit {
        close(descriptor)
    }

    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}

/// A program on the library that says what it is told.
struct Probe {
    let run: Run
    fileprivate let pipe: CommandPipe?

    fileprivate init(run: Run, pipe: CommandPipe?) {
        self.run = run
        self.pipe = pipe
    }

    @discardableResult
    func wait(for event: String, timeout: Duration = .seconds(20), where holds: (JSON) -> Bool = { _ in true }) async throws -> JSON {
        do {
            return try await run.wait(for: event, timeout: timeout, where: holds)
        } catch {
            Issue.record("\(event): \(run.output.suffix(2000)) \(run.errors)")
            throw error
        }
    }

    func lines(_ events: String...) throws -> [JSON] {
        try run.events().filter { events.contains($0["event"]?.string ?? "") }
    }

    /// What was told of the journal, as short words in order: `file 1`, `complete 1`, `finished-events`.
    var told: [String] {
        get throws {
            try lines("file", "complete", "challenge", "finished-events").map { line in
                [line["event"]?.string ?? "", line["task"]?.integer.map { "\($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
            }
        }
    }

    /// Gives a command and waits for its answer.
    @discardableResult
    func ask(_ command: String) async throws -> JSON {
        let before = try lines("done", "refused").count
        pipe?.write(command)
        return try await eventually("an answer to \(command)", timeout: .seconds(20)) {
            try lines("done", "refused").dropFirst(before).first
        }
    }

    func kill() async throws {
        #expect(try await run.process.killAtOnce() == .signal(SIGKILL), "\(run.output.suffix(500)) \(run.errors)")
    }
}
