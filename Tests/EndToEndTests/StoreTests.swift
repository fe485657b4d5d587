import Testing
import TestSupport

extension EndToEnd {
    /// What a store and a server allow and refuse.
    @Suite struct StoreTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        @Test func `a second run on one store ends with 11 and names the first`() async throws {
            let url = origin.serve("/a.bin", .file(size: 4 << 20).limited(to: 1 << 20))
            let first = try sandbox.batch([url])
            try await first.wait(for: "started")
            let second = try sandbox.batch([url])
            #expect(try await second.status() == 11)
            #expect((second.errors + second.output).contains("\(first.process.pid)"), "\(second.errors)")
            #expect(try await first.status() == 0)
            #expect(sandbox.published.count == 1)
        }

        @Test func `a session of another name is another store`() async throws {
            let url = origin.serve("/a.bin", .file(size: 2 << 20).limited(to: 1 << 20))
            let first = try sandbox.batch(["--session", "one", url])
            try await first.wait(for: "started")
            let second = try sandbox.batch(["--session", "two", url])
            #expect(try await second.status() == 0)
            #expect(try await first.status() == 0)
            #expect(sandbox.published.count == 2)
        }

        @Test func `an ephemeral run leaves no state`() async throws {
            let run = try sandbox.batch(["--ephemeral", origin.serve("/a.bin", .file(size: 1000))])
            #expect(try await run.status() == 0)
            #expect(Sandbox.names(in: sandbox.folder.appending("state") + "/haul/sessions").isEmpty)
            #expect(sandbox.published.count == 1)
        }

        @Test func `a server without ranges ends with 8 when a resume is required`() async throws {
            let reply = Reply.file(size: 4 << 20).with { $0.ranges = .ignored }
            let url = origin.serve("/a.bin", reply.interrupted(.close(after: 1 << 20)).times(1), reply)
            let run = try sandbox.batch(["--require-resume", url])
            #expect(try await run.status() == 8, "\(run.output)")
            let failed = try #require(try run.events("failed").first)
            #expect(failed["error"]?["code"]?.string == "cannot-resume")
            #expect(sandbox.published.isEmpty)
        }

        @Test func `and starts over, telling so, when it is not`() async throws {
            let reply = Reply.file(size: 4 << 20).with { $0.ranges = .ignored }
            let url = origin.serve("/a.bin", reply.interrupted(.close(after: 1 << 20)).times(1), reply)
            let run = try sandbox.batch([url])
            #expect(try await run.status() == 0, "\(run.output)")
            #expect(try run.events("restarted").count == 1)
            #expect(try run.events("finished").first?["wasted"]?.integer ?? 0 > 0)
            let path = try #require(try run.events("finished").first?["path"]?.string)
            #expect(GeneratedContent(seed: 1, size: 4 << 20).firstDifference(fileAt: path) == nil)
        }

        @Test func `a wrong checksum ends with 32 and publishes nothing`() async throws {
            let url = origin.serve("/a.bin", .file(size: 1000))
            let run = try sandbox.batch(["--checksum", "sha-256=" + String(repeating: "0", count: 64), url])
            #expect(try await run.status() == 32)
            #expect(sandbox.published.isEmpty)
        }

        @Test func `what had failed goes on from its partial data`() async throws {
            let file = Reply.file(size: 4 << 20)
            let url = origin.serve("/a.bin", file.interrupted(.close(after: 3 << 20)).times(1), Reply.status(404).times(2), file)
            let first = try sandbox.batch(["-x", "1", url])
            #expect(try await first.status() == 3, "\(first.output)")
            let second = try sandbox.batch(["-x", "1", url])
            #expect(try await second.status() == 0, "\(second.output)")
            #expect(origin.log.last?.range.flatMap(ByteRange.init)?.first == 3 << 20)
            #expect(sandbox.published.count == 1)
        }
    }
}
