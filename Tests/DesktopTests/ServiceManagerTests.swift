import Desktop
import Platform
import TestSupport
import Testing

/// systemd is not needed: its side of both protocols is small enough to be played.
@Suite struct ServiceManagerTests {
    @Test func `without systemd nothing happens`() throws {
        let manager = ServiceManager(environment: Environment([:]))
        #expect(!manager.isService)
        #expect(!manager.tell(.ready))
        #expect(try manager.takeListeners().isEmpty)
        // Another process's sockets are not ours.
        #expect(try ServiceManager(environment: Environment(["LISTEN_PID": "1", "LISTEN_FDS": "1"])).takeListeners().isEmpty)
        #expect(ServiceManager(environment: Environment(["INVOCATION_ID": "1"])).isService)
    }

    /// A socket is handed over by Python: it plays systemd, connects when told that the agent is ready, and shows all it heard.
    @Test func `an agent takes over the socket, says that it is ready, and that it stops`() async throws {
        let folder = try TemporaryFolder()
        let script = """
            import json, os, socket, sys
            os.chdir(sys.argv[1])
            notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); notify.bind("notify"); notify.settimeout(60)
            server = socket.socket(socket.AF_UNIX); server.bind("agent.sock"); server.listen(5)
            child = os.fork()
            if child == 0:
                os.dup2(server.fileno(), 3, inheritable=True)
                os.environ.update({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": "agent",
                    "NOTIFY_SOCKET": sys.argv[1] + "/notify", "HOME": sys.argv[1]})
                os.execv(sys.argv[2], ["haul", "agent", "run"])
            print(json.dumps(notify.recv(4096).decode()))
            client = socket.socket(socket.AF_UNIX); client.connect("agent.sock"); lines = client.makefile("rw")
            for line in ['{"jsonrpc":"2.0","id":1,"method":"hello","params":{"link":1,"client":"x","version":"1.0.0"}}',
                '{"jsonrpc":"2.0","id":2,"method":"stop","params":{"handsOver":false}}']:
                print(line, file=lines, flush=True)
                print(any("result" in lines.readline() for _ in range(2)))
            print(json.dumps(notify.recv(4096).decode()))
            print(os.waitpid(child, 0)[1], os.path.exists("agent.sock"))
            """
        let python = try #require(Environment.current().program("python3"))
        var plan = ChildProcess.Plan(program: python, arguments: ["-c", script, folder.path, Self.sampleAgent], environment: .current())
        plan.log = folder.path + "/out"
        #expect(await (try ChildProcess(plan)).ended() == .exited(0))
        let output = String(decoding: try folder.directory.openFile("out", .read).read(atMost: 1 << 16), as: UTF8.self)
        // A goodbye comes before the reply to the stop; the socket is systemd's and stays.
        #expect(output == "\"READY=1\\nSTATUS=no tasks at all\"\nTrue\nTrue\n\"STOPPING=1\"\n0 True\n", "\(output)")
    }

    static let sampleAgent: String = {
        let program = ThisProcess.program ?? "/"
        return program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/sample-agent"
    }()
}
