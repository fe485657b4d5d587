import BackgroundTransfer
import DownloadCore
import FakeAgent
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@Suite("Tasks", .timeLimit(.minutes(2)))
struct TaskTests {
    let bench: Workbench
    let url: URL
    let ticket = ResumeTicket(
        store: "store",
        task: TaskID(rawValue: 9),
        url: "http://example.com/file",
        etag: "\"1\"",
        lastModified: nil,
        total: 8,
        offset: 4
    )

    init() throws {
        bench = try Workbench()
        url = try #require(URL(string: "http://example.com/file"))
    }

    static let unsupported = ["ftp://example.com/x", "file:///etc/hostname", "relative/path", "https://", "http:///x", "data:,x"]

    @Test("row 25: only http and https", arguments: unsupported)
    func schemes(text: String) async throws {
        let session = try await bench.session()
        let url = try #require(URL(string: text))
        #expect(await code { try await session.download(from: url) } == .unsupportedURL)
        #expect(bench.agent.state.withLock(\.tasks).isEmpty)
    }

    @Test("row 24: a task starts at once unless it is to start suspended")
    func start() async throws {
        let session = try await bench.session()
        #expect(try await session.download(from: url).status.state == .running)
        var request = BackgroundTransfer.DownloadRequest(url: url)
        request.startsSuspended = true
        let task = try await session.download(request)
        #expect(try await task.status.state == .suspended)
        try await task.resume()
        #expect(try await task.status.state == .running)
    }

    @Test("a task is not added twice when the connection breaks before the answer")
    func addedOnce() async throws {
        let session = try await bench.session()
        bench.agent.state.withLock { $0.losesAnswerOf = "add" }
        let task = try await session.download(from: url)
        #expect(try await session.tasks == [task])
        let data = try #require(ResumeData(ticket))
        bench.agent.state.withLock { $0.losesAnswerOf = "add-resuming" }
        try await session.download(resumingWith: data)
        #expect(try await session.tasks.count == 2)
    }

    @Test("rows 67, 69: tasks are listed until they are acknowledged as complete, with their descriptions")
    func listing() async throws {
        var first: BackgroundSession? = try await bench.session()
        let description = String(repeating: #"{"key": "wörd"}"#, count: 300)
        for number in 1...5 {
            var request = BackgroundTransfer.DownloadRequest(url: url)
            request.taskDescription = description + "\(number)"
            request.startsSuspended = number == 2
            try await first?.download(request)
        }
        first = nil
        bench.agent.finish(TaskID(rawValue: 1))
        bench.agent.state.withLock { $0.tasks[TaskID(rawValue: 3)]?.state = .waiting(Wait(reason: .network)) }
        let session = try await bench.session()
        var states: [DownloadStatus.State] = []
        for (index, task) in try await session.tasks.enumerated() {
            let status = try await task.status
            #expect(status.taskDescription == description + "\(index + 1)")
            states.append(status.state)
        }
        #expect(states == [.completed, .suspended, .waiting, .running, .running])
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 4).last == "finished events")
        #expect(try await session.tasks.map(\.id.rawValue) == [2, 3, 4, 5])
    }

    @Test("rows 49, 68: suspend and resume, also over a restart of the program and the agent; repeated they change nothing")
    func suspending() async throws {
        let session = try await bench.session()
        let task = try await session.download(from: url)
        try await task.suspend()
        try await task.suspend()
        bench.agent.breakConnections()
        #expect(try await task.status.state == .suspended)
        try await task.resume()
        try await task.resume()
        try await task.cancel()
        try await task.cancel()
        #expect(await code { try await task.suspend() } == .refused)
        #expect(await code { try await task.resume() } == .refused)
    }

    @Test("rows 42, 43, 46: a task that is cancelled for later gives resume data, which its completion has as well")
    func resumeData() async throws {
        let session = try await bench.session()
        let task = try await session.download(from: url)
        let data = try await task.cancelByProducingResumeData()
        #expect(try await task.status.state == .canceling)
        var events = session.events.makeAsyncIterator()
        _ = try await events.next()
        guard case .didComplete(task, let error)? = try await events.next() else {
            Issue.record("no completion")
            return
        }
        #expect(error?.code == .cancelled && error?.code.rawValue == -999 && error?.cancellationReason == .client)
        #expect(data != nil && error?.resumeData == data)
        let next = try await session.download(resumingWith: try #require(data))
        #expect(next.id > task.id)
    }

    @Test("row 44: failures carry resume data as well")
    func failureWithResumeData() async throws {
        bench.agent.fail(try bench.agent.addTask("app"), Failure(.network, "reset by peer"), ticket: ticket)
        let session = try await bench.session()
        for try await event in session.events {
            guard case .didComplete(_, let error) = event else { continue }
            #expect(error?.code == .networkConnectionLost && error?.resumeData != nil && error?.message == "reset by peer")
            break
        }
    }

    @Test("a status tells of the reply, and of what a task waits for")
    func status() async throws {
        let session = try await bench.session()
        let task = try await session.download(from: url)
        let status = try await task.status
        #expect(status.httpStatusCode == 206 && status.suggestedFilename == "file.bin")
        #expect(status.finalURL == URL(string: "http://example.com/final"))
        #expect(status.responseHeaders["Content-Type"] == "text/plain" && status.responseHeaders["ETag"] == "\"1\"")
        #expect(status.request.url == url)
    }

    @Test("decision 15: what a task waits for has a name", arguments: WaitReason.allCases)
    func waiting(reason: WaitReason) async throws {
        let id = try bench.agent.addTask("app") { task in
            task.state = .waiting(Wait(reason: reason, until: WallTime(seconds: 1_000), attempt: 3))
            task.request.isDiscretionary = true
        }
        let session = try await bench.session()
        let status = try await session.tasks.first { $0.id.rawValue == Int(id.rawValue) }?.status
        let date = Date(timeIntervalSince1970: 1_000)
        let expected: DownloadStatus.WaitReason =
            switch reason {
            case .retry: .retry(at: date, attempt: 3)
            case .rateLimited: .rateLimited(until: date)
            case .hostLimit, .queue: .connectionLimit
            case .network: .network("no network")
            case .metered: .discretionary("on a metered network")
            case .cellular: .network("cellular")
            case .power: .discretionary("on battery")
            case .load: .discretionary("busy machine")
            case .schedule: .discretionary("outside the allowed hours")
            case .startTime: .earliestBeginDate(date)
            case .diskFull: .diskFull
            case .directoryMissing: .directoryMissing
            case .authentication: .authentication
            }
        #expect(status?.state == .waiting && status?.waitReason == expected)
        #expect(status?.waitDescription == reason.words)
    }

    @Test("a task of the queue says what keeps it")
    func queued() async throws {
        let id = try bench.agent.addTask("app") { task in
            task.state = .queued
            task.obstacle = Queue.Obstacle(.tasks, used: 5, limit: 5)
        }
        let session = try await bench.session()
        let status = try await session.tasks.first { $0.id.rawValue == Int(id.rawValue) }?.status
        #expect(status?.state == .waiting && status?.waitReason == .connectionLimit)
        #expect(status?.waitDescription == "a place (5 of 5 run)")
    }

    @Test("a task that nobody knows any more")
    func unknown() async throws {
        let session = try await bench.session()
        let task = try await session.download(from: url)
        bench.agent.state.withLock { $0.tasks = [:] }
        #expect(await code { _ = try await task.status } == .unknownTask)
    }

    @Test("row 70: the agent can be looked at without taking a session from anybody")
    func watching() async throws {
        let session = try await bench.session()
        try await session.download(from: url)
        let agent = TransferAgent(access: bench.access)
        let summary = try #require(try await agent.sessions().first)
        #expect(summary.identifier == "app" && summary.owner != nil && summary.taskCount == 1)
        #expect(try await agent.tasks().map(\.status.state) == [.running])
        #expect(await code { _ = try await agent.tasks(in: "") } == .invalidIdentifier)
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 1) == ["finished events"])
    }
}

@testable import struct BackgroundTransfer.ResumeData
