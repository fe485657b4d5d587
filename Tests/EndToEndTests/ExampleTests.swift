import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The two programs of the guide, killed in the middle (row 89).
    @Suite struct ExampleTests {
        let bench: Bench
        private static let size: Int64 = 4 << 20

        init() throws {
            bench = try Bench()
        }

        private func start(_ name: String, _ words: String...) throws -> Run {
            try bench.sandbox.start([bench.taken] + words, program: Program.named(beside: name))
        }

        private func serve(_ path: String, seed: UInt64) -> String {
            bench.origin.serve(path, .file(size: Self.size, seed: seed).limited(to: 1 << 20))
        }

        /// Waits for a file of this name and looks at its bytes.
        private func expectFile(_ name: String, seed: UInt64) async throws {
            let path = bench.taken + "/" + name
            try await eventually("\(name): \(Sandbox.names(in: bench.taken)) \(bench.agentLog)", timeout: .seconds(20)) {
                access(path, F_OK) == 0
            }
            #expect(GeneratedContent(seed: seed, size: Self.size).firstDifference(fileAt: path) == nil)
        }

        @Test func `row 89: fire and forget, with the agent killed in the middle`() async throws {
            let run = try start("FireAndForget", serve("/a.bin", seed: 1), serve("/b.bin", seed: 2))
            #expect(try await run.status() == 0, "\(run.errors)")
            #expect(run.output.split(separator: "\n").count == 2 && Sandbox.names(in: bench.taken).isEmpty)
            try await bench.bytesCome(1 << 20, of: "/a.bin")
            try await bench.endAgent()
            try await bench.startAgent()
            try await eventually("both are there", timeout: .seconds(20)) { Sandbox.names(in: bench.taken).count == 2 }
            let names = Sandbox.names(in: bench.taken).map { bench.taken + "/" + $0 }
            for seed in [1, 2] as [UInt64] {
                #expect(names.count { GeneratedContent(seed: seed, size: Self.size).firstDifference(fileAt: $0) == nil } == 1)
            }
        }

        @Test("row 89: the manager is killed, and launched for what ended without it", arguments: [false, true])
        func manager(killsAgent: Bool) async throws {
            let run = try start("DownloadManager", "add", serve("/a.bin", seed: 1), serve("/b.bin", seed: 2))
            try await bench.bytesCome(1 << 20, of: "/a.bin")
            try await run.process.killAtOnce()
            if killsAgent {
                try await bench.endAgent()
                try await bench.startAgent()
            }
            try await expectFile("a.bin", seed: 1)
            try await expectFile("b.bin", seed: 2)
            let session = "com.example.download-manager"
            try await eventually("it has completed its launch") { try await bench.session(session)?["launch"]?.string == "idle" }
            try await bench.waitingEvents(0, session: session)
            #expect(!bench.agentLog.contains("without completing"), "\(bench.agentLog)")
        }

        @Test func `rows 46, 89: the manager pauses, the agent is killed, the manager goes on`() async throws {
            let first = try start("DownloadManager", "add", serve("/a.bin", seed: 1))
            try await bench.bytesCome(1 << 20, of: "/a.bin")
            try await first.process.killAtOnce()
            let second = try start("DownloadManager", "pause")
            #expect(try await second.status() == 0, "\(second.errors)")
            #expect(Sandbox.names(in: bench.taken) == ["1.resume"])
            try await bench.endAgent()
            let third = try start("DownloadManager", "resume")
            #expect(try await third.status() == 0, "\(third.errors)")
            try await expectFile("a.bin", seed: 1)
            #expect(bench.sent("/a.bin") < Self.size + (2 << 20))
        }
    }
}
