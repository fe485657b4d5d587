import AgentLink
import Platform
import TestSupport
import Testing

@Suite struct AgentFinderTests {
    /// A home of its own for one agent, which is stopped at the end.
    final class Home: Sendable {
        let folder: TemporaryFolder
        let place: AgentPlace

        init(_ mode: String? = nil, version: String? = nil, hasRuntime: Bool = true, program: String? = nil) throws {
            let folder = try TemporaryFolder()
            self.folder = folder
            var variables = ["HOME": folder.path, "HAUL_AGENT": program ?? Self.sampleAgent, "PATH": "/usr/bin:/bin"]
            if hasRuntime {
                try folder.directory.makeDirectory("run")
                variables["XDG_RUNTIME_DIR"] = folder.path + "/run"
            }
            variables["SAMPLE_AGENT"] = mode
            variables["SAMPLE_VERSION"] = version
            variables.merge(Spawn.sanitizerVariables) { first, _ in first }
            place = try AgentPlace(environment: Environment(variables))
        }

        func place(_ changes: [String: String?]) throws -> AgentPlace {
            var environment = place.environment
            for (name, value) in changes { environment.variables[name] = value }
            return try AgentPlace(environment: environment)
        }

        func connect(_ place: AgentPlace? = nil, startsAgent: Bool = true, limit: Duration = .seconds(120)) async throws -> LinkClient {
            try await AgentFinder.connect(as: "test", startsAgent: startsAgent, place: place ?? self.place, limit: limit)
        }

        func failure(_ place: AgentPlace? = nil, startsAgent: Bool = true, limit: Duration = .seconds(120)) async -> LinkError? {
            do {
                let client = try await connect(place, startsAgent: startsAgent, limit: limit)
                await stop(client)
                return nil
            } catch {
                return error as? LinkError
            }
        }

        /// How many agents have got the lock.
        var starts: Int {
            guard let file = try? File.open(place.stateFolder + "/starts", .read) else { return 0 }
            return ((try? file.read(atMost: 1 << 16).count) ?? 0) / 6
        }

        func stop(_ client: LinkClient) async {
            let pid = ProcessID(rawValue: client.hello.pid)
            _ = try? await client.call(StopCall())
            _ = await pid.ends(within: .seconds(20))
        }

        static let sampleAgent: String = {
            let program = ThisProcess.program ?? "/"
            return program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/sample-agent"
        }()
    }

    @Test(arguments: [true, false])
    func `an agent is started when none runs, and found afterwards`(hasRuntime: Bool) async throws {
        let home = try Home(hasRuntime: hasRuntime)
        #expect(await home.failure(startsAgent: false) == LinkError(.unreachable, "no agent runs"))
        let first = try await home.connect()
        let second = try await home.connect(startsAgent: false)
        #expect(first.hello.pid == second.hello.pid)
        #expect(first.hello.pid != ThisProcess.id)
        // A client without a runtime folder finds the same one.
        let bare = try await home.connect(home.place(["XDG_RUNTIME_DIR": nil]), startsAgent: false)
        #expect(bare.hello.pid == first.hello.pid)
        await home.stop(first)
        #expect(await home.failure(startsAgent: false) == LinkError(.unreachable, "no agent runs"))
    }

    @Test(arguments: ["", "late"])
    func `ten clients at once get one agent`(mode: String) async throws {
        let home = try Home(mode)
        let clients = try await withThrowingTaskGroup(of: LinkClient.self) { group in
            for _ in 0..<10 { group.addTask { try await home.connect() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(clients.count == 10)
        #expect(Set(clients.map(\.hello.pid)).count == 1)
        #expect(home.starts == 1)
        if let client = clients.first { await home.stop(client) }
    }

    @Test func `the agent has no terminal, no folder and no descriptor of ours`() async throws {
        let home = try Home()
        let client = try await home.connect()
        let pid = client.hello.pid
        let folder = try Directory.open("/proc/\(pid)/fd")
        let log = try FileStatus.of(path: home.place.logFile)
        #expect(log?.mode == 0o600)
        #expect(try FileStatus.of(path: "/proc/\(pid)/fd/1")?.isSameFile(as: #require(log)) == true)
        #expect(try FileStatus.of(path: "/proc/\(pid)/cwd")?.isSameFile(as: Directory.open("/").status()) == true)
        // Its own: three standard streams, the lock, the socket, the client, and the loop's two.
        #expect(try folder.names().count <= 12)
        let statistics = try File.open("/proc/\(pid)/stat", .read).read(atMost: 1024)
        let fields = String(decoding: statistics, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        // State, parent, group, session, terminal (proc(5)).
        #expect(fields[2] == "\(pid)" && fields[3] == "\(pid)" && fields[4] == "0")
        await home.stop(client)
    }

    @Test func `a stale socket is replaced`() async throws {
        let home = try Home()
        let client = try await home.connect()
        let pid = ProcessID(rawValue: client.hello.pid)
        pid.send(.kill)
        #expect(await pid.ends(within: .seconds(20)))
        #expect(try FileStatus.of(path: home.place.sockets[0]) != nil)
        let next = try await home.connect()
        #expect(next.hello.pid != client.hello.pid)
        await home.stop(next)
    }

    @Test func `an older agent hands over to a newer one`() async throws {
        let home = try Home()
        let older = try home.place(["SAMPLE_VERSION": "0.0.9"])
        let old = try await AgentFinder.connect(as: "test", place: older, version: "0.0.9", limit: .seconds(120))
        // Ten newer ones at once: one change, and all are connected to the new agent.
        let pids = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<10 { group.addTask { try await home.connect().hello.pid } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(pids).count == 1)
        #expect(pids.first != old.hello.pid)
        #expect(home.starts == 2)
        var reasons: [String] = []
        for await case .goodbye(let goodbye) in old.notices { reasons.append(goodbye.reason) }
        #expect(reasons.allSatisfy { $0 == "handover" })
        let new = try await home.connect()
        #expect(new.hello.version == ProgramVersion.text)
        // An older client is content with a newer agent, and one that starts none with an older.
        let content = try await AgentFinder.connect(as: "test", place: older, version: "0.0.1", limit: .seconds(120))
        #expect(content.hello.pid == new.hello.pid)
        await home.stop(new)
    }

    @Test func `an agent that is older once more after handing over will do`() async throws {
        let home = try Home(version: "0.0.9")
        let client = try await home.connect()
        #expect(client.hello.version == "0.0.9")
        #expect(home.starts == 2)
        await home.stop(client)
    }

    @Test func `an agent that ends at once is named with its last words`() async throws {
        let error = try await Home("fail").failure()
        #expect(error?.code == .unreachable)
        #expect(error?.detail.contains("with status 5: sample-agent: the store cannot be opened; see /") == true, "\(error?.detail ?? "")")
    }

    @Test func `an agent that is killed while it starts is started again, but not for ever`() async throws {
        let home = try Home("killed-once")
        let client = try await home.connect()
        #expect(home.starts == 2)
        await home.stop(client)
        let doomed = try Home("killed")
        let failure = try #require(await doomed.failure())
        #expect(failure.code == .unreachable && failure.detail.contains("by signal 9"))
        #expect(doomed.starts == 4)
    }

    @Test func `an agent that never listens is given up in time`() async throws {
        let home = try Home("deaf")
        let error = await home.failure(limit: .milliseconds(700))
        #expect(error?.detail.contains("does not answer within 0.7 seconds; see \(home.place.logFile)") == true, "\(error?.detail ?? "")")
        try home.killAgent()
    }

    @Test func `an agent that holds the store and cannot be reached is named`() async throws {
        let home = try Home()
        let folder = try Directory.make(home.place.stateFolder)
        #expect(try folder.lock())
        // The whole time passes each time; on a busy machine the first may be over before an agent could say so.
        var detail = ""
        for limit in [5, 20, 60] where !detail.contains("another agent holds the store in \(folder.path)") {
            detail = await home.failure(limit: .seconds(limit))?.detail ?? ""
        }
        #expect(detail.contains("another agent holds the store in \(folder.path)"), "\(detail)")
        #expect(home.starts == 0)
    }

    @Test func `an agent without free descriptors takes nobody, does not spin, and goes on when there are some`() async throws {
        let home = try Home()
        var plan = ChildProcess.Plan(
            program: "/bin/sh",
            arguments: ["-c", "ulimit -n 24; exec \(Home.sampleAgent) agent run"],
            environment: home.place.environment
        )
        plan.log = home.folder.path + "/out"
        let agent = try ChildProcess(plan)
        try await eventually("the agent listens") { (try? UnixSocket.connect(home.place.sockets[0])) != nil }
        var clients = try (0..<40).map { _ in try RawClient(path: home.place.sockets[0]) }
        let first = try #require(clients.first)
        try await first.hello()
        let before = try ticks(agent.id)
        // Time must pass for this one: a loop that spins would take most of it.
        try await Task.sleep(for: .milliseconds(500))
        #expect(try ticks(agent.id) - before < 20)
        clients = []
        try await home.stop(home.connect(startsAgent: false))
        #expect(await agent.ended() == .exited(0))
    }

    /// The time that a process has computed, in hundredths of a second (proc(5)).
    private func ticks(_ process: ProcessID) throws -> Int {
        let text = String(decoding: try File.open("/proc/\(process.rawValue)/stat", .read).read(atMost: 1024), as: UTF8.self)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }

    @Test func `an agent that accepts and never answers is a clear error`() async throws {
        let home = try Home("mute")
        let error = await home.failure(limit: .milliseconds(1500))
        #expect(error?.code == .timedOut)
        #expect(error?.detail.contains("does not answer") == true)
        try home.killAgent()
    }

    @Test func `without a program there is a sentence that says so`() async throws {
        let missing = try await Home(program: "no-such-program").failure()
        #expect(missing?.detail.contains("HAUL_AGENT") == true)
        let notThere = try await Home(program: "/nowhere/haul").failure()
        #expect(notThere?.detail.contains("/nowhere/haul") == true)
    }

    @Test func `a state folder that cannot be used is named`() async throws {
        let home = try Home()
        _ = try home.folder.directory.openFile(".local", .write, creation: .exclusive)
        let error = await home.failure()
        #expect(error?.detail.contains("state folder cannot be used") == true, "\(error?.detail ?? "")")
        #expect(error?.detail.contains(home.folder.path) == true)
    }

    @Test func `a path that is too long is named`() async throws {
        let home = try Home()
        let name = String(repeating: "x", count: 120)
        try home.folder.directory.makeDirectory(name)
        let error = await home.failure(try home.place(["XDG_RUNTIME_DIR": home.folder.path + "/" + name]))
        #expect(error?.detail.contains("longer than 107 bytes") == true, "\(error?.detail ?? "")")
    }

    @Test func `a long log is put aside once`() async throws {
        let home = try Home()
        let folder = try Directory.make(home.place.stateFolder)
        try folder.openFile("agent.log", .write, creation: .ifMissing).write([UInt8](repeating: 10, count: 2 << 20), at: 0)
        await home.stop(try await home.connect())
        #expect(try folder.status(of: "agent.log.1")?.size == 2 << 20)
        #expect(try #require(folder.status(of: "agent.log")?.size) < 1 << 16)
    }

    @Test(arguments: [
        ("0.1.0", "0.2.0", true), ("0.9.0", "0.10.0", true), ("1.0.0", "1.0.0", false), ("1.0.1", "1.0.0", false), ("", "0.1.0", true),
        ("0.1.0-beta", "0.1.0", false), ("nonsense", "0.1.0", true), ("0.1", "0.1.0", true), ("0.1.0", "x", false),
    ])
    func `versions have an order`(first: String, second: String, isOlder: Bool) {
        #expect(ProgramVersion.isOlder(first, than: second) == isOlder)
    }
}

extension AgentFinderTests.Home {
    /// Ends an agent that listens to nobody: it is known by its folder's lock only, so it is looked for by its environment.
    func killAgent() throws {
        for name in try Directory.open("/proc").names() {
            guard let pid = Int32(name), let file = try? File.open("/proc/\(pid)/environ", .read),
                let bytes = try? file.readNext(atMost: 1 << 16)
            else { continue }
            if bytes.split(separator: 0).contains(Array("HOME=\(folder.path)".utf8)[...]) { ProcessID(rawValue: pid).send(.kill) }
        }
    }
}
