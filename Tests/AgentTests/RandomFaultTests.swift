import Agent
import DownloadCore
import Glibc
import Platform
import Testing
import TestSupport

/// Random sequences of what servers and kills do, against the real transport, agent and documents directory.
@Suite struct RandomFaultTests {
    /// `HAUL_FAULTS=1000` asks for so many sequences, `HAUL_SEED=N` for others.
    private static let count = getenv("HAUL_FAULTS").flatMap { Int(String(cString: $0)) } ?? 100
    private static let first = getenv("HAUL_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    @Test func `whatever happens in whatever order, one whole version of the file is published`() async throws {
        // Some at a time: each has threads of its own.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Self.count {
                if number >= 8 { try await group.next() }
                group.addTask { try await Course(seed: Self.first + UInt64(number)).run() }
            }
            try await group.waitForAll()
        }
    }

    private typealias Reply = TestSupport.Reply

    /// One sequence: a script for the origin, a number of connections, and moments at which the process is killed.
    private struct Course {
        let seed: UInt64
        private var random: SeededRandom
        private var replies: [Reply] = []
        private var contents: [GeneratedContent] = []

        init(seed: UInt64) {
            self.seed = seed
            random = SeededRandom(seed: seed)
            let size = Int64.random(in: 1...6 << 20, using: &random)
            var file = version(size: size)
            let marks = Int.random(in: 0..<4, using: &random)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                if Int.random(in: 0..<6, using: &random) == 0 { file = version(size: Bool.random(using: &random) ? size : size + 999) }
                replies.append(marked(fault(of: file), marks))
            }
            replies.append(marked(file, marks))
        }

        /// Another version of the file, from now on.
        private mutating func version(size: Int64) -> Reply {
            let number = UInt64(contents.count) + seed * 100
            contents.append(GeneratedContent(seed: number, size: size))
            var reply = Reply.file(size: size, seed: number).with { $0.etag = "\"\(number)\"" }
            if Int.random(in: 0..<3, using: &random) == 0 { reply = reply.limited(to: 3 << 20) }
            return reply
        }

        private func marked(_ reply: Reply, _ marks: Int) -> Reply {
            reply.with { reply in
                // A date of its own for each version would be honest: this one is as weak as dates are.
                if marks == 0 { reply.etag = reply.etag.map { "W/" + $0 } }
                if marks == 1 {
                    reply.etag = nil
                    reply.lastModified = reply.date
                }
            }
        }

        private mutating func fault(of file: Reply) -> Reply {
            let point = Int64.random(in: 0...file.content.size, using: &random)
            let turns = Int.random(in: 1...3, using: &random)
            let reply: Reply =
                switch Int.random(in: 0..<14, using: &random) {
                case 0, 1: file.interrupted(.reset(after: point))
                case 2: file.interrupted(.close(after: point))
                case 3: file.interrupted(.stall(after: point))
                case 4: file.with { $0.ranges = .ignored }
                case 5: file.with { $0.ranges = .ignored }.interrupted(.reset(after: point))
                case 6: file.with { $0.partial = .shifted(Int64.random(in: -2000...2000, using: &random)) }
                case 7: file.with { $0.ranges = .unsatisfiable }
                case 8: .status([429, 500, 503].randomElement(using: &random) ?? 503, retryAfter: "0")
                case 9: file.interrupted(.resetBeforeReply)
                case 10: file.with { $0.partial = .missing }
                case 11: file.with { $0.honoursIfRange = false }.interrupted(.reset(after: point))
                case 12: file.with { $0.framing = .chunked }.interrupted(.close(after: point))
                default: file.with { $0.partial = .total(point) }
                }
            return reply.times(turns)
        }

        func run() async throws {
            var random = SeededRandom(seed: seed &+ 77)
            let origin = try Origin()
            var request = DownloadRequest(urls: [origin.serve("/a.bin", replies)])
            request.maximumConnections = Int(seed % 8) + 1
            request.stallTimeout = .seconds(1)
            request.retry = RetryPolicy(tries: nil, firstDelay: .milliseconds(5), longestDelay: .milliseconds(30))
            var bench = try await Workbench()
            let id = try await bench.agent.add([request])[0]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let bytes = Int64.random(in: 0...4 << 20, using: &random)
                let agent = bench.agent
                try? await eventually("a moment to be killed at", timeout: .seconds(20)) { () -> Bool in
                    guard let record = await agent.record(id) else { return true }
                    return record.state.isEnded || record.plan.written >= bytes || origin.log.count >= 5
                }
                if await agent.record(id)?.state.isEnded ?? true { break }
                bench = try await restarted(bench)
            }
            let state = await ended(id, bench)
            await bench.stop()
            origin.stop()
            let names = try Directory.open(bench.folder.appending("docs")).names().filter { $0 != ".haul" }
            guard case .finished(let file) = state else {
                Issue.record(
                    "seed \(seed) ended as \(String(describing: state)) after \(origin.log.map { ($0.range ?? "all", $0.status ?? 0) })"
                )
                return
            }
            #expect(names.map { bench.folder.appending("docs/\($0)") } == [file.path], "seed \(seed)")
            #expect(
                contents.contains { $0.firstDifference(fileAt: file.path) == nil },
                "seed \(seed): \(file.bytes) bytes that are no version"
            )
            #expect(await bench.agent.record(id)?.plan.isSound == true)
        }

        /// How the task ended, or how it stands after a minute.
        private func ended(_ id: TaskID, _ bench: Workbench) async -> TaskState? {
            try? await eventually("seed \(seed) ends", timeout: .seconds(60)) { await bench.agent.record(id)?.state.isEnded ?? true }
            return await bench.agent.record(id)?.state
        }

        private func restarted(_ old: Workbench) async throws -> Workbench {
            let store = await old.crash()
            let bench = try await Workbench(folder: old.folder, store: store)
            await bench.agent.adopt(await store.load())
            return bench
        }
    }
}
