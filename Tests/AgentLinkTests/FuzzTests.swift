import AgentLink
import DownloadCore
import Platform
import Synchronization
import TestSupport
import Testing

/// Bytes that no agent and no client of ours would say; both must survive, and say so by the book.
@Suite(.serialized) struct FuzzTests {
    static let seeds: [UInt64] = [1, 2, 3, 20_261_130]

    @Test(arguments: seeds)
    func `the server answers or ignores whatever comes`(seed: UInt64) async throws {
        let bench = try await Workbench()
        var source = Nonsense(seed: seed)
        for _ in 0..<5 {
            let raw = try bench.raw()
            if Bool.random(using: &source.random) { try await raw.hello() }
            var lines = 3
            for _ in 0..<60 {
                let line = source.line(source.request()) + [10]
                lines += line.count { $0 == 10 }
                try await raw.send(line)
            }
            // Whatever came before, the connection still works: two line feeds end what was left open.
            try await raw.send([10, 10])
            try await raw.send(#"{"jsonrpc":"2.0","id":"the end","method":"hello","params":{"link":1,"client":"x","version":"1"}}"#)
            var answers = 0
            while let line = try await raw.line() {
                #expect(line.hasPrefix(#"{"jsonrpc":"2.0","id":"#))
                answers += 1
                if line.contains(#""id":"the end""#) { break }
            }
            #expect(answers <= lines)
            // Ends in the middle of a message.
            try await raw.send(Array(source.request().utf8.prefix(20)))
            raw.close()
        }
        // Who asked nothing wrong is served.
        let client = try await bench.client()
        _ = try await client.call(StatusCall())
        await client.close()
        try await eventually("all connections are gone") { await bench.server.connectionCount == 0 }
        await bench.server.stop()
    }

    @Test(arguments: seeds)
    func `the client survives whatever an agent says`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let listener = try UnixListener(path: folder.path + "/a.sock")
        var source = Nonsense(seed: seed)
        for _ in 0..<25 {
            let path = folder.path + "/a.sock"
            let saysHello = Bool.random(using: &source.random)
            async let client: LinkClient? = try? LinkClient.connect(path: path, client: "x", version: "1", timeout: .seconds(120))
            let agent = RawClient(try await eventually("the client comes") { try Box(listener.accept()) }.take())
            #expect(try await agent.line()?.contains("hello") == true)
            if saysHello {
                try await agent.send(#"{"jsonrpc":"2.0","id":1,"result":{"link":1,"version":"1","pid":1,"store":"s","documents":"/d"}}"#)
            }
            let lines = (0..<20).map { _ in source.line(source.reply()) + [10] }
            async let end: Void = {
                for line in lines { try? await agent.send(line) }
                agent.close()
            }()
            if let client = await client {
                let answer = Task { try await client.call(TasksCall()) }
                for await _ in client.notices {}
                _ = try? await answer.value
                await client.close()
            }
            await end
        }
    }

    /// A descriptor as something that can be handed on.
    final class Box: Sendable {
        private let descriptor: Mutex<Descriptor?>

        init?(_ descriptor: consuming Descriptor?) {
            guard let descriptor else { return nil }
            self.descriptor = Mutex(descriptor)
        }

        func take() throws -> Descriptor {
            guard let taken = descriptor.withLock({ $0.take() }) else { throw SystemError(.badDescriptor, "take") }
            return taken
        }
    }
}

/// Messages and what can be wrong with them, from a seed.
struct Nonsense {
    var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func pick(_ choices: [String]) -> String {
        choices.randomElement(using: &random) ?? ""
    }

    /// Any JSON value, also such as nobody can represent.
    mutating func value(_ depth: Int = 0) -> String {
        switch Int.random(in: 0..<(depth > 3 ? 8 : 11), using: &random) {
        case 0:
            return pick(["0", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e400", "1.5", "-0.0", "1e-400"])
        case 1: return String(repeating: "9", count: Int.random(in: 1...400, using: &random))
        case 2: return pick(["true", "false", "null", "nan", "Infinity", "''", "01", "+1", ".5", "0x10"])
        case 3:
            return "\"" + pick(["", "\\u0000", "\\ud800", "\\udc00\\ud800", "\\q", "a\u{0}b", "é́", "../../x", "file:///etc/passwd"]) + "\""
        case 4: return "\"" + String(repeating: pick(["a", "\\n", "\u{1F600}"]), count: Int.random(in: 0...3000, using: &random)) + "\""
        case 5: return String(repeating: "[", count: Int.random(in: 1...20_000, using: &random))
        case 6:
            let depth = Int.random(in: 1...20_000, using: &random)
            return String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        case 7:
            let depth = Int.random(in: 1...5000, using: &random)
            return String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        case 8: return "[" + (0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth + 1) }.joined(separator: ",") + "]"
        case 9: return object(depth + 1)
        default: return "\"" + pick(["haul", "pause", "entry", "1", "2026-11-30", "sha-256=00"]) + "\""
        }
    }

    mutating func object(_ depth: Int = 0) -> String {
        let names = [
            "task", "session", "url", "requests", "state", "id", "tasks", "epoch", "number", "entry", "event", "configuration", "link",
        ]
        return "{" + (0..<Int.random(in: 0...6, using: &random)).map { _ in "\"\(pick(names))\":\(value(depth))" }.joined(separator: ",")
            + "}"
    }

    mutating func request() -> String {
        let methods = ["hello", "status", "show", "tasks", "move", "stop", "add", "attach", "nonsense", "", "\\u0000"]
        let id = pick(["\"id\":1,", "\"id\":\(value()),", "\"id\":\"a\",", ""])
        let version = pick(["\"jsonrpc\":\"2.0\",", "\"jsonrpc\":\"2.0\",", "\"jsonrpc\":2,", ""])
        let parameters = pick([",\"params\":\(object())", ",\"params\":\(value())", ""])
        return "{\(version)\(id)\"method\":\"\(pick(methods))\"\(parameters)}"
    }

    mutating func reply() -> String {
        let methods = ["entry", "progress", "event", "changes", "goodbye", "nonsense"]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return #"{"jsonrpc":"2.0","id":\#(pick(["1", "2", "77", "\"x\"", value()])),"result":\#(value())}"#
        case 1:
            return
                #"{"jsonrpc":"2.0","id":\#(pick(["1", "2", "null"])),"error":\#(pick([value(), "{\"code\":-32000,\"message\":\"m\",\"data\":{\"code\":\"x\"}}"]))}"#
        case 2: return #"{"jsonrpc":"2.0","method":"\#(pick(methods))","params":\#(object())}"#
        default: return value()
        }
    }

    /// A message as bytes, often damaged: cut off, with bytes changed, doubled, not UTF-8, or far too long.
    mutating func line(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        case 1, 2:
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
        case 3: bytes += bytes
        case 4: bytes = (0..<Int.random(in: 0...500, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        case 5: bytes.insert(0, at: Int.random(in: 0...bytes.count, using: &random))
        case 6: bytes.insert(contentsOf: [0xC3, 0x28, 0xFF, 0xFE], at: Int.random(in: 0...bytes.count, using: &random))
        case 7 where Int.random(in: 0..<20, using: &random) == 0:
            bytes = [UInt8](repeating: UInt8(ascii: pick(["[", "a", "{"]) == "[" ? "[" : "a"), count: LinkLimits.message + 1)
        default: break
        }
        return bytes
    }
}
