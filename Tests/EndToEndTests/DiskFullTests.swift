import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// A documents folder on a file system of a few megabytes.
    @Suite(.enabled(if: SmallDisk.isPossible))
    struct DiskFullTests {
        let sandbox: Sandbox
        let origin: Origin
        let disk: SmallDisk

        init() async throws {
            sandbox = try Sandbox()
            origin = try Origin()
            disk = try await SmallDisk(megabytes: 8)
        }

        @Test(arguments: [true, false])
        func `a full disk ends with 9 and keeps what it can`(_ isLengthKnown: Bool) async throws {
            let reply = Reply.file(size: 20 << 20).with { if !isLengthKnown { $0.framing = .chunked } }
            let small = origin.serve("/small.bin", .file(size: 1000))
            let words = ["--batch", "--json", "-j", "1", "-d", disk.path, origin.serve("/large.bin", reply), small]
            let run = try sandbox.start(words)
            #expect(try await run.status() == 9, "\(run.output)")
            let failed = try #require(try run.events("failed").first)
            #expect(failed["error"]?["code"]?.string == "disk-full")
            #expect(Sandbox.names(in: disk.path + "/.haul", hidden: true).filter { $0.hasSuffix(".part") }.isEmpty)
            #expect(sandbox.published.isEmpty)
        }

        @Test func `with wait it goes on as soon as there is room`() async throws {
            let ballast = disk.path + "/ballast"
            try writeFile(String(repeating: "x", count: 5 << 20), to: ballast)
            let url = origin.serve("/a.bin", .file(size: 6 << 20))
            let run = try sandbox.start(["--batch", "--json", "--disk-full", "wait", "-d", disk.path, url])
            try await run.wait(for: "waiting") { $0["reason"]?.string == "disk-full" }
            #expect(run.process.isRunning)
            unlink(ballast)
            #expect(try await run.status() == 0, "\(run.output)")
            let path = try #require(try run.events("finished").first?["path"]?.string)
            #expect(GeneratedContent(seed: 1, size: 6 << 20).firstDifference(fileAt: path) == nil)
        }
    }
}

/// A file system in memory, mounted on a temporary folder; only root can have one.
final class SmallDisk {
    private let folder: TemporaryDirectory
    var path: String { folder.path }

    /// Tried once: a container may refuse mounts even to root.
    static let isPossible: Bool = {
        guard Program.isRoot, let folder = try? TemporaryDirectory("haul-disk") else { return false }
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0 else { return false }
        return umount(folder.path) == 0
    }()

    init(megabytes: Int) async throws {
        folder = try TemporaryDirectory("haul-disk")
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else { throw PosixError("mount") }
    }

    deinit {
        // Detached, so that a program that is just ending does not keep it.
        umount2(folder.path, 2)
    }
}
