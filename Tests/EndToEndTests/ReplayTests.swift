import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What a program gets that comes back to its session.
    @Suite struct ReplayTests {
        let bench: Bench

        init() throws {
            bench = try Bench()
        }

        /// Three files that end in the order in which they were asked for, while no program is attached.
        private func endThree() async throws {
            let gates = (0..<3).map { _ in Gate() }
            let urls = gates.enumerated().map { index, gate in
                bench.origin.serve("/\(index).bin", .file(size: 100_000 + Int64(index), seed: UInt64(index)).with { $0.gate = gate })
            }
            try await bench.leave(urls)
            for (index, gate) in gates.enumerated() {
                gate.open()
                try await bench.waitingEvents(Int64(index + 1) * 2)
            }
        }

        @Test func `rows 57, 27, 50: three that ended alone come in order, then the end of the events`() async throws {
            try await endThree()
            let probe = try bench.probe("--move", bench.taken)
            try await probe.wait(for: "finished-events")
            #expect(
                try probe.told == ["file 1", "complete 1", "file 2", "complete 2", "file 3", "complete 3", "finished-events"],
                "\(probe.run.output)"
            )
            for task in 1...3 {
                let content = GeneratedContent(seed: UInt64(task - 1), size: 99_999 + Int64(task))
                #expect(content.firstDifference(fileAt: bench.taken + "/\(task)") == nil)
            }
            // Writes come before the file, and end at its length.
            let first = try probe.lines("wrote", "file").filter { $0["task"]?.integer == 1 }
            #expect(first.dropLast().last?["total"]?.integer == 100_000 && first.last?["event"]?.string == "file")
        }

        @Test func `row 57: what was acknowledged before a kill does not come again`() async throws {
            try await endThree()
            let first = try bench.probe("--move", bench.taken, "--acknowledge", "4")
            try await first.wait(for: "waiting")
            try await first.kill()
            #expect(try first.told == ["file 1", "complete 1", "file 2", "complete 2"])
            let second = try bench.probe("--move", bench.taken)
            try await second.wait(for: "finished-events")
            #expect(try second.told == ["file 3", "complete 3", "finished-events"])
            try await second.kill()
            // The agent as well remembers it.
            try await bench.endAgent()
            let third = try bench.probe("--move", bench.taken)
            try await third.wait(for: "finished-events")
            #expect(try third.told == ["finished-events"])
            #expect(bench.origin.log.count == 3)
        }

        @Test func `rows 56, 58, 59, 67: attaching and listing consume nothing`() async throws {
            try await endThree()
            let watcher = try bench.probe("--no-reader", "--commands")
            try await watcher.wait(for: "waiting")
            for _ in 0..<10 { try await watcher.ask("tasks") }
            #expect(try watcher.lines("listed").count == 30 && watcher.told.isEmpty)
            #expect(try watcher.lines("listed").allSatisfy { $0["state"]?.string == "completed" })
            #expect(try await bench.session()?["waitingEvents"]?.integer == 6)
            try await watcher.kill()
            let probe = try bench.probe("--move", bench.taken)
            try await probe.wait(for: "finished-events")
            #expect(try probe.told.count == 7)
            // Acknowledged as complete, they are listed no more.
            try await probe.kill()
            let last = try bench.probe("--no-reader", "--commands")
            try await last.ask("tasks")
            #expect(try last.lines("listed").isEmpty)
        }

        @Test("row 60: the end of the events comes once, behind what waited", arguments: [0, 1, 100])
        func finishedEvents(waiting: Int) async throws {
            let urls = (0..<waiting).map { bench.origin.serve("/gone-\($0)", .status(404)) }
            try await bench.leave(urls)
            try await bench.waitingEvents(Int64(waiting))
            let live = bench.origin.serve("/live", .file(size: 1000))
            let probe = try bench.probe("--commands", "--move", bench.taken)
            try await probe.wait(for: "finished-events")
            try await probe.ask("download \(live)")
            try await probe.wait(for: "complete") { $0["code"] == nil }
            let told = try probe.told
            #expect(told.count == waiting + 3 && told.firstIndex(of: "finished-events") == waiting, "\(told)")
            #expect(told.filter { $0 == "finished-events" }.count == 1)
            // The connection breaks, the attachment goes on: it is not told again.
            try await bench.endAgent()
            try await probe.ask("download \(live)")
            try await eventually("the second file") { try probe.told.filter { $0.hasPrefix("file") }.count == 2 }
            #expect(try probe.told.filter { $0 == "finished-events" }.count == 1)
        }

        @Test("row 37: killed between the move and the acknowledgement the file is not told again", arguments: [false, true])
        func killedAfterMove(withDelegate: Bool) async throws {
            let url = bench.origin.serve("/a.bin", .file(size: 300_000))
            let words = withDelegate ? ["--delegate"] : []
            let first = try bench.probe(["--download", url, "--move", bench.taken, "--die-after-move"] + words)
            #expect(try await first.run.process.ended() == .signal(SIGKILL))
            #expect(try first.told == ["finished-events", "file 1"])
            #expect(GeneratedContent(seed: 1, size: 300_000).firstDifference(fileAt: bench.taken + "/1") == nil)
            let second = try bench.probe(["--move", bench.taken] + words)
            try await second.wait(for: "finished-events")
            #expect(try second.told == ["complete 1", "finished-events"], "\(second.run.output)")
            #expect(Sandbox.names(in: bench.taken) == ["1"] && bench.origin.log.count == 1)
        }

        @Test func `row 11: one program at a time; the death of the first frees the session at once`() async throws {
            let first = try bench.probe("--no-reader")
            try await first.wait(for: "waiting")
            let refused = try bench.probe()
            let error = try await refused.wait(for: "error")
            #expect(error["code"]?.integer == -996 && error["owner"]?.integer == Int64(first.run.process.pid))
            // Another session is another matter (row 7).
            let other = try bench.probe(session: "Probe")
            try await other.wait(for: "finished-events")
            #expect(other.run.errors.contains("did you mean \"probe\"?"), "\(other.run.errors)")
            try await first.kill()
            let start = ContinuousClock.now
            let second = try bench.probe()
            try await second.wait(for: "finished-events", timeout: .seconds(5))
            #expect(ContinuousClock.now - start < .seconds(2))
        }

        @Test func `rows 1, 5, 47, 71: a program's death does not touch the transfer, the agent's delays it`() async throws {
            let size: Int64 = 8 << 20
            let url = bench.origin.serve("/big.bin", .file(size: size).limited(to: 4 << 20))
            let first = try bench.probe("--connections", "1", "--download", url)
            try await bench.bytesCome(2 << 20, of: "/big.bin")
            try await first.kill()
            try await bench.waitingEvents(2)
            #expect(bench.origin.log.count == 1)
            let second = try bench.probe("--move", bench.taken)
            try await second.wait(for: "finished-events")
            #expect(GeneratedContent(seed: 1, size: size).firstDifference(fileAt: bench.taken + "/1") == nil)
            // Both at once.
            try await second.kill()
            let third = try bench.probe("--download", bench.origin.serve("/two.bin", .file(size: size).limited(to: 4 << 20)))
            try await bench.bytesCome(4 << 20, of: "/two.bin")
            try await third.kill()
            try await bench.endAgent()
            let fourth = try bench.probe("--move", bench.taken)
            try await fourth.wait(for: "complete")
            #expect(GeneratedContent(seed: 1, size: size).firstDifference(fileAt: bench.taken + "/2") == nil)
            #expect(bench.origin.log(of: "/two.bin").last?.range != nil)
        }
    }
}
