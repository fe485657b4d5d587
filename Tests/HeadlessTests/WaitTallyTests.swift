import DownloadCore
import Foundation
import Testing

@testable import Headless

struct WaitTallyTests {
    private static let file = FinishedFile(path: "/docs/1796.iso", bytes: 3)
    private static let finished = Event.Kind.finished(
        .init(url: EventSamples.url, name: "debian.iso", file: file, activeTime: .seconds(1), wasted: 0)
    )

    private static func failed(_ code: Failure.Code) -> Event.Kind {
        .failed(.init(url: EventSamples.url, name: "debian.iso", failure: Failure(code, "why")))
    }

    private static func task(_ id: Int64, _ state: TaskState, ended: Int64? = nil) -> TaskSnapshot {
        TaskSnapshot(
            id: TaskID(rawValue: id),
            url: EventSamples.url,
            name: "debian\u{1B}.iso",
            state: state,
            ended: ended.map { WallTime(seconds: $0) }
        )
    }

    private static func ids(_ endings: [(task: TaskID, ending: WaitTally.Ending)]) -> [Int64] {
        endings.map(\.task.rawValue)
    }

    @Test func `tasks that have ended end the wait at once, the first failure decides`() {
        var tally = WaitTally(takesNew: false)
        let tasks = [
            Self.task(1, .failed(Failure(.checksum, "")), ended: 30), Self.task(2, .failed(Failure(.notFound, "")), ended: 20),
            Self.task(3, .finished(Self.file), ended: 10),
        ]
        #expect(Self.ids(tally.begin(tasks)) == [3, 2, 1])
        #expect(tally.isDone && tally.status == 3)
    }

    @Test func `the wait goes on until the last one has ended`() {
        var tally = WaitTally(takesNew: false)
        #expect(tally.begin([Self.task(17, .running), Self.task(18, .paused)]).isEmpty)
        #expect(tally.take(EventSamples.event(.paused)) == nil && !tally.isDone)
        #expect(tally.take(EventSamples.event(Self.finished))?.ending == .finished(Self.file))
        #expect(tally.openCount == 1 && tally.status == 0)
        #expect(tally.take(EventSamples.event(Self.failed(.overloaded), task: 18))?.ending == .failed(Failure(.overloaded, "why")))
        #expect(tally.isDone && tally.status == 29)
    }

    @Test func `tasks of others and tasks that were told are passed over`() {
        var tally = WaitTally(takesNew: false)
        _ = tally.begin([Self.task(17, .running)])
        #expect(tally.take(EventSamples.event(Self.failed(.tls), task: 4)) == nil)
        #expect(tally.take(EventSamples.event(.queued(url: "https://a.example/"), task: 5)) == nil)
        #expect(tally.take(EventSamples.event(Self.finished)) != nil)
        #expect(tally.take(EventSamples.event(Self.finished)) == nil)
        #expect(tally.begin([Self.task(17, .finished(Self.file))]).isEmpty)
        #expect(tally.isDone && tally.status == 0)
    }

    @Test func `without tasks the new ones are waited for too`() {
        var tally = WaitTally(takesNew: true)
        _ = tally.begin([Self.task(17, .running)])
        _ = tally.take(EventSamples.event(.queued(url: "https://a.example/"), task: 18))
        _ = tally.take(EventSamples.event(Self.finished))
        #expect(!tally.isDone)
        #expect(tally.take(EventSamples.event(.cancelled, task: 18))?.ending == .cancelled)
        #expect(tally.isDone && tally.status == 1)
    }

    @Test func `a task that waits for a person is told once, and again when it comes back to that`() {
        var tally = WaitTally(takesNew: false)
        let tasks = [
            Self.task(17, .paused), Self.task(18, .paused), Self.task(19, .waiting(Wait(reason: .authentication))),
            Self.task(20, .waiting(Wait(reason: .diskFull))), Self.task(21, .waiting(Wait(reason: .retry))), Self.task(22, .running),
        ]
        _ = tally.begin(tasks)
        let holdups = tally.holdups(tasks)
        #expect(
            WaitTally.lines(holdups) == [
                "haul: task 17 and 1 more are paused; haul resume 17", "haul: task 19 wants a password; haul auth 19",
                "haul: task 20 waits: the disk is full",
            ]
        )
        #expect(tally.holdups(tasks).isEmpty && tally.holdup(EventSamples.event(.paused)) == nil)
        #expect(tally.holdup(EventSamples.event(.waiting(Wait(reason: .diskFull)), task: 22))?.task.rawValue == 22)
        #expect(tally.holdup(EventSamples.event(.waiting(Wait(reason: .diskFull, attempt: 2)), task: 22)) == nil)
        #expect(tally.holdup(EventSamples.event(.resumed)) == nil)
        #expect(tally.holdup(EventSamples.event(.paused)).map { WaitTally.lines([$0]) } == ["haul: task 17 is paused; haul resume 17"])
        #expect(tally.holdup(EventSamples.event(.paused, task: 4)) == nil)
    }

    @Test func `a program is told of a wait as a batch run tells it`() throws {
        var tally = WaitTally(takesNew: false)
        let tasks = [Self.task(17, .paused), Self.task(19, .waiting(Wait(reason: .authentication)))]
        _ = tally.begin(tasks)
        let objects = try tally.holdups(tasks).map { task, holdup in
            try #require(try JSONSerialization.jsonObject(with: Data(tally.json(task, holdup).utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["event"] as? String } == ["paused", "waiting"] && objects[1]["reason"] as? String == "authentication")
    }

    @Test(arguments: [
        WaitTally.Ending.finished(file), .failed(Failure(.notFound, "404 from a.example")), .failed(Failure(.internal, "a\u{7}")),
        .cancelled,
        .removed,
    ])
    func `an ending has words for people and an object for programs`(ending: WaitTally.Ending) throws {
        var tally = WaitTally(takesNew: false)
        _ = tally.begin([Self.task(17, .running)])
        let id = TaskID(rawValue: 17)
        let object = try JSONSerialization.jsonObject(with: Data(tally.json(id, ending).utf8)) as? [String: Any]
        #expect(object?["v"] as? Int == 1 && object?["id"] as? Int == 17 && object?["event"] is String)
        let line = tally.line(id, ending)
        if case .finished = ending { #expect(line == nil) } else { #expect(line?.hasPrefix("haul: task 17, 'debian\\x1b.iso', ") == true) }
    }

    @Test func `an event can say whose it is`() throws {
        var event = EventSamples.event(.paused)
        event.session = .haul
        #expect(JSONLines.lineNamingSession(for: event)?.hasSuffix(#","session":"haul"}"#) == true)
        #expect(JSONLines.line(for: event)?.contains("session") == false)
        #expect(AddedTask.json(TaskID(rawValue: 7), url: "https://a:b@c.example/") == #"{"v":1,"id":7,"url":"https://c.example/"}"#)
    }
}
