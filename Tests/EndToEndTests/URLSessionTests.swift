import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Programs in Apple's words, with the real agent: killed, started again, and told what they missed.
    @Suite struct URLSessionTests {
        let sandbox: Sandbox
        let origin: Origin
        private static let size: Int64 = 2 << 20

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
            try sandbox.folder.write("", to: "probe.log")
        }

        private var environment: [String: String] { sandbox.environment.merging(["HAUL_AGENT": Program.haul]) { $1 } }

        private func start(_ program: String = "URLSessionProbe", words: [String]) throws -> ChildProcess {
            var streams = ChildProcess.Streams()
            streams.output = sandbox.folder.appending("probe.out")
            streams.error = sandbox.folder.appending("probe.err")
            let path = Program.haul.dropLast("haul".count) + program
            return try ChildProcess(String(path), [sandbox.folder.path] + words, environment: environment, streams: streams)
        }

        /// What all probes have said in this sandbox.
        private func said(_ event: String) throws -> [JSON] {
            let text = sandbox.folder.read("probe.log").map { String(decoding: $0, as: UTF8.self) } ?? ""
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return try lines.map { try JSON(parsing: String($0)) }.filter { $0["event"]?.string == event }
        }

        private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

        private func isWhole(_ name: String) -> Bool {
            GeneratedContent(seed: 1, size: Self.size).firstDifference(fileAt: sandbox.folder.appending(name)) == nil
        }

        @Test("rows 33, 34: the file is there in the callback, and gone soon after when it was not taken")
        func unclaimed() async throws {
            let url = origin.serve("/left", .file(size: Self.size))
            let probe = try start(words: ["download", url])
            #expect(try await probe.ended(within: .seconds(30)) == .status(0))
            let file = try #require(try said("file").first)
            #expect(file["status"]?.integer == 200)
            let path = try #require(file["path"]?.string)
            try await eventually("it is gone", timeout: .seconds(5)) { !exists(path) }
            #expect(try said("complete").compactMap { $0["code"]?.integer } == [0])
            #expect(try said("invalid").compactMap { $0["code"]?.integer } == [0])
        }

        @Test("rows 1, 51, 57, 89: killed in the middle, the program is started by the agent, told once, and completes its launch")
        func relaunch() async throws {
            let url = origin.serve("/big", .file(size: Self.size).limited(to: 1 << 20))
            let probe = try start(words: ["download", url])
            try await eventually("bytes come") { origin.log.reduce(0) { $0 + $1.bytesSent } > 200_000 }
            probe.signal(SIGKILL)
            try await eventually("the second process has ended", timeout: .seconds(30)) { try said("over").count == 1 }
            #expect(try said("launch").compactMap { $0["session"]?.string } == ["probe"])
            #expect(try said("complete").compactMap { $0["message"]?.string } == ["big"])
            #expect(try said("file").count == 1 && isWhole("big"))
            // The number that the first process knew it by.
            let numbers = try (said("task") + said("complete")).compactMap { $0["task"]?.integer }
            #expect(Set(numbers).count == 1)
        }

        @Test("row 37: killed with the file in its hands, the program gets the completion and not the file again")
        func killedInCallback() async throws {
            let url = origin.serve("/taken", .file(size: Self.size))
            let probe = try start(words: ["die", "download", url])
            _ = try await probe.ended(within: .seconds(30))
            try await eventually("its end is told", timeout: .seconds(30)) { try said("complete").count == 1 }
            #expect(try said("file").count == 1 && isWhole("taken"))
        }

        @Test("row 46: what was paused goes on in another process, where it stopped")
        func pause() async throws {
            let url = origin.serve("/big", .file(size: Self.size).limited(to: 1 << 20))
            let probe = try start(words: ["pause", "download", url])
            #expect(try await probe.ended(within: .seconds(30)) == .status(0))
            let ended = try #require(try said("complete").first)
            #expect(ended["code"]?.integer == -999 && ended["total"]?.integer ?? 0 > 0)
            let again = try start(words: ["resume", sandbox.folder.appending("resume-data")])
            #expect(try await again.ended(within: .seconds(30)) == .status(0))
            #expect(try said("resumed").contains { $0["total"]?.integer ?? 0 > 0 })
            #expect(isWhole("file"))
        }

        @Test("a status of 404 is delivered as a file, a POST carries its body")
        func statuses() async throws {
            let missing = origin.serve("/missing", .status(404))
            #expect(try await start(words: ["download", missing]).ended(within: .seconds(30)) == .status(0))
            #expect(try said("file").first?["status"]?.integer == 404)
            #expect(try said("complete").first?["code"]?.integer == 0)
            let posted = origin.serve("/posted", .text("answer"))
            #expect(try await start(words: ["post", posted]).ended(within: .seconds(30)) == .status(0))
            #expect(origin.log(of: "/posted").first?.request.method == "POST")
        }

        @Test("row 30: a chunked reply has an unknown length, -1")
        func chunked() async throws {
            let url = origin.serve("/chunked", .file(size: Self.size).limited(to: 2 << 20).with { $0.framing = .chunked })
            #expect(try await start(words: ["download", url]).ended(within: .seconds(30)) == .status(0))
            #expect(try said("wrote").contains { $0["expected"]?.integer == -1 })
            #expect(isWhole("chunked"))
        }

        @Test("row 19: silence for longer than the request's own timeout leads to another try, which goes on with the rest")
        func timeout() async throws {
            let file = Reply.file(size: Self.size)
            let url = origin.serve("/still", [file.times(1).interrupted(.stall(after: 1 << 20)), file])
            #expect(try await start(words: ["timeout", "1", "download", url]).ended(within: .seconds(30)) == .status(0))
            #expect(try said("complete").compactMap { $0["code"]?.integer } == [0])
            #expect(isWhole("still") && origin.log.count > 1)
        }

        @Test("rows 69, 78: a program that leaves as soon as it has resumed a task has one with the agent, and is told of its end later")
        func leaving() async throws {
            let url = origin.serve("/later", .file(size: Self.size))
            #expect(try await start(words: ["download", url, "leave"]).ended(within: .seconds(30)) == .status(0))
            // The agent starts it for that, and it has no order but to listen.
            try await eventually("the file is taken", timeout: .seconds(30)) { try said("file").count == 1 }
            #expect(try said("file").compactMap { $0["message"]?.string } == ["later"] && isWhole("later"))
        }

        @Test("row 20: the time of the whole task ends it, with what it has")
        func limit() async throws {
            let url = origin.serve("/slow", .file(size: Self.size).limited(to: 200_000))
            #expect(try await start(words: ["limit", "2", "download", url]).ended(within: .seconds(30)) == .status(0))
            let ended = try #require(try said("complete").first)
            #expect(ended["code"]?.integer == -1001 && ended["total"]?.integer ?? 0 > 0)
        }

        @Test("row 88: redirects are followed, and the delegate is not asked")
        func redirect() async throws {
            origin.serve("/there", .file(size: Self.size))
            let url = origin.serve("/here", .redirect(to: "/there"))
            #expect(try await start(words: ["download", url]).ended(within: .seconds(30)) == .status(0))
            #expect(try said("redirection").isEmpty && isWhole("here"))
        }

        @Test("row 6: a 401 asks the delegate, whose answer fetches the file")
        func challenge() async throws {
            let url = origin.serve("/secret", .file(size: Self.size).with { $0.credentials = .init(user: "me", password: "secret") })
            #expect(try await start(words: ["user", "me", "secret", "download", url]).ended(within: .seconds(30)) == .status(0))
            #expect(try said("challenge").count == 1 && isWhole("secret"))
        }

        @Test("rows 38, 89: the photo fetcher is killed, started again by the agent, and gives each photo a name")
        func photos() async throws {
            let urls = ["/1.jpg", "/2.jpg", "/3.jpg"].map { origin.serve($0, .file(size: Self.size).limited(to: 1 << 20)) }
            let fetcher = try start("PhotoFetcher", words: urls)
            try await eventually("bytes come") { origin.log.reduce(0) { $0 + $1.bytesSent } > 200_000 }
            fetcher.signal(SIGKILL)
            func names() -> [String] { Sandbox.names(in: sandbox.folder.path).filter { $0.hasSuffix(".jpg") } }
            try await eventually("three photos are there", timeout: .seconds(30)) { names().count == 3 }
            #expect(names().allSatisfy(isWhole))
        }

        @Test("the video manager pauses, resumes, and finds its tasks after a kill")
        func example() async throws {
            let url = origin.serve("/film.mp4", .file(size: Self.size).limited(to: 1 << 20))
            let first = try start("VideoManager", words: ["add", url])
            try await eventually("bytes come") { origin.log.reduce(0) { $0 + $1.bytesSent } > 200_000 }
            first.signal(SIGKILL)
            let second = try start("VideoManager", words: ["pause"])
            #expect(try await second.ended(within: .seconds(30)) == .status(0))
            #expect(exists(sandbox.folder.appending("film.mp4.resume")))
            let third = try start("VideoManager", words: ["resume"])
            #expect(try await third.ended(within: .seconds(30)) == .status(0))
            let name = try #require(Sandbox.names(in: sandbox.folder.path).first { $0.hasSuffix("-film.mp4") })
            #expect(isWhole(name))
        }
    }
}
