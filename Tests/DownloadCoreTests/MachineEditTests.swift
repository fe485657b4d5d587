import Testing

@testable import DownloadCore

@Suite struct MachineEditTests {
    private typealias Bench = MachineBench
    private static let third = "https://third.example/a.iso"

    private func edit(_ bench: inout Bench, _ change: (inout TaskEdit) -> Void) throws(Rejection) -> [TaskAction] {
        var edit = TaskEdit()
        change(&edit)
        return try bench.machine.apply(edit, now: bench.now)
    }

    @Test func `mirrors change while the first address goes on`() throws {
        var bench = Bench([Bench.url, Bench.mirror])
        bench.run(to: 40)
        #expect(try edit(&bench) { $0.mirrors = [Self.third] } == [])
        #expect(bench.state == .running && bench.record.request.urls == [Bench.url, Self.third])
        // The new one is where it goes on when the first one fails.
        bench.end(1, at: 40, .failed(Failure(.notFound, "404", httpStatus: 404)))
        bench.start()
        #expect(bench.record.url == Self.third)
    }

    @Test func `the mirror in use keeps its place among others, and without it the first address is asked`() throws {
        var bench = Bench([Bench.url, Bench.mirror])
        bench.run(to: 0)
        bench.end(1, at: 0, .failed(Failure(.notFound, "404", httpStatus: 404)))
        bench.start()
        #expect(bench.record.mirror == 1)
        #expect(try edit(&bench) { $0.mirrors = [Self.third, Bench.mirror] } == [])
        #expect(bench.record.mirror == 2 && bench.record.url == Bench.mirror)
        #expect(try edit(&bench) { $0.mirrors = [] }.first == .closeAll)
        #expect(bench.record.mirror == 0 && bench.record.request.urls == [Bench.url] && bench.state == .queued)
    }

    @Test func `a new address brings its own mirrors, and old ones do not stay with it`() throws {
        var bench = Bench([Bench.url, Bench.mirror])
        _ = try edit(&bench) { $0.url = Self.third }
        #expect(bench.record.request.urls == [Self.third])
        _ = try edit(&bench) {
            $0.url = Bench.url
            $0.mirrors = [Bench.mirror]
        }
        #expect(bench.record.request.urls == [Bench.url, Bench.mirror])
        #expect(throws: Rejection.self) { try edit(&bench) { $0.mirrors = [Bench.mirror, "javascript:x"] } }
        #expect(bench.record.request.urls == [Bench.url, Bench.mirror])
    }
}
