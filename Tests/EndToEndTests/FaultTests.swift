import Documents
import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// Killed between any two steps of a publish, the next run ends it: one file, told once.
    @Suite struct FaultTests {
        /// Those that a publish onto the same file system never comes to.
        private static let otherFileSystem: Set<String> = [
            "publish.probed", "publish.copying", "publish.copied", "publish.source-removed",
        ]

        @Test(arguments: Documents.faultPoints)
        func `a publish that was cut short is ended by the next run`(_ point: String) async throws {
            let sandbox = try Sandbox()
            let origin = try Origin()
            let url = origin.serve("/a.bin", .file(size: 300_000))
            let first = try sandbox.batch([url], environment: ["HAUL_FAULT": point])
            let exit = try await first.process.ended()
            #expect(Self.otherFileSystem.contains(point) || exit == .signal(SIGKILL), "this step was not reached")
            try await expectOneFile(sandbox, url, folder: sandbox.documents, words: [url], wasKilled: exit == .signal(SIGKILL))
            #expect(origin.log.count == 1)
        }

        @Test(.enabled(if: OtherFileSystem.isThere), arguments: Documents.faultPoints)
        func `and so is one onto another file system`(_ point: String) async throws {
            let sandbox = try Sandbox()
            let other = try OtherFileSystem()
            let origin = try Origin()
            let url = origin.serve("/a.bin", .file(size: 300_000))
            let list = "\(url)\n dir=\(other.path)\n"
            let first = try sandbox.batch(["-i", "-"], input: list, environment: ["HAUL_FAULT": point])
            let exit = try await first.process.ended()
            #expect(exit == .signal(SIGKILL), "this step was not reached: \(first.output)\(first.errors)")
            try await expectOneFile(sandbox, url, folder: other.path, words: ["-i", "-"], input: list, wasKilled: exit == .signal(SIGKILL))
            #expect(Sandbox.names(in: other.path, hidden: true).filter { $0.hasPrefix(".haul-") }.isEmpty)
            #expect(origin.log.count == 1)
        }

        private func expectOneFile(
            _ sandbox: Sandbox,
            _ url: String,
            folder: String,
            words: [String],
            input: String? = nil,
            wasKilled: Bool
        ) async throws {
            guard wasKilled else { return }
            let second = try sandbox.batch(words, input: input)
            #expect(try await second.status() == 0, "\(second.output)\(second.errors)")
            let finished = try second.events("finished")
            #expect(finished.count == 1)
            let published = Sandbox.names(in: folder)
            #expect(published.count == 1)
            #expect(finished.first?["path"]?.string == folder + "/" + (published.first ?? ""))
            let content = GeneratedContent(seed: 1, size: 300_000)
            #expect(content.firstDifference(fileAt: folder + "/" + (published.first ?? "")) == nil)
            #expect(sandbox.parts.isEmpty)
        }
    }
}

/// A folder in memory, on another file system than the temporary folders.
final class OtherFileSystem {
    private static let base = "/dev/shm"
    let path: String

    static var isThere: Bool {
        var here = stat()
        var there = stat()
        guard let sandbox = try? Sandbox(), stat(sandbox.documents, &here) == 0, stat(base, &there) == 0 else { return false }
        return here.st_dev != there.st_dev && access(base, W_OK) == 0
    }

    init() throws {
        var template = Array("\(Self.base)/haul-e2e-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw PosixError("mkdtemp") }
        path = made
    }

    deinit {
        for name in Sandbox.names(in: path, hidden: true) { unlink(path + "/" + name) }
        rmdir(path)
    }
}
