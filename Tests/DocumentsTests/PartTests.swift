internal import Glibc
import Documents
import DownloadCore
import Platform
import Testing
import TestSupport

@Suite struct PartTests {
    private let task = TaskID(rawValue: 1)

    @Test func `bytes of different ranges land at their offsets and are found again`() async throws {
        let bench = try Workbench()
        do {
            let (file, length) = try await bench.documents.openPart(task, generation: 0, mustExist: false)
            #expect(length == 0)
            try "world".bytes.withUnsafeBytes { try file.write($0, at: 6) }
            try "hello ".bytes.withUnsafeBytes { try file.write($0, at: 0) }
        }
        let (_, length) = try await bench.documents.openPart(task, generation: 0, mustExist: true)
        #expect(length == 11)
        #expect(try bench.read(bench.partName(1), in: bench.hidden) == "hello world")
        #expect(await bench.documents.partStatus(task, generation: 0)?.length == 11)
        #expect(await bench.documents.partStatus(task, generation: 1) == nil)
    }

    @Test func `a part file that must exist and does not is a failure`() async throws {
        let bench = try Workbench()
        #expect(await failureCode { _ = try await bench.documents.openPart(task, generation: 0, mustExist: true) } == .openFile)
    }

    @Test func `a link planted at the name of a part file is never followed`() async throws {
        let bench = try Workbench()
        try plant(bench.folder.path + "/victim", "mine")
        try symbolicLink(to: bench.folder.path + "/victim", at: bench.hidden + "/" + bench.partName(1))
        for mustExist in [true, false] {
            #expect(await failureCode { _ = try await bench.documents.openPart(task, generation: 0, mustExist: mustExist) } == .openFile)
        }
        #expect(try bench.read("victim", in: bench.folder.path) == "mine")
    }

    @Test func `a hard link planted at the name of a part file is refused`() async throws {
        let bench = try Workbench()
        try plant(bench.folder.path + "/victim", "mine")
        try bench.folder.directory.link("victim", to: bench.partName(1), in: Directory.open(bench.hidden))
        #expect(await failureCode { _ = try await bench.documents.openPart(task, generation: 0, mustExist: false) } == .openFile)
    }

    @Test func `a folder planted at the name of a part file is refused`() async throws {
        let bench = try Workbench()
        try Directory.open(bench.hidden).makeDirectory(bench.partName(1))
        #expect(await failureCode { _ = try await bench.documents.openPart(task, generation: 0, mustExist: false) } == .openFile)
    }

    @Test func `two owners never have one part file`() async throws {
        let bench = try Workbench()
        let other = try bench.restarted()
        let mine = try await bench.documents.openPart(task, generation: 0, mustExist: false)
        let again = try await bench.documents.openPart(task, generation: 0, mustExist: true)
        #expect(mine.file === again.file)
        #expect(await failureCode { _ = try await other.documents.openPart(task, generation: 0, mustExist: false) } == .openFile)
        withExtendedLifetime(mine) {}
    }

    @Test func `a part file is free again as soon as nobody uses it`() async throws {
        let bench = try Workbench()
        let other = try bench.restarted()
        for round in 0..<50 {
            let owner = round.isMultiple(of: 2) ? bench : other
            _ = try await owner.documents.openPart(task, generation: 0, mustExist: round > 0)
        }
    }

    @Test func `a part file that was deleted by hand is noticed`() async throws {
        let bench = try Workbench()
        let held = try await bench.documents.openPart(task, generation: 0, mustExist: false)
        try Directory.open(bench.hidden).remove(bench.partName(1))
        #expect(await failureCode { try await bench.documents.syncPart(task, generation: 0) } == .openFile)
        #expect(await failureCode { _ = try await bench.documents.openPart(task, generation: 0, mustExist: true) } == .openFile)
        let fresh = try await bench.documents.openPart(task, generation: 0, mustExist: false)
        #expect(held.file !== fresh.file)
    }

    @Test func `reserving room keeps the length, and trimming gives back what is too much`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        try await bench.documents.allocate(task, generation: 0, size: 4 << 20)
        let status = { try Directory.open(bench.hidden).status(of: bench.partName(1)) }
        #expect(try status()?.size == 3)
        let reserved = try status()?.allocated ?? 0
        try await bench.documents.trimPart(task, generation: 0, size: 3)
        if reserved >= 4 << 20 { #expect(try status()?.allocated ?? .max < 1 << 20) }
        #expect(await failureCode { try await bench.documents.trimPart(task, generation: 0, size: 4) } == .writeFile)
    }

    @Test func `more than the disk has is refused before the transfer`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        #expect(await failureCode { try await bench.documents.allocate(task, generation: 0, size: .max) } == .diskFull)
        #expect(try #require(await bench.documents.freeSpace()) > 0)
        try await bench.documents.allocate(task, generation: 0, size: -1)
    }

    @Test func `discarding and sweeping touch only what is meant`() async throws {
        let bench = try Workbench()
        let other = try Workbench(bench.folder, storeID: "11111111-2222-4333-8444-555555555555")
        for number in Int64(1)...4 { try await bench.download(number, "x") }
        try await bench.download(1, "x", generation: 2)
        try await other.download(1, "x")
        let strangers = ["notes.part", "\(bench.storeID)-x.part", "\(bench.storeID)-01.part", "\(bench.storeID)-9.0.part"]
        for name in strangers { try plant(bench.hidden + "/" + name, "?") }
        await bench.documents.discardPart(task, generation: 0)
        #expect(try bench.hiddenNames().contains(bench.partName(1, 2)))
        await bench.documents.discardPart(task, generation: nil)
        await bench.documents.sweep(keeping: [TaskID(rawValue: 2), TaskID(rawValue: 3)])
        #expect(try bench.hiddenNames() == ([bench.partName(2), bench.partName(3), other.partName(1)] + strangers).sorted())
    }

    @Test func `a part file that somebody has open is not swept`() async throws {
        let bench = try Workbench()
        let twin = try Workbench(bench.folder)
        let (file, _) = try await bench.documents.openPart(task, generation: 0, mustExist: false)
        await bench.documents.sweep(keeping: [])
        await twin.documents.sweep(keeping: [])
        #expect(try bench.hiddenNames() == [bench.partName(1)])
        withExtendedLifetime(file) {}
    }

    @Test func `a documents folder that comes back under another inode is gone on with, a foreign one is not`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        let above = try Directory.open(bench.folder.path)
        let name = String(bench.path.split(separator: "/").last ?? "")
        try above.renameReplacing(name, to: "away", in: above)
        if let elsewhere = try folderElsewhere() {
            // What is under the path of a disk that was unmounted lies on another one.
            _ = try Directory.make(elsewhere.path + "/.haul")
            try symbolicLink(to: elsewhere.path, at: bench.path)
            #expect(await failureCode { try await bench.documents.checkDirectory() } == .openFile)
            #expect(await failureCode { _ = try await bench.documents.openPart(task, generation: 0, mustExist: false) } == .openFile)
            #expect(try bench.hiddenNames().isEmpty, "nothing is written into the place of the folder")
            try above.remove(name)
        }
        _ = try Directory.make(bench.path + "/.haul")
        try plant(bench.hidden + "/" + bench.partName(1), "abcd")
        let (_, length) = try await bench.documents.openPart(task, generation: 0, mustExist: true)
        #expect(length == 4)
    }

    @Test(arguments: [true, false])
    func `a documents folder that was deleted is made anew, and one made in its place is taken`(isByHand: Bool) async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        TemporaryDirectory.remove(bench.path)
        if isByHand { _ = try Directory.make(bench.path) }
        try await bench.documents.checkDirectory()
        #expect(try bench.hiddenNames().isEmpty)
        try await bench.download(2, "xyz")
        #expect(try bench.hiddenNames() == [bench.partName(2)])
        let intent = try await bench.documents.intend(bench.order(2, size: 3), after: nil)
        #expect(try await bench.documents.carryOut(intent) == .published)
    }

    @Test func `a folder that somebody makes where the old one was moved away from is begun with`() async throws {
        let bench = try Workbench()
        var (file, _): ((any PartFile)?, Int64) = try await bench.documents.openPart(task, generation: 0, mustExist: false)
        let above = try Directory.open(bench.folder.path)
        let name = String(bench.path.split(separator: "/").last ?? "")
        try above.renameReplacing(name, to: "away", in: above)
        #expect(await detail(bench).hasSuffix("put it back, or make a new one there to begin anew"))
        #expect(try FileStatus.of(path: bench.path) == nil, "nothing is made before somebody does")
        _ = try Directory.make(bench.path)
        // Who writes into the old one hears of it first.
        #expect(await detail(bench).hasSuffix("downloads begin anew there by themselves"))
        withExtendedLifetime(file) {}
        file = nil
        try await bench.download(2, "xyz")
        #expect(try bench.hiddenNames() == [bench.partName(2)])
        let intent = try await bench.documents.intend(bench.order(2, size: 3), after: nil)
        #expect(try await bench.documents.carryOut(intent) == .published)
    }

    /// What is said of the folder, which is missing.
    private func detail(_ bench: Workbench) async -> String {
        do throws(Failure) {
            try await bench.documents.checkDirectory()
            return ""
        } catch {
            #expect(error.isDirectoryMissing == true)
            return error.detail
        }
    }

    @Test func `who writes into a folder that is deleted hears of it before another is made`() async throws {
        let bench = try Workbench()
        let (file, _) = try await bench.documents.openPart(task, generation: 0, mustExist: false)
        TemporaryDirectory.remove(bench.path)
        #expect(await failureCode { try await bench.documents.checkDirectory() } == .openFile)
        #expect(try FileStatus.of(path: bench.path) == nil)
        withExtendedLifetime(file) {}
    }

    @Test func `a folder with unfinished downloads is not made anew`() async throws {
        let bench = try Workbench()
        var options = Documents.Options()
        options.expectedDevices = [1 << 40]
        let lost = { (path: String) in
            do throws(Failure) {
                _ = try Documents(directory: path, storeID: bench.storeID, options: options)
                return false
            } catch {
                return error.isDirectoryMissing == true
            }
        }
        #expect(lost(bench.folder.path + "/gone"))
        #expect(try Directory.open(bench.folder.path).status(of: "gone") == nil)
        // Empty, and on a disk that none of the partial files was on.
        _ = try Directory.make(bench.folder.path + "/empty")
        #expect(lost(bench.folder.path + "/empty"))
        #expect(try Directory.open(bench.folder.path + "/empty").names().isEmpty)
        // With its hidden folder it is the one, whatever number its disk has now.
        #expect(!lost(bench.path))
    }

    @Test func `a file in the place of the folder is waited away`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        #expect(rename(bench.path, bench.path + ".away") == 0)
        try writeFile("x", to: bench.path)
        await #expect { try await bench.documents.checkDirectory() } throws: {
            ($0 as? Failure)?.isDirectoryMissing == true && ($0 as? Failure)?.detail.contains("no folder") == true
        }
        #expect(remove(bench.path) == 0)
        #expect(rename(bench.path + ".away", bench.path) == 0)
        #expect(try await bench.documents.openPart(task, generation: 0, mustExist: true).length == 3)
    }

    @Test func `who waits for a folder that is missing touches nothing until it is back`() async throws {
        let bench = try Workbench()
        try await bench.download(1, "abc")
        let device = try #require(try FileStatus.of(path: bench.path)).device
        let away = bench.folder.path + "/away"
        #expect(rename(bench.path, away) == 0)
        var options = Documents.Options()
        options.expectedDevices = [device]
        options.waitingRoom = bench.folder.path
        let documents = try Documents(directory: bench.path, storeID: bench.storeID, options: options)
        #expect(await documents.awaited?.isDirectoryMissing == true)
        for _ in 1...2 {
            await #expect { _ = try await documents.openPart(task, generation: 0, mustExist: true) } throws: {
                ($0 as? Failure)?.isDirectoryMissing == true
            }
        }
        await documents.discardPart(task, generation: nil)
        await documents.sweep(keeping: [])
        #expect(await documents.partStatus(task, generation: 0) == nil)
        #expect(await documents.partDevice() == nil)
        // A file in it is out of sight, and was not taken.
        let path = documents.stagingDirectory + "/1-a"
        #expect(await documents.hasStaged(StagedFile(task: task, session: .haul, path: path, bytes: 3)))
        #expect(try FileStatus.of(path: bench.path) == nil)
        #expect(try bench.folder.directory.names().sorted() == ["away"])
        #expect(rename(away, bench.path) == 0)
        #expect(try await documents.openPart(task, generation: 0, mustExist: true).length == 3)
        #expect(await documents.awaited == nil)
        documents.stop()
    }

    @Test func `a deleted hidden folder is made again in the same documents folder`() async throws {
        let bench = try Workbench()
        let root = try Directory.open(bench.path)
        try root.renameReplacing(".haul", to: "gone", in: root)
        try await bench.download(1, "abc")
        #expect(try bench.hiddenNames() == [bench.partName(1)])
        #expect(try root.status(of: ".haul")?.mode == 0o700)
    }

    @Test func `a link in the place of the hidden folder is refused`() throws {
        let folder = try TemporaryFolder()
        try folder.directory.makeDirectory("docs")
        try symbolicLink(to: folder.path, at: folder.path + "/docs/.haul")
        #expect(throws: Failure.self) { try Workbench(folder) }
    }

    @Test(.enabled(if: SmallDisk.isAllowed))
    func `a full disk is told apart from every other error`() async throws {
        let disk = try #require(try SmallDisk(size: "1m"))
        let bench = try Workbench(disk.folder)
        let file = try await bench.documents.openPart(task, generation: 0, mustExist: false).file
        let piece = [UInt8](repeating: 7, count: 256 << 10)
        var failure: Failure?
        for number in 0..<8 where failure == nil {
            do throws(Failure) {
                try file.write(piece, at: Int64(number * piece.count))
            } catch {
                failure = error
            }
        }
        #expect(failure?.code == .diskFull)
        #expect(failure?.detail.contains("No space left on device") == true)
        #expect(await failureCode { try await bench.documents.allocate(task, generation: 0, size: 4 << 20) } == .diskFull)
    }

    @Test func `writing to a full device is disk-full`() throws {
        let file = try File.open("/dev/full", .write)
        #expect(throws: SystemError(.noSpace, "pwrite", path: "/dev/full")) { try file.write([1, 2, 3], at: 0) }
    }
}

extension PartFile {
    func write(_ bytes: [UInt8], at offset: Int64) throws(Failure) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try write(UnsafeRawBufferPointer(buffer), at: offset) }
    }
}
