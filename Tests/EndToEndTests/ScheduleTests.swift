import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Windows of the week, in an agent whose clock begins where the test wants it.
    @Suite struct ScheduleTests {
        let sandbox: Sandbox
        let origin: Origin

        /// 2026-11-30, a Monday, 08:00 UTC.
        static let eight: Int64 = 1_796_025_600

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
            mkdir(sandbox.folder.appending("config") + "/haul", 0o700)
        }

        @discardableResult
        private func haul(_ words: [String]) async throws -> String {
            let run = try sandbox.start(words)
            #expect(try await run.status() == 0, "\(run.errors)")
            return run.output
        }

        private func configure(_ text: String) throws {
            try sandbox.folder.write("[documents]\ndirectory = \"\(sandbox.documents)\"\n" + text, to: "config/haul/config.toml")
        }

        private func start(at seconds: Int64, zone: String = "UTC") async throws {
            let run = try sandbox.start(["agent", "start"], environment: ["HAUL_CLOCK": "\(seconds)+", "TZ": zone])
            #expect(try await run.status() == 0, "\(run.errors)")
        }

        private func task(_ id: Int64 = 1) async throws -> JSON? {
            let run = try sandbox.start(["list", "--all", "--json"])
            _ = try await run.status()
            return try run.events().first { $0["id"]?.integer == id }
        }

        private func state(_ id: Int64 = 1) async throws -> String? { try await task(id)?["state"]?.string }

        @Test func `a window that closes stops what runs, another start waits on, and its end lets it go on where it was`() async throws {
            try configure("[[schedule]]\nfrom = \"08:00\"\nto = \"08:01\"\ndownloads = \"pause\"\n")
            try await start(at: Self.eight - 6)
            let url = origin.serve("/a", .file(size: 6 << 20).limited(to: 1 << 19))
            try await haul(["add", "-x", "1", url])
            try await eventually("it runs") { try await task()?["done"]?.integer ?? 0 > 0 }
            try await eventually("it waits for the schedule", timeout: .seconds(20)) { try await state() == "waiting" }
            let waiting = try #require(try await task())
            #expect(waiting["wait"]?["reason"]?.string == "schedule")
            #expect(waiting["wait"]?["until"]?.string?.hasPrefix("2026-11-30T08:01:00") == true, "\(waiting)")
            #expect(waiting["done"]?.integer ?? 0 > 0)
            // One that is new waits as well; one that a person starts does not.
            let other = origin.serve("/b", .file(size: 1_000))
            try await haul(["add", other, other])
            #expect(try await state(2) == "waiting")
            try await haul(["start-now", "3"])
            try await eventually("the one that was started by hand is done") { try await state(3) == "finished" }
            #expect(try await state(2) == "waiting")
            try await haul(["agent", "stop"])
            try await start(at: Self.eight + 56)
            #expect(try await state() == "waiting")
            #expect(origin.log(of: "/a").count == 1)
            try await eventually("both are done", timeout: .seconds(40)) {
                let first = try await state(), second = try await state(2)
                return first == "finished" && second == "finished"
            }
            // It went on with what it had.
            let requests = origin.log(of: "/a")
            #expect(requests.count == 2)
            #expect(requests.last?.range?.hasPrefix("bytes=") == true && requests.last?.range != "bytes=0-", "\(requests)")
            #expect(try await task()?["wasted"]?.integer ?? .max < 1 << 20)
            try await haul(["agent", "stop"])
        }

        @Test func `a limit holds in its window, one by hand from then on until the next`() async throws {
            try configure(
                """
                [downloads]
                limit_rate = "8M"
                [[schedule]]
                from = "08:00"
                to = "17:00"
                limit_rate = "300K"
                """
            )
            func limit() async throws -> Int64? {
                let run = try sandbox.start(["agent", "status", "--json"])
                _ = try await run.status()
                return try run.events().first?["limit"]?.integer
            }
            func shown() async throws -> String {
                let run = try sandbox.start(["limit"])
                _ = try await run.status()
                return run.output
            }
            try await start(at: Self.eight - 3)
            #expect(try await limit() == 8 << 20)
            #expect(try await shown().contains("8.0 MiB/s (downloads.limit_rate of the configuration)"))
            try await eventually("the window has begun", timeout: .seconds(20)) { try await limit() == 300 << 10 }
            #expect(try await shown().contains("300 KiB/s ([[schedule]] of the configuration, daily 08:00-17:00)"))
            try await haul(["limit", "1M"])
            #expect(try await limit() == 1 << 20)
            #expect(try await shown().contains("1.0 MiB/s (set by hand)"))
            try await haul(["limit", "--alternative", "on"])
            #expect(try await shown().contains("(the alternative limit"))
            try await haul(["limit", "--alternative", "off"])
            try await haul(["agent", "stop"])
            // Another agent in the same window goes on with the one by hand, which ends with the window.
            try await start(at: Self.eight + 9 * 3_600 - 3)
            #expect(try await shown().contains("1.0 MiB/s (set by hand)"))
            try await eventually("the window has ended", timeout: .seconds(20)) { try await limit() == 8 << 20 }
            #expect(try await shown().contains("(downloads.limit_rate of the configuration)"))
            try await haul(["agent", "stop"])
            // It does not come back, and what was said before a window began ends with its beginning, also while nobody was there.
            try await start(at: Self.eight + 10 * 3_600)
            #expect(try await limit() == 8 << 20)
            try await haul(["limit", "2M"])
            try await haul(["agent", "stop"])
            try await start(at: Self.eight + 25 * 3_600)
            try await eventually("the window's limit holds", timeout: .seconds(20)) { try await limit() == 300 << 10 }
            try await haul(["agent", "stop"])
        }

        @Test func `times are those of the clock on the wall`() async throws {
            // 08:00 UTC is 17:00 in Tokyo, and was 03:00 in New York.
            try configure("[[schedule]]\nfrom = \"02:00\"\nto = \"04:00\"\ndownloads = \"only\"\n")
            let url = origin.serve("/a", .file(size: 1_000))
            try await start(at: Self.eight, zone: "Asia/Tokyo")
            try await haul(["add", url])
            #expect(try await task()?["wait"]?["until"]?.string?.hasPrefix("2026-11-30T17:00:00") == true)
            try await haul(["agent", "stop"])
            try await start(at: Self.eight, zone: "America/New_York")
            try await eventually("it runs in New York") { try await state() == "finished" }
            try await haul(["agent", "stop"])
        }

        @Test(
            arguments: [
                // In the night to 2027-03-28 clocks in Berlin go from 02:00 to 03:00, in that to 2026-10-25 from 03:00 to 02:00.
                (1_806_192_000, "2027-03-28T01:00:00"), (1_806_192_000 - 86_400, "2027-03-27T01:30:00"),
                (1_792_882_800, "2026-10-25T00:30:00"),
                (1_792_882_800 + 86_400, "2026-10-26T01:30:00"),
            ] as [(Int64, String)]
        )
        func `changes of the clock are those of the place`(now: Int64, until: String) async throws {
            try configure("[[schedule]]\nfrom = \"02:30\"\nto = \"05:00\"\ndownloads = \"only\"\n")
            try await start(at: now, zone: "Europe/Berlin")
            try await haul(["add", origin.serve("/a", .file(size: 1_000))])
            let told = try await task()?["wait"]?["until"]?.string
            #expect(told?.hasPrefix(until) == true, "\(told ?? "nothing")")
            try await haul(["agent", "stop"])
        }

        @Test func `a change of the file opens the window at once`() async throws {
            try configure("[[schedule]]\ndownloads = \"pause\"\n")
            let url = origin.serve("/a", .file(size: 1_000))
            try await haul(["add", url])
            #expect(try await task()?["wait"]?["reason"]?.string == "schedule")
            #expect(try await task()?["wait"]?["until"]?.string == nil)
            try configure("")
            try await eventually("it runs") { try await state() == "finished" }
            try await haul(["agent", "stop"])
        }

        @Test func `a start time is kept over a restart of the agent, and comes by its clock`() async throws {
            let url = origin.serve("/a", .file(size: 1_000))
            try configure("")
            try await start(at: Self.eight)
            try await haul(["add", "--at", "2026-11-30T09:00:00Z", url])
            try await eventually("it waits") { try await task()?["wait"]?["reason"]?.string == "start-time" }
            try await haul(["agent", "stop"])
            try await start(at: Self.eight + 3_597)
            try await eventually("it waits again") { try await task()?["wait"]?["reason"]?.string == "start-time" }
            #expect(origin.log.isEmpty)
            try await eventually("it is nine", timeout: .seconds(20)) { try await state() == "finished" }
            try await haul(["agent", "stop"])
        }
    }
}
