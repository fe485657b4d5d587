import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// Signals end a run in an orderly way; what it had done is not done again.
    @Suite struct SignalTests {
        let sandbox: Sandbox
        let origin: Origin
        private let size: Int64 = 8 << 20

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        /// A run that has finished one file and is in the middle of another.
        private func interruptedRun() async throws -> (run: Run, words: [String]) {
            let small = origin.serve("/small.txt", .file(size: 500, seed: 2))
            let large = origin.serve("/large.bin", .file(size: size).limited(to: 2 << 20).times(1), .file(size: size))
            let words = ["-x", "1", small, large]
            let run = try sandbox.batch(words)
            try await run.wait(for: "finished")
            try await eventually("bytes come") { origin.log(of: "/large.bin").first?.bytesSent ?? 0 > 3 << 20 }
            return (run, words)
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func `a signal ends the run within two seconds and the next one goes on`(_ number: Int32) async throws {
            let (run, words) = try await interruptedRun()
            let start = ContinuousClock.now
            run.process.signal(number)
            #expect(try await run.process.ended(within: .seconds(10)) == .signal(number))
            #expect(ContinuousClock.now - start < .seconds(2))
            let summary = try #require(try run.events().last)
            #expect(summary["event"]?.string == "summary")
            #expect(summary["exit"]?.integer == Int64(128 + number))
            #expect(summary["finished"]?.integer == 1)
            #expect(summary["unfinished"]?.integer == 1)

            let second = try sandbox.batch(words)
            #expect(try await second.status() == 0, "\(second.errors)")
            #expect(try second.events("finished").compactMap { $0["already"]?.bool }.filter { $0 }.count == 1)
            #expect(try second.events("finished").count == 2)
            #expect(origin.log(of: "/small.txt").count == 1)
            let range = try #require(ByteRange(origin.log(of: "/large.bin").last?.range))
            #expect(range.first > 1 << 20)
            #expect(try second.events("started").last?["resumedAt"]?.integer == range.first)
            #expect(sandbox.published.count == 2)
            let path = try #require(try second.events("finished").last?["path"]?.string)
            #expect(GeneratedContent(seed: 1, size: size).firstDifference(fileAt: path) == nil)
        }

        @Test func `a second signal ends it at once`() async throws {
            let (run, _) = try await interruptedRun()
            run.process.signal(SIGTERM)
            run.process.signal(SIGINT)
            let exit = try await run.process.ended(within: .seconds(2))
            #expect(exit == .signal(SIGTERM) || exit == .signal(SIGINT))
        }

        @Test func `a run under nohup survives the end of its terminal`() async throws {
            let url = origin.serve("/a.bin", .file(size: 3 << 20).limited(to: 2 << 20))
            let run = try sandbox.start(["--batch", "--json", "-d", sandbox.documents, "-x", "1", url], ignoringHangUps: true)
            try await run.wait(for: "started")
            run.process.signal(SIGHUP)
            #expect(try await run.status() == 0)
        }

        @Test func `downloads go on when nobody reads standard output`() async throws {
            let pipe = sandbox.folder.appending("pipe")
            mkfifo(pipe, 0o600)
            let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            let urls = (0..<5).map { origin.serve("/\($0).bin", .file(size: 1 << 20).limited(to: 2 << 20)) }
            let run = try sandbox.start(["--batch", "--json", "-d", sandbox.documents, "-j", "2"] + urls, output: pipe)
            var byte: UInt8 = 0
            try await eventually("the first byte") { read(reader, &byte, 1) == 1 }
            close(reader)
            #expect(try await run.status() == 0, "\(run.errors)")
            #expect(sandbox.published.count == 5)
        }
    }
}
