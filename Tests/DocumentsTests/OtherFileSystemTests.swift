import Documents
import DownloadCore
import Platform
import Testing
import TestSupport

@Suite(.enabled(if: hasOtherFileSystem)) struct OtherFileSystemTests {
    private func copyName(_ bench: Workbench) -> String {
        ".haul-" + bench.partName(1)
    }

    @Test func `the file is copied there with its attributes, and the source goes last`() async throws {
        let bench = try Workbench()
        let there = try #require(try folderElsewhere())
        try await bench.download(1, "hello")
        let intent = try await bench.documents.intend(bench.order(1, size: 5, directory: there.path), after: nil)
        #expect(intent.part == there.path + "/" + copyName(bench))
        #expect(try there.directory.status(of: copyName(bench))?.inode == intent.inode)
        #expect(try bench.hiddenNames() == [bench.partName(1)])
        #expect(try await bench.documents.carryOut(intent) == .published)
        #expect(try there.directory.names() == ["1700000000.bin"])
        #expect(try bench.read("1700000000.bin", in: there.path) == "hello")
        #expect(try bench.hiddenNames().isEmpty)
        #expect(try there.directory.status(of: intent.name)?.mode == 0o644 & ~ThisProcess.fileModeMask)
    }

    @Test func `a taken name does not make the copy anew`() async throws {
        let bench = try Workbench()
        let there = try #require(try folderElsewhere())
        try await bench.download(1, "hello")
        let order = bench.order(1, size: 5, directory: there.path)
        let intent = try await bench.documents.intend(order, after: nil)
        try plant(intent.path, "mine")
        #expect(try await bench.documents.carryOut(intent) == .nameTaken)
        let second = try await bench.documents.intend(order, after: intent)
        #expect(second.inode == intent.inode)
        #expect(try await bench.documents.carryOut(second) == .published)
        #expect(try there.directory.names().sorted() == ["1700000000-1.bin", "1700000000.bin"])
        #expect(try bench.read("1700000000.bin", in: there.path) == "mine")
    }

    @Test func `a lost copy is made anew from the source`() async throws {
        let bench = try Workbench()
        let there = try #require(try folderElsewhere())
        try await bench.download(1, "hello")
        let intent = try await bench.documents.intend(bench.order(1, size: 5, directory: there.path), after: nil)
        try there.directory.remove(copyName(bench))
        let next = try bench.restarted()
        #expect(try await next.documents.recover(intent) == .publishAgain)
        #expect(try await next.documents.carryOut(intent) == .published)
        #expect(try next.read("1700000000.bin", in: there.path) == "hello")
        #expect(try next.hiddenNames().isEmpty)
    }

    @Test(arguments: [("hello", PublishRecovery.finished), ("other", .publishAgain), ("longer", .publishAgain)])
    func `a target with another inode is the file if it has the source's bytes`(
        contents: String,
        expected: PublishRecovery
    ) async throws {
        let bench = try Workbench()
        let there = try #require(try folderElsewhere())
        try await bench.download(1, "hello")
        let intent = try await bench.documents.intend(bench.order(1, size: 5, directory: there.path), after: nil)
        // The stranger first, so that it cannot get the inode number of the copy.
        try plant(intent.path, contents)
        try there.directory.remove(copyName(bench))
        let next = try bench.restarted()
        #expect(try await next.documents.recover(intent) == expected)
        #expect(try next.hiddenNames() == (expected == .finished ? [] : [next.partName(1)]))
        #expect(try next.read(intent.name, in: there.path) == contents)
    }

    @Test func `a published copy that was moved away is missing, not fetched again`() async throws {
        let bench = try Workbench()
        let there = try #require(try folderElsewhere())
        try await bench.download(1, "hello")
        let intent = try await bench.publish(bench.order(1, size: 5, directory: there.path))
        try there.directory.remove(intent.name)
        #expect(try await bench.restarted().documents.recover(intent) == .finishedButMissing)
    }

    @Test func `a link planted at the copy's name is replaced itself, not followed`() async throws {
        let bench = try Workbench()
        let there = try #require(try folderElsewhere())
        try plant(bench.folder.path + "/victim", "mine")
        try symbolicLink(to: bench.folder.path + "/victim", at: there.path + "/" + copyName(bench))
        try await bench.download(1, "hello")
        try await bench.publish(bench.order(1, size: 5, directory: there.path))
        #expect(try bench.read("victim", in: bench.folder.path) == "mine")
        #expect(try there.directory.names() == ["1700000000.bin"])
    }

    @Test(.enabled(if: SmallDisk.isAllowed))
    func `a target disk that is too small is disk-full, and the source is kept`() async throws {
        let bench = try Workbench()
        let disk = try #require(try SmallDisk(size: "64k"))
        try await bench.download(1, String(repeating: "x", count: 1 << 20))
        let code = await failureCode {
            _ = try await bench.documents.intend(bench.order(1, size: 1 << 20, directory: disk.folder.path), after: nil)
        }
        #expect(code == .diskFull)
        #expect(try Directory.open(disk.folder.path).names().isEmpty)
        #expect(try bench.hiddenNames() == [bench.partName(1)])
    }
}
