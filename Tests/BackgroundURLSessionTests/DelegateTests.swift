import BackgroundURLSession
import DownloadCore
import FakeAgent
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Delegates in Apple's words", .timeLimit(.minutes(2)))
struct DelegateTests {
    let bench: Bench
    let listener = Listener()

    init() throws {
        bench = try Bench()
    }

    @Test("rows 27, 30, 57, 60: what waited comes in order, with -1 for an unknown length, and then that all has been delivered")
    func order() async throws {
        for name in ["1", "2"] { bench.agent.finish(try bench.agent.addTask("app"), path: try bench.file(name)) }
        let session = bench.session(listener)
        try await eventually { listener.words.last == "finished events" }
        let each = ["wrote 10 10 10", "file", "complete 0"]
        #expect(listener.words == each + each + ["finished events"])
        #expect(bench.agent.session("app")?.acknowledged == 4)
        #expect(listener.heard.withLock(\.isFileThere) == true)
        let task = try bench.agent.addTask("app")
        bench.agent.progress(task, 3, of: nil, resumedAt: 2)
        try await eventually { listener.words.suffix(2) == ["resumed 2 -1", "wrote 1 3 -1"] }
        let seen = try #require(listener.heard.withLock(\.tasks).last)
        #expect(seen.countOfBytesReceived == 3 && seen.countOfBytesExpectedToReceive == -1 && seen.progress.isIndeterminate)
        #expect(await session.allTasks.map(\.taskIdentifier) == [seen.taskIdentifier])
    }

    @Test("row 30: an empty file has an expected length of 0 and no progress to divide by it")
    func emptyFile() async throws {
        bench.agent.finish(try bench.agent.addTask("app") { $0.total = 0 }, path: try bench.file("empty"), bytes: 0)
        let session = bench.session(listener)
        try await eventually { listener.words.last == "finished events" }
        #expect(listener.words == ["file", "complete 0", "finished events"])
        let task = try #require(listener.heard.withLock(\.tasks).first)
        #expect(task.countOfBytesExpectedToReceive == 0 && task.progress.fractionCompleted == 1)
        _ = session
    }

    @Test("the same object is told of a task from its making to its end, and its reply is there with the file")
    func identity() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(with: try url("http://example.com/1"))
        task.resume()
        try await eventually { bench.requests.count == 1 }
        bench.agent.progress(TaskID(rawValue: 1), 3, of: 10)
        try await eventually { listener.words.contains("wrote 3 3 10") }
        bench.agent.finish(TaskID(rawValue: 1), path: try bench.file("1"))
        try await eventually { listener.words.last == "complete 0" }
        #expect(listener.heard.withLock { $0.tasks.allSatisfy { $0 === task } })
        // Ranges are the agent's own doing.
        #expect(listener.heard.withLock { $0.response?.statusCode } == 200)
        #expect(listener.heard.withLock { $0.response?.value(forHTTPHeaderField: "ETag") } == "\"1\"")
        #expect(task.state == .completed && task.error == nil && task.progress.fractionCompleted == 1)
    }

    @Test("rows 15, 16: the delegate is called on its queue, or on a serial one")
    func queues() async throws {
        let queue = OperationQueue()
        queue.name = "mine"
        queue.maxConcurrentOperationCount = 1
        let session = bench.session(named: "app", listener, queue: queue)
        try await eventually { listener.words == ["finished events"] }
        #expect(listener.heard.withLock(\.queues) == ["mine"])
        #expect(session.delegateQueue === queue)
        let other = bench.session(named: "other", Listener())
        #expect(other.delegateQueue.maxConcurrentOperationCount == 1)
    }

    @Test("rows 41, 44: a failure comes once, with Foundation's number and resume data")
    func failure() async throws {
        let ticket = ResumeTicket(
            store: "store",
            task: TaskID(rawValue: 1),
            url: "http://example.com/file",
            etag: "\"1\"",
            lastModified: nil,
            total: 10,
            offset: 3
        )
        bench.agent.fail(try bench.agent.addTask("app"), Failure(.network, "cut"), ticket: ticket)
        bench.agent.fail(try bench.agent.addTask("app"), Failure(.diskFull, "full"))
        let session = bench.session(listener)
        try await eventually { listener.words.last == "finished events" }
        #expect(listener.words == ["complete -1005", "complete -3003", "finished events"])
        let error = try #require(listener.heard.withLock(\.tasks).first?.error as? URLError)
        #expect(error.downloadTaskResumeData != nil && error.failingURL?.absoluteString == "http://example.com/file")
        _ = session
    }

    @Test("row 76: the session and its delegate live until it is invalidated, whoever lets go of them; the delegate is told")
    func lifetime() async throws {
        let delegate = Weak<Listener>()
        let session = Weak<BackgroundURLSession>()
        do {
            let listener = Listener()
            delegate.value = listener
            session.value = bench.session(listener)
            try await eventually { listener.words == ["finished events"] }
        }
        bench.agent.finish(try bench.agent.addTask("app"), path: try bench.file("1"))
        try await eventually { delegate.value?.words.last == "complete 0" }
        session.value?.finishTasksAndInvalidate()
        try await eventually { delegate.value == nil && session.value == nil }
        try await eventually { bench.agent.session("app")?.holder == nil }
    }

    @Test("row 6: a delegate is asked for a name and a password, and its answer lets the task go on")
    func challenge() async throws {
        listener.heard.withLock { $0.credential = URLCredential(user: "me", password: "secret", persistence: .forSession) }
        let task = try bench.agent.addTask("app")
        bench.agent.append(.needsCredential(Failure(.authorization, "401", httpStatus: 401)), task)
        let session = bench.session(listener)
        try await eventually { bench.agent.log.contains("edit 1 me") }
        #expect(listener.words.contains("challenge example.com"))
        _ = session
    }

    @Test("row 6: what an earlier process was asked for and did not give, the next one is asked for")
    func challengeAgain() async throws {
        listener.heard.withLock { $0.credential = URLCredential(user: "me", password: "secret", persistence: .forSession) }
        // Its event has been acknowledged: only the task itself still says what it waits for.
        _ = try bench.agent.addTask("app") { $0.state = .waiting(Wait(reason: .authentication)) }
        let session = bench.session(listener)
        try await eventually(timeout: .seconds(20)) { bench.agent.log.contains("edit 1 me") }
        #expect(listener.words.filter { $0 == "challenge example.com" }.count == 1)
        _ = session
    }

    @Test("row 6: without an answer the task fails with userAuthenticationRequired; other events do not wait for a late answer")
    func noCredential() async throws {
        let session = bench.session(listener)
        let task = try bench.agent.addTask("app")
        bench.agent.append(.needsCredential(Failure(.authorization, "401", httpStatus: 401)), task)
        try await eventually { listener.words.contains("complete -1013") }
        listener.heard.withLock { $0.answers = false }
        bench.agent.append(.needsCredential(Failure(.authorization, "401", httpStatus: 401)), try bench.agent.addTask("app"))
        bench.agent.finish(try bench.agent.addTask("app"), path: try bench.file("1"))
        try await eventually { listener.words.last == "complete 0" }
        _ = session
    }

    @Test("rows 56, 58: a session without a delegate acknowledges nothing")
    func withoutDelegate() async throws {
        bench.agent.finish(try bench.agent.addTask("app"), path: try bench.file("1"))
        let session = bench.session(nil)
        #expect(await session.allTasks.count == 1)
        #expect(bench.agent.session("app")?.acknowledged == 0)
        session.detach()
        let next = bench.next()
        let later = next.session(listener)
        try await eventually { listener.words.last == "finished events" }
        #expect(listener.words.contains("file"))
        _ = later
    }
}

/// What may be gone.
final class Weak<Value: AnyObject & Sendable>: Sendable {
    private struct Reference {
        weak var value: Value?
    }

    private let reference = Mutex(Reference())

    var value: Value? {
        get { reference.withLock { $0.value } }
        set { reference.withLock { $0.value = newValue } }
    }
}
