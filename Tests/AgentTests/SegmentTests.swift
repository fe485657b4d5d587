import Agent
import Foundation
import DownloadCore
import Testing
import TestSupport

/// The links of the simulation once more with real sockets: what counts there must hold here.
///
/// They are about time, so that nothing else may run beside them: `HAUL_ALONE=1 swift test --filter SegmentTests`.
@Suite(.serialized, .enabled(if: getenv("HAUL_ALONE") != nil, "they are about time: HAUL_ALONE=1 runs them, alone"))
struct SegmentTests {
    private struct Result {
        var seconds: Double
        var wasted: Int64
    }

    /// Fetches a file and looks at every byte of it.
    private func fetch(_ url: String, size: Int64, connections: Int, bench: Workbench) async throws -> Result {
        var request = DownloadRequest(urls: [url])
        request.maximumConnections = connections
        let start = ContinuousClock.now
        let (id, state) = try await bench.run(request)
        let passed = ContinuousClock.now - start
        guard case .finished(let file) = state else {
            Issue.record("ended as \(state)")
            return Result(seconds: .infinity, wasted: 0)
        }
        #expect(GeneratedContent(seed: 1, size: size).firstDifference(fileAt: file.path) == nil)
        return Result(seconds: Double(passed / .milliseconds(1)) / 1_000, wasted: await bench.agent.record(id)?.wasted ?? 0)
    }

    @Test func `where each connection is held, more of them are faster, and the next task knows`() async throws {
        let origin = try Origin()
        let size: Int64 = 24 << 20
        let url = origin.serve("/held.bin", .file(size: size).limited(to: 2 << 20))
        let bench = try await Workbench()
        let first = try await fetch(url, size: size, connections: 8, bench: bench)
        // One connection alone takes twelve seconds, eight from the start one and a half.
        #expect(first.seconds < 6)
        // One that has been let go may still be open here when the next one comes.
        #expect((8...10).contains(origin.mostConnections))
        let before = origin.log.count
        let began = ContinuousClock.now
        _ = try await fetch(url, size: size, connections: 8, bench: bench)
        // All at once, where the first task felt its way.
        let opened = origin.log.dropFirst(before).prefix(8).map { $0.time - began }
        #expect(opened.allSatisfy { $0 < .seconds(1) })
        #expect(origin.log.reduce(0) { $0 + $1.bytesSent } < size * 2 + size / 5)
        await bench.stop()
        origin.stop()
    }

    @Test func `where every fourth connection crawls, it is let go, and not asked again`() async throws {
        let origin = try Origin()
        let size: Int64 = 24 << 20
        let fast = TestSupport.Reply.file(size: size).limited(to: 4 << 20)
        let url = origin.serve("/crawl.bin", fast.limited(to: 100_000).when { $0.connection % 4 == 3 }, fast)
        let bench = try await Workbench()
        let result = try await fetch(url, size: size, connections: 4, bench: bench)
        // Even a piece of a single megabyte takes ten seconds on the one that crawls.
        #expect(result.seconds < 8)
        #expect(origin.mostConnections <= 5)
        let crawling = origin.log.filter { $0.connection % 4 == 3 }
        #expect(Set(crawling.map(\.connection)).count == crawling.count)
        await bench.stop()
        origin.stop()
    }

    @Test func `a connection that stalls is not waited for`() async throws {
        let origin = try Origin()
        let size: Int64 = 16 << 20
        let fast = TestSupport.Reply.file(size: size).limited(to: 4 << 20)
        let url = origin.serve("/stall.bin", fast.interrupted(.stall(after: 100_000)).when { $0.connection == 1 }, fast)
        let bench = try await Workbench()
        // Its own time limit is a minute.
        let result = try await fetch(url, size: size, connections: 4, bench: bench)
        #expect(result.seconds < 10)
        await bench.stop()
        origin.stop()
    }

    @Test(arguments: [
        TestSupport.Reply.Excess.status(403, retryAfter: nil), .status(429, retryAfter: nil), .status(503, retryAfter: nil), .reset,
    ])
    func `what a server refuses to further connections is not asked for again and again`(excess: TestSupport.Reply.Excess) async throws {
        let origin = try Origin()
        let size: Int64 = 16 << 20
        let url = origin.serve(
            "/limited.bin",
            .file(size: size).limited(to: 3 << 20).with { reply in
                reply.maximumConcurrent = 2
                reply.excess = excess
            }
        )
        let bench = try await Workbench()
        let result = try await fetch(url, size: size, connections: 8, bench: bench)
        #expect(result.seconds < 9)
        // The first step asks for three at once; after that nobody tries for a minute.
        let refused = origin.log.count { $0.bytesSent < 1_000 }
        #expect((1...4).contains(refused))
        await bench.stop()
        origin.stop()
    }
}
