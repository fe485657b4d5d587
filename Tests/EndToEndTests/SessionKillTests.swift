import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `kill -9` of a program and of the agent, apart and together, loses no event and no file and doubles none.
    @Suite struct SessionKillTests {
        /// `HAUL_SOAK=200` asks for so many rounds.
        private static let rounds = getenv("HAUL_SOAK").flatMap { Int(String(cString: $0)) } ?? 12
        private static let seed = getenv("HAUL_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_261_130

        /// What is wanted, and what the programs said before they died.
        private struct Ledger {
            var sizes: [String: Int64] = [:]
            var wanted: [String] = []

            /// The task of each path that a program knows to be stored.
            var tasks: [String: Int64] = [:]
            var acknowledged: Set<String> = []
            var completed: Set<Int64> = []

            /// Reads what one program said, from its attachment to its death.
            mutating func enter(_ lines: [JSON]) {
                var told: [String] = []
                for line in lines {
                    let task = line["task"]?.integer ?? 0
                    let event = line["event"]?.string ?? ""
                    switch event {
                    case "added", "task":
                        if let path = line["message"]?.string { tasks[path] = task }
                    case "file", "complete":
                        let entry = "\(event) \(task)"
                        #expect(!acknowledged.contains(entry), "\(entry) came again after its acknowledgement")
                        #expect(!told.contains(entry), "\(entry) came twice to one program")
                        told.append(entry)
                        if event == "complete" {
                            #expect(line["code"] == nil, "\(line)")
                            #expect(!told.contains { $0 == "file \(task)" } || told.dropLast().last == "file \(task)", "\(told)")
                            completed.insert(task)
                        }
                    case "acknowledged":
                        if let last = told.last { acknowledged.insert(last) }
                    case "error":
                        // It came while its agent was being killed, and said so: nobody had lost anything yet.
                        guard line["message"]?.string?.contains("ended at once by signal 9") != true else { continue }
                        Issue.record("\(line)")
                    default: continue
                    }
                }
            }

            var missing: [String] { wanted.filter { tasks[$0] == nil } }
        }

        @Test func `rows 41, 47, 57, 71: killed at random moments, every event comes and every file is right`() async throws {
            let bench = try Bench()
            var random = SeededRandom(seed: Self.seed)
            var ledger = Ledger()
            var probe: Probe?
            var kills = (client: 0, agent: 0, both: 0)
            for round in 1...Self.rounds {
                let isPlaced = round % 2 == 0
                if let ended = probe, !ended.run.process.isRunning {
                    ledger.enter(try ended.run.events())
                    probe = nil
                }
                if probe == nil {
                    add(isPlaced ? "/placed" : "/taken", round, to: &ledger, bench)
                    let urls = ledger.missing.filter { $0.hasPrefix(isPlaced ? "/placed" : "/taken") }.map { bench.origin.url($0) }
                    probe = try start(urls, isPlaced: isPlaced, bench)
                }
                guard let current = probe else { break }
                await pass(lines: Int.random(in: 0...40, using: &random), of: current, at: Int.random(in: 0...900, using: &random))
                let kind = Int.random(in: 0..<3, using: &random)
                let pid = bench.agentPid
                if kind != 0, let pid { kill(pid, SIGKILL) }
                if kind != 1 {
                    try await current.run.process.killAtOnce()
                    ledger.enter(try current.run.events())
                    probe = nil
                }
                if kind != 0, let pid { try await eventually("the agent is gone") { Bench.isGone(pid) } }
                switch kind {
                case 0: kills.client += 1
                case 1: kills.agent += 1
                default: kills.both += 1
                }
            }
            if let probe {
                try await probe.run.process.killAtOnce()
                ledger.enter(try probe.run.events())
            }
            try await finish(&ledger, bench)
            check(ledger, bench)
            print("\(Self.rounds) rounds: \(kills), \(ledger.wanted.count) files, \(bench.origin.log.count) requests")
        }

        private func start(_ urls: [String], isPlaced: Bool, _ bench: Bench) throws -> Probe {
            let place = isPlaced ? ["--destination", bench.sandbox.documents] : []
            let words = ["--careful", "--move", bench.taken, "--leave", bench.sandbox.documents]
            return try bench.probe(words + place + urls.flatMap { ["--download", $0] })
        }

        /// Some small files and sometimes a larger one that takes seconds.
        private func add(_ kind: String, _ round: Int, to ledger: inout Ledger, _ bench: Bench) {
            for number in 0..<8 {
                let isLarge = number == 0 && round % 4 < 2
                let path = "\(kind)-\(round)-\(number)"
                let size = isLarge ? (3 << 20) + Int64(round) : 1000 + Int64(ledger.wanted.count)
                let reply = Reply.file(size: size, seed: UInt64(size))
                bench.origin.serve(path, isLarge ? reply.limited(to: 1 << 20) : reply)
                ledger.sizes[path] = size
                ledger.wanted.append(path)
            }
        }

        /// Waits for a moment that is as good as any: so many lines, or so many milliseconds.
        private func pass(lines: Int, of probe: Probe, at milliseconds: Int) async {
            // Either will do: the end of the time is no failure.
            try? await eventually("so many lines", timeout: .milliseconds(milliseconds)) {
                probe.run.output.utf8.count(where: { $0 == 10 }) >= lines
            }
        }

        /// Lets everything that was asked for come to its end.
        private func finish(_ ledger: inout Ledger, _ bench: Bench) async throws {
            for kind in ["/placed", "/taken"] {
                let urls = ledger.missing.filter { $0.hasPrefix(kind) }.map { bench.origin.url($0) }
                let probe = try start(urls, isPlaced: kind == "/placed", bench)
                try await probe.wait(for: "finished-events", timeout: .seconds(60))
                let known = ledger
                try await eventually("everything has ended", timeout: .seconds(120)) {
                    var all = known
                    for line in try probe.lines("added", "task") { all.tasks[line["message"]?.string ?? ""] = line["task"]?.integer }
                    let ended = all.completed.union(try probe.lines("complete").compactMap { $0["task"]?.integer })
                    // The output grows long: it is not read all the time.
                    try await Task.sleep(for: .milliseconds(50))
                    return all.wanted.allSatisfy { path in !path.hasPrefix(kind) || all.tasks[path].map { ended.contains($0) } ?? false }
                }
                try await probe.run.process.killAtOnce()
                ledger.enter(try probe.run.events())
            }
        }

        private func check(_ ledger: Ledger, _ bench: Bench) {
            #expect(ledger.missing.isEmpty)
            #expect(Set(ledger.tasks.values).count == ledger.wanted.count)
            let lost = ledger.wanted.filter { !ledger.completed.contains(ledger.tasks[$0] ?? 0) }
            #expect(lost.isEmpty, "the end of these never came: \(lost)")
            // Nothing came twice, and nothing else came.
            #expect(ledger.completed.count == ledger.wanted.count)
            let taken = ledger.tasks.filter { $0.key.hasPrefix("/taken") }
            for (path, task) in taken { check(bench.taken + "/\(task)", ledger.sizes[path] ?? 0) }
            #expect(Sandbox.names(in: bench.taken) == taken.values.map { "\($0)" }.sorted())
            let placed = bench.sandbox.published
            var sizes: [Int64] = []
            for name in placed {
                let path = bench.sandbox.documents + "/" + name
                var status = stat()
                stat(path, &status)
                sizes.append(Int64(status.st_size))
                check(path, Int64(status.st_size))
            }
            #expect(sizes.sorted() == ledger.sizes.filter { $0.key.hasPrefix("/placed") }.values.sorted())
            #expect(bench.sandbox.parts.isEmpty)
        }

        private func check(_ path: String, _ size: Int64) {
            #expect(GeneratedContent(seed: UInt64(size), size: size).firstDifference(fileAt: path) == nil, "\(path)")
        }
    }
}
