import DownloadCore
import Screen
import Testing

@testable import Headless

struct RunTallyTests {
    private static func fail(_ code: Failure.Code) -> Event.Kind {
        .failed(Event.Failed(url: "https://a.example/", name: "a", failure: Failure(code, "why")))
    }

    private static func tally(_ events: [(Int64, Event.Kind)], badLines: Int = 0) -> RunTally {
        var tally = RunTally(start: Instant(nanoseconds: 0))
        for (task, kind) in events { tally.record(EventSamples.event(kind, task: task)) }
        for _ in 0..<badLines { tally.recordBadLine() }
        return tally
    }

    private static let done = EventSamples.finished(100, .seconds(1))

    @Test func `a run counts what ended and what did not`() {
        let already = EventSamples.finished(50, .zero, isAlready: true)
        let tally = Self.tally([(1, .queued(url: "")), (2, .queued(url: "")), (1, Self.done), (3, Self.fail(.notFound)), (4, already)])
        let expected = RunSummary(finished: 2, failed: 1, unfinished: 1, bytes: 100, duration: .seconds(92), exitStatus: 3)
        #expect(tally.summary(at: Instant(nanoseconds: 92_000_000_000)) == expected)
    }

    @Test(
        arguments: [
            ([], 0, 0),
            ([(1, done)], 0, 0),
            ([(1, done)], 2, 28),
            ([(1, .paused)], 0, 7),
            ([(1, .paused)], 1, 7),
            ([(1, fail(.tls)), (2, fail(.notFound)), (3, .paused)], 1, 60),
            ([(1, fail(.tls)), (2, fail(.notFound)), (1, .resumed)], 0, 3),
            ([(1, fail(.tls)), (2, fail(.notFound)), (1, .resumed), (1, fail(.checksum))], 0, 3),
            ([(1, fail(.tls)), (1, .resumed), (1, done)], 0, 0),
            ([(1, .cancelled)], 0, 1),
            ([(1, .queued(url: "")), (1, .removed)], 0, 0),
            ([(1, fail(.diskFull)), (1, .removed)], 0, 9),
        ] as [([(Int64, Event.Kind)], Int, Int32)]
    )
    func `the exit status is that of the first failure`(events: [(Int64, Event.Kind)], badLines: Int, status: Int32) {
        #expect(Self.tally(events, badLines: badLines).exitStatus == status)
    }

    @Test func `progress that comes late opens nothing again`() {
        let late = Event.Kind.progress(Event.Progress(done: 1, total: nil, speed: 0, remaining: nil, connections: 0))
        let tally = Self.tally([(1, Self.done), (1, late), (1, .warning("x"))])
        #expect(tally.finished == 1 && tally.unfinished == 0)
    }

    @Test func `a failure told twice counts once`() {
        let tally = Self.tally([(1, Self.fail(.tls)), (1, Self.fail(.tls)), (2, Self.done), (2, Self.done)])
        #expect(tally.failed == 1 && tally.finished == 1)
        #expect(tally.bytes == 100)
    }

    @Test func `a bad line is a failure with a place among the others`() {
        var tally = RunTally(start: Instant(nanoseconds: 0))
        tally.record(EventSamples.event(Self.fail(.notFound), task: 1))
        tally.recordBadLine()
        #expect(tally.exitStatus == 3)
        tally = RunTally(start: Instant(nanoseconds: 0))
        tally.recordBadLine()
        tally.record(EventSamples.event(Self.fail(.notFound), task: 1))
        #expect(tally.exitStatus == ExitStatus.usage)
    }

    @Test func `a task that is found on the way is counted and told`() {
        let states: [TaskState] = [.queued, .running, .waiting(Wait(reason: .authentication)), .paused, .verifying]
        var tally = RunTally(start: Instant(nanoseconds: 0))
        var verbs: [[String]] = []
        for (id, state) in states.enumerated() {
            let task = TaskSnapshot(id: TaskID(rawValue: Int64(id)), url: EventSamples.url, name: "debian.iso", state: state)
            var text = EventText(glyphs: .ascii)
            let events = Event.Kind.present(task).map { EventSamples.event($0, task: Int64(id)) }
            for event in events { tally.record(event) }
            verbs.append(events.compactMap { text.line(for: $0)?.verb })
        }
        #expect(tally.unfinished == 5 && tally.exitStatus == ExitStatus.unfinished)
        #expect(verbs == [["queued"], ["queued", "start"], ["queued", "waiting"], ["queued", "paused"], ["queued", "start", "verify"]])
    }
}
