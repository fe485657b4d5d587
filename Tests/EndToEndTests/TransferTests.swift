import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What a program sees of servers that fail, stall, change and redirect.
    @Suite struct TransferTests {
        let bench: Bench
        private static let size: Int64 = 3_000_000

        init() throws {
            bench = try Bench()
        }

        private func start(_ words: String...) throws -> Probe {
            try bench.probe(["--commands", "--connections", "1", "--move", bench.taken] + words)
        }

        /// The file of a task, which is one of these contents and ended well.
        private func expectFile(_ probe: Probe, task: Int64 = 1, seed: UInt64 = 1, timeout: Duration = .seconds(20)) async throws {
            let end = try await probe.wait(for: "complete", timeout: timeout) { $0["task"]?.integer == task }
            #expect(end["code"] == nil, "\(end)")
            let content = GeneratedContent(seed: seed, size: Self.size)
            #expect(content.firstDifference(fileAt: bench.taken + "/\(task)") == nil)
        }

        private var cut: Reply { .file(size: Self.size).interrupted(.reset(after: 1_000_000)).times(1) }

        @Test func `row 19: silence is ended by a retry with a range, not by a failure`() async throws {
            let url = bench.origin.serve("/a", .file(size: Self.size).interrupted(.stall(after: 1 << 20)).times(1), .file(size: Self.size))
            let probe = try start("--request-timeout", "1", "--download", url)
            try await expectFile(probe)
            #expect(bench.origin.log.count >= 2 && bench.origin.log.last?.range?.hasPrefix("bytes=") == true)
            #expect(try probe.lines("complete").count == 1)
        }

        @Test func `row 20: the time of the whole task ends it, also over a restart of the agent`() async throws {
            let url = bench.origin.serve("/a", .file(size: 8 << 20).limited(to: 1 << 20))
            let begin = ContinuousClock.now
            let probe = try start("--resource-timeout", "3", "--download", url)
            try await bench.bytesCome(1 << 20, of: "/a")
            try await bench.endAgent()
            let end = try await probe.wait(for: "complete")
            let time = ContinuousClock.now - begin
            #expect(end["code"]?.integer == -1001 && end["resumeData"] != nil, "\(end)")
            #expect(time > .seconds(2.7) && time < .seconds(5), "\(time)")
            #expect(bench.origin.log.count == 2)
        }

        @Test func `rows 23, 24: a suspended task asks nothing, and keeps the configuration of its time`() async throws {
            let url = bench.origin.serve("/a", .file(size: 1000))
            let first = try bench.probe("--header", "X-Time", "one", "--suspended", "--download", url, "--no-reader")
            try await first.wait(for: "waiting")
            try await first.kill()
            let second = try start("--header", "X-Time", "two", "--request-timeout", "5")
            try await second.ask("tasks")
            #expect(try second.lines("listed").map { $0["state"]?.string } == ["suspended"])
            try await second.ask("download \(url)")
            try await second.wait(for: "complete") { $0["task"]?.integer == 2 }
            // By now the first one would have asked long since.
            #expect(bench.origin.log.map { $0.request.header("X-Time") } == ["two"])
            try await second.ask("resume 1")
            try await second.wait(for: "complete") { $0["task"]?.integer == 1 }
            #expect(bench.origin.log.map { $0.request.header("X-Time") } == ["two", "one"])
        }

        @Test func `rows 41, 42: each task ends once, well, cancelled, missing, cut or out of time`() async throws {
            let urls = [
                bench.origin.serve("/ok", .file(size: 1000)),
                bench.origin.serve("/cancelled", .file(size: 8 << 20).limited(to: 200_000)),
                bench.origin.serve("/gone", .status(404)),
                bench.origin.serve("/reset", .file(size: Self.size).interrupted(.reset(after: 1_000_000))),
                bench.origin.serve("/silent", .file(size: Self.size).interrupted(.stallBeforeReply)),
            ]
            let probe = try start(["--retries", "0", "--request-timeout", "1"] + urls.flatMap { ["--download", $0] })
            try await bench.bytesCome(1, of: "/cancelled")
            try await probe.ask("cancel 2")
            try await eventually("all have ended") { try probe.lines("complete").count >= 5 }
            let ends = try probe.lines("complete").sorted { $0["task"]?.integer ?? 0 < $1["task"]?.integer ?? 0 }
            #expect(ends.map { $0["code"]?.integer } == [nil, -999, -1100, -1005, -1001])
            #expect(ends[1]["reason"]?.string == "client" && ends[1]["resumeData"] == nil)
            // The end is the last that is told of a task.
            let lines = try probe.run.events()
            for task in 1...5 {
                let own = lines.filter { $0["task"]?.integer == Int64(task) && $0["event"]?.string != "done" }
                #expect(own.last?["event"]?.string == "complete", "\(own)")
            }
            // Cancelled by the end of the session (row 42).
            try await probe.ask("download \(urls[1])")
            try await probe.ask("invalidate")
            let end = try await probe.wait(for: "complete") { $0["task"]?.integer == 6 }
            #expect(end["code"]?.integer == -999 && end["reason"]?.string == "invalidated")
            try await probe.wait(for: "over")
        }

        private func start(_ words: [String]) throws -> Probe {
            try bench.probe(["--commands", "--connections", "1", "--move", bench.taken] + words)
        }

        @Test func `row 72: what passes is tried again, and what cannot pass is not`() async throws {
            let bad = Reply.file(size: Self.size).interrupted(.resetBeforeReply).times(3)
            let later = bench.origin.serve("/later", .status(503, retryAfter: "2").times(1), .file(size: Self.size))
            let url = bench.origin.serve("/a", bad, .file(size: Self.size))
            let probe = try start("--retries", "9", "--download", url, "--download", later)
            try await expectFile(probe)
            try await expectFile(probe, task: 2)
            #expect(bench.origin.log(of: "/a").count == 4)
            let asked = bench.origin.log(of: "/later").map(\.time)
            #expect(asked.count == 2 && asked[1] - asked[0] >= .seconds(2))
            try await probe.ask("download \(bench.origin.serve("/gone", .status(404)))")
            try await probe.wait(for: "complete") { $0["code"]?.integer == -1100 }
            #expect(bench.origin.log(of: "/gone").count == 1)
            #expect(try probe.lines("complete").count == 3)
        }

        @Test func `rows 73, 79: a retry asks for the rest, of the same file`() async throws {
            let probe = try start("--download", bench.origin.serve("/a", cut, .file(size: Self.size)))
            try await expectFile(probe)
            let (first, second) = (try #require(bench.origin.log.first), try #require(bench.origin.log.last))
            #expect(bench.origin.log.count == 2)
            #expect(first.range == nil && first.request.header("Accept-Encoding") == "identity")
            let offset = second.range.flatMap { Int64($0.dropFirst(6).prefix { $0.isNumber }) }
            #expect(offset == 1_000_000, "\(second.range ?? "")")
            #expect(second.request.header("If-Range") == "\"v1\"" && second.request.header("Accept-Encoding") == "identity")
        }

        @Test("row 80: whatever a server makes of a range, the file is right", arguments: 0..<8)
        func ranges(variant: Int) async throws {
            let good = Reply.file(size: Self.size)
            let second: [Reply] = [
                [good.with { $0.ranges = .ignored }],
                [good.with { $0.partial = .shifted(-1000) }.times(2), good],
                [good.with { $0.partial = .shifted(1000) }.times(2), good.with { $0.ranges = .ignored }],
                [good.with { $0.partial = .missing }.times(2), good.with { $0.ranges = .ignored }],
                [good.with { $0.ranges = .unsatisfiable }.times(1) { $0.range != nil }, good],
                [good.with { $0.ranges = .honouredSilently }],
                [good.with { $0.partial = .multipart }.times(2), good.with { $0.ranges = .ignored }],
                [good.with { $0.partial = .total(Self.size + 5) }.times(1), good],
            ][variant]
            let probe = try start("--retries", "9", "--download", bench.origin.serve("/a", [cut] + second))
            try await expectFile(probe)
            // A start over is told before the totals fall.
            var total: Int64 = 0
            for line in try probe.lines("wrote", "resumed") {
                let next = line["total"]?.integer ?? 0
                #expect(next >= total || line["event"]?.string == "resumed", "\(line)")
                total = next
            }
        }

        @Test func `row 81: a file that changed between two tries is fetched anew, never spliced`() async throws {
            let new = Reply.file(size: Self.size, seed: 2).with { $0.etag = "\"v2\"" }
            let probe = try start("--download", bench.origin.serve("/a", cut, new))
            try await expectFile(probe, seed: 2)
            #expect(try probe.lines("resumed").first?["total"]?.integer == 0)
        }

        @Test func `row 88: redirects are followed without secrets, and a retry starts at the first address`() async throws {
            let other = try Origin()
            let target = other.serve("/once", cut, .status(403)).replacing("127.0.0.1", with: "localhost")
            let again = other.serve("/twice", .file(size: Self.size)).replacing("127.0.0.1", with: "localhost")
            let url = bench.origin.serve("/a", .redirect(to: target).times(1), .redirect(to: again))
            let probe = try start("--header", "Authorization", "Basic bWU6c2VjcmV0", "--download", url)
            try await expectFile(probe)
            #expect(bench.origin.log.count == 2 && bench.origin.log.allSatisfy { $0.request.header("Authorization") != nil })
            #expect(other.log.count == 2 && other.log.allSatisfy { $0.request.header("Authorization") == nil })
            #expect(other.log.last?.path == "/twice" && other.log.last?.range == "bytes=1000000-")
        }

        @Test func `row 78: a session that is let go of is free, and its download goes on`() async throws {
            let url = bench.origin.serve("/a", .file(size: Self.size).limited(to: 1 << 20))
            let first = try bench.probe("--connections", "1", "--drop", "--download", url)
            try await first.wait(for: "waiting")
            let second = try start()
            try await expectFile(second)
            #expect(first.run.process.isRunning && bench.origin.log.count == 1)
        }

        @Test func `rows 33, 34, 39: a file stays until its acknowledgement; what nobody took is listed, or goes`() async throws {
            let url = bench.origin.serve("/a", .file(size: 1000))
            for (keeps, words) in [(true, []), (false, ["--discard-unclaimed"])] {
                let session = keeps ? "keeps" : "discards"
                let first = try bench.probe(["--halt-in", "1", "--download", url] + words, session: session)
                let path = try #require(try await first.wait(for: "file")["path"]?.string)
                #expect(GeneratedContent(seed: 1, size: 1000).firstDifference(fileAt: path) == nil)
                var status = stat()
                #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
                try await first.kill()
                let second = try bench.probe(words, session: session)
                #expect(try await second.wait(for: "file")["path"]?.string == path)
                try await second.wait(for: "finished-events")
                if keeps {
                    #expect(access(path, F_OK) == 0)
                    #expect(try await bench.session(session)?["stagedFiles"]?.integer == 1)
                } else {
                    try await eventually("it is gone", timeout: .seconds(2)) { access(path, F_OK) != 0 }
                    #expect(try await bench.session(session)?["stagedFiles"]?.integer == 0)
                }
            }
        }

        @Test("row 30: a length that is not known is told as such", arguments: [false, true])
        func unknownLength(isChunked: Bool) async throws {
            let reply = Reply.file(size: Self.size).limited(to: 2_000_000).with { $0.framing = isChunked ? .chunked : .closeDelimited }
            let probe = try start("--download", bench.origin.serve("/a", reply))
            try await expectFile(probe)
            let writes = try probe.lines("wrote")
            #expect(writes.count > 1 && writes.dropLast().allSatisfy { $0["expected"] == nil }, "\(writes)")
            #expect(writes.reduce(0) { $0 + ($1["bytes"]?.integer ?? 0) } == Self.size)
            #expect(writes.last?["total"]?.integer == Self.size)
        }
    }
}
