import Documents
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Where rules put finished files.
    @Suite struct RuleTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
            mkdir(sandbox.folder.appending("config") + "/haul", 0o700)
            try sandbox.folder.write(
                """
                [documents]
                directory = "\(sandbox.documents)"
                [[rule]]
                extensions = "iso"
                folder = "Images/Disks"
                naming = "{name}"
                [[rule]]
                types = "video/*"
                folder = "Videos"
                """,
                to: "config/haul/config.toml"
            )
        }

        private func batch(_ words: [String], environment: [String: String] = [:]) throws -> Run {
            try sandbox.start(["--batch", "--json"] + words, environment: environment)
        }

        @Test func `files go where their rule says, and a taken name stays whose it is`() async throws {
            for name in ["Images", "Images/Disks"] { mkdir(sandbox.documents + "/" + name, 0o700) }
            try sandbox.folder.write("mine", to: "docs/Images/Disks/debian.iso")
            let disk = origin.serve("/get/debian.iso", .file(size: 5_000))
            let other = origin.serve("/plain.bin", .file(size: 100))
            let run = try batch([disk, other])
            #expect(try await run.status() == 0, "\(run.errors)")
            let paths = Set(try run.events("finished").compactMap { $0["path"]?.string })
            #expect(paths.contains(sandbox.documents + "/Images/Disks/debian-1.iso"), "\(paths)")
            #expect(Sandbox.names(in: sandbox.documents + "/Images/Disks") == ["debian-1.iso", "debian.iso"])
            #expect(sandbox.folder.read("docs/Images/Disks/debian.iso").map { String(decoding: $0, as: UTF8.self) } == "mine")
            #expect(sandbox.published.count == 2)
            let table = try sandbox.start(["files"])
            #expect(try await table.status() == 0)
            #expect(table.output.contains("Images/Disks/debian-1.iso"), "\(table.output)")
            let files = try sandbox.start(["files", "--json"])
            #expect(try await files.status() == 0)
            #expect(
                try files.events().contains { $0["path"]?.string == sandbox.documents + "/Images/Disks/debian-1.iso" },
                "\(files.output)"
            )
        }

        @Test func `who names a folder means it`() async throws {
            let disk = origin.serve("/get/debian.iso", .file(size: 5_000))
            let run = try sandbox.batch([disk])
            #expect(try await run.status() == 0)
            #expect(Sandbox.names(in: sandbox.documents + "/Images") == [])
        }

        @Test func `a folder that cannot be used is waited for, and keeps nobody else waiting`() async throws {
            try sandbox.folder.write("mine", to: "docs/Images")
            let disk = origin.serve("/get/debian.iso", .file(size: 5_000))
            let other = origin.serve("/plain.bin", .file(size: 100))
            let add = try sandbox.start(["add", disk])
            #expect(try await add.status() == 0, "\(add.errors)")
            func task(_ id: Int64) async throws -> JSON? {
                let list = try sandbox.start(["list", "--all", "--json"])
                _ = try await list.status()
                return try list.events().first { $0["id"]?.integer == id }
            }
            try await eventually("it waits", timeout: .seconds(20)) {
                try await task(1)?["wait"]?["reason"]?.string == "directory-missing"
            }
            let second = try sandbox.start(["add", other])
            #expect(try await second.status() == 0, "\(second.errors)")
            try await eventually("the other one ends", timeout: .seconds(20)) { try await task(2)?["state"]?.string == "finished" }
            let show = try sandbox.start(["show", "1"])
            #expect(try await show.status() == 0)
            #expect(show.output.contains("the folder of a [[rule]] cannot be used"), "\(show.output)")
            unlink(sandbox.documents + "/Images")
            try await eventually("it goes on", timeout: .seconds(50)) { try await task(1)?["state"]?.string == "finished" }
            #expect(Sandbox.names(in: sandbox.documents + "/Images/Disks") == ["debian.iso"])
            #expect(origin.log(of: "/get/debian.iso").count == 1)
        }

        @Test(arguments: ["publish.renamed", "publish.folder-synced"])
        func `killed between the rename and its commit, the next run tells it once`(point: String) async throws {
            let url = origin.serve("/debian.iso", .file(size: 300_000))
            let first = try batch([url], environment: ["HAUL_FAULT": point])
            #expect(try await first.process.ended() == .signal(SIGKILL))
            let second = try batch([url])
            #expect(try await second.status() == 0, "\(second.output)\(second.errors)")
            #expect(try second.events("finished").map { $0["path"]?.string } == [sandbox.documents + "/Images/Disks/debian.iso"])
            #expect(Sandbox.names(in: sandbox.documents + "/Images/Disks") == ["debian.iso"])
            #expect(origin.log.count == 1)
            #expect(sandbox.parts.isEmpty)
        }
    }
}
