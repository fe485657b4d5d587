import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Many clients of one agent, and what becomes of them when something is in the way.
    @Suite struct CrowdTests {
        let bench: Bench

        init() throws {
            bench = try Bench()
        }

        /// Memory that a process holds now, in KiB.
        private func resident(_ pid: pid_t) -> Int {
            let text = readFile("/proc/\(pid)/status").map { String(decoding: $0, as: UTF8.self) } ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
            return Int(line.filter { $0.isNumber }) ?? 0
        }

        private func writes(_ probe: Probe) throws -> Int { try probe.lines("wrote").count }

        @Test func `a client that is stopped holds up nobody, and the agent's memory stays`() async throws {
            mkdir(bench.sandbox.folder.appending("config/haul"), 0o700)
            try bench.sandbox.folder.write(
                "[downloads]\nmax_concurrent = 20\nmax_connections_per_host = 32\n",
                to: "config/haul/config.toml"
            )
            let probes = try (0..<20).map { number in
                let url = bench.origin.serve("/\(number)", .file(size: 50 << 20).limited(to: 200_000))
                return try bench.probe("--connections", "1", "--download", url, session: "client-\(number)")
            }
            // It gets everything that happens, and will stop reading as well.
            let watch = try bench.sandbox.start(["watch", "--json"])
            for probe in probes {
                try await probe.wait(for: "wrote", timeout: .seconds(20)) { $0["total"]?.integer ?? 0 > 200_000 }
            }
            try await eventually("the watch hears something") { !watch.output.isEmpty }
            let clock = ContinuousClock()
            let usual = try await clock.measure { try await more(12, probes[0]) }
            let agent = try #require(bench.agentPid)
            let stopped = probes[19]
            stopped.run.process.signal(SIGSTOP)
            watch.process.signal(SIGSTOP)
            let before = resident(agent)
            let counts = try probes.map { try writes($0) }
            let time = try await clock.measure { try await more(40, probes[0]) }
            let after = resident(agent)
            print("12 reports took \(usual), 40 with a stopped client \(time); the agent held \(before) KiB, then \(after) KiB")
            #expect(time < usual * 40 / 12 * 1.3)
            for (probe, count) in zip(probes.dropLast(), counts) { #expect(try writes(probe) - count >= 30) }
            #expect(after - before < 4096, "\(before) KiB, \(after) KiB")
            // It goes on where the others are.
            stopped.run.process.signal(SIGCONT)
            try await more(3, stopped)
        }

        private func more(_ count: Int, _ probe: Probe) async throws {
            let before = try writes(probe)
            try await eventually("\(count) more reports", timeout: .seconds(60)) { try writes(probe) >= before + count }
        }

        @Test func `ten commands at once, from nothing, give one agent and ten tasks`() async throws {
            let runs = try (0..<10).map { try bench.sandbox.start(["add", bench.origin.serve("/\($0)", .file(size: 1000))]) }
            var numbers: Set<String> = []
            for run in runs {
                #expect(try await run.status() == 0, "\(run.errors)")
                numbers.insert(run.output)
            }
            #expect(numbers == Set((1...10).map { "\($0)\n" }))
            try await eventually("one agent is left") { agents().count == 1 }
            #expect(agents() == [bench.agentPid])
        }

        /// The agents of this sandbox.
        private func agents() -> [pid_t] {
            Sandbox.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
                guard let words = readFile("/proc/\(pid)/cmdline"), let variables = readFile("/proc/\(pid)/environ") else { return false }
                return String(decoding: words, as: UTF8.self).contains("agent\0run")
                    && String(decoding: variables, as: UTF8.self).contains(bench.sandbox.folder.path)
            }
        }

        @Test func `an agent is found again whose runtime folder has gone`() async throws {
            try await bench.startAgent()
            let agent = try #require(bench.agentPid)
            let holder = try bench.probe("--commands")
            try await holder.wait(for: "finished-events")
            let folder = bench.sandbox.folder.appending("run") + "/haul"
            for name in Sandbox.names(in: folder, hidden: true) { unlink(folder + "/" + name) }
            #expect(rmdir(folder) == 0)
            // At once, whether it has bound again already or not.
            #expect(try await bench.session()?["owner"]?.integer ?? 0 >= 0)
            try await eventually("it is back in its place", timeout: .seconds(10)) { access(folder + "/agent.sock", F_OK) == 0 }
            #expect(bench.agentPid == agent && agents() == [agent])
            #expect(try await holder.ask("tasks")["event"]?.string == "done")
        }

        @Test func `a state folder that cannot be used is named, by commands and programs, and nobody hangs`() async throws {
            try bench.sandbox.folder.write("no folder", to: "state/haul")
            let run = try bench.sandbox.start(["list"])
            #expect(try await run.status(within: .seconds(15)) != 0)
            #expect(run.errors.hasPrefix("haul: ") && run.errors.contains("state/haul"), "\(run.errors)")
            let probe = try bench.probe()
            let error = try await probe.wait(for: "error")
            #expect(error["code"]?.integer == -997 && error["message"]?.string?.contains("state/haul") == true, "\(error)")
        }

        @Test(.enabled(if: Program.isRoot)) func `another person's runtime folder is not used, and keeps nobody`() async throws {
            let folder = bench.sandbox.folder.appending("run") + "/haul"
            mkdir(folder, 0o755)
            #expect(chown(folder, 54_321, 54_321) == 0)
            let run = try bench.sandbox.start(["add", bench.origin.serve("/a", .file(size: 1))])
            let status = try await run.status(within: .seconds(15))
            // The agent listens in the state folder then, and is found there.
            #expect(status == 0 && Sandbox.names(in: folder, hidden: true).isEmpty, "\(run.errors)")
            #expect(try await bench.sandbox.start(["list"]).status(within: .seconds(15)) == 0)
        }
    }
}
