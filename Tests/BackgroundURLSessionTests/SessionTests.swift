import AgentLink
import BackgroundTransfer
import BackgroundURLSession
import DownloadCore
import FakeAgent
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Sessions in Apple's words", .timeLimit(.minutes(2)))
struct SessionTests {
    let bench: Bench
    let listener = Listener()

    init() throws {
        bench = try Bench()
    }

    @Test("rows 17 to 23: the configuration goes to the agent, as it was when the session was made")
    func configuration() async throws {
        let kept = Mutex<BackgroundURLSessionConfiguration?>(nil)
        let session = bench.session(listener) { configuration in
            configuration.isDiscretionary = true
            configuration.timeoutIntervalForRequest = 7
            configuration.timeoutIntervalForResource = 900
            configuration.allowsCellularAccess = false
            configuration.allowsExpensiveNetworkAccess = false
            configuration.allowsConstrainedNetworkAccess = false
            configuration.httpMaximumConnectionsPerHost = 2
            configuration.sessionSendsLaunchEvents = false
            configuration.sharedContainerIdentifier = bench.folder.path
            configuration.waitsForConnectivity = false
            kept.withLock { $0 = configuration }
        }
        kept.withLock { $0?.timeoutIntervalForRequest = 99 }
        try await eventually { listener.words == ["finished events"] }
        let sent = try #require(bench.agent.session("app")?.configuration)
        #expect(sent.isDiscretionary && sent.requestTimeout == .seconds(7) && sent.resourceTimeout == .seconds(900))
        #expect(!sent.allowsCellularAccess && !sent.allowsExpensiveNetworkAccess && !sent.allowsConstrainedNetworkAccess)
        #expect(sent.maximumConnectionsPerHost == 2 && !sent.sendsLaunchEvents && sent.stagingDirectory == bench.folder.path)
        // A reply of any status is a file, and one that is not taken goes.
        #expect(sent.acceptableStatusCodes == nil && !sent.retainsUnclaimedFiles)
        #expect(sent.launchCommand?.arguments.count == 1)
        let copy = try #require(session.configuration as? BackgroundURLSessionConfiguration)
        #expect(copy.timeoutIntervalForRequest == 7 && copy.waitsForConnectivity && copy.identifier == "app")
        #expect(copy.sharedContainerIdentifier == bench.folder.path && copy.urlCache == nil)
    }

    @Test("a configuration has Apple's defaults, and its copy what was set")
    func defaults() throws {
        let configuration = URLSessionConfiguration.background(withIdentifier: "app")
        #expect(configuration.identifier == "app" && !configuration.isDiscretionary && configuration.sessionSendsLaunchEvents)
        #expect(configuration.timeoutIntervalForRequest == 60 && configuration.timeoutIntervalForResource == 604_800)
        #expect(configuration.httpMaximumConnectionsPerHost == 6 && configuration.allowsConstrainedNetworkAccess)
        configuration.launchThisProgram(with: ["again"])
        configuration.httpAdditionalHeaders = ["A": "b"]
        let copy = try #require(configuration.copy() as? BackgroundURLSessionConfiguration)
        #expect(copy.launchCommand?.arguments.last == "again" && copy.httpAdditionalHeaders?["A"] as? String == "b")
    }

    @Test("rows 11, 12: a second session with one identifier is told that it is none, and the first goes on")
    func second() async throws {
        let first = bench.session(listener)
        try await eventually { listener.words == ["finished events"] }
        let others = Listener()
        let second = bench.session(others)
        second.downloadTask(with: try url("http://example.com/2")).resume()
        try await eventually { others.words.contains("invalid -996") }
        #expect(bench.requests.isEmpty)
        // Whoever asks it is answered all the same.
        let late = second.downloadTask(with: try url("http://example.com/3"))
        late.resume()
        try await eventually { late.state == .completed && (late.error as? URLError)?.code.rawValue == -996 }
        #expect(await second.allTasks.isEmpty)
        first.downloadTask(with: try url("http://example.com/1")).resume()
        try await eventually { bench.requests.count == 1 }
        // Bytes count, not looks.
        let third = bench.session(named: "App", Listener())
        _ = await third.allTasks
        #expect(bench.agent.session("App")?.holder != nil)
    }

    @Test("row 11: a session that another process has ends with -996, and its tasks with it")
    func otherProcess() async throws {
        let identifier = try bench.agent.identifier("app")
        bench.agent.state.withLock { $0.sessions[identifier] = .init() }
        bench.agent.state.withLock { $0.sessions[identifier]?.holder = 1 }
        let session = bench.session(listener)
        session.downloadTask(with: try url("http://example.com/1")).resume()
        try await eventually { Set(listener.words) == ["invalid -996"] || Set(listener.words) == ["complete -996", "invalid -996"] }
    }

    @Test("without an agent the session is told so when its patience is over, and works when one comes before")
    func noAgent() async throws {
        bench.agent.goDown()
        let session = bench.session(listener) { $0.timeoutIntervalForRequest = 0.3 }
        try await eventually { listener.words == ["invalid -997"] }
        _ = session
        let late = Listener()
        let other = bench.session(named: "other", late)
        other.downloadTask(with: try url("http://example.com/1")).resume()
        bench.agent.comeUp()
        try await eventually { late.words == ["finished events"] && bench.requests.count == 1 }
    }

    @Test("finishTasksAndInvalidate lets tasks end, those never resumed among them; then the delegate is told, and the name is free")
    func finishing() async throws {
        let session = bench.session(listener)
        let task = session.downloadTask(with: try url("http://example.com/1"))
        let never = session.downloadTask(with: try url("http://example.com/2"))
        task.resume()
        session.finishTasksAndInvalidate()
        try await eventually { bench.agent.log.contains("invalidate false") }
        never.resume()
        try await eventually { bench.agent.state.withLock { $0.tasks.count == 2 && $0.tasks.values.allSatisfy { $0.state == .running } } }
        for number in bench.agent.state.withLock({ $0.tasks.keys.sorted() }) {
            #expect(!listener.words.contains("invalid 0"))
            bench.agent.finish(number, path: try bench.file("\(number)"))
        }
        try await eventually { listener.words.last == "invalid 0" }
        #expect(listener.words.filter { $0 == "complete 0" }.count == 2)
        try await eventually { session.delegate == nil }
        bench.agent.state.withLock { $0.sessions = [:] }
        let later = Listener()
        let next = bench.session(later)
        try await eventually { later.words == ["finished events"] }
        _ = next
    }

    @Test("didBecomeInvalidWithError may make the next session with the same identifier")
    func successor() async throws {
        let successor = Listener()
        let maker = Successor(bench, successor)
        let session = bench.session(maker)
        session.finishTasksAndInvalidate()
        try await eventually { successor.words == ["finished events"] }
    }

    @Test("row 42: invalidateAndCancel cancels all tasks, then the delegate is told")
    func cancelling() async throws {
        let session = bench.session(listener)
        session.downloadTask(with: try url("http://example.com/1")).resume()
        _ = session.downloadTask(with: try url("http://example.com/2"))
        session.invalidateAndCancel()
        try await eventually { listener.words.last == "invalid 0" }
        #expect(listener.words.filter { $0 == "complete -999" }.count == 2)
    }

    @Test("sessionDescription is kept, and reset and flush say when they are done, on the delegate queue")
    func rest() async throws {
        let queue = OperationQueue()
        queue.name = "mine"
        let session = bench.session(listener, queue: queue)
        session.sessionDescription = "photos"
        #expect(session.sessionDescription == "photos")
        let names = Mutex<[String]>([])
        for ask in [session.reset, session.flush] as [(@escaping @Sendable () -> Void) -> Void] {
            await withCheckedContinuation { continuation in
                ask {
                    names.withLock { $0.append(OperationQueue.current?.name ?? "-") }
                    continuation.resume()
                }
            }
        }
        #expect(names.withLock { $0 } == ["mine", "mine"])
        session.downloadTask(with: try url("http://example.com/1")).resume()
        try await eventually { bench.requests.count == 1 }
    }

    @Test("row 42: an error says why a task was cancelled that its program did not cancel")
    func reasons() {
        let reasons: [URLError.BackgroundTaskCancelledReason] = [
            .userForceQuitApplication, .backgroundUpdatesDisabled, .insufficientSystemResources,
        ]
        for (number, reason) in reasons.enumerated() {
            let error = URLError(.cancelled, userInfo: [NSURLErrorBackgroundTaskCancelledReasonKey: number])
            #expect(error.backgroundTaskCancelledReason == reason)
        }
        #expect(URLError(.cancelled).backgroundTaskCancelledReason == nil)
    }

    @Test("rows 52, 54, 62: a launch calls the handler once; its completion handler counts once")
    func launch() async throws {
        let environment = Environment(["BACKGROUND_SESSION": "app", "HAUL_LAUNCH": "t0k3n"])
        let claim = LaunchClaim(environment)
        let made = LaunchCompletion(claim.claim(nil, over: bench.access))
        let completion = try #require(made)
        #expect(LaunchCompletion(claim.claim(nil, over: bench.access)) == nil)
        #expect(completion.sessionIdentifier == "app")
        completion.complete()
        completion.complete()
        #expect(bench.agent.state.withLock { $0.launches.map(\.isComplete) } == [true])
        // Dropped without a call it counts as abandoned.
        do {
            let dropped = LaunchCompletion(LaunchClaim(environment).claim(nil, over: bench.access))
            #expect(dropped != nil)
        }
        try await eventually { bench.agent.state.withLock { $0.launches.map(\.isComplete) } == [true, false] }
        // A process that a person started hears nothing.
        BackgroundEvents.handler = { _, _ in Issue.record("nobody launched this") }
        #expect(BackgroundEvents.handler != nil)
    }
}

/// Makes the next session when the one before is over.
private final class Successor: NSObject, URLSessionDelegate, Sendable {
    private let bench: Bench
    private let listener: Listener

    init(_ bench: Bench, _ listener: Listener) {
        self.bench = bench
        self.listener = listener
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        // As the agent does it when the last task of a session has been dealt with.
        bench.agent.state.withLock { $0.sessions = [:] }
        _ = bench.session(listener)
    }
}
