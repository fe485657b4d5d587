import BackgroundTransfer
import DownloadCore
import FakeAgent
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@Suite("The end of a session", .timeLimit(.minutes(2)))
struct InvalidationTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test("an invalidated session without tasks is over; nothing can be added, and its name is free")
    func empty() async throws {
        var session: BackgroundSession? = try await bench.session()
        do {
            let session = try #require(session)
            try await session.finishTasksAndInvalidate()
            var events = session.events.makeAsyncIterator()
            #expect(try await events.next() == nil)
            let url = try #require(URL(string: "http://example.com/1"))
            #expect(await code { try await session.download(from: url) } == .invalidated)
            // Once more changes nothing.
            try await session.invalidateAndCancel()
        }
        session = nil
        bench.agent.state.withLock { $0.sessions = [:] }
        _ = try await bench.session()
    }

    @Test("finishTasksAndInvalidate lets tasks end and their events be read")
    func finishing() async throws {
        let task = try bench.agent.addTask("app")
        let session = try await bench.session()
        try await session.finishTasksAndInvalidate()
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 1) == ["finished events"])
        bench.agent.fail(task, Failure(.network, "cut"))
        #expect(try await words(&events, 1) == ["complete \(task): -1005"])
        #expect(try await events.next() == nil)
    }

    @Test("row 42: invalidateAndCancel cancels, and says so")
    func cancelling() async throws {
        try bench.agent.addTask("app")
        let session = try await bench.session()
        try await session.invalidateAndCancel()
        var events = session.events.makeAsyncIterator()
        _ = try await events.next()
        guard case .didComplete(_, let error)? = try await events.next() else {
            Issue.record("no completion")
            return
        }
        #expect(error?.code == .cancelled && error?.cancellationReason == .sessionInvalidated)
        #expect(try await events.next() == nil)
    }

    @Test("an agent that lost an invalidated session with its restart does not get it again")
    func overRestart() async throws {
        let session = try await bench.session()
        let task = try bench.agent.addTask("app")
        try await session.finishTasksAndInvalidate()
        bench.agent.state.withLock { state in
            state.tasks[task] = nil
            state.sessions = [:]
        }
        bench.agent.breakConnections()
        var events = session.events.makeAsyncIterator()
        while let event = try await events.next() { #expect(word(event) == "finished events") }
    }
}
