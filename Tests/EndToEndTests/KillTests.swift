import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// `kill -9` at any moment costs at most a second's bytes and never a file.
    @Suite struct KillTests {
        /// `HAUL_SOAK=100` asks for so many kills of a larger file.
        private static let soak = getenv("HAUL_SOAK").flatMap { Int(String(cString: $0)) }
        private static let seed = getenv("HAUL_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_261_130

        @Test func `killed at random moments a download still ends right`() async throws {
            let kills = Self.soak ?? 12
            let size: Int64 = Self.soak == nil ? (80 << 20) + 4321 : 200_000_000
            let rate: Int64 = Self.soak == nil ? 2 << 20 : 1 << 20
            let content = GeneratedContent(seed: 7, size: size)
            let sandbox = try Sandbox()
            let origin = try Origin()
            let url = origin.serve("/big.bin", .file(size: size, seed: 7).limited(to: rate))
            var random = SeededRandom(seed: Self.seed)
            var snapshot: PartSnapshot?
            var done = 0
            for kill in 1...kills {
                let before = origin.log.count
                let run = try sandbox.batch(["-x", "4", url])
                // Up to 1.2 seconds' bytes of all connections together, and sometimes none at all.
                let moment = Int64.random(in: -rate / 2...rate * 4 * 6 / 5, using: &random)
                try await eventually("bytes come in run \(kill)", timeout: .seconds(30)) {
                    let sent = origin.log.dropFirst(before).reduce(0) { $0 + $1.bytesSent }
                    return moment < 0 || sent >= moment || !run.process.isRunning
                }
                let exit = try await run.process.killAtOnce()
                if exit == .status(0) { break }
                #expect(exit == .signal(SIGKILL), "\(run.errors)")
                done += 1
                check(origin.log.dropFirst(before), against: snapshot, rate: rate, "kill \(kill)")
                snapshot = sandbox.parts.first.flatMap { PartSnapshot(path: $0, content: content) }
                #expect(sandbox.published.isEmpty)
                #expect(sandbox.parts.count <= 1)
            }
            let before = origin.log.count
            let last = try sandbox.batch(["-x", "4", url])
            #expect(try await last.status(within: .seconds(300)) == 0, "\(last.errors)")
            check(origin.log.dropFirst(before), against: snapshot, rate: rate, "the last run")
            #expect(done >= kills - 1)
            #expect(sandbox.published.count == 1)
            #expect(sandbox.parts.isEmpty)
            let path = sandbox.documents + "/" + (sandbox.published.first ?? "")
            #expect(content.firstDifference(fileAt: path) == nil)
            #expect(try last.events("finished").count == 1)
        }

        /// Each request starts at most a second's bytes before what had been written.
        private func check(_ requests: some Sequence<RequestRecord>, against snapshot: PartSnapshot?, rate: Int64, _ when: String) {
            guard let snapshot else { return }
            for request in requests {
                guard let range = ByteRange(request.range) else {
                    #expect(snapshot.held(from: 0, to: .max) <= rate, "\(when): started over")
                    continue
                }
                let again = snapshot.held(from: range.first, to: range.last.map { $0 + 1 } ?? .max)
                // A tenth for the moment between a write and its note.
                #expect(again <= rate * 11 / 10, "\(when): \(again) bytes again, \(request.range ?? "")")
            }
        }

        @Test func `killed with many small files none is lost or doubled`() async throws {
            let sandbox = try Sandbox()
            let origin = try Origin()
            let list = (0..<150).map { origin.serve("/\($0).txt", .file(size: 2000 + Int64($0), seed: UInt64($0))) }.joined(separator: "\n")
            var random = SeededRandom(seed: Self.seed)
            for _ in 1...6 {
                let run = try sandbox.batch(["-i", "-"], input: list)
                let wanted = Int.random(in: 1...25, using: &random)
                let before = origin.log.count
                try await eventually("requests come") { origin.log.count >= before + wanted || !run.process.isRunning }
                try await run.process.killAtOnce()
            }
            let last = try sandbox.batch(["-i", "-"], input: list)
            #expect(try await last.status() == 0, "\(last.errors)")
            let finished = try last.events("finished")
            #expect(finished.count == 150)
            #expect(Set(finished.compactMap { $0["path"]?.string }).count == 150)
            #expect(sandbox.published.count == 150)
            #expect(sandbox.parts.isEmpty)
            for event in finished {
                guard let path = event["path"]?.string, let bytes = event["bytes"]?.integer else { continue }
                let content = GeneratedContent(seed: UInt64(bytes - 2000), size: bytes)
                #expect(content.firstDifference(fileAt: path) == nil)
            }
        }
    }
}
