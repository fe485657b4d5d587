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

        /// A run whose only download has ended, while its hook and a child of that go on until there is a file `go`.
        private func hookedRun(onTerminate trap: String, _ words: [String] = ["--json"]) async throws -> (run: Run, pids: [pid_t]) {
            let script = "trap '\(trap)' TERM\nsleep 600 & echo $$ $! >>$1/pids; until [ -e $1/go ]; do sleep 0.02; done; kill -9 $!\n"
            let path = try sandbox.folder.write(script, to: "hook.sh")
            let hook = ["--on-finish", "/bin/sh \(path) \(sandbox.folder.path)"]
            let url = origin.serve("/hooked.bin", .file(size: 500))
            let run = try sandbox.start(["--batch", "-d", sandbox.documents] + words + hook + [url])
            let pids = try await eventually("the hook runs", timeout: .seconds(20)) { lines("pids").last }
            return (run, pids.split(separator: " ").compactMap { pid_t($0) })
        }

        private func lines(_ name: String) -> [String] {
            String(decoding: sandbox.folder.read(name) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        }

        private func isGone(_ pid: pid_t) -> Bool {
            guard kill(pid, 0) == 0, let stat = readFile("/proc/\(pid)/stat") else { return true }
            // Where nobody waits for those without a parent they stay as zombies.
            return String(decoding: stat, as: UTF8.self).contains(") Z ")
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func `a signal ends a hook that is all that is waited for, and the next run repeats it`(_ number: Int32) async throws {
            let (run, pids) = try await hookedRun(onTerminate: "echo asked >>$1/asked; exit 1")
            try await run.wait(for: "finished")
            run.process.signal(number)
            #expect(try await run.process.ended(within: .seconds(5)) == .signal(number))
            #expect(lines("asked") == ["asked"])
            #expect(pids.count == 2 && pids.allSatisfy(isGone))
            let summary = try #require(try run.events().last)
            #expect(summary["event"]?.string == "summary" && summary["exit"]?.integer == Int64(128 + number))
            #expect(summary["finished"]?.integer == 1)
            try sandbox.folder.write("", to: "go")
            let (next, _) = try await hookedRun(onTerminate: "")
            #expect(try await next.status() == 0, "\(next.errors)")
            #expect(lines("pids").count == 2 && origin.log(of: "/hooked.bin").count == 1)
        }

        @Test func `a hook that does not heed the signal holds the run up for no more than two seconds`() async throws {
            let (run, pids) = try await hookedRun(onTerminate: "echo asked >>$1/asked")
            let start = ContinuousClock.now
            run.process.signal(SIGTERM)
            #expect(try await run.process.ended(within: .seconds(5)) == .signal(SIGTERM))
            // It had its time.
            #expect(ContinuousClock.now - start > .milliseconds(1_400))
            #expect(lines("asked") == ["asked"])
            #expect(pids.count == 2 && pids.allSatisfy(isGone))
        }

        @Test func `a second signal kills the hook and ends the run at once`() async throws {
            let (run, pids) = try await hookedRun(onTerminate: "echo asked >>$1/asked")
            run.process.signal(SIGTERM)
            try await eventually("the hook is asked to end") { !lines("asked").isEmpty }
            // One that comes right after the first is the same wish.
            try await eventually("it is out") {
                run.process.signal(SIGINT)
                return !run.process.isRunning
            }
            #expect(try await run.process.ended(within: .seconds(1)) == .signal(SIGINT))
            try await eventually("nothing is left of the hook", timeout: .seconds(5)) { pids.count == 2 && pids.allSatisfy(isGone) }
        }

        @Test func `a run that only waits for a hook says so`() async throws {
            let (run, _) = try await hookedRun(onTerminate: "", ["--progress", "plain"])
            try await eventually("it says so") { run.errors.contains(" waiting  all downloads have ended; --on-finish still runs\n") }
            try sandbox.folder.write("", to: "go")
            #expect(try await run.status() == 0)
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
