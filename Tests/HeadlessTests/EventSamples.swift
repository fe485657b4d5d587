import DownloadCore
import Headless

/// Events of a run for goldens: every kind, with names that mean harm.
enum EventSamples {
    static let hostileName = "a\u{1B}[2J\u{202E}\"b\\\n\u{85}\u{7F}é😀.iso"
    static let digest = Checksum(.sha256, hex: String(repeating: "0f", count: 32))

    /// The moment 2026-11-30T14:02:03.250Z.
    static let start = WallTime(nanoseconds: 1_796_047_323_250_000_000)

    static func event(_ kind: Event.Kind, task: Int64? = 17, after seconds: Int64 = 0) -> Event {
        Event(sequence: 1, time: start.advanced(by: .seconds(seconds)), task: task.map(TaskID.init), kind: kind)
    }

    static let reset = Failure(.network, "connection reset by peer", isTransient: true, isResumable: true)
    static let notFound = Failure(.notFound, "404 from vendor.example.com", httpStatus: 404)
    static let url = "https://user:secret@images.example.org/cd/debian.iso?key=1"

    static func finished(_ bytes: Int64, _ seconds: Duration, digest: Checksum? = nil, isAlready: Bool = false) -> Event.Kind {
        let file = FinishedFile(path: "/home/me/Documents/Haul/1796004161.iso", bytes: bytes, digest: digest)
        return .finished(Event.Finished(url: url, name: "debian.iso", file: file, activeTime: seconds, wasted: 12, isAlready: isAlready))
    }

    static func started(_ name: String, total: Int64?, resumedAt: Int64 = 0, isResumable: Bool? = true) -> Event.Kind {
        .started(Event.Started(url: url, name: name, total: total, resumedAt: resumedAt, isResumable: isResumable))
    }

    static let all: [Event] = [
        event(.queued(url: url)),
        event(started("debian-13.1.0-amd64-DVD-1.iso", total: 3_994_091_520)),
        event(started(hostileName, total: nil, resumedAt: 1_048_576, isResumable: nil), task: 18, after: 1),
        event(.progress(progress(done: 10, total: nil, speed: 0.6, remaining: nil)), task: 18, after: 1),
        event(.progress(progress(done: 1_943_000_000, total: 3_994_091_520, speed: 91_226_112.4, remaining: .seconds(29))), after: 10),
        event(.waiting(retry), after: 17),
        event(.waiting(Wait(reason: .retry, until: start.advanced(by: .seconds(400)), attempt: 7, failure: reset)), after: 17),
        event(.waiting(Wait(reason: .hostLimit)), task: 18, after: 18),
        event(.waiting(Wait(reason: .rateLimited, until: start.advanced(by: .seconds(49)), failure: notFound)), task: 18, after: 19),
        event(.restarted(reason: "the file changed on the server", kept: 1_048_576), task: 18, after: 20),
        event(.paused, after: 21),
        event(.resumed, after: 22),
        event(.verifying, after: 37),
        event(finished(3_994_091_520, .milliseconds(38_210), digest: digest), after: 38),
        event(finished(512, .zero, isAlready: true), task: 19, after: 38),
        event(.failed(Event.Failed(url: url, name: "firmware.bin", failure: notFound)), task: 20, after: 38),
        event(.failed(Event.Failed(url: "x\ty@z", name: hostileName, failure: Failure(.internal, ""))), task: 18, after: 39),
        event(.cancelled, task: 21, after: 39),
        event(.removed, task: 21, after: 39),
        event(.warning("the clock went back\u{7} by 3 s"), task: 22, after: 40),
        event(.warning("no task at all"), task: nil, after: 40),
    ]

    private static let retry = Wait(reason: .retry, until: start.advanced(by: .seconds(25)), attempt: 2, limit: 5, failure: reset)

    private static func progress(done: Int64, total: Int64?, speed: Double, remaining: Duration?) -> Event.Progress {
        Event.Progress(done: done, total: total, speed: speed, remaining: remaining, connections: 4)
    }

    static let summary = RunSummary(finished: 15, failed: 1, unfinished: 0, bytes: 8_482_560_410, duration: .seconds(92), exitStatus: 3)
}
