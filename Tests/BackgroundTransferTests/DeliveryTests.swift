import BackgroundTransfer
import DownloadCore
import FakeAgent
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@Suite("What a session is told", .timeLimit(.minutes(2)))
struct DeliveryTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test("rows 27, 57: what ended while nobody was there comes in order, each task's writes before its file and its completion")
    func replay() async throws {
        for _ in 1...3 { bench.agent.finish(try bench.agent.addTask("app")) }
        let session = try await bench.session()
        var events = session.events.makeAsyncIterator()
        let expected = (1...3).flatMap { ["wrote \($0): 10 10", "file \($0)", "complete \($0)"] } + ["finished events"]
        #expect(try await words(&events, 10) == expected)
    }

    @Test("row 57: after a kill behind the second acknowledgement the next program gets the third task only")
    func replayAfterKill() async throws {
        for _ in 1...3 { bench.agent.finish(try bench.agent.addTask("app")) }
        var first: BackgroundSession? = try await bench.session()
        do {
            let session = try #require(first)
            var events = session.events.makeAsyncIterator()
            // Two tasks, and the first event of the third, which acknowledges the second.
            #expect(try await words(&events, 7).last == "wrote 3: 10 10")
        }
        first = nil
        let session = try await bench.session()
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 4) == ["wrote 3: 10 10", "file 3", "complete 3", "finished events"])
    }

    @Test("row 60: didFinishEvents once, after the backlog has been acknowledged", arguments: [0, 1, 100])
    func finishedEvents(tasks: Int) async throws {
        for _ in 0..<tasks { bench.agent.fail(try bench.agent.addTask("app"), Failure(.network, "cut")) }
        let session = try await bench.session()
        let live = try bench.agent.addTask("app")
        bench.agent.finish(live)
        var events = session.events.makeAsyncIterator()
        for number in 0..<tasks { #expect(try await words(&events, 1) == ["complete \(number + 1): -1005"]) }
        #expect(try await words(&events, 1) == ["finished events"])
        #expect(bench.agent.session("app")?.acknowledged == Int64(tasks))
        let rest = ["wrote \(live): 10 10", "file \(live)", "complete \(live)"]
        #expect(try await words(&events, 3) == rest)
    }

    @Test("row 60: didFinishEvents comes once also when the connection breaks in the backlog")
    func finishedEventsOverReconnection() async throws {
        for _ in 1...4 { bench.agent.fail(try bench.agent.addTask("app"), Failure(.network, "cut")) }
        let session = try await bench.session()
        var events = session.events.makeAsyncIterator()
        _ = try await words(&events, 2)
        bench.agent.breakConnections()
        // Of after the attachment: not what it waits for.
        bench.agent.fail(try bench.agent.addTask("app"), Failure(.network, "cut"))
        #expect(try await words(&events, 4) == ["complete 3: -1005", "complete 4: -1005", "finished events", "complete 5: -1005"])
    }

    @Test("contract 7: nothing that was acknowledged or given comes again after a lost connection, and nothing is lost")
    func reconnection() async throws {
        let session = try await bench.session()
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 1) == ["finished events"])
        for round in 1...20 {
            let task = try bench.agent.addTask("app")
            if round % 3 == 0 { bench.agent.breakConnections() }
            bench.agent.fail(task, Failure(.network, "cut"))
            if round % 3 == 1 { bench.agent.breakConnections() }
            if round % 4 == 1 { bench.agent.state.withLock { $0.losesAnswerOf = "acknowledge" } }
            #expect(try await words(&events, 1) == ["complete \(task): -1005"])
        }
        let sent = bench.agent.log.filter { $0.hasPrefix("attach") }
        #expect(sent.count > 10)
    }

    @Test("contract 7: events throw only when the agent is out of reach for longer than the request timeout")
    func unreachable() async throws {
        let session = try await bench.session("app") { $0.requestTimeout = .milliseconds(300) }
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 1) == ["finished events"])
        let clock = ContinuousClock()
        let start = clock.now
        bench.agent.goDown()
        await #expect(throws: BackgroundSessionError.self) { _ = try await events.next() }
        #expect(clock.now - start >= .milliseconds(290))
        // Pauses grow: no busy loop.
        #expect(bench.agent.state.withLock(\.connectCount) < 12)
    }

    @Test("rows 56, 58: without a reader nothing is acknowledged")
    func noReader() async throws {
        bench.agent.finish(try bench.agent.addTask("app"))
        var session: BackgroundSession? = try await bench.session()
        #expect(try await session?.tasks.count == 1)
        session = nil
        try await eventually { bench.agent.log.contains("detach") }
        #expect(bench.agent.session("app")?.acknowledged == 0)
    }

    @Test("row 59: listing tasks has no effect on events")
    func listing() async throws {
        bench.agent.finish(try bench.agent.addTask("app"))
        let session = try await bench.session()
        for _ in 1...10 { _ = try await session.tasks }
        #expect(bench.agent.session("app")?.acknowledged == 0)
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 4).count == 4)
    }

    @Test("contract 3: leaving the loop does not acknowledge the last event")
    func breaking() async throws {
        bench.agent.finish(try bench.agent.addTask("app"))
        let session = try await bench.session()
        for try await event in session.events {
            if case .didComplete = event { break }
        }
        #expect(bench.agent.session("app")?.acknowledged == 1)
    }

    @Test("decision 16: cancelling the task that reads stops the reading only")
    func cancelledReader() async throws {
        let session = try await bench.session()
        let task = try bench.agent.addTask("app")
        let events = session.events
        let reader = Task {
            var seen: [String] = []
            do {
                for try await event in events { seen.append(word(event)) }
            } catch is CancellationError {
                seen.append("cancelled")
            } catch {
                seen.append("\(error)")
            }
            return seen
        }
        try await eventually { bench.agent.log.contains("attach -") }
        bench.agent.progress(task, 5, of: 10)
        reader.cancel()
        #expect(await reader.value.last == "cancelled")
        #expect(bench.agent.state.withLock { $0.tasks[task]?.state } == .running)
        #expect(bench.agent.session("app")?.holder != nil)
    }

    @Test("decision 7: a second iterator throws")
    func secondIterator() async throws {
        let session = try await bench.session()
        var first = session.events.makeAsyncIterator()
        _ = try await first.next()
        var second = session.events.makeAsyncIterator()
        let thrown = await code { _ = try await second.next() }
        #expect(thrown == .eventsAlreadyRead)
    }

    @Test("row 6: the wish for a name and a password comes as an event, and is answered")
    func credential() async throws {
        let session = try await bench.session()
        let id = try bench.agent.addTask("app")
        bench.agent.append(.needsCredential(Failure(.authorization, "401 from example.com", httpStatus: 401)), id)
        var events = session.events.makeAsyncIterator()
        _ = try await events.next()
        guard case .didReceiveChallenge(let task, let error)? = try await events.next() else {
            Issue.record("no challenge")
            return
        }
        #expect(error.code == .userAuthenticationRequired && error.httpStatusCode == 401)
        try await session.provide(DownloadCredential(user: "ann", password: "secret"), for: task)
        #expect(bench.agent.log.contains("edit \(id) ann"))
    }

    @Test("row 37: a file that its program took before it was killed is not told again, its completion is")
    func takenFile() async throws {
        bench.agent.finish(try bench.agent.addTask("app"), isMissing: true)
        let session = try await bench.session()
        var events = session.events.makeAsyncIterator()
        #expect(try await words(&events, 2) == ["complete 1", "finished events"])
    }
}
