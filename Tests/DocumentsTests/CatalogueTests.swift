import Documents
import DownloadCore
import Platform
import Testing
import TestSupport

@Suite struct CatalogueTests {
    private func published(_ bench: Workbench) async throws {
        let urls = ["https://u:p@a.example/Annual%20Report.pdf?k=1", "https://b.example/100%25_sure.txt", "https://b.example/x"]
        for (task, url) in zip(1..., urls) {
            try await bench.download(Int64(task), "t\(task)")
            try await bench.publish(bench.order(Int64(task), size: 2, url: url, seconds: 1_700_000_000 + Int64(task)))
        }
    }

    @Test func `what was published is listed, the newest first, without secrets`() async throws {
        let bench = try Workbench()
        try await published(bench)
        let entries = await bench.documents.catalogueEntries()
        #expect(entries.map(\.originalName) == ["x", "100%_sure.txt", "Annual Report.pdf"])
        #expect(entries.last?.url == "https://a.example/Annual%20Report.pdf")
        #expect(entries.last?.name == "1700000001.pdf")
        #expect(entries.last?.size == 2)
        #expect(try entries.last?.inode == Directory.open(bench.path).status(of: "1700000001.pdf")?.inode)
    }

    @Test(arguments: [("report", 1), ("B.EXAMPLE", 2), ("0%_s", 1), ("%", 2), ("_", 1), ("nothing", 0), ("", 3), ("'; DROP", 0)])
    func `a search finds texts as they are`(text: String, count: Int) async throws {
        let bench = try Workbench()
        try await published(bench)
        #expect(await bench.documents.catalogueEntries(matching: text).count == count)
    }

    @Test func `pages of the list don't overlap, and odd limits are no trap`() async throws {
        let bench = try Workbench()
        try await published(bench)
        let first = await bench.documents.catalogueEntries(limit: 2)
        let second = await bench.documents.catalogueEntries(limit: 2, offset: 2)
        #expect((first + second).map(\.originalName) == ["x", "100%_sure.txt", "Annual Report.pdf"])
        #expect(await bench.documents.catalogueEntries(limit: -1, offset: -5).isEmpty)
    }

    @Test func `publishing the same intent twice lists it once`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        let order = bench.order(1, size: 3)
        let intent = try await bench.publish(order)
        await bench.documents.catalogue([(order, intent)])
        #expect(await bench.documents.catalogueEntries().count == 1)
    }

    @Test(arguments: [true, false])
    func `a lost catalogue is rebuilt from the files, also while it is open`(isOpen: Bool) async throws {
        var bench = try Workbench()
        try await published(bench)
        try plant(bench.path + "/stranger.txt", "not ours")
        try Directory.open(bench.hidden).remove("catalogue.db")
        if !isOpen { bench = try bench.restarted() }
        #expect(Set(await bench.documents.catalogueEntries().map(\.originalName)) == ["x", "100%_sure.txt", "Annual Report.pdf"])
    }

    @Test(arguments: ["this is no database at all, but a text that is long enough to be read as one", "SQLite format 3\0garbage"])
    func `a damaged catalogue is set aside and rebuilt`(garbage: String) async throws {
        let bench = try Workbench()
        try await published(bench)
        let hidden = try Directory.open(bench.hidden)
        for round in 1...2 {
            try hidden.remove("catalogue.db")
            try plant(bench.hidden + "/catalogue.db", garbage + String(repeating: "#", count: 8192))
            let next = try bench.restarted()
            #expect(await next.documents.catalogueEntries().count == 3)
            #expect(try hidden.names().contains("catalogue.db.damaged-\(round)"))
        }
    }

    @Test func `a catalogue that cannot be used never makes a publish fail`() async throws {
        let bench = try Workbench()
        try Directory.open(bench.hidden).makeDirectory("catalogue.db")
        try await published(bench)
        #expect(try bench.names().count == 3)
        #expect(await bench.documents.catalogueEntries().isEmpty)
    }

    @Test func `a file published elsewhere is not in this catalogue`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        try await bench.publish(bench.order(1, size: 3, directory: bench.folder.path + "/other"))
        #expect(await bench.documents.catalogueEntries().isEmpty)
    }
}
