import Agent
import Documents
import DownloadCore
import Platform
import Testing
import TestSupport

@Suite struct DownloadTests {
    @Test func `a file arrives whole under a timestamp name`() async throws {
        let origin = try Origin()
        let url = origin.serve("/a.iso", .file(size: 3_000_001))
        let bench = try await Workbench()
        let (id, state) = try await bench.run(DownloadRequest(urls: [url]))
        guard case .finished(let file) = state else {
            Issue.record("ended as \(state)")
            return
        }
        #expect(GeneratedContent(seed: 1, size: 3_000_001).firstDifference(fileAt: file.path) == nil)
        #expect(file.path.hasSuffix(".iso"))
        #expect(origin.log(of: "/a.iso").count == 1)
        #expect(bench.events(of: id).contains { if case .started(let started) = $0 { started.total == 3_000_001 } else { false } })
        await bench.stop()
        origin.stop()
    }

    @Test func `several connections share a file and its digest is right`() async throws {
        let origin = try Origin()
        let url = origin.serve("/big.bin", .file(size: 24 << 20).limited(to: 4 << 20))
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [url])
        request.maximumConnections = 4
        let (id, state) = try await bench.run(request)
        guard case .finished(let file) = state else {
            Issue.record("ended as \(state)")
            return
        }
        #expect(GeneratedContent(seed: 1, size: 24 << 20).firstDifference(fileAt: file.path) == nil)
        #expect(origin.mostConnections > 1)
        // What a connection fetches beyond a piece that was taken from it; a busy machine tells it late.
        #expect((await bench.agent.record(id)?.wasted ?? 0) < 6 << 20)
        await bench.stop()
        origin.stop()
    }

    @Test func `a cut connection goes on where it stopped`() async throws {
        let origin = try Origin()
        let url = origin.serve("/cut.bin", .file(size: 4 << 20).interrupted(.close(after: 1 << 20)).times(1), .file(size: 4 << 20))
        let bench = try await Workbench()
        let (_, state) = try await bench.run(DownloadRequest(urls: [url]))
        guard case .finished(let file) = state else {
            Issue.record("ended as \(state)")
            return
        }
        #expect(GeneratedContent(seed: 1, size: 4 << 20).firstDifference(fileAt: file.path) == nil)
        #expect(origin.log(of: "/cut.bin").map(\.range) == [nil, "bytes=\(1 << 20)-"])
        await bench.stop()
        origin.stop()
    }

    @Test func `a pause keeps what was fetched and a resume asks for the rest`() async throws {
        let origin = try Origin()
        // However late the pause comes, there is something left.
        let size: Int64 = 12 << 20
        let url = origin.serve("/slow.bin", .file(size: size).interrupted(.stall(after: 1 << 20)).times(1), .file(size: size))
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [url])
        request.maximumConnections = 1
        let id = try await bench.agent.add([request])[0]
        try await eventually("bytes come") { await bench.agent.record(id)?.plan.written ?? 0 > 500_000 }
        #expect(await bench.agent.command(.pause, id) == nil)
        #expect(await bench.agent.record(id)?.state == .paused)
        #expect(await bench.agent.command(.resume, id) == nil)
        guard case .finished(let file) = try await bench.end(of: id) else { return }
        #expect(GeneratedContent(seed: 1, size: 12 << 20).firstDifference(fileAt: file.path) == nil)
        #expect(origin.log(of: "/slow.bin").count == 2)
        #expect(origin.log(of: "/slow.bin")[1].range?.hasPrefix("bytes=") == true)
        await bench.stop()
        origin.stop()
    }

    @Test func `a missing file ends at once with its status`() async throws {
        let origin = try Origin()
        let url = origin.serve("/gone", .status(404))
        let bench = try await Workbench()
        let (_, state) = try await bench.run(DownloadRequest(urls: [url]))
        guard case .failed(let failure) = state else {
            Issue.record("ended as \(state)")
            return
        }
        #expect(failure.code == .notFound)
        #expect(failure.httpStatus == 404)
        #expect(origin.log(of: "/gone").count == 1)
        await bench.stop()
        origin.stop()
    }

    @Test func `many small files get a name each`() async throws {
        let origin = try Origin()
        let urls = (0..<100).map { origin.serve("/s\($0).txt", .file(size: Int64($0) * 100)) }
        let bench = try await Workbench()
        let ids = try await bench.agent.add(urls.map { DownloadRequest(urls: [$0]) })
        var paths: Set<String> = []
        for id in ids {
            if case .finished(let file) = try await bench.end(of: id) { paths.insert(file.path) }
        }
        #expect(paths.count == 100)
        await bench.stop()
        origin.stop()
    }
}

@Suite struct TamperingTests {
    @Test func `a part file that somebody cuts while it is filled is never published with a hole`() async throws {
        let origin = try Origin()
        let size: Int64 = 12 << 20
        // Slow enough that a busy machine is still in the middle of it.
        let url = origin.serve("/cut.bin", .file(size: size).limited(to: 3 << 19).times(1), .file(size: size))
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [url])
        request.maximumConnections = 1
        let id = try await bench.agent.add([request])[0]
        try await eventually("bytes come") { await bench.agent.record(id)?.plan.written ?? 0 > 1 << 20 }
        let parts = bench.folder.appending("docs/.haul")
        let part = try #require(try Directory.open(parts).names().first { $0.hasSuffix(".part") })
        try File.open(parts + "/" + part, .readWrite).truncate(to: 10)
        guard case .finished(let file) = try await bench.end(of: id) else {
            Issue.record("it should begin again")
            return
        }
        #expect(GeneratedContent(seed: 1, size: size).firstDifference(fileAt: file.path) == nil)
        #expect(bench.events(of: id).contains { if case .restarted = $0 { true } else { false } })
        await bench.stop()
        origin.stop()
    }

    @Test func `a password in an address is in no event, and in no row of a finished task`() async throws {
        let origin = try Origin()
        let url = origin.serve("/s.bin", .file(size: 10)).replacing("http://", with: "http://me:hush-hush@")
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [url])
        request.headers = [HeaderField(name: "X-Token", value: "hush-hush")]
        let (id, _) = try await bench.run(request)
        #expect(!"\(bench.inbox.all)".contains("hush-hush"))
        let record = try #require(await bench.agent.record(id))
        #expect(!"\(record)".contains("hush-hush"))
        await bench.stop()
        origin.stop()
    }
}
