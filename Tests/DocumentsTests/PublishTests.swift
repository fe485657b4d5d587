import Documents
import DownloadCore
import Platform
import Testing
import TestSupport

@Suite struct PublishTests {
    @Test func `a finished file gets its timestamp name and nothing else is left`() async throws {
        let bench = try Workbench()
        try await bench.download(7, "hello")
        let intent = try await bench.publish(bench.order(7, size: 5, url: "https://example.com/a/linux.tar.gz?token=1"))
        #expect(intent.name == "1700000000.tar.gz")
        #expect(try bench.names() == ["1700000000.tar.gz"])
        #expect(try bench.read("1700000000.tar.gz") == "hello")
        #expect(try bench.hiddenNames().isEmpty)
    }

    @Test func `a hundred files of one second get a hundred names and a planted file survives`() async throws {
        let bench = try Workbench()
        try plant(bench.path + "/1700000000-17.bin", "mine")
        for task in 1...100 { try await bench.download(Int64(task), "task \(task)") }
        var names: Set<String> = []
        for task in 1...100 { names.insert(try await bench.publish(bench.order(Int64(task), size: "task \(task)".utf8.count)).name) }
        #expect(names.count == 100)
        #expect(try bench.read("1700000000-17.bin") == "mine")
        #expect(try bench.names().count == 101)
        let contents = try Set(bench.names().compactMap { try bench.read($0) })
        #expect(contents == Set((1...100).map { "task \($0)" } + ["mine"]))
    }

    @Test(arguments: ExclusiveNaming.allCases)
    func `every way of naming refuses a taken name`(way: ExclusiveNaming) async throws {
        let bench = try Workbench(ways: [way])
        try await bench.download(1, "new")
        let order = bench.order(1, size: 3)
        let intent = try await bench.documents.intend(order, after: nil)
        try plant(bench.path + "/" + intent.name, "mine")
        #expect(try await bench.documents.carryOut(intent) == .nameTaken)
        #expect(try bench.hiddenNames() == [bench.partName(1)])
        let second = try await bench.documents.intend(order, after: intent)
        #expect(second.name == "1700000000-1.bin")
        #expect(try await bench.documents.carryOut(second) == .published)
        #expect(try bench.read(intent.name) == "mine")
        #expect(try bench.read(second.name) == "new")
        #expect(try bench.hiddenNames().isEmpty)
    }

    @Test func `a dangling link under the wanted name is neither followed nor replaced`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "new")
        try symbolicLink(to: bench.folder.path + "/elsewhere", at: bench.path + "/1700000000.bin")
        let intent = try await bench.publish(bench.order(1, size: 3))
        #expect(intent.name == "1700000000-1.bin")
        #expect(try FileStatus.of(path: bench.folder.path + "/elsewhere") == nil)
        #expect(try Directory.open(bench.path).status(of: "1700000000.bin")?.kind == .symbolicLink)
    }

    @Test func `two directories' owners publish at once and lose nothing`() async throws {
        let first = try Workbench()
        let second = try Workbench(first.folder, storeID: "11111111-2222-4333-8444-555555555555")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (label, bench) in [("a", first), ("b", second)] {
                for task in 1...200 {
                    group.addTask {
                        try await bench.download(Int64(task), "\(label)\(task)")
                        try await bench.publish(bench.order(Int64(task), size: "\(label)\(task)".utf8.count))
                    }
                }
            }
            try await group.waitForAll()
        }
        let contents = try first.names().compactMap { try first.read($0) }
        #expect(contents.count == 400)
        #expect(Set(contents) == Set((1...200).flatMap { ["a\($0)", "b\($0)"] }))
        #expect(await first.documents.catalogueEntries().count == 400)
    }

    @Test func `many intents are carried out as a group, each with its own end`() async throws {
        let bench = try Workbench()
        var intents: [PublishIntent] = []
        for task in 1...20 {
            try await bench.download(Int64(task), "t\(task)")
            intents.append(try await bench.documents.intend(bench.order(Int64(task), size: "t\(task)".utf8.count), after: nil))
        }
        #expect(Set(intents.map(\.name)).count == 20)
        try plant(intents[4].path, "mine")
        await bench.documents.discardPart(TaskID(rawValue: 8), generation: nil)
        let outcomes = await bench.documents.carryOut(intents)
        #expect(outcomes.filter { (try? $0.get()) == .published }.count == 18)
        #expect(try outcomes[4].get() == .nameTaken)
        #expect(throws: Failure.self) { try outcomes[7].get() }
        #expect(try bench.names().count == 19)
    }

    @Test func `the file tells where it came from, without secrets`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        var order = bench.order(1, size: 3, url: "https://me:secret@example.com/My%20File.pdf?key=1#top")
        order.digest = Checksum(.md5, hex: "900150983cd24fb0d6963f7d28e17f72")
        let intent = try await bench.publish(order)
        let file = try Directory.open(bench.path).openFile(intent.name, .read)
        #expect(try file.attribute("user.xdg.origin.url") == "https://example.com/My%20File.pdf")
        #expect(try file.attribute("user.haul.name") == "My File.pdf")
        #expect(try file.attribute("user.haul.digest") == "md5=900150983cd24fb0d6963f7d28e17f72")
        #expect(try file.status().mode == 0o644 & ~ThisProcess.fileModeMask)
    }

    @Test func `a chosen name is kept, and gets a number when it is taken`() async throws {
        let bench = try Workbench()
        try plant(bench.path + "/.my-rc.txt", "mine")
        try await bench.download(1, "abc")
        #expect(try await bench.publish(bench.order(1, size: 3, chosen: ".my-rc.txt")).name == ".my-rc-1.txt")
        try await bench.download(2, "abc")
        let code = await failureCode { _ = try await bench.documents.intend(bench.order(2, size: 3, chosen: "a/b"), after: nil) }
        #expect(code == .usage)
    }

    @Test func `another folder on the same disk is published into`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        let other = bench.folder.path + "/a/b"
        let intent = try await bench.publish(bench.order(1, size: 3, directory: other + "/"))
        #expect(intent.path == other + "/1700000000.bin")
        #expect(try bench.names(in: other) == ["1700000000.bin"])
        #expect(try bench.hiddenNames().isEmpty)
    }

    @Test func `an incomplete part file is not published`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        #expect(await failureCode { _ = try await bench.documents.intend(bench.order(1, size: 4), after: nil) } == .writeFile)
        #expect(try bench.hiddenNames() == [bench.partName(1)])
    }

    @Test func `carrying out twice is the same as once`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        let intent = try await bench.documents.intend(bench.order(1, size: 3), after: nil)
        #expect(try await bench.documents.carryOut(intent) == .published)
        #expect(try await bench.documents.carryOut(intent) == .published)
        #expect(try bench.names() == ["1700000000.bin"])
    }

    @Test(arguments: [true, false])
    func `a vanished documents folder is a failure, and one in its place takes nothing for published`(isReplaced: Bool) async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        let intent = try await bench.documents.intend(bench.order(1, size: 3), after: nil)
        try bench.folder.directory.renameReplacing("docs", to: "away", in: bench.folder.directory)
        if isReplaced { try bench.folder.directory.makeDirectory("docs") }
        #expect(await failureCode { try await bench.documents.checkDirectory() } == (isReplaced ? nil : .openFile))
        #expect(await failureCode { _ = try await bench.documents.carryOut(intent) } == .openFile)
        #expect(await failureCode { try await bench.download(2, "x") } == (isReplaced ? nil : .openFile))
        if !isReplaced { #expect(await failureCode { _ = try await bench.documents.recover(intent) } == .openFile) }
        #expect(try (bench.folder.directory.status(of: "docs") != nil) == isReplaced)
        #expect(try Directory.open(bench.folder.path + "/away/.haul").names().contains(bench.partName(1)))
    }
}
