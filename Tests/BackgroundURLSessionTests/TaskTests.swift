import BackgroundURLSession
import DownloadCore
import FakeAgent
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Tasks in Apple's words", .timeLimit(.minutes(2)))
struct TaskTests {
    let bench: Bench
    let listener = Listener()

    init() throws {
        bench = try Bench()
    }

    @Test("row 24: a task is made suspended, the agent hears of it when it is resumed, with all that was set by then in one step")
    func creation() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(with: try url("http://example.com/1"))
        #expect(task.state == .suspended && task.originalRequest?.url?.path == "/1" && task.countOfBytesReceived == 0)
        let identifier = task.taskIdentifier
        #expect(identifier > 0)
        task.taskDescription = "mine"
        task.priority = URLSessionTask.highPriority
        task.countOfBytesClientExpectsToReceive = 1000
        #expect(task.countOfBytesClientExpectsToSend == NSURLSessionTransferSizeUnknown)
        task.countOfBytesClientExpectsToSend = 10
        #expect(task.countOfBytesClientExpectsToSend == 10 && task.delegate == nil)
        try await eventually { listener.words == ["finished events"] }
        #expect(bench.requests.isEmpty)
        #expect(await session.allTasks.map(\.taskIdentifier) == [identifier])
        task.resume()
        #expect(task.state == .running)
        try await eventually { bench.requests.count == 1 }
        let request = try #require(bench.requests.first)
        #expect(request.taskDescription == "mine" && request.priority == .high && request.expectedBytes == 1000 && !request.startsPaused)
        // A second resumption is one too many, and does nothing.
        task.resume()
        #expect(await session.allTasks.map(\.taskIdentifier) == [identifier])
        #expect(bench.requests.count == 1)
    }

    @Test("row 49: suspensions nest")
    func suspending() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(with: try url("http://example.com/1"))
        task.resume()
        task.suspend()
        task.suspend()
        task.resume()
        #expect(task.state == .suspended)
        try await eventually { bench.agent.state.withLock { $0.tasks.values.first?.state == .paused } }
        task.resume()
        #expect(task.state == .running)
        try await eventually { bench.agent.state.withLock { $0.tasks.values.first?.state == .running } }
    }

    @Test("rows 42, 43, 46: a task that is cancelled for later gives resume data to closure and completion; a new one goes on")
    func resumeData() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(with: try url("http://example.com/1"))
        task.taskDescription = "first"
        task.resume()
        let data = try #require(await task.cancelByProducingResumeData())
        try await eventually { listener.words.contains("complete -999") }
        #expect(listener.heard.withLock { $0.error?.downloadTaskResumeData } == data)
        let details = (listener.heard.withLock(\.error) as (any Error)?).map { ($0 as NSError).userInfo }
        #expect(details?[NSURLSessionDownloadTaskResumeData] as? Data == data)
        #expect(listener.heard.withLock { $0.error?.backgroundTaskCancelledReason } == nil)
        #expect(task.state == .completed)
        let next = session.downloadTask(withResumeData: data)
        #expect(next.originalRequest?.url?.absoluteString == "http://example.com/file" && next.state == .suspended)
        next.taskDescription = "second"
        next.resume()
        try await eventually { bench.requests.count == 2 }
        try await eventually { bench.requests.last?.taskDescription == "second" }
        #expect(next.taskIdentifier != task.taskIdentifier)
    }

    @Test("row 42: plain cancellation, before and after a task was resumed, completes once with -999")
    func cancelling() async throws {
        let session = bench.session(listener)
        let never = session.downloadTask(with: try url("http://example.com/1"))
        never.cancel()
        never.cancel()
        try await eventually { listener.words.filter { $0 == "complete -999" }.count == 1 }
        let task = session.downloadTask(with: try url("http://example.com/2"))
        task.resume()
        task.cancel()
        #expect(task.state == .canceling)
        try await eventually { listener.words.filter { $0 == "complete -999" }.count == 2 }
        #expect(listener.heard.withLock { $0.error?.downloadTaskResumeData } != nil)
        #expect(bench.requests.count == 1)
        #expect(await session.allTasks.isEmpty)
    }

    @Test("the progress of a task pauses, resumes and cancels it")
    func progress() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(with: try url("http://example.com/1"))
        task.resume()
        task.progress.pause()
        try await eventually { bench.agent.state.withLock { $0.tasks.values.first?.state == .paused } }
        task.progress.resume()
        try await eventually { bench.agent.state.withLock { $0.tasks.values.first?.state == .running } }
        task.progress.cancel()
        try await eventually { listener.words.contains("complete -999") }
    }

    @Test("row 48: data that are no resume data fail the task when it is resumed")
    func badResumeData() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(withResumeData: Data("nonsense".utf8))
        #expect(task.originalRequest == nil)
        task.resume()
        try await eventually { listener.words.contains("complete -1002") }
    }

    @Test("row 25: an address that is neither http nor https fails", arguments: ["ftp://example.com/1", "file:///etc/passwd", "relative"])
    func schemes(text: String) async throws {
        let session = bench.session(listener)
        session.downloadTask(with: try url(text)).resume()
        try await eventually { listener.words.contains("complete -1002") }
        #expect(bench.requests.isEmpty)
    }

    @Test("a POST with its body and its header fields is carried; what cannot be sent fails")
    func post() async throws {
        let session = bench.session(listener) { $0.httpAdditionalHeaders = ["X-App": "1"] }
        var request = URLRequest(url: try url("http://example.com/1"))
        request.httpMethod = "POST"
        request.httpBody = Data("q=1".utf8)
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        session.downloadTask(with: request).resume()
        try await eventually { bench.requests.count == 1 }
        let sent = try #require(bench.requests.first)
        #expect(sent.method == "POST" && sent.body == Array("q=1".utf8))
        #expect(Set(sent.headers.map { "\($0.name): \($0.value)" }) == ["Content-Type: text/plain", "X-App: 1"])
        request.httpMethod = "PUT"
        session.downloadTask(with: request).resume()
        try await eventually { listener.words.contains("complete -1002") }
    }

    @Test("row 19: a request's own timeout, networks and kind of service go with it; what it leaves open is the session's")
    func requestSettings() async throws {
        let session = bench.session(listener)
        var request = URLRequest(url: try url("http://example.com/1"))
        session.downloadTask(with: request).resume()
        request.timeoutInterval = 0
        session.downloadTask(with: request).resume()
        request.timeoutInterval = 7
        request.allowsCellularAccess = false
        request.networkServiceType = .background
        let own = session.downloadTask(with: request)
        own.resume()
        try await eventually { bench.requests.count == 3 }
        for plain in bench.requests.dropLast() {
            #expect(plain.requestTimeout == nil && plain.stallTimeout == .seconds(20))
            #expect(plain.allowsCellularAccess && plain.priority == .normal)
        }
        let last = try #require(bench.requests.last)
        #expect(last.requestTimeout == .seconds(7) && last.stallTimeout == .seconds(7))
        #expect(!last.allowsCellularAccess && last.priority == .low)
        _ = await session.allTasks
        session.detach()
        let later = bench.next().session(nil)
        let found = try #require(await later.allTasks.first { $0.taskIdentifier == own.taskIdentifier })
        #expect(found.originalRequest?.timeoutInterval == 7 && found.originalRequest?.allowsCellularAccess == false)
    }

    @Test("a session of the kind of service `background` comes last, whatever the priorities of its tasks")
    func serviceType() async throws {
        let session = bench.session(listener) { $0.networkServiceType = .background }
        let task = session.downloadTask(with: try url("http://example.com/1"))
        task.priority = URLSessionTask.highPriority
        task.resume()
        try await eventually { bench.requests.first?.priority == .low }
        #expect(task.priority == URLSessionTask.highPriority)
        task.priority = URLSessionTask.defaultPriority
        _ = await session.allTasks
        #expect(bench.requests.first?.priority == .low)
    }

    @Test("description, priority and date may change while a task runs")
    func changing() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(with: try url("http://example.com/1"))
        task.resume()
        // Before that they would go with it.
        try await eventually { bench.requests.count == 1 }
        task.taskDescription = "later"
        task.priority = 0.1
        let date = Date(timeIntervalSince1970: 2_000_000_000)
        (task as? BackgroundDownloadTask)?.earliestBeginDate = date
        try await eventually { bench.requests.first?.earliestBegin != nil }
        let request = try #require(bench.requests.first)
        #expect(request.taskDescription == "later" && request.priority == .low)
        #expect(request.earliestBegin?.seconds == 2_000_000_000)
    }

    @Test("rows 67 to 69: the next process finds the tasks as they were")
    func coldStart() async throws {
        let session = bench.session(listener)
        let (running, suspended) = (
            session.downloadTask(with: try url("http://example.com/1")), session.downloadTask(with: try url("http://example.com/2"))
        )
        running.taskDescription = "{\"key\": \"ä\"}"
        running.priority = 0.6
        for task in [running, suspended] { task.resume() }
        suspended.suspend()
        _ = await session.allTasks
        bench.agent.state.withLock { state in
            state.tasks[TaskID(rawValue: 1)]?.done = 4
            state.tasks[TaskID(rawValue: 1)]?.total = 10
        }
        session.detach()
        let next = bench.next()
        let waiting = try next.agent.addTask("app")
        next.agent.finish(waiting, path: try next.file("waiting"))
        let later = next.session(nil)
        let found = await later.allTasks
        #expect(found.count == 3)
        let first = try #require(found.first { $0.taskIdentifier == running.taskIdentifier })
        #expect(first.taskDescription == running.taskDescription && first.state == .running && first.priority == 0.6)
        #expect(first.originalRequest?.url?.path == "/1" && first.currentRequest?.url?.path == "/final")
        #expect(first.countOfBytesReceived == 4 && first.countOfBytesExpectedToReceive == 10)
        #expect(first.progress.completedUnitCount == 4 && first.progress.totalUnitCount == 10)
        let second = try #require(found.first { $0.taskIdentifier == suspended.taskIdentifier })
        #expect(second.state == .suspended)
        #expect(found.first { ![first.taskIdentifier, second.taskIdentifier].contains($0.taskIdentifier) }?.state == .completed)
        second.resume()
        try await eventually { next.agent.state.withLock { $0.tasks[TaskID(rawValue: 2)]?.state == .running } }
        // Each question is answered with what holds then.
        next.agent.state.withLock { $0.tasks[TaskID(rawValue: 1)]?.done = 6 }
        _ = await later.allTasks
        #expect(first.countOfBytesReceived == 6)
        #expect(await later.tasks.2.count == 3)
    }
}
