import Agent
import DownloadCore
import Platform
import TestSupport
import Testing

/// Resume data: what a cancelled or failed task leaves for a later one.
@Suite struct ResumeDataTests {
    private static let size: Int64 = 12 << 20

    private static func start(_ bench: Workbench, _ origin: Origin, at least: Int64 = 1 << 20) async throws -> TaskID {
        // However late the next step comes, there is something left.
        let url = origin.serve(
            "/big.bin",
            .file(size: size).interrupted(.stall(after: 2 << 20)).times(1),
            .file(size: size).limited(to: 3 << 20)
        )
        _ = try await bench.attach("app") { $0.maximumConnectionsPerHost = 1 }
        let id = try await bench.add([url], to: "app")[0]
        try await eventually("bytes come") { await bench.agent.record(id)?.plan.written ?? 0 >= least }
        return id
    }

    private static func resume(_ bench: Workbench, _ ticket: ResumeTicket) async throws -> (task: TaskID, offset: Int64) {
        let fallback = SessionConfiguration().completed(DownloadRequest(urls: [ticket.url]), staging: bench.agent.stagingDirectory)
        return try await bench.agent.addResuming(ticket, request: nil, fallback: fallback, session: bench.session("app"))
    }

    @Test func `row 46: cancelling with resume data and going on fetches every byte once`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let id = try await Self.start(bench, origin)
        guard case .success(let given) = await bench.agent.cancel(id, keepsPart: true), let ticket = given else {
            Issue.record("no ticket")
            return
        }
        #expect(ticket.offset >= 1 << 20)
        let entries = try await bench.entries("app", 1)
        guard case .completed(let completion) = entries[0].kind else {
            Issue.record("\(entries)")
            return
        }
        #expect(completion.failure?.code == .cancelled && completion.cancellation == .client)
        let (task, offset) = try await Self.resume(bench, ticket)
        #expect(task != id && offset >= ticket.offset)
        guard case .finished(let file) = try await bench.end(of: task) else {
            Issue.record("it should end well")
            return
        }
        #expect(GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: file.path) == nil)
        let record = try #require(origin.log(of: "/big.bin").last)
        #expect(record.range?.hasPrefix("bytes=\(offset)-") == true)
        await bench.stop()
        origin.stop()
    }

    @Test func `row 48: resume data serve once; a second time there is nothing left and it starts over`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let id = try await Self.start(bench, origin)
        guard case .success(let given) = await bench.agent.cancel(id, keepsPart: true), let ticket = given else {
            Issue.record("no ticket")
            return
        }
        let first = try await Self.resume(bench, ticket)
        let second = try await Self.resume(bench, ticket)
        #expect(first.offset > 0 && second.offset == 0)
        for task in [first.task, second.task] {
            guard case .finished(let file) = try await bench.end(of: task) else {
                Issue.record("it should end well")
                return
            }
            #expect(GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: file.path) == nil)
        }
        await bench.stop()
        origin.stop()
    }

    @Test func `row 48: a partial file that is gone means a start over`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let id = try await Self.start(bench, origin)
        guard case .success(let given) = await bench.agent.cancel(id, keepsPart: true), let ticket = given else {
            Issue.record("no ticket")
            return
        }
        let parts = try Directory.open(bench.folder.appending("docs/.haul"))
        for name in try parts.names() where name.hasSuffix(".part") { try parts.remove(name) }
        let (task, _) = try await Self.resume(bench, ticket)
        guard case .finished(let file) = try await bench.end(of: task) else {
            Issue.record("it should end well")
            return
        }
        #expect(GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: file.path) == nil)
        await bench.stop()
        origin.stop()
    }

    @Test func `row 43: a plain cancel leaves nothing behind`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let id = try await Self.start(bench, origin)
        guard case .success(let ticket) = await bench.agent.cancel(id, keepsPart: false) else {
            Issue.record("refused")
            return
        }
        #expect(ticket == nil)
        let parts = try Directory.open(bench.folder.appending("docs/.haul"))
        try await eventually("the part file goes") { try parts.names().allSatisfy { !$0.hasSuffix(".part") } }
        guard case .completed(let completion) = try await bench.entries("app", 1)[0].kind else {
            Issue.record("no end")
            return
        }
        #expect(completion.ticket == nil)
        await bench.stop()
        origin.stop()
    }

    @Test func `row 82: without a validator there are no resume data`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let url = origin.serve(
            "/plain.bin",
            .file(size: Self.size).limited(to: 3 << 20).with {
                $0.etag = nil; $0.lastModified = nil
            }
        )
        _ = try await bench.attach("app")
        let id = try await bench.add([url], to: "app")[0]
        try await eventually("bytes come") { await bench.agent.record(id)?.plan.written ?? 0 >= 1 << 20 }
        guard case .success(let ticket) = await bench.agent.cancel(id, keepsPart: true) else {
            Issue.record("refused")
            return
        }
        #expect(ticket == nil)
        await bench.stop()
        origin.stop()
    }

    @Test func `partial files are listed with what they cost, and go when their time is over`() async throws {
        let origin = try Origin()
        let bench = try await Workbench(keepsPartials: .seconds(2))
        let id = try await Self.start(bench, origin)
        guard case .success(let given) = await bench.agent.cancel(id, keepsPart: true), let ticket = given else {
            Issue.record("no ticket")
            return
        }
        let held = await bench.agent.sessionSummaries().first { $0.identifier == bench.session("app") }?.heldByPartials
        // The last bytes came in after the ticket was written.
        #expect((ticket.offset...Int64(Self.size)).contains(held ?? 0))
        let parts = try Directory.open(bench.folder.appending("docs/.haul"))
        #expect(try parts.names().contains { $0.hasSuffix(".part") })
        try await eventually("the part file goes", timeout: .seconds(20)) { try parts.names().allSatisfy { !$0.hasSuffix(".part") } }
        #expect(await bench.agent.sessionSummaries().first { $0.identifier == bench.session("app") }?.heldByPartials == 0)
        #expect(try await Self.resume(bench, ticket).offset == 0)
        await bench.stop()
        origin.stop()
    }
}
