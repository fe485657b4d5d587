import Documents
import DownloadCore
import Platform
import Testing
import TestSupport

/// Files that a rule puts into a folder below the documents directory.
@Suite struct SubFolderTests {
    private func order(_ bench: Workbench, _ task: Int64, _ text: String, folder: String) -> PublishOrder {
        var order = bench.order(task, size: text.utf8.count)
        order.folder = folder
        return order
    }

    @Test func `the folders are made, a taken name is kept, and the catalogue knows the way`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "one")
        try await bench.download(2, "two")
        let first = try await bench.publish(order(bench, 1, "one", folder: "Books/Maths"))
        let second = try await bench.publish(order(bench, 2, "two", folder: "Books/Maths"))
        #expect(first.path == bench.path + "/Books/Maths/1700000000.bin")
        #expect(second.name == "1700000000-1.bin")
        #expect(try bench.names(in: bench.path + "/Books/Maths") == ["1700000000-1.bin", "1700000000.bin"])
        #expect(try bench.read("1700000000.bin", in: bench.path + "/Books/Maths") == "one")
        #expect(try bench.hiddenNames().isEmpty)
        let listed = await bench.documents.catalogueEntries().map(\.name)
        #expect(Set(listed) == ["Books/Maths/1700000000.bin", "Books/Maths/1700000000-1.bin"])
        let files = try #require(try PublishedFiles(directory: bench.path))
        let entry = try #require(try files.entries(matching: "Maths/1700000000.bin", limit: 10, offset: 0).first)
        #expect(files.look(at: entry.name)?.bytes == 3)
        #expect(files.check(entry) == .sameLength)
        try files.delete(entry.name, inode: entry.inode)
        #expect(try bench.names(in: bench.path + "/Books/Maths") == ["1700000000-1.bin"])
        #expect(files.check(entry) == .missing)
    }

    @Test func `a lost catalogue finds them again`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "one")
        try await bench.publish(order(bench, 1, "one", folder: "a/b"))
        let hidden = try Directory.open(bench.hidden)
        for name in try hidden.names() where name.hasPrefix("catalogue.db") { _ = try hidden.remove(name) }
        #expect(await (try bench.restarted()).documents.catalogueEntries().map(\.name) == ["a/b/1700000000.bin"])
    }

    @Test(arguments: ["a", "a/b"])
    func `a link on the way leads nowhere`(folder: String) async throws {
        let bench = try Workbench()
        let elsewhere = bench.folder.path + "/elsewhere"
        _ = try Directory.make(elsewhere)
        if folder == "a/b" { _ = try Directory.make(bench.path + "/a") }
        try symbolicLink(to: elsewhere, at: bench.path + "/" + folder)
        try await bench.download(1, "one")
        #expect(await failureCode { try await bench.publish(order(bench, 1, "one", folder: folder)) } == .createFolder)
        #expect(try Directory.open(elsewhere).names() == [])
        #expect(try bench.hiddenNames() == [bench.partName(1)])
    }

    private func failure(_ body: () async throws -> Void) async -> Failure? {
        do {
            try await body()
            return nil
        } catch {
            return error as? Failure
        }
    }

    @Test(arguments: ["a", "a/b"])
    func `a folder that cannot be used is told of as one that can be mended`(place: String) async throws {
        let bench = try Workbench()
        if place == "a/b" { _ = try Directory.make(bench.path + "/a") }
        try plant(bench.path + "/" + place, "mine")
        try await bench.download(1, "one")
        let order = order(bench, 1, "one", folder: "a/b")
        let found = await failure { try await bench.publish(order) }
        #expect(found?.isDirectoryMissing == true && found?.isFolderOfRule == true)
        #expect(found?.detail.contains(bench.path + "/" + place) == true && found?.detail.contains("[[rule]]") == true)
        _ = try Directory.open(bench.path + (place == "a" ? "" : "/a")).remove(place == "a" ? "a" : "b")
        #expect(try await bench.publish(order).path == bench.path + "/a/b/1700000000.bin")
        // What is wrong with a name is not mended by waiting.
        try await bench.download(2, "two")
        let long = self.order(bench, 2, "two", folder: String(repeating: "x", count: 300))
        #expect(await failure { try await bench.publish(long) }?.isFolderOfRule == nil)
    }

    @Test func `a folder that is lost after the intent can be mended as well`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "one")
        let order = order(bench, 1, "one", folder: "a")
        let intent = try await bench.documents.intend(order, after: nil)
        try Directory.open(bench.path).removeDirectory("a")
        try plant(bench.path + "/a", "mine")
        #expect(await failure { _ = try await bench.documents.carryOut(intent) }?.isFolderOfRule == true)
        _ = try Directory.open(bench.path).remove("a")
        #expect(try await bench.publish(order).path == bench.path + "/a/1700000000.bin")
    }

    @Test func `a link that takes the folder's place after the intent leads nowhere either`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "one")
        let intent = try await bench.documents.intend(order(bench, 1, "one", folder: "a"), after: nil)
        let elsewhere = bench.folder.path + "/elsewhere"
        _ = try Directory.make(elsewhere)
        try Directory.open(bench.path).removeDirectory("a")
        try symbolicLink(to: elsewhere, at: bench.path + "/a")
        #expect(await failureCode { _ = try await bench.documents.carryOut(intent) } != nil)
        #expect(try Directory.open(elsewhere).names() == [])
        #expect(await failureCode { _ = try await bench.restarted().documents.recover(intent) } != nil)
        #expect(try Directory.open(elsewhere).names() == [])
    }

    @Test(arguments: ["..", "../x", "/tmp", ".haul", "a/../../x", ""])
    func `a folder that is none is refused`(folder: String) async throws {
        let bench = try Workbench()
        try await bench.download(1, "one")
        #expect(await failureCode { try await bench.publish(order(bench, 1, "one", folder: folder)) } == .createFolder)
    }

    @Test(arguments: Documents.faultPoints)
    func `cut short at any step, the next process ends it`(point: String) async throws {
        let bench = try Workbench(crashAt: point)
        try await bench.download(1, "one")
        let order = order(bench, 1, "one", folder: "a/b")
        var intent: PublishIntent?
        do {
            intent = try await bench.documents.intend(order, after: nil)
            if let intent { _ = try await bench.documents.carryOut(intent) }
        } catch {
            #expect(error == Workbench.crash)
        }
        let next = try bench.restarted()
        if let intent, try await next.documents.recover(intent) == .finished {
            #expect(try next.names(in: bench.path + "/a/b") == [intent.name])
        } else if let intent {
            #expect(try await next.documents.carryOut(intent) == .published)
        } else {
            try await next.publish(order)
        }
        #expect(try next.names(in: bench.path + "/a/b") == ["1700000000.bin"])
        #expect(try next.read("1700000000.bin", in: bench.path + "/a/b") == "one")
        #expect(try next.hiddenNames().isEmpty)
    }

    @Test func `a folder that was deleted took its file along, or is made again`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "one")
        let order = order(bench, 1, "one", folder: "a")
        let intent = try await bench.documents.intend(order, after: nil)
        try Directory.open(bench.path).removeDirectory("a")
        #expect(try await bench.restarted().documents.recover(intent) == .publishAgain)
        let again = try await bench.publish(order)
        _ = try Directory.open(bench.path + "/a").remove(again.name)
        try Directory.open(bench.path).removeDirectory("a")
        #expect(try await bench.restarted().documents.recover(again) == .finishedButMissing)
    }
}
