import BackgroundTransfer
import FakeAgent
import FoundationEssentials
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Finished files", .timeLimit(.minutes(2)))
struct FileTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    /// A session whose next event is the file at this path.
    func fileEvent(_ path: String) async throws -> (DownloadedFile, BackgroundSession.Events.Iterator) {
        bench.agent.finish(try bench.agent.addTask("app"), path: path)
        let session = try await bench.session()
        var events = session.events.makeAsyncIterator()
        while let event = try await events.next() {
            if case .didFinishDownloading(_, let file) = event { return (file, events) }
        }
        throw BackgroundSessionError(.cannotMoveFile, "no file came")
    }

    @Test("rows 36, 37, 40: a move makes missing folders, and the agent hears of it before, after, and before the acknowledgement")
    func move() async throws {
        let path = try bench.file("staged")
        var (file, events) = try await fileEvent(path)
        let inode = try FileStatus.of(path: path)?.inode
        let target = bench.folder.path + "/new folder/ä/file.bin"
        try file.move(to: URL(filePath: target))
        #expect(try FileStatus.of(path: target)?.inode == inode && !bench.exists(path))
        _ = try await events.next()
        #expect(bench.agent.log.suffix(3) == ["claim begin 1", "claim done 1", "acknowledge 1"])
        #expect(await code { try file.move(to: URL(filePath: target + "2")) } == .cannotMoveFile)
    }

    @Test("row 38: a file that is there is not replaced, unless that is asked for")
    func exclusive() async throws {
        let (file, _) = try await fileEvent(try bench.file("staged"))
        let target = URL(filePath: try bench.file("taken", "old"))
        #expect(await code { try file.move(to: target) } == .fileExists)
        #expect(bench.agent.log.suffix(2) == ["claim begin 1", "claim abandoned 1"])
        #expect(try Data(contentsOf: target) == Data("old".utf8))
        try file.move(to: target, replacingExisting: true)
        #expect(try Data(contentsOf: target) == Data("0123456789".utf8))
    }

    @Test("row 36: a move to another file system copies, keeps the mode and leaves nothing behind")
    func otherFileSystem() async throws {
        let other = try TemporaryFolder(in: "/dev/shm")
        let path = try bench.file("staged")
        let device = try FileStatus.of(path: path)?.device
        guard try FileStatus.of(path: other.path)?.device != device else { return }
        try bench.folder.directory.openFile("staged", .write).setMode(0o640)
        let (file, _) = try await fileEvent(path)
        try Data("old".utf8).write(to: URL(filePath: other.path + "/taken"))
        #expect(await code { try file.move(to: URL(filePath: other.path + "/taken")) } == .fileExists)
        try file.move(to: URL(filePath: other.path + "/file.bin"))
        #expect(try Data(contentsOf: URL(filePath: other.path + "/file.bin")) == Data("0123456789".utf8))
        #expect(try FileStatus.of(path: other.path + "/file.bin")?.mode == 0o640)
        #expect(try other.directory.names().sorted() == ["file.bin", "taken"])
        #expect(!bench.exists(path))
    }

    @Test("rows 34, 35: after the acknowledgement a move says what should have been done")
    func expired() async throws {
        let path = try bench.file("staged")
        var (file, events) = try await fileEvent(path)
        _ = try await events.next()
        let error = #expect(throws: BackgroundSessionError.self) { try file.move(to: URL(filePath: path + "-moved")) }
        #expect(error?.code == .fileExpired)
        #expect(error?.message.contains("DownloadRequest.destination") == true)
        #expect(!bench.agent.log.contains("claim begin 1"))
    }

    @Test("row 37: without the agent's word nothing is moved")
    func noAgent() async throws {
        let path = try bench.file("staged")
        let (file, _) = try await fileEvent(path)
        bench.agent.goDown()
        #expect(await code { try file.move(to: URL(filePath: path + "-moved")) } == .agentUnreachable)
        #expect(bench.exists(path))
        bench.agent.comeUp()
        try file.move(to: URL(filePath: path + "-moved"))
    }

    @Test("an acknowledgement waits for a move that has begun on another thread")
    func concurrentMove() async throws {
        let path = try bench.file("staged", String(repeating: "x", count: 1 << 20))
        var (file, events) = try await fileEvent(path)
        let moving = Task.detached { [file] in try file.move(to: URL(filePath: path + "-moved")) }
        try await eventually { bench.agent.log.contains("claim begin 1") }
        _ = try await events.next()
        try await moving.value
        let log = bench.agent.log
        #expect(try #require(log.firstIndex(of: "claim done 1")) < #require(log.firstIndex(of: "acknowledge 1")))
    }

    @Test("a move to something that is no file's place", arguments: ["http://example.com/x", "file:///"])
    func nowhere(text: String) async throws {
        let (file, _) = try await fileEvent(try bench.file("staged"))
        let url = try #require(URL(string: text))
        #expect(await code { try file.move(to: url) } == .cannotMoveFile)
        #expect(bench.exists(file.location.path(percentEncoded: false)))
    }

    @Test("row 38: two files of one name get two places, and names from outside are harmless")
    func unique() throws {
        let folder = URL(filePath: bench.folder.path, directoryHint: .isDirectory)
        func name(_ suggested: String) -> String {
            DownloadedFile.uniqueURL(in: folder, suggestedName: suggested).lastPathComponent
        }
        #expect(name("video.tar.gz") == "video.tar.gz")
        _ = try bench.file("video.tar.gz")
        #expect(name("video.tar.gz") == "video-1.tar.gz")
        _ = try bench.file("video-1.tar.gz")
        #expect(name("video.tar.gz") == "video-2.tar.gz")
        #expect(!name("../../etc/passwd").contains("/"))
        #expect(name("") == "download" && name("..") != "..")
        #expect(name(String(repeating: "x", count: 400) + ".iso").utf8.count <= 255)
    }
}
