import AgentLink
import FoundationEssentials
import Platform
import TestSupport
import Testing

/// `assets/protocol.md` says all that there is, and its examples are right.
@Suite struct ProtocolPageTests {
    static let calls: [any AgentCall.Type] = [
        HelloCall.self, StatusCall.self, StopCall.self, LimitCall.self, AlternativeLimitCall.self, WhenDoneCall.self, AddCall.self,
        AddResumingCall.self, CancelProducingCall.self,
        TasksCall.self, WindowCall.self, SelectCall.self, FindCall.self, KnownCall.self,
        ShowCall.self, ControlCall.self, EditCall.self, MoveCall.self, WatchCall.self, AttachCall.self, AcknowledgeCall.self,
        DetachCall.self,
        InvalidateCall.self, ClaimCall.self, LaunchEndedCall.self, SessionsCall.self,
    ]
    static let notices: [any AgentNotice.Type] = [
        EntryNotice.self, ProgressNotice.self, EventNotice.self, ChangesNotice.self, ListNotice.self, GoodbyeNotice.self,
    ]

    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    func page() throws -> String {
        String(decoding: try #require(readFile(root + "/assets/protocol.md")), as: UTF8.self)
    }

    @Test func `a priority out of range is told with what was expected`() {
        do {
            _ = try JSONDecoder().decode(EditCall.self, from: Data(#"{"task":1,"priority":9}"#.utf8))
            Issue.record("9 was taken")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription == "9 is no priority; -1, 0 or 1 was expected")
        } catch {
            Issue.record(error)
        }
    }

    @Test func `every call, notice and error is described`() throws {
        let page = try page()
        let names = Self.calls.map { $0.method } + Self.notices.map { $0.method } + LinkError.Code.allCases.map(\.rawValue)
        #expect(names.filter { !page.contains("`\($0)`") && !page.contains("\n## \($0)\n") } == [])
        for code in LinkError.Code.allCases where ![.unreachable, .timedOut, .badReply].contains(code) {
            #expect(page.contains("| `\(code.rawValue)` | -32"), "\(code)")
        }
        for place in ControlCall.Command.allCases.map(\.rawValue) + MoveCall.Place.allCases.map(\.rawValue) {
            #expect(page.contains("`\(place)`"), "\(place)")
        }
    }

    @Test func `no method of the sources is missing from this test`() throws {
        var methods: Set<String> = []
        let folder = try Directory.open(root + "/Sources/AgentLink")
        for name in try folder.names() {
            let text = String(decoding: try folder.openFile(name, .read).read(atMost: 1 << 20), as: UTF8.self)
            for line in text.split(separator: "\n") where line.contains("static let method = \"") {
                methods.insert(String(line.split(separator: "\"")[1]))
            }
        }
        #expect(methods == Set(Self.calls.map { $0.method } + Self.notices.map { $0.method }))
    }

    @Test func `the examples are messages of the link`() throws {
        struct Envelope: Decodable {
            var method: String?
            var id: Int?
        }

        struct Message<Body: Decodable>: Decodable {
            var jsonrpc: String
            var params: Body?
            var result: Body?
        }

        func parameters<Body: Decodable>(_ type: Body.Type, _ line: Data) throws {
            #expect(try JSONDecoder().decode(Message<Body>.self, from: line).params != nil)
        }

        func result<Call: AgentCall>(_ type: Call.Type, _ line: Data) throws {
            #expect(try JSONDecoder().decode(Message<Call.Reply>.self, from: line).result != nil)
        }

        let lines = try page().split(separator: "\n").filter { $0.hasPrefix("{\"jsonrpc\"") }
        #expect(lines.count > 8)
        var asked: [Int: any AgentCall.Type] = [:]
        for line in lines where !line.contains("\"error\":") {
            let data = Data(line.utf8)
            let envelope = try JSONDecoder().decode(Envelope.self, from: data)
            if let method = envelope.method {
                if let notice = Self.notices.first(where: { $0.method == method }) {
                    try parameters(notice, data)
                } else {
                    let call = try #require(Self.calls.first { $0.method == method })
                    if let id = envelope.id { asked[id] = call }
                    try parameters(call, data)
                }
            } else {
                let call: any AgentCall.Type = try #require(asked[envelope.id ?? -1])
                try result(call, data)
            }
        }
    }

    @Test(.enabled(if: Environment.current().program("socat") != nil && Environment.current().program("jq") != nil))
    func `socat and jq are all that is needed`() async throws {
        let bench = try await Workbench()
        let folder = try TemporaryFolder()
        try folder.directory.makeDirectory("haul")
        try folder.directory.openDirectory("haul").makeSymbolicLink("agent.sock", to: bench.path)
        // The page's own lines.
        let blocks = try page().split(separator: "```").filter { $0.hasPrefix("sh\nhello=") }
        // On a busy machine the other tests take their time.
        let script = String(try #require(blocks.first).dropFirst(3)).replacing("-t 10", with: "-t 100")
        let environment = Environment(["PATH": Environment.current()["PATH"] ?? "", "XDG_RUNTIME_DIR": folder.path])
        var plan = ChildProcess.Plan(program: "/bin/sh", arguments: ["-c", script], environment: environment)
        plan.log = folder.path + "/out"
        #expect(await (try ChildProcess(plan)).ended() == .exited(0))
        let output = String(decoding: try #require(readFile(folder.path + "/out")), as: UTF8.self)
        #expect(output.contains("\"running\": 2"), "\(output)")
        await bench.server.stop()
    }
}
