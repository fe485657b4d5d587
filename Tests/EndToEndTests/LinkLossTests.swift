import Glibc
import TestSupport
import Testing

/// A network of two: this machine, and a namespace that only a pair of virtual interfaces leads to.
private final class SmallNetwork {
    /// What this machine is called there.
    static let host = "10.231.77.1"

    let namespace = "haul-\(getpid())"
    private var outside: String { "hv\(getpid())" }
    private var forwarder: ChildProcess?

    /// Why there can be none; nil where there can.
    static let obstacle: String? = {
        guard Program.isRoot else { return "only root can make network namespaces" }
        guard Program.has("ip"), Program.has("socat") else { return "ip and socat are needed" }
        return nil
    }()

    init() async throws {
        try await ip("netns", "add", namespace)
        try await ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", namespace)
        try await ip("addr", "add", "\(Self.host)/30", "dev", outside)
        try await ip("link", "set", outside, "up")
        try await ip("-n", namespace, "link", "set", "lo", "up")
        try await ip("-n", namespace, "addr", "add", "10.231.77.2/30", "dev", "eth0")
        try await ip("-n", namespace, "link", "set", "eth0", "up")
        try await ip("-n", namespace, "route", "add", "default", "via", Self.host)
    }

    deinit {
        // Without waiting: the pair goes with its namespace.
        _ = try? ChildProcess(
            "/bin/sh",
            ["-c", "ip netns del \(namespace); ip link del \(outside)"],
            environment: Self.environment,
            streams: .init()
        )
        .waitBriefly()
    }

    private static let environment = ["PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin"]

    private func ip(_ words: String...) async throws {
        let path = try #require(Program.named("ip"))
        let exit = try await ChildProcess(path, words, environment: Self.environment, streams: .init()).ended()
        guard exit == .status(0) else { throw PosixError("ip \(words.joined(separator: " "))") }
    }

    func removeDefaultRoute() async throws { try await ip("-n", namespace, "route", "del", "default") }

    func plug(_ isIn: Bool) async throws { try await ip("link", "set", outside, isIn ? "up" : "down") }

    /// Starts a program on the other side.
    func start(_ words: [String], environment: [String: String], log: String, output: String = "/dev/null") throws -> ChildProcess {
        var streams = ChildProcess.Streams()
        streams.error = log
        streams.output = output
        let path = try #require(Program.named("ip"))
        return try ChildProcess(
            path,
            ["netns", "exec", namespace] + words,
            environment: environment.merging(Self.environment) { $1 },
            streams: streams
        )
    }

    /// Lets the other side reach a port of this machine's own.
    func forward(_ port: UInt16) throws {
        let path = try #require(Program.named("socat"))
        let words = ["TCP-LISTEN:\(port),bind=\(Self.host),fork,reuseaddr", "TCP:127.0.0.1:\(port)"]
        forwarder = try ChildProcess(path, words, environment: Self.environment, streams: .init())
    }
}

extension ChildProcess {
    fileprivate func waitBriefly() -> ChildProcess {
        for _ in 0..<200 where isRunning { usleep(10_000) }
        return self
    }
}

extension EndToEnd {
    @Suite(.enabled(if: SmallNetwork.obstacle == nil, "network namespaces need root, ip and socat"))
    struct LinkLossTests {
        private static func task(_ sandbox: Sandbox, _ id: Int64) async throws -> JSON? {
            let run = try sandbox.start(["show", "\(id)", "--json"])
            guard try await run.status() == 0 else { return nil }
            return try run.events().first
        }

        @Test func `a name that cannot be looked up for want of a way out is waited for, and costs no tries`() async throws {
            let network = try await SmallNetwork()
            try await network.removeDefaultRoute()
            let sandbox = try Sandbox()
            let words = [
                Program.haul, "--batch", "--json", "-d", sandbox.documents, "--wait-network", "--retries", "0", "http://files.invalid/a",
            ]
            let output = sandbox.folder.appending("run.out")
            let run = try network.start(words, environment: sandbox.environment, log: sandbox.folder.appending("run.err"), output: output)
            try await eventually("it waits for the network", timeout: .seconds(60)) {
                String(decoding: readFile(output) ?? [], as: UTF8.self).contains("\"event\":\"waiting\",\"id\":1,\"reason\":\"network\"")
            }
            #expect(run.isRunning)
            try await run.killAtOnce()
        }

        @Test func `a cable that is pulled pauses the transfer, and one request takes it up when the cable is back`() async throws {
            let network = try await SmallNetwork()
            let sandbox = try Sandbox()
            let origin = try Origin()
            let local = origin.serve("/file.bin", .file(size: 12 << 20).limited(to: 1 << 20))
            let url = local.replacing("127.0.0.1", with: SmallNetwork.host)
            let port = try #require(UInt16(String(local.split(separator: ":")[2].prefix { $0.isNumber })))
            try network.forward(port)
            let log = sandbox.folder.appending("agent.log")
            let agent = try network.start([Program.haul, "agent", "run"], environment: sandbox.environment, log: log)
            try await eventually("the agent answers") { try await sandbox.start(["agent", "status"]).status() == 0 && agent.isRunning }
            let add = try sandbox.start(["add", "-x1", url])
            #expect(try await add.status() == 0, "\(add.errors)")
            try await eventually("bytes come", timeout: .seconds(20)) { try await Self.task(sandbox, 1)?["done"]?.integer ?? 0 > 1 << 20 }

            try await network.plug(false)
            let wait = try await eventually("it waits", timeout: .seconds(10)) { () async throws -> JSON? in
                let task = try await Self.task(sandbox, 1)
                return task?["wait"]?["reason"]?.string == "network" ? task : nil
            }
            let done = try #require(wait["done"]?.integer)
            #expect(wait["failures"]?.integer == 0)
            // One that is added now waits as well, and asks nobody.
            #expect(try await sandbox.start(["add", url + "?second"]).status() == 0)
            try await eventually("the second waits") { try await Self.task(sandbox, 2)?["wait"]?["reason"]?.string == "network" }
            #expect(origin.log.count == 1)

            // `HAUL_LOSS=30` keeps the cable out for so many seconds.
            if let seconds = getenv("HAUL_LOSS").flatMap({ Double(String(cString: $0)) }) { try await Task.sleep(for: .seconds(seconds)) }
            try await network.plug(true)
            try await eventually("the file is there") { try await Self.task(sandbox, 1)?["state"]?.string == "finished" }
            let requests = origin.log.filter { !$0.request.target.contains("second") }
            #expect(requests.count == 2)
            #expect(requests.last?.range == "bytes=\(done)-")
            let task = try #require(try await Self.task(sandbox, 1))
            #expect(task["wasted"]?.integer == 0 && task["failures"]?.integer == 0)
            #expect(try await sandbox.start(["agent", "stop"]).status() == 0)
            try await agent.ended()
        }
    }
}
