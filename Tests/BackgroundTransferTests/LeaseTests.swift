import BackgroundTransfer
import DownloadCore
import FakeAgent
import FoundationEssentials
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Sessions and their identifiers", .timeLimit(.minutes(2)))
struct LeaseTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test("row 7: two identifiers are two lists of tasks")
    func identifiers() async throws {
        let (first, second) = (try await bench.session("a"), try await bench.session("b"))
        try await first.download(from: try #require(URL(string: "http://example.com/1")))
        #expect(try await first.tasks.count == 1)
        #expect(try await second.tasks.isEmpty)
    }

    @Test("row 9: identifiers are the same byte for byte only", arguments: [("App", "app"), ("caf\u{E9}", "cafe\u{301}"), ("a", "a ")])
    func bytes(one: String, other: String) async throws {
        let first = try await bench.session(one)
        // Had it been the same, it would be in use.
        let second = try await bench.session(other)
        try await first.download(from: try #require(URL(string: "http://example.com/1")))
        #expect(try await second.tasks.isEmpty)
    }

    @Test("row 9: the hint names what the program may have meant, harmlessly")
    func hint() throws {
        let text = Hints.text(for: try bench.agent.identifier("App\u{1B}[2J"), nearMisses: ["app", "b", "c", "d"])
        #expect(text.contains(#""app", "b", "c"?"#) && !text.contains("\u{1B}") && !text.contains(#""d""#))
    }

    static let unfit = ["", String(repeating: "x", count: 256), "a\0b", String(repeating: "é", count: 128)]

    @Test("row 10: an identifier that cannot be one", arguments: unfit)
    func invalid(identifier: String) async {
        #expect(await code { _ = try await bench.session(identifier) } == .invalidIdentifier)
    }

    @Test("row 10: the longest identifier is one")
    func longest() async throws {
        _ = try await bench.session(String(repeating: "x", count: 255))
    }

    @Test("rows 11, 12: a second session of one process is refused with its own number")
    func sameProcess() async throws {
        let session = try await bench.session()
        let error = await #expect(throws: BackgroundSessionError.self) { _ = try await bench.session() }
        #expect(error?.code == .identifierInUse && error?.owner == ThisProcess.id)
        #expect(error?.code.rawValue == -996)
        _ = session
    }

    @Test("row 11: another process that holds it is named; when it ends the session is free")
    func otherProcess() async throws {
        try bench.agent.addTask("app")
        let key = try bench.agent.identifier("app")
        bench.agent.state.withLock { $0.sessions[key]?.holder = 4711 }
        let error = await #expect(throws: BackgroundSessionError.self) { _ = try await bench.session() }
        #expect(error?.code == .identifierInUse && error?.owner == 4711)
        bench.agent.state.withLock { $0.sessions[key]?.holder = nil }
        _ = try await bench.session()
    }

    @Test("row 11: a session that another process took while the agent was away is lost for this one")
    func takenOver() async throws {
        let session = try await bench.session()
        var events = session.events.makeAsyncIterator()
        _ = try await events.next()
        let key = try bench.agent.identifier("app")
        bench.agent.state.withLock { $0.isDown = true }
        bench.agent.breakConnections()
        bench.agent.state.withLock { state in
            state.sessions[key]?.holder = 4711
            state.isDown = false
        }
        let error = await #expect(throws: BackgroundSessionError.self) { _ = try await events.next() }
        #expect(error?.code == .identifierInUse && error?.owner == 4711)
    }

    @Test("row 78: a session that is dropped detaches, its transfers go on, and the next one gets what they bring")
    func dropped() async throws {
        var session: BackgroundSession? = try await bench.session()
        let task = try await session?.download(from: try #require(URL(string: "http://example.com/1")))
        session = nil
        let id = try #require(task?.id)
        // At once: the new one waits until the agent has heard of the end of the old.
        let next = try await bench.session()
        #expect(bench.agent.log.filter { $0 == "detach" }.count == 1)
        #expect(try await next.tasks.map(\.id) == [id])
        #expect(try await task?.status.state == .running)
        bench.agent.finish(TaskID(rawValue: Int64(id.rawValue)))
        var events = next.events.makeAsyncIterator()
        #expect(try await words(&events, 4) == ["finished events", "wrote \(id): 10 10", "file \(id)", "complete \(id)"])
    }

    @Test("row 78: a session that is dropped while it attaches again gives back what it gets then, whoever holds a task of it")
    func droppedWhileAttaching() async throws {
        let (second, third) = (Occasion<Void>(), Occasion<Void>())
        bench.agent.state.withLock { $0.gates = [2: second, 3: third] }
        var session: BackgroundSession? = try await bench.session()
        let task = try await session?.download(from: try #require(URL(string: "http://example.com/1")))
        bench.agent.breakConnections()
        try await eventually("the session connects again") { bench.agent.state.withLock { $0.connectCount == 2 } }
        session = nil
        async let next = bench.session()
        // It waits for the end of the one before, which finds nothing to give back.
        try await eventually("the next one connects") { bench.agent.state.withLock { $0.connectCount == 3 } }
        second.happen(())
        try await eventually("the old one is attached") { bench.agent.log.filter { $0.hasPrefix("attach") }.count == 2 }
        third.happen(())
        #expect(try await next.tasks.map(\.id) == [task?.id])
    }

    @Test("a session stays attached while its events are read, also when nobody else holds it")
    func heldByReader() async throws {
        try bench.agent.addTask("app")
        var seen: [String] = []
        for try await event in try await bench.session().events {
            seen.append(word(event))
            break
        }
        #expect(seen == ["finished events"])
        try await eventually { bench.agent.session("app")?.holder == nil }
    }

    @Test("row 55: without an agent making a session fails at once, and works when there is one")
    func noAgent() async throws {
        bench.agent.goDown()
        #expect(await code { _ = try await bench.session() } == .agentUnreachable)
        bench.agent.comeUp()
        _ = try await bench.session()
    }
}

@testable import enum BackgroundTransfer.Hints
