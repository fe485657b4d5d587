import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Stopping and going on, over restarts of the agent: nothing is fetched twice.
    @Suite struct ResumeTests {
        let bench: Bench
        private static let rate: Int64 = 2 << 20
        private static let size: Int64 = 8 << 20

        init() throws {
            bench = try Bench()
        }

        private func serve(_ path: String = "/big.bin", _ change: (inout Reply) -> Void = { _ in }) -> String {
            bench.origin.serve(path, Reply.file(size: Self.size).limited(to: Self.rate).with(change))
        }

        private func start(_ words: String...) throws -> Probe {
            try bench.probe(["--commands", "--connections", "1", "--move", bench.taken] + words)
        }

        /// Waits for the end of a task, and looks at its file and at what it has cost.
        private func expectWhole(_ probe: Probe, task: Int64, stops: Int64) async throws {
            let end = try await probe.wait(for: "complete") { $0["task"]?.integer == task }
            #expect(end["code"] == nil, "\(end)")
            #expect(GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: bench.taken + "/\(task)") == nil)
            let again = bench.sent("/big.bin") - Self.size
            print("\(stops) stops: \(again) bytes more than the file has")
            #expect(again >= 0 && again <= stops * Self.rate, "\(again) bytes again")
        }

        @Test("rows 49, 68: suspended, the agent restarted, resumed, five times over", arguments: [SIGKILL, SIGTERM])
        func suspend(signal: Int32) async throws {
            let probe = try start("--download", serve())
            for stop in 1...5 {
                try await bench.bytesCome(Int64(stop) * 5 << 18, of: "/big.bin")
                #expect(try await probe.ask("suspend 1")["event"]?.string == "done")
                // Once more changes nothing.
                #expect(try await probe.ask("suspend 1")["event"]?.string == "done")
                let requests = bench.origin.log.count
                try await bench.endAgent(signal)
                try await probe.ask("status 1")
                #expect(try probe.lines("status").last?["state"]?.string == "suspended")
                #expect(bench.origin.log.count == requests)
                #expect(try await probe.ask("resume 1")["event"]?.string == "done")
            }
            try await expectWhole(probe, task: 1, stops: 5)
        }

        @Test("rows 31, 43, 45, 46: resume data over restarts of the agent, five times over", arguments: [SIGKILL, SIGTERM])
        func resumeData(signal: Int32) async throws {
            let probe = try start("--download", serve())
            for task in 1...5 {
                try await bench.bytesCome(Int64(task) * 5 << 18, of: "/big.bin")
                let data = try #require(try await probe.ask("produce \(task)")["resumeData"]?.string)
                let end = try await probe.wait(for: "complete") { $0["task"]?.integer == Int64(task) }
                #expect(end["code"]?.integer == -999 && end["reason"]?.string == "client" && end["resumeData"]?.string == data)
                try await bench.endAgent(signal)
                let next = try await probe.ask("continue \(data)")
                #expect(next["task"]?.integer == Int64(task + 1), "\(next)")
                let resumed = try await probe.wait(for: "resumed") { $0["task"]?.integer == Int64(task + 1) }
                #expect(resumed["total"]?.integer ?? 0 > Int64(task) << 19 && resumed["expected"]?.integer == Self.size)
            }
            try await expectWhole(probe, task: 6, stops: 5)
            // The totals are of the whole file.
            let firsts = try (2...6).map { task in try probe.lines("resumed", "wrote").first { $0["task"]?.integer == task } }
            #expect(firsts.allSatisfy { $0?["event"]?.string == "resumed" })
            let last = try probe.lines("wrote").filter { $0["task"]?.integer == 6 }
            let start = try probe.lines("resumed").last { $0["task"]?.integer == 6 }?["total"]?.integer ?? 0
            #expect(last.reduce(start) { $0 + ($1["bytes"]?.integer ?? 0) } == Self.size && last.last?["total"]?.integer == Self.size)
        }

        @Test func `row 44: failures carry resume data too, and with it only the rest is fetched`() async throws {
            let cut = Reply.file(size: Self.size).interrupted(.reset(after: 4 << 20)).times(1)
            let url = bench.origin.serve("/big.bin", cut, .file(size: Self.size))
            let probe = try start("--retries", "0", "--download", url)
            let end = try await probe.wait(for: "complete")
            #expect(end["code"]?.integer == -1005)
            let data = try #require(end["resumeData"]?.string)
            try await bench.endAgent()
            try await probe.ask("continue \(data)")
            try await expectWhole(probe, task: 2, stops: 1)
            #expect(bench.origin.log.last?.range?.hasPrefix("bytes=") == true)
        }

        @Test func `row 48: nonsense is refused at once, and without the partial file it starts over`() async throws {
            let probe = try start("--download", serve())
            #expect(try await probe.ask("continue AAAAAAAA")["code"]?.integer == 3)
            try await bench.bytesCome(2 << 20, of: "/big.bin")
            let data = try #require(try await probe.ask("produce 1")["resumeData"]?.string)
            try await bench.endAgent()
            let folder = bench.sandbox.folder.appending("home/Documents/Haul/.haul")
            let parts = Sandbox.names(in: folder).filter { $0.hasSuffix(".part") }
            #expect(parts.count == 1, "\(Sandbox.names(in: folder, hidden: true))")
            for name in parts { unlink(folder + "/" + name) }
            let next = try await probe.ask("continue \(data)")
            #expect(next["task"]?.integer == 2)
            let resumed = try await probe.wait(for: "resumed") { $0["task"]?.integer == 2 }
            #expect(resumed["total"]?.integer == 0)
            let end = try await probe.wait(for: "complete") { $0["task"]?.integer == 2 }
            #expect(end["code"] == nil)
            #expect(GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: bench.taken + "/2") == nil)
        }

        @Test func `row 82: without a validator there is no resume data, and the status says so`() async throws {
            let url = serve {
                $0.etag = nil
                $0.lastModified = nil
            }
            let probe = try start("--download", url)
            try await bench.bytesCome(1 << 20, of: "/big.bin")
            try await eventually("it is known") {
                try await probe.ask("status 1")
                return try probe.lines("status").last?["isResumable"]?.bool == false
            }
            #expect(try await probe.ask("produce 1")["resumeData"] == nil)
            let end = try await probe.wait(for: "complete")
            #expect(end["code"]?.integer == -999 && end["resumeData"] == nil)
        }

        @Test func `rows 67, 69: what a task is about is there whatever became of program and agent`() async throws {
            let text = "{\"key\":\"" + String(repeating: "ä日\\n", count: 500) + "\"}"
            let slow = serve { $0.bytesPerSecond = 400_000 }
            let small = bench.origin.serve("/small", .file(size: 1000))
            // On another host: all tasks of one wait together.
            let other = try Origin()
            let busy = other.serve("/busy", .status(503, retryAfter: "3000")).replacing("127.0.0.1", with: "localhost")
            let tasks: [(String, [String])] = [
                (slow, ["--connections", "1"]), (busy, []), (slow + "?2", ["--suspended"]), (small, []),
            ]
            for (url, words) in tasks {
                let probe = try bench.probe(["--description", text, "--download", url, "--no-reader"] + words)
                try await probe.wait(for: "added")
                try await probe.kill()
            }
            try await bench.waitingEvents(2)
            try await eventually("it has been refused") { other.log(of: "/busy").last?.isEnded == true }
            try await bench.endAgent()
            try await bench.startAgent()
            try await bench.bytesCome(bench.sent("/big.bin") + 1, of: "/big.bin")
            let probe = try start("--no-reader")
            try await probe.ask("tasks")
            let listed = try probe.lines("listed")
            #expect(listed.map { $0["state"]?.string } == ["running", "waiting", "suspended", "completed"])
            #expect(listed.map { $0["message"]?.string == text } == [true, true, true, true])
            let wait = try #require(listed.dropFirst().first?["wait"]?.string)
            #expect(wait.hasPrefix("rateLimited"))
        }
    }
}
