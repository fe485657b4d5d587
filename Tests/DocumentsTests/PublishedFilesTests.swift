import Documents
import DownloadCore
import Platform
import TestSupport
import Testing

@Suite struct PublishedFilesTests {
    private static let digest = "sha-256=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    private func published(_ bench: Workbench) async throws {
        for (task, name) in [(1, "Annual%20Report.pdf"), (2, "100%25_sure.txt")] as [(Int64, String)] {
            try await bench.download(task, "abc")
            var order = bench.order(task, size: 3, url: "https://a.example/\(name)", seconds: 1_700_000_000 + task)
            order.digest = Checksum(parsing: Self.digest)
            try await bench.publish(order)
        }
    }

    @Test func `a directory that is not there has nothing to list, and none is made`() throws {
        let folder = try TemporaryFolder()
        #expect(try PublishedFiles(directory: folder.path + "/docs") == nil)
        #expect(try Directory.open(folder.path).names().isEmpty)
    }

    @Test func `a directory without a catalogue lists nothing, and none is made`() throws {
        let folder = try TemporaryFolder()
        try plant(folder.path + "/stranger.txt", "not ours")
        #expect(try PublishedFiles(directory: folder.path)?.entries(limit: 10, offset: 0).isEmpty == true)
        #expect(try Directory.open(folder.path).names() == ["stranger.txt"])
    }

    @Test(arguments: [true, false])
    func `what was published is listed, with and without a catalogue`(hasCatalogue: Bool) async throws {
        let bench = try Workbench()
        try await published(bench)
        if !hasCatalogue { try Directory.open(bench.hidden).remove("catalogue.db") }
        let files = try #require(try PublishedFiles(directory: bench.path))
        #expect(Set(try files.entries(limit: 10, offset: 0).map(\.originalName)) == ["100%_sure.txt", "Annual Report.pdf"])
        #expect(try files.entries(matching: "REPORT", limit: 10, offset: 0).count == 1)
        #expect(try files.entries(matching: "%_", limit: 10, offset: 0).count == 1)
        #expect(try files.entries(limit: 1, offset: 1).count == 1 && files.entries(limit: -1, offset: -1).isEmpty)
        #expect(try Directory.open(bench.hidden).names().contains("catalogue.db") == hasCatalogue)
    }

    @Test func `a damaged catalogue is passed over`() async throws {
        let bench = try Workbench()
        try await published(bench)
        try File.open(bench.hidden + "/catalogue.db", .write).write(Array(repeating: 0x20, count: 4_096), at: 0)
        #expect(try PublishedFiles(directory: bench.path)?.entries(limit: 10, offset: 0).count == 2)
    }

    @Test func `a check tells what became of a file`() async throws {
        let bench = try Workbench()
        try await published(bench)
        let files = try #require(try PublishedFiles(directory: bench.path))
        let entries = try files.entries(limit: 10, offset: 0)
        #expect(entries.map { files.check($0) } == [.intact, .intact])
        var plain = try #require(entries.first)
        plain.digest = nil
        #expect(files.check(plain) == .sameLength)
        try plant(bench.path + "/" + entries[0].name, "abd")
        #expect(files.check(entries[0]) == .changed)
        try plant(bench.path + "/" + entries[0].name, "abdx")
        #expect(files.check(plain) == .changed)
        try Directory.open(bench.path).remove(entries[1].name)
        #expect(files.check(entries[1]) == .missing)
    }

    @Test(arguments: [true, false])
    func `a stretch of the list comes with the numbers around it`(hasCatalogue: Bool) async throws {
        let bench = try Workbench()
        try await published(bench)
        if !hasCatalogue { try Directory.open(bench.hidden).remove("catalogue.db") }
        let files = try #require(try PublishedFiles(directory: bench.path))
        let entries = try files.entries(limit: 10, offset: 0)
        func anchor(_ index: Int) -> (name: String, time: Int64, inode: UInt64) {
            (entries[index].name, entries[index].time, entries[index].inode)
        }
        let last = try files.stretch(limit: 1, offset: 1, anchor: anchor(1))
        #expect(last == .init(total: 2, matching: 2, entries: [entries[1]], place: 1))
        let searched = try files.stretch(matching: entries[1].originalName.uppercased(), limit: 5, offset: 0, anchor: anchor(1))
        #expect(searched == .init(total: 2, matching: 1, entries: [entries[1]], place: 0))
        #expect(try files.stretch(matching: entries[1].originalName, limit: 5, offset: 0, anchor: anchor(0)).place == nil)
        #expect(try files.stretch(limit: 0, offset: 0) == .init(total: 2, matching: 2, entries: []))
        #expect(try files.stretch(limit: 0, offset: 0, anchor: ("x", 1, 2)).place == nil)
    }

    @Test(arguments: [true, false])
    func `the list can be in other orders, and a file has its place in each`(hasCatalogue: Bool) async throws {
        let bench = try Workbench()
        let contents = [("b.bin", "1"), ("A.bin", "333"), ("c.bin", "22"), ("a.bin", "22")]
        for (index, (name, text)) in contents.enumerated() {
            let task = Int64(index + 1)
            try await bench.download(task, text)
            let url = "https://a.example/\(name)"
            try await bench.publish(bench.order(task, size: text.utf8.count, url: url, seconds: 1_700_000_000 + task))
        }
        if !hasCatalogue { try Directory.open(bench.hidden).remove("catalogue.db") }
        let files = try #require(try PublishedFiles(directory: bench.path))
        let orders: [(Sort, [String])] = [
            (.newestFiles, ["a.bin", "c.bin", "A.bin", "b.bin"]), (Sort(.ended), ["b.bin", "A.bin", "c.bin", "a.bin"]),
            (Sort(.name), ["A.bin", "a.bin", "b.bin", "c.bin"]), (Sort(.name, isDescending: true), ["c.bin", "b.bin", "a.bin", "A.bin"]),
            (Sort(.size), ["b.bin", "c.bin", "a.bin", "A.bin"]), (Sort(.size, isDescending: true), ["A.bin", "a.bin", "c.bin", "b.bin"]),
        ]
        for (sort, names) in orders {
            let entries = try files.entries(sort: sort, limit: 10, offset: 0)
            #expect(entries.map(\.originalName) == names, "\(sort)")
            for (place, entry) in entries.enumerated() {
                let anchor = (name: entry.name, time: entry.time, inode: entry.inode)
                let found = try files.stretch(matching: "bin", sort: sort, limit: 1, offset: place, anchor: anchor)
                #expect(found == .init(total: 4, matching: 4, entries: [entry], place: place), "\(sort)")
            }
        }
    }

    @Test func `a file is deleted and taken off the list, and nothing else is`() async throws {
        let bench = try Workbench()
        try await published(bench)
        let files = try #require(try PublishedFiles(directory: bench.path))
        let entries = try files.entries(limit: 10, offset: 0)
        try files.delete(entries[0].name, inode: entries[0].inode)
        #expect(try files.entries(limit: 10, offset: 0) == [entries[1]])
        #expect(files.look(at: entries[0].name) == nil && files.look(at: entries[1].name)?.bytes == 3)
        // One that somebody else has deleted is only taken off the list.
        try Directory.open(bench.path).remove(entries[1].name)
        #expect(files.check(entries[1]) == .missing)
        try files.delete(entries[1].name)
        #expect(try files.stretch(limit: 0, offset: 0).total == 0)
        #expect(throws: Failure.self) { try files.delete(".haul") }
        #expect(try Directory.open(bench.hidden).names().contains("catalogue.db"))
    }

    @Test func `a check can be given up`() async throws {
        let bench = try Workbench()
        try await published(bench)
        let files = try #require(try PublishedFiles(directory: bench.path))
        let entry = try #require(try files.entries(limit: 1, offset: 0).first)
        #expect(files.check(entry) { true } == .unreadable("not read to its end"))
    }
}
