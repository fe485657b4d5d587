import Glibc
import Synchronization
import TestSupport

/// A home of its own for the program under test: folders, environment, and what it printed.
final class Sandbox: Sendable {
    let folder: TemporaryDirectory
    private let runs = Mutex(0)

    init() throws {
        folder = try TemporaryDirectory("haul-e2e")
        for name in ["home", "state", "config", "cache", "run", "docs"] { mkdir(folder.appending(name), 0o700) }
        symlink(Program.haul, agentProgram)
    }

    deinit {
        // First the way to start one: a client that is still there would do so as soon as it misses its agent.
        unlink(agentProgram)
        endAgent()
    }

    /// What clients start as the agent.
    private var agentProgram: String { folder.appending("agent-program") }

    /// Ends the agent that the program may have started here: the one that has locked this store, if it is of this sandbox.
    private func endAgent() {
        guard let text = folder.read("state/haul/agent/lock"), let pid = pid_t(String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)),
            let variables = readFile("/proc/\(pid)/environ"), String(decoding: variables, as: UTF8.self).contains(folder.path)
        else { return }
        kill(pid, SIGKILL)
    }

    var documents: String { folder.appending("docs") }

    var environment: [String: String] {
        [
            "HOME": folder.appending("home"),
            "XDG_STATE_HOME": folder.appending("state"),
            "XDG_CONFIG_HOME": folder.appending("config"),
            "XDG_CACHE_HOME": folder.appending("cache"),
            "XDG_RUNTIME_DIR": folder.appending("run"),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HAUL_AGENT": agentProgram,
            "LANG": "C.UTF-8",
            "TZ": "UTC",
        ]
    }

    /// The names of what was published, sorted.
    var published: [String] { Self.names(in: documents) }

    /// The paths of the part files that there are now.
    var parts: [String] {
        Self.names(in: documents + "/.haul", hidden: true).filter { $0.hasSuffix(".part") }.map { documents + "/.haul/" + $0 }
    }

    static func names(in path: String, hidden: Bool = false) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != "..", hidden || !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Starts `haul` with these words.
    ///
    /// - Parameters:
    ///   - words: its arguments.
    ///   - program: the program, if it is not `haul`.
    ///   - input: what it reads on standard input.
    ///   - inputPath: the file or pipe that is its standard input.
    ///   - more: more variables of its environment.
    ///   - output: where its standard output leads, instead of a file of its own.
    ///   - ignoringHangUps: as `nohup` does it.
    /// - Returns: the run, which goes on.
    /// - Throws: when there is no such program.
    func start(
        _ words: [String],
        program: String = Program.haul,
        input: String? = nil,
        inputPath: String? = nil,
        environment more: [String: String] = [:],
        output: String? = nil,
        ignoringHangUps: Bool = false
    ) throws -> Run {
        let number = runs.withLock { runs in
            runs += 1
            return runs
        }
        var streams = ChildProcess.Streams()
        streams.output = output ?? folder.appending("run-\(number).out")
        streams.error = folder.appending("run-\(number).err")
        if let inputPath { streams.input = inputPath }
        if let input { streams.input = try folder.write(input, to: "run-\(number).in") }
        let variables = environment.merging(more) { $1 }
        let process: ChildProcess
        if ignoringHangUps {
            let script = "trap '' HUP; exec \"$0\" \"$@\""
            process = try ChildProcess("/bin/sh", ["-c", script, program] + words, environment: variables, streams: streams)
        } else {
            process = try ChildProcess(program, words, environment: variables, streams: streams)
        }
        return Run(process: process, outputPath: streams.output, errorPath: streams.error)
    }

    /// Starts `haul --batch --json` into the documents folder.
    func batch(_ words: [String], input: String? = nil, environment: [String: String] = [:]) throws -> Run {
        try start(["--batch", "--json", "-d", documents] + words, input: input, environment: environment)
    }
}

/// A run of the program and what it has printed so far.
struct Run {
    let process: ChildProcess
    let outputPath: String
    let errorPath: String

    var output: String { Self.text(outputPath) }
    var errors: String { Self.text(errorPath) }

    /// The whole lines of standard output as JSON.
    func events() throws -> [JSON] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try lines.map { try JSON(parsing: String($0)) }
    }

    func events(_ name: String) throws -> [JSON] {
        try events().filter { $0["event"]?.string == name }
    }

    /// Waits until the program has printed an event.
    @discardableResult
    func wait(for name: String, timeout: Duration = .seconds(20), where holds: (JSON) -> Bool = { _ in true }) async throws -> JSON {
        try await eventually("the event \(name)", timeout: timeout) { try events(name).first(where: holds) }
    }

    /// The end, as a shell sees it.
    func status(within limit: Duration = .seconds(60)) async throws -> Int32 {
        try await process.ended(within: limit).shellStatus
    }

    private static func text(_ path: String) -> String {
        readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
