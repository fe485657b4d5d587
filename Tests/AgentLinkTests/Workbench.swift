import AgentLink
import DownloadCore
import Platform
import Synchronization
import TestSupport

/// A server on a socket in a folder of its own, with a service that a test can ask about.
final class Workbench: Sendable {
    let folder: TemporaryFolder
    let path: String
    let service: SampleService
    let server: LinkServer

    init(limits: LinkLimits = LinkLimits(), version: String = ProgramVersion.text, link: Int = LinkVersion.current) async throws {
        folder = try TemporaryFolder()
        path = folder.path + "/a.sock"
        service = SampleService(hello: .init(link: link, version: version, pid: ThisProcess.id, store: "s", documents: "/d"))
        server = try LinkServer(UnixListener(path: path), service: service, limits: limits)
        await server.start()
    }

    func client() async throws -> LinkClient {
        try await LinkClient.connect(path: path, client: "test", version: ProgramVersion.text, timeout: .seconds(120))
    }

    func raw() throws -> RawClient {
        try RawClient(path: path)
    }
}

/// Answers a few calls: `acknowledge` waits for its number of milliseconds, `limit` fails.
final class SampleService: LinkService {
    struct State {
        var connections: [LinkConnection] = []
        var closed: [UInt64] = []
        var calls: [String] = []
    }

    let hello: HelloCall.Reply
    let state = Mutex(State())
    let gate = Gate()

    init(hello: HelloCall.Reply) {
        self.hello = hello
    }

    func opened(_ connection: LinkConnection) async -> CallTable {
        state.withLock { $0.connections.append(connection) }
        var calls = CallTable()
        calls.on(HelloCall.self) { [self] call in
            note("hello \(call.client)")
            return hello
        }
        calls.on(StatusCall.self) { [self] _ in
            note("status")
            return .init(
                version: hello.version,
                pid: hello.pid,
                uptime: 1,
                connections: 1,
                tasks: ["running": 2],
                documents: "/d",
                freeSpace: nil,
                speed: 0,
                rateLimit: nil,
                problems: [],
                isService: false
            )
        }
        calls.on(ShowCall.self) { [self] call async throws(LinkError) in
            note("show \(call.task.rawValue)")
            throw LinkError(.inUse, "process 7 holds it", holder: 7)
        }
        calls.on(TasksCall.self) { call async throws(LinkError) in
            .init(tasks: [], next: call.after)
        }
        calls.on(SessionsCall.self) { [self] _ async throws(LinkError) in
            note("sessions")
            try? await eventually("the gate is open") { gate.isOpen }
            return .init(sessions: [])
        }
        calls.on(MoveCall.self) { [self] call in
            note("move \(call.task.rawValue)")
            return NoReply()
        }
        calls.on(StopCall.self) { [self] _ in
            note("stop")
            return NoReply()
        }
        return calls
    }

    func closed(_ connection: LinkConnection) async {
        state.withLock { state in
            state.closed.append(connection.id)
            state.connections.removeAll { $0.id == connection.id }
        }
    }

    func note(_ text: String) {
        state.withLock { $0.calls.append(text) }
    }

    var calls: [String] { state.withLock(\.calls) }
    var connections: [LinkConnection] { state.withLock(\.connections) }
    var closedCount: Int { state.withLock(\.closed.count) }
}

/// A connection that says what a test likes, byte by byte.
final class RawClient: Sendable {
    private let descriptor: Descriptor
    private let rest = Mutex<[UInt8]>([])

    init(path: String) throws {
        descriptor = try UnixSocket.connect(path)
    }

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Sends all, as long as the other end takes it.
    func send(_ bytes: [UInt8]) async throws {
        var done = 0
        try await eventually("the other end takes \(bytes.count) bytes") {
            while done < bytes.count {
                let count = try bytes[done...].withUnsafeBytes { try UnixSocket.send(descriptor.rawValue, $0) }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    func send(_ line: String) async throws {
        try await send(Array((line + "\n").utf8))
    }

    /// The next line; nil at the end.
    func line() async throws -> String? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        return try await eventually("a line comes") { () -> String?? in
            while true {
                let line: String? = rest.withLock { rest in
                    guard let feed = rest.firstIndex(of: 10) else { return nil }
                    defer { rest.removeFirst(feed + 1) }
                    return String(decoding: rest[..<feed], as: UTF8.self)
                }
                if let line { return .some(line) }
                let count: Int?
                do {
                    count = try buffer.withUnsafeMutableBytes { try UnixSocket.read(descriptor.rawValue, into: $0) }
                } catch {
                    return .some(nil)
                }
                guard let count else { return .none }
                if count == 0 { return .some(nil) }
                rest.withLock { $0.append(contentsOf: buffer[..<count]) }
            }
        }
    }

    func ask(_ line: String) async throws -> String {
        try await send(line)
        return try await self.line() ?? "(closed)"
    }

    func hello() async throws {
        _ = try await ask(#"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"link":1,"client":"raw","version":"0.1.0"}}"#)
    }

    var number: Int32 { descriptor.rawValue }

    func close() {
        UnixSocket.shutDown(descriptor.rawValue)
    }
}

extension RawClient {
    /// Ends what we say; the other end may still talk.
    func endOutput() {
        UnixSocket.shutDown(number, direction: .output)
    }
}
