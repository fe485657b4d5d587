internal import Platform
internal import TestSupport

/// Where it all happens: folders, servers and programs of this run only.
final class Stage: Sendable {
    /// In memory, so that the programs are measured and not the disk.
    let folder: TemporaryDirectory

    /// On a disk, for works that are about that.
    let disk: TemporaryDirectory
    let options: Options
    let haul: String

    /// The peers that are installed, by name.
    let peers: [Contender: String]
    let nginx: Nginx?

    init(_ options: Options) async throws {
        self.options = options
        folder = try TemporaryDirectory("haul-benchmark", in: "/dev/shm")
        disk = try TemporaryDirectory("haul-benchmark", in: "/var/tmp")
        let beside = ThisProcess.program.map { String($0[...($0.lastIndex(of: "/") ?? $0.startIndex)]) + "haul" }
        guard let haul = options.haul ?? beside, ThisProcess.isProgram(haul) else {
            throw Problem("there is no haul beside this program: swift build -c release --product haul")
        }
        self.haul = ThisProcess.absolutePath(haul)
        var peers: [Contender: String] = [:]
        let environment = Self.system
        for contender in Contender.allCases where contender != .haul { peers[contender] = environment.program(contender.rawValue) }
        self.peers = peers
        nginx = try await Nginx(in: folder, program: environment.program("nginx"), openssl: environment.program("openssl"))
        try makeFolders()
    }

    /// The environment in which programs are looked for; servers lie in `sbin`.
    private static var system: Environment { Environment(["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin"]) }

    private func makeFolders() throws {
        for place in [folder, disk] {
            for name in ["home", "out"] { _ = try Directory.make(place.appending(name)) }
            _ = try Directory.make(place.appending("run"), mode: 0o700)
        }
    }

    /// Empties what the last run left: results, and every state that a program keeps.
    func clean() {
        for place in [folder, disk] {
            for name in ["out", "home", "state", "config", "cache", "run", "log"] { TemporaryDirectory.remove(place.appending(name)) }
        }
        // What cannot be made now makes the next run fail.
        try? makeFolders()
    }

    /// The environment of every program that is measured: nothing of the person who runs this.
    func environment(in place: TemporaryDirectory) -> [String: String] {
        var variables = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color",
            "HOME": place.appending("home"), "XDG_STATE_HOME": place.appending("state"), "XDG_CONFIG_HOME": place.appending("config"),
            "XDG_CACHE_HOME": place.appending("cache"), "XDG_RUNTIME_DIR": place.appending("run"), "HAUL_AGENT": haul,
        ]
        if let nginx { variables["SSL_CERT_FILE"] = nginx.certificate }
        return variables
    }

    /// Starts a program.
    func start(
        _ program: String,
        _ arguments: [String],
        in place: TemporaryDirectory? = nil,
        terminal: String? = nil
    ) throws -> MeasuredProcess {
        let place = place ?? folder
        var streams = Spawn.Streams()
        streams.terminal = terminal
        if terminal == nil { (streams.output, streams.error) = (place.appending("log"), place.appending("log")) }
        return try MeasuredProcess(program, arguments, environment: environment(in: place), streams: streams)
    }

    /// Runs a program to its end, in at most ten minutes.
    func run(_ program: String, _ arguments: [String], in place: TemporaryDirectory? = nil) async throws -> MeasuredProcess.Usage {
        try await start(program, arguments, in: place).ended(within: .seconds(600))
    }

    /// The last that programs have said, for what did not work.
    func lastWords(in place: TemporaryDirectory? = nil) -> String {
        let text = (place ?? folder).read("log").map { String(decoding: $0.suffix(400), as: UTF8.self) } ?? ""
        return text.split(separator: "\n").suffix(3).joined(separator: " / ")
    }

    /// A size, or a count, as it is in this run: a smoke run takes a small part of it.
    func size(_ full: Int64, smoke: Int64) -> Int64 { options.isSmoke ? smoke : full }
    func count(_ full: Int, smoke: Int) -> Int { options.isSmoke ? smoke : full }

    /// The first lines of what the programs say of their versions.
    func versions() async throws -> [String] {
        var lines: [String] = []
        for (name, path) in [("haul", haul)] + peers.map({ ($0.key.rawValue, $0.value) }).sorted(by: { $0.0 < $1.0 }) {
            let usage = try await run(path, ["--version"])
            let said = folder.read("log").map { String(decoding: $0, as: UTF8.self) } ?? ""
            TemporaryDirectory.remove(folder.appending("log"))
            lines.append(usage.status == 0 ? said.split(separator: "\n").first.map { String($0.prefix(40)) } ?? name : name)
        }
        return lines
    }
}

/// Why a work could not be done.
struct Problem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
