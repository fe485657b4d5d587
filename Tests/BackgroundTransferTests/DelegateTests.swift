import BackgroundTransfer
import DownloadCore
import FakeAgent
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

/// Notes what it is told; moves files when it has a folder.
private actor Notes: BackgroundSessionDelegate {
    private(set) var words: [String] = []
    let target: String?
    var session: BackgroundSession?

    init(target: String? = nil) {
        self.target = target
    }

    func keep(_ session: BackgroundSession) {
        self.session = session
    }

    func session(_ session: BackgroundSession, downloadTask: DownloadTask, didFinishDownloadingTo location: URL) {
        if let target { try? FileManager.default.moveItem(at: location, to: URL(filePath: target)) }
        words.append("file")
    }

    func session(
        _ session: BackgroundSession,
        downloadTask: DownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        words.append("wrote \(totalBytesWritten) of \(totalBytesExpectedToWrite)")
    }

    func session(_ session: BackgroundSession, downloadTask: DownloadTask, didResumeAtOffset fileOffset: Int64, expectedTotalBytes: Int64) {
        words.append("resumed \(fileOffset) of \(expectedTotalBytes)")
    }

    func session(_ session: BackgroundSession, task: DownloadTask, didCompleteWithError error: TransferError?) {
        words.append("complete \(error?.code.rawValue ?? 0)")
    }

    func sessionDidFinishEvents(_ session: BackgroundSession) {
        words.append("finished events")
    }

    func session(_ session: BackgroundSession, didBecomeInvalidWithError error: BackgroundSessionError?) {
        words.append("invalid \(error?.code.rawValue ?? 0)")
    }
}

/// Has only what it must have, on the main actor.
@MainActor
private final class Least: BackgroundSessionDelegate {
    var files = 0

    func session(_ session: BackgroundSession, downloadTask: DownloadTask, didFinishDownloadingTo location: URL) async {
        MainActor.assertIsolated()
        files += 1
    }
}

@Suite("Delegates", .timeLimit(.minutes(2)))
struct DelegateTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test("rows 26, 27, 30: a delegate is told the same in the same order, with -1 for a length that is unknown")
    func order() async throws {
        let task = try bench.agent.addTask("app")
        let notes = Notes()
        let session = try await bench.session(delegate: notes)
        try await eventually { await notes.words == ["finished events"] }
        bench.agent.progress(task, 0, of: nil, resumedAt: 0)
        bench.agent.progress(task, 4, of: nil)
        try await eventually { await notes.words.count == 3 }
        bench.agent.finish(task)
        bench.agent.fail(try bench.agent.addTask("app"), Failure(.notFound, "404", httpStatus: 404))
        try await eventually { await notes.words.count == 7 }
        let expected = ["finished events", "resumed 0 of -1", "wrote 4 of -1", "wrote 10 of 10", "file", "complete 0", "complete -1100"]
        #expect(await notes.words == expected)
        // Each was acknowledged when its method had returned.
        try await eventually { bench.agent.session("app")?.acknowledged == 3 }
        _ = session
    }

    @Test("row 37: the taking of a file is announced for a delegate that only knows its path")
    func lending() async throws {
        let (taken, left) = (try bench.file("taken"), try bench.file("left"))
        bench.agent.finish(try bench.agent.addTask("app"), path: taken)
        bench.agent.finish(try bench.agent.addTask("app"), path: left)
        let notes = Notes(target: bench.folder.path + "/mine")
        let session = try await bench.session(delegate: notes)
        try await eventually { await notes.words.last == "finished events" }
        #expect(bench.exists(bench.folder.path + "/mine") && bench.exists(left))
        let log = bench.agent.log.filter { !$0.hasPrefix("attach") }
        let first = ["claim begin 1", "claim done 1", "acknowledge 1", "acknowledge 2"]
        #expect(log == first + ["claim begin 2", "claim abandoned 2", "acknowledge 3", "acknowledge 4"])
        _ = session
    }

    @Test("row 76: a manager that owns its session is freed when it is dropped, and its session with it")
    func cycle() async throws {
        var notes: Notes? = Notes()
        var made: BackgroundSession? = try await bench.session(delegate: notes)
        let session = WeakReference(made)
        if let held = made { await notes?.keep(held) }
        made = nil
        let delegate = WeakReference(notes)
        try await eventually { await notes?.words == ["finished events"] }
        notes = nil
        try await eventually { delegate.value == nil && session.value == nil }
        try await eventually { bench.agent.session("app")?.holder == nil }
    }

    @Test("row 76: without its delegate a session acknowledges nothing")
    func delegateGone() async throws {
        var notes: Notes? = Notes()
        let session = try await bench.session(delegate: notes)
        try await eventually { await notes?.words == ["finished events"] }
        notes = nil
        bench.agent.finish(try bench.agent.addTask("app"))
        #expect(try await session.tasks.count == 1)
        #expect(bench.agent.session("app")?.acknowledged == 0)
    }

    @Test("rows 15, 32: a delegate may live on the main actor, and have the one method only")
    func mainActor() async throws {
        bench.agent.finish(try bench.agent.addTask("app"))
        let least = Least()
        let session = try await bench.session(delegate: least)
        try await eventually { bench.agent.session("app")?.acknowledged == 2 }
        #expect(await least.files == 1)
        _ = session
    }

    @Test("decision 7: a session with a delegate has no events for others")
    func events() async throws {
        let notes = Notes()
        let session = try await bench.session(delegate: notes)
        try await eventually { await notes.words == ["finished events"] }
        var events = session.events.makeAsyncIterator()
        let thrown = await code { _ = try await events.next() }
        #expect(thrown == .eventsAlreadyRead)
    }

    @Test("didBecomeInvalid comes once: without an error after an invalidation, with one when the agent is lost")
    func invalid() async throws {
        let notes = Notes()
        let session = try await bench.session(delegate: notes)
        try await session.invalidateAndCancel()
        try await eventually { await notes.words.last == "invalid 0" }
        let others = Notes()
        let other = try await bench.session("other", delegate: others) { $0.requestTimeout = .milliseconds(50) }
        bench.agent.goDown()
        try await eventually { await others.words.last == "invalid -997" }
        _ = (session, other)
    }
}

private final class WeakReference<Value: AnyObject & Sendable>: Sendable {
    weak let value: Value?

    init(_ value: Value?) {
        self.value = value
    }
}
