import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// What people and disks do to the documents folder and to part files while nobody looks.
    @Suite struct DiskTests {
        private static let size: Int64 = 4 << 20
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        private func half(_ seed: UInt64 = 1) -> Reply { .file(size: Self.size, seed: seed).limited(to: 2 << 20) }

        /// Starts a run, and ends it by a signal when it has fetched something.
        private func interrupted(_ url: String, by signal: Int32 = SIGINT) async throws {
            let run = try sandbox.batch(["-x", "1", url])
            // Behind the first second, so that the store knows of bytes.
            try await run.wait(for: "progress") { $0["done"]?.integer ?? 0 > 5 << 19 }
            run.process.signal(signal)
            _ = try await run.process.ended()
        }

        private func expectFile(_ run: Run, seed: UInt64 = 1) async throws {
            #expect(try await run.status() == 0, "\(run.output)\(run.errors)")
            let path = try #require(try run.events("finished").first?["path"]?.string)
            #expect(GeneratedContent(seed: seed, size: Self.size).firstDifference(fileAt: path) == nil)
        }

        // MARK: - The documents folder

        @Test func `a documents folder that is deleted in the middle ends the run with 15, and nothing is made in its place`() async throws
        {
            let run = try sandbox.batch(["-x", "1", origin.serve("/a.bin", half())])
            try await run.wait(for: "progress") { $0["done"]?.integer ?? 0 > 0 }
            rename(sandbox.documents, sandbox.documents + ".gone")
            #expect(try await run.status() == 15, "\(run.output)")
            let failed = try #require(try run.events("failed").first)
            #expect(failed["error"]?["code"]?.string == "open-file")
            #expect(failed["error"]?["message"]?.string?.contains("the documents folder is gone") == true, "\(failed)")
            #expect(access(sandbox.documents, F_OK) != 0)
            // Back in its place it goes on.
            rename(sandbox.documents + ".gone", sandbox.documents)
            try await expectFile(try sandbox.batch(["-x", "1", origin.serve("/a.bin", .file(size: Self.size))]))
            #expect(origin.log.last?.range != nil || origin.log.count == 1)
        }

        @Test func `a documents folder with unfinished downloads is never made anew by a later run`() async throws {
            let url = origin.serve("/a.bin", half())
            try await interrupted(url)
            rename(sandbox.documents, sandbox.documents + ".gone")
            let lost = try sandbox.batch([url])
            #expect(try await lost.status() == 15, "\(lost.output)\(lost.errors)")
            #expect(lost.errors.contains("the documents folder with unfinished downloads is gone"), "\(lost.errors)")
            #expect(access(sandbox.documents, F_OK) != 0)
            rename(sandbox.documents + ".gone", sandbox.documents)
            try await expectFile(try sandbox.batch([url]))
            #expect(origin.log.last?.range != nil)
        }

        @Test(arguments: [false, true])
        func `an agent that starts without its documents folder waits for it, and goes on when it is back`(isEmptyPlace: Bool) async throws
        {
            let first = origin.serve("/a.bin", half())
            let second = origin.serve("/b.bin", .file(size: 1000))
            let documents = sandbox.folder.appending("home/Documents/Haul")
            func tasks() async throws -> [JSON] {
                let list = try sandbox.start(["list", "--json"])
                #expect(try await list.status() == 0, "\(list.errors)")
                return try list.events()
            }
            #expect(try await sandbox.start(["add", "-x", "1", first]).status() == 0)
            try await eventually("bytes come") { try await tasks().first?["done"]?.integer ?? 0 > 5 << 19 }
            let agent = Int32(try #require(try await Self.agent(sandbox)))
            kill(agent, isEmptyPlace ? SIGTERM : SIGKILL)
            try await eventually("it is gone") { kill(agent, 0) != 0 }
            rename(documents, documents + ".gone")
            // Unreadable or not a folder at all: as good as none.
            if isEmptyPlace { try writeFile("x", to: documents) }

            #expect(try await sandbox.start(["add", "-x", "1", second]).status() == 0)
            try await eventually("it waits") {
                try await tasks().first { $0["id"]?.integer == 1 }?["wait"]?["reason"]?.string == "directory-missing"
            }
            #expect(origin.log.count == 1)
            #expect(try await tasks().allSatisfy { $0["state"]?.string != "failed" })
            let doctor = try sandbox.start(["doctor"])
            _ = try await doctor.status()
            #expect(doctor.output.contains(documents), "\(doctor.output)")
            if isEmptyPlace { unlink(documents) } else { #expect(access(documents, F_OK) != 0) }

            rename(documents + ".gone", documents)
            try await eventually("both are there", timeout: .seconds(30)) { Sandbox.names(in: documents).count == 2 }
            #expect(origin.log.first { $0.path == "/a.bin" && $0.range != nil } != nil, "\(origin.log)")
            #expect(try await sandbox.start(["agent", "stop"]).status() == 0)
        }

        private static func agent(_ sandbox: Sandbox) async throws -> Int64? {
            let status = try sandbox.start(["agent", "status", "--json"])
            #expect(try await status.status() == 0)
            return try status.events().first?["pid"]?.integer
        }

        @Test(.enabled(if: SmallDisk.isPossible))
        func `an empty mount point is left empty, and a disk that comes back is gone on with`() async throws {
            var disk: SmallDisk? = try await SmallDisk(megabytes: 16)
            let place = try #require(disk?.path)
            let url = origin.serve("/a.bin", half())
            let words = ["--batch", "--json", "-x", "1", "--disk-full", "wait", "-d", place]
            let run = try sandbox.start(words + [url])
            try await run.wait(for: "started")
            // Unmounted lazily, as a disk that is pulled out: open files go on, the path leads to the empty place.
            umount2(place, 2)
            try await run.wait(for: "waiting") { $0["reason"]?.string == "directory-missing" }
            #expect(Sandbox.names(in: place, hidden: true).isEmpty)
            run.process.signal(SIGTERM)
            _ = try await run.process.ended()
            // The partial file was on that disk; the next run does not begin another one in the empty place.
            let next = try sandbox.start(["--batch", "--json", "-x", "1", "-d", place, url])
            #expect(try await next.status() == 15, "\(next.output)\(next.errors)")
            #expect(Sandbox.names(in: place, hidden: true).isEmpty)
            disk = nil
        }

        @Test func `a read-only folder is said at once, and nothing is asked of the server`() async throws {
            try #require(mkdir(sandbox.documents + "/.haul", 0o700) == 0)
            let url = origin.serve("/a.bin", .file(size: 1000))
            // A file where the folder of the part files would be: root is stopped by nothing less.
            rmdir(sandbox.documents + "/.haul")
            try writeFile("x", to: sandbox.documents + "/.haul")
            let run = try sandbox.batch([url])
            #expect([15, 16, 18].contains(try await run.status()), "\(run.output)\(run.errors)")
            #expect(origin.log.isEmpty)
            #expect(run.errors.contains(".haul"), "\(run.errors)")
        }

        // MARK: - Part files

        @Test func `a part file that was swapped for another of the same length is not gone on with`() async throws {
            let url = origin.serve("/a.bin", half())
            try await interrupted(url)
            let part = try #require(sandbox.parts.first)
            let length = try #require(readFile(part)).count
            try writeFile(String(repeating: "x", count: length), to: part + ".other")
            rename(part + ".other", part)
            let next = try sandbox.batch([url])
            try await expectFile(next)
            #expect(try next.events("restarted").first?["reason"]?.string?.contains("another file") == true, "\(next.output)")
        }

        @Test func `a part file that was changed while nobody wrote to it is not gone on with`() async throws {
            let url = origin.serve("/a.bin", half())
            try await interrupted(url)
            let part = try #require(sandbox.parts.first)
            let descriptor = open(part, O_WRONLY | O_CLOEXEC)
            #expect(pwrite(descriptor, "wrong", 5, 1000) == 5)
            close(descriptor)
            let next = try sandbox.batch([url])
            try await expectFile(next)
            #expect(try next.events("restarted").first?["reason"]?.string?.contains("changed by somebody else") == true, "\(next.output)")
        }

        @Test(arguments: [SIGINT, SIGKILL])
        func `a part file that nobody touched is gone on with`(_ signal: Int32) async throws {
            let url = origin.serve("/a.bin", half())
            try await interrupted(url, by: signal)
            let next = try sandbox.batch([url])
            try await expectFile(next)
            #expect(try next.events("restarted").isEmpty && origin.log.last?.range != nil, "\(next.output)")
        }

        @Test(arguments: [0, 1_000_000])
        func `a part file that is gone or shorter is told, and fetched as far as it is missing`(_ length: Int64) async throws {
            let url = origin.serve("/a.bin", half())
            try await interrupted(url, by: SIGKILL)
            let part = try #require(sandbox.parts.first)
            if length == 0 { unlink(part) } else { truncate(part, off_t(length)) }
            let next = try sandbox.batch(["-x", "1", url])
            try await expectFile(next)
            #expect(try next.events("warning").contains { $0["message"]?.string?.contains("fetched again") == true }, "\(next.output)")
            #expect(origin.log.last?.range == (length == 0 ? nil : "bytes=\(length)-"))
        }

        @Test func `a part file that is removed in the middle ends with a failure, and the next run begins anew`() async throws {
            let url = origin.serve("/a.bin", half())
            let run = try sandbox.batch(["-x", "1", url])
            try await run.wait(for: "progress") { $0["done"]?.integer ?? 0 > 0 }
            unlink(try #require(sandbox.parts.first))
            #expect(try await run.status() == 15, "\(run.output)")
            #expect(sandbox.published.isEmpty)
            #expect(try run.events("failed").first?["error"]?["message"]?.string?.contains("was removed") == true, "\(run.output)")
            try await expectFile(try sandbox.batch([url]))
        }

        @Test func `part files that no task knows of are swept, and those of others are not`() async throws {
            let url = origin.serve("/a.bin", half())
            try await interrupted(url)
            let part = try #require(sandbox.parts.first)
            let folder = sandbox.documents + "/.haul/"
            let store = try #require(part.split(separator: "/").last?.dropLast("-1.part".count))
            let orphans = ["\(store)-77.part", "\(store)-78.2.part"]
            let others = ["0000-of-another-store-77.part", "\(store)-77.part.bak", "notes"]
            for name in orphans + others { try writeFile("x", to: folder + name) }
            try await expectFile(try sandbox.batch([url]))
            for name in orphans { #expect(access(folder + name, F_OK) != 0, "\(name)") }
            for name in others { #expect(access(folder + name, F_OK) == 0, "\(name)") }
        }

        @Test func `a store that was put together again sweeps nothing`() async throws {
            let url = origin.serve("/a.bin", half())
            try await interrupted(url)
            let part = try #require(sandbox.parts.first)
            let orphan = String(part.dropLast("-1.part".count)) + "-77.part"
            try writeFile("x", to: orphan)
            let sessions = sandbox.folder.appending("state/haul/sessions")
            let store = sessions + "/" + (Sandbox.names(in: sessions).first ?? "") + "/tasks.db"
            let descriptor = open(store, O_WRONLY | O_CLOEXEC)
            #expect(pwrite(descriptor, String(repeating: "garbage", count: 100), 700, 4096) == 700)
            close(descriptor)
            let next = try sandbox.batch([url])
            try await expectFile(next)
            #expect(try next.events("warning").contains { $0["message"]?.string?.contains("damaged") == true }, "\(next.output)")
            #expect(access(orphan, F_OK) == 0)
        }
    }
}
