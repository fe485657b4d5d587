import AgentLink
import Platform
import TestSupport
import Testing

/// JSON-RPC 2.0 by the book, as a script would speak it.
@Suite struct ProtocolTests {
    @Test(arguments: [
        // Before hello.
        (#"{"jsonrpc":"2.0","id":1,"method":"status"}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"#, "no-hello"),
        (#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"#, "no-hello"),
    ])
    func `hello comes first`(request: String, start: String, code: String) async throws {
        let bench = try await Workbench()
        try await check(bench.raw(), request, start, code)
        await bench.server.stop()
    }

    @Test(arguments: [
        ("{", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#, "parse"),
        ("nonsense", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#, "parse"),
        ("7", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#, "invalid-request"),
        ("[]", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#, "invalid-request"),
        (#"[{"jsonrpc":"2.0","id":1,"method":"status"}]"#, #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#, "invalid-request"),
        (#"{"id":1,"method":"status"}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"#, "invalid-request"),
        (#"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"#, "invalid-request"),
        (#"{"jsonrpc":"2.0","id":{},"method":"status"}"#, #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#, "invalid-request"),
        (#"{"jsonrpc":"2.0","id":"a\"b","method":"x"}"#, #"{"jsonrpc":"2.0","id":"a\"b","error":{"code":-32601,"#, "unknown-method"),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, #"{"jsonrpc":"2.0","id":1.5,"error":{"code":-32601,"#, "unknown-method"),
        (#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, #"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"#, "unknown-method"),
        (#"{"jsonrpc":"2.0","id":1,"method":"show"}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#, "invalid-parameters"),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"show","params":[7]}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#,
            "invalid-parameters"
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"show","params":{"task":"x"}}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#,
            "invalid-parameters"
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"show","params":{"task":1e400}}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#,
            "invalid-parameters"
        ),
        (#"{"jsonrpc":"2.0","id":1,"method":"show","params":{"task":3}}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"#, "in-use"),
    ])
    func `mistakes are told by the book`(request: String, start: String, code: String) async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        try await raw.hello()
        try await check(raw, request, start, code)
        // The connection goes on.
        #expect(
            try await raw.ask(#"{"jsonrpc":"2.0","id":2,"method":"status","unknown":1}"#).hasPrefix(#"{"jsonrpc":"2.0","id":2,"result":{"#)
        )
        await bench.server.stop()
    }

    private func check(_ raw: RawClient, _ request: String, _ start: String, _ code: String) async throws {
        let reply = try await raw.ask(request)
        #expect(reply.hasPrefix(start), "\(reply)")
        #expect(reply.contains(#""code":"\#(code)""#), "\(reply)")
    }

    @Test func `notifications are carried out and never answered`() async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        try await raw.send(#"{"jsonrpc":"2.0","method":"move","params":{"task":1,"place":"up"}}"#)
        try await raw.hello()
        try await raw.send(#"{"jsonrpc":"2.0","method":"move","params":{"task":2,"place":"up"}}"#)
        try await raw.send(#"{"jsonrpc":"2.0","method":"nonsense"}"#)
        try await raw.send("")
        #expect(
            try await raw.ask(#"{"jsonrpc":"2.0","id":9,"method":"tasks","params":{"includesEnded":false}}"#).contains(#""id":9,"result""#)
        )
        #expect(bench.service.calls == ["hello raw", "move 2"])
        await bench.server.stop()
    }

    @Test func `a client of another link version may ask how the agent is and ask it to leave`() async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        _ = try await raw.ask(#"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"link":9,"client":"raw","version":"9.0.0"}}"#)
        #expect(
            try await raw.ask(#"{"jsonrpc":"2.0","id":1,"method":"move","params":{"task":1,"place":"up"}}"#).contains(#""code":"version""#)
        )
        #expect(try await raw.ask(#"{"jsonrpc":"2.0","id":2,"method":"status"}"#).contains(#""id":2,"result""#))
        #expect(try await raw.ask(#"{"jsonrpc":"2.0","id":3,"method":"stop","params":{"handsOver":true}}"#).contains(#""id":3,"result""#))
        await bench.server.stop()
    }

    @Test func `an agent of another link version is named`() async throws {
        let bench = try await Workbench(version: "0.0.9", link: 0)
        let error = await #expect(throws: LinkError.self) { try await bench.client() }
        #expect(error?.code == .version)
        #expect(error?.detail.contains("0.0.9") == true)
        await bench.server.stop()
    }

    @Test func `messages of a mebibyte are taken, longer ones are refused and skipped`() async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        try await raw.hello()
        let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#
        let padding = String(repeating: " ", count: LinkLimits.message - 1 - request.utf8.count)
        #expect(try await raw.ask(request + padding).contains(#""id":1,"result""#))
        let refusal = try await raw.ask(request + padding + " ")
        #expect(refusal.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#), "\(refusal)")
        #expect(try await raw.ask(request).contains(#""id":1,"result""#))
        try await raw.send([UInt8](repeating: 97, count: 5 << 20))
        #expect(try await raw.line()?.contains("-32700") == true)
        #expect(try await raw.ask("\n" + request).contains(#""id":1,"result""#))
        await bench.server.stop()
    }

    @Test func `what was asked before the other end stopped talking is answered`() async throws {
        let bench = try await Workbench()
        let raw = try bench.raw()
        let hello = #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"link":1,"client":"raw","version":"0.1.0"}}"#
        try await raw.send(Array((hello + "\n" + #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n" + "{half").utf8))
        raw.endOutput()
        #expect(try await raw.line()?.contains(#""id":0,"result""#) == true)
        #expect(try await raw.line()?.contains(#""id":1,"result""#) == true)
        #expect(try await raw.line() == nil)
        await bench.server.stop()
    }
}
