import Documents
import DownloadCore
import Platform
import Testing
import TestSupport

/// The recovery table of `design.md` section 5, cell by cell, with files as a crash leaves them.
@Suite struct RecoveryTests {
    private func intended(_ bench: Workbench) async throws -> PublishIntent {
        try await bench.download(1, "hello")
        return try await bench.documents.intend(bench.order(1, size: 5), after: nil)
    }

    @Test func `part there, target not: publish again`() async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        let next = try bench.restarted()
        #expect(try await next.documents.recover(intent) == .publishAgain)
        #expect(try await next.documents.carryOut(intent) == .published)
        #expect(try next.read("1700000000.bin") == "hello")
    }

    @Test func `part gone, target is the file: finished`() async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        #expect(try await bench.documents.carryOut(intent) == .published)
        #expect(try await bench.restarted().documents.recover(intent) == .finished)
        #expect(try bench.names() == ["1700000000.bin"])
    }

    @Test func `part and target are two links of one file: finished, the part goes`() async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        try Directory.open(bench.hidden).link(bench.partName(1), to: intent.name, in: Directory.open(bench.path))
        #expect(try await bench.restarted().documents.recover(intent) == .finished)
        #expect(try bench.names() == ["1700000000.bin"])
        #expect(try bench.hiddenNames().isEmpty)
        #expect(try bench.read(intent.name) == "hello")
    }

    @Test func `two links are also put right by carrying out`() async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        try Directory.open(bench.hidden).link(bench.partName(1), to: intent.name, in: Directory.open(bench.path))
        #expect(try await bench.restarted().documents.carryOut(intent) == .published)
        #expect(try bench.hiddenNames().isEmpty)
    }

    @Test(arguments: ["other", "hello"])
    func `part there, name taken by another file: the next name`(contents: String) async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        try plant(intent.path, contents)
        let next = try bench.restarted()
        #expect(try await next.documents.recover(intent) == .publishAgain)
        #expect(try await next.documents.carryOut(intent) == .nameTaken)
        let second = try await next.documents.intend(next.order(1, size: 5), after: intent)
        #expect(second.name == "1700000000-1.bin")
        #expect(try await next.documents.carryOut(second) == .published)
        #expect(try next.read(intent.name) == contents)
        #expect(try next.read(second.name) == "hello")
    }

    @Test(arguments: [false, true])
    func `both gone: finished but missing, also when another file has the name`(hasOther: Bool) async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        #expect(try await bench.documents.carryOut(intent) == .published)
        let root = try Directory.open(bench.path)
        try root.renameReplacing(intent.name, to: "moved", in: bench.folder.directory)
        if hasOther { try plant(intent.path, "other") }
        #expect(try await bench.restarted().documents.recover(intent) == .finishedButMissing)
        #expect(try bench.read("moved", in: bench.folder.path) == "hello")
        if hasOther { #expect(try bench.read(intent.name) == "other") }
    }

    @Test func `a link in the place of the target is another file`() async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        #expect(try await bench.documents.carryOut(intent) == .published)
        let root = try Directory.open(bench.path)
        try root.renameReplacing(intent.name, to: "moved", in: bench.folder.directory)
        try symbolicLink(to: bench.folder.path + "/moved", at: intent.path)
        #expect(try await bench.restarted().documents.recover(intent) == .finishedButMissing)
    }

    @Test func `a part file of another length is a failure, and kept`() async throws {
        let bench = try Workbench()
        let intent = try await intended(bench)
        try await bench.documents.trimPart(TaskID(rawValue: 1), generation: 0, size: 2)
        let next = try bench.restarted()
        #expect(await failureCode { _ = try await next.documents.recover(intent) } == .openFile)
        #expect(await failureCode { _ = try await next.documents.carryOut(intent) } == .writeFile)
        #expect(try next.hiddenNames() == [next.partName(1)])
    }

    @Test(arguments: [false, true])
    func `a target folder that was deleted took the file along, or not yet`(isPublished: Bool) async throws {
        let bench = try Workbench()
        try await bench.download(1, "hello")
        let intent = try await bench.documents.intend(bench.order(1, size: 5, directory: bench.folder.path + "/other"), after: nil)
        if isPublished { #expect(try await bench.documents.carryOut(intent) == .published) }
        try bench.folder.directory.renameReplacing("other", to: "away", in: bench.folder.directory)
        let next = try bench.restarted()
        #expect(try await next.documents.recover(intent) == (isPublished ? .finishedButMissing : .publishAgain))
        if !isPublished { #expect(await failureCode { _ = try await next.documents.carryOut(intent) } == .createFolder) }
    }

    @Test func `an intent of another documents folder touches nothing`() async throws {
        let bench = try Workbench()
        var intent = try await intended(bench)
        intent.part = bench.folder.path + "/victim"
        try plant(intent.part, "mine")
        #expect(await failureCode { _ = try await bench.documents.carryOut(intent) } == .internal)
        #expect(await failureCode { _ = try await bench.documents.recover(intent) } == .internal)
        #expect(try bench.read("victim", in: bench.folder.path) == "mine")
    }

    @Test func `an intent with a path in its name stays inside its folder`() async throws {
        let bench = try Workbench()
        var intent = try await intended(bench)
        intent.name = "../escaped"
        #expect(await failureCode { _ = try await bench.documents.carryOut(intent) } != nil)
        #expect(try bench.folder.directory.status(of: "escaped") == nil)
        #expect(try bench.hiddenNames() == [bench.partName(1)])
    }

    /// Publishes with a crash at a point, then does what the agent does at its next start: with the intent if it was on record.
    @Test(arguments: Documents.faultPoints, ExclusiveNaming.allCases)
    func `a crash at any point leads to one good file`(point: String, way: ExclusiveNaming) async throws {
        let bench = try Workbench(ways: [way], crashAt: point)
        try await crashAndRecover(bench, directory: nil)
    }

    @Test(.enabled(if: hasOtherFileSystem), arguments: Documents.faultPoints, ExclusiveNaming.allCases)
    func `a crash at any point of a publish on another file system leads to one good file`(
        point: String,
        way: ExclusiveNaming
    ) async throws {
        let there = try #require(try folderElsewhere())
        let bench = try Workbench(ways: [way], crashAt: point)
        try await crashAndRecover(bench, directory: there.path)
        #expect(try there.directory.names() == ["1700000000.bin"])
    }

    private func crashAndRecover(_ bench: Workbench, directory: String?) async throws {
        try await bench.download(1, "hello")
        let order = bench.order(1, size: 5, directory: directory)
        var recorded: PublishIntent?
        do {
            let intent = try await bench.documents.intend(order, after: nil)
            recorded = intent
            _ = try await bench.documents.carryOut(intent)
        } catch {
            #expect(error == Workbench.crash)
        }
        let next = try bench.restarted()
        if let intent = recorded {
            switch try await next.documents.recover(intent) {
            case .publishAgain: #expect(try await next.documents.carryOut(intent) == .published)
            case .finished: break
            case .finishedButMissing: Issue.record("the file is somewhere")
            }
        } else {
            // No intent on record: the row says that the download is complete, and the part file is there.
            #expect(await next.documents.partStatus(TaskID(rawValue: 1), generation: 0)?.length == 5)
            try await next.publish(order)
        }
        #expect(try next.names(in: directory) == ["1700000000.bin"])
        #expect(try next.read("1700000000.bin", in: directory) == "hello")
        #expect(try next.hiddenNames().allSatisfy { $0.hasSuffix(".probe") })
        await next.documents.sweep(keeping: [])
        #expect(try next.hiddenNames().isEmpty)
    }
}
