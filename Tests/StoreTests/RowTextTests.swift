import DownloadCore
import Foundation
import TestSupport
import Testing

@testable import Store

/// The text of a row is what the encoder makes of the same value, byte for byte: rows of every version look alike.
@Suite struct RowTextTests {
    private let coder = RowCoder()

    private func check(_ record: TaskRecord) throws {
        let progress = StoredProgress(record)
        let text = try coder.encode(progress: progress)
        let encoded = try coder.encode(progress)
        #expect(text == encoded, "\(String(decoding: text, as: UTF8.self)) instead of \(String(decoding: encoded, as: UTF8.self))")
    }

    private func check(_ event: Event) throws {
        let text = try coder.encode(event: event)
        let encoded = try coder.encode(event)
        #expect(text == encoded, "\(String(decoding: text, as: UTF8.self)) instead of \(String(decoding: encoded, as: UTF8.self))")
        #expect(coder.decode(Event.self, text) == event)
    }

    @Test(arguments: 1...400) func `whatever a record holds, its progress is written as the encoder writes it`(seed: Int) throws {
        var odd = OddValues(seed: UInt64(seed))
        try check(odd.record())
    }

    @Test(arguments: 1...400) func `whatever an event holds, it is written as the encoder writes it`(seed: Int) throws {
        var odd = OddValues(seed: UInt64(seed))
        try check(odd.event())
    }

    @Test func `a new task and a full one are written so as well`() throws {
        try check(TaskRecord(id: TaskID(rawValue: 1), request: DownloadRequest(urls: []), order: 0, added: WallTime(seconds: 0)))
        try check(StoreBench.record(1))
    }

    @Test func `every byte that a text can have is written so`() throws {
        for byte: UInt8 in 0..<128 {
            let text = "a" + String(UnicodeScalar(byte)) + "b"
            try check(Event(sequence: 1, time: WallTime(seconds: 1), task: nil, kind: .queued(url: text)))
        }
    }
}

/// Values as no task has them, but any may.
private struct OddValues {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func oneIn(_ count: Int) -> Bool { random.next() % UInt64(count) == 0 }

    private mutating func number() -> Int64 {
        switch random.next() % 5 {
        case 0: 0
        case 1: .max
        case 2: .min
        case 3: -Int64(random.next() % 1_000)
        default: Int64(truncatingIfNeeded: random.next() >> (random.next() % 64))
        }
    }

    private mutating func text() -> String {
        var text = ""
        for _ in 0..<(random.next() % 12) {
            let scalars: [ClosedRange<UInt32>] = [0...0x1f, 0x20...0x7e, 0x20...0x7e, 0x7f...0xff, 0x2028...0x202e, 0x1f600...0x1f64f]
            let range = scalars[Int(random.next() % UInt64(scalars.count))]
            let value = range.lowerBound + UInt32(random.next() % UInt64(range.count))
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { oneIn(2) ? nil : make(&self) }

    private mutating func file() -> FinishedFile {
        FinishedFile(
            path: text(),
            bytes: number(),
            digest: oneIn(3) ? Checksum(.sha256, hex: String(repeating: "5", count: 64)) : nil,
            isMissing: oneIn(2)
        )
    }

    private mutating func failure() -> Failure { Failure(.network, text(), httpStatus: maybe { Int($0.random.next() % 600) }) }

    private mutating func wait() -> Wait {
        Wait(reason: .retry, until: maybe { WallTime(nanoseconds: $0.number()) }, failure: maybe { $0.failure() })
    }

    private mutating func state() -> TaskState {
        switch random.next() % 10 {
        case 0: .queued
        case 1: .connecting
        case 2: .running
        case 3: .waiting(wait())
        case 4: .paused
        case 5: .verifying
        case 6: .publishing
        case 7: .finished(file())
        case 8: .failed(failure())
        default: .cancelled
        }
    }

    private mutating func plan() -> SegmentPlan {
        var segments: [SegmentPlan.Segment] = []
        var start: Int64 = 0
        for _ in 0..<(random.next() % 4) {
            let length = 1 + Int64(random.next() % 1_000_000)
            var segment = SegmentPlan(total: length, segments: [])?.segments.first ?? SegmentPlan().segments[0]
            segment.start = start
            segment.end = start + length
            segment.written = Int64(random.next() % UInt64(length))
            segment.durable = min(segment.written, Int64(random.next() % UInt64(length)))
            segments.append(segment)
            start += length
        }
        return SegmentPlan(total: start, segments: segments) ?? SegmentPlan()
    }

    mutating func record() -> TaskRecord {
        var record = TaskRecord(id: TaskID(rawValue: 1), request: DownloadRequest(urls: []), order: 0, added: WallTime(seconds: 0))
        record.state = state()
        record.plan = plan()
        record.attempt = Int(truncatingIfNeeded: number())
        record.generation = Int(truncatingIfNeeded: number())
        record.representation = maybe { odd in
            var found = Representation(
                total: odd.maybe { $0.number() },
                etag: odd.maybe { $0.text() },
                lastModified: odd.maybe { $0.text() },
                hasStrongDate: odd.oneIn(2),
                acceptsRanges: odd.maybe { $0.oneIn(2) },
                contentEncoding: odd.maybe { $0.text() },
                hints: NameHints(
                    contentDisposition: odd.maybe { $0.text() },
                    url: odd.text(),
                    mediaType: odd.maybe { $0.text() }
                ),
                finalURL: odd.text()
            )
            found.status = odd.maybe { Int($0.random.next() % 600) }
            return found
        }
        record.previous = maybe { .init(generation: 1, bytes: $0.number()) }
        record.isWithoutRanges = oneIn(2)
        record.mirror = oneIn(2) ? 0 : 3
        record.setbacks.gone = oneIn(3)
        record.failures = oneIn(2) ? 0 : 4
        record.wasted = number()
        record.activeTime = .nanoseconds(number())
        record.intent = maybe { odd in
            var intent = PublishIntent(
                directory: odd.text(),
                name: odd.text(),
                part: odd.text(),
                device: odd.random.next(),
                inode: .max,
                size: odd.number(),
                collisions: 2
            )
            intent.folder = odd.maybe { $0.text() }
            return intent
        }
        record.part = maybe { odd in
            .init(
                bootID: odd.text(),
                device: odd.random.next(),
                folder: odd.maybe { $0.random.next() },
                inode: odd.maybe { $0.random.next() },
                modified: odd.maybe { $0.number() }
            )
        }
        record.inherited = oneIn(3) ? .init(task: TaskID(rawValue: 7), generation: 2) : nil
        record.age = .nanoseconds(number())
        record.token = maybe { $0.text() }
        record.isContinuation = oneIn(2)
        record.isHurried = oneIn(2)
        return record
    }

    mutating func event() -> Event {
        var event = Event(
            sequence: random.next(),
            time: WallTime(nanoseconds: number()),
            task: maybe { TaskID(rawValue: $0.number()) },
            kind: kind()
        )
        event.session = oneIn(2) ? SessionIdentifier(text()) : .haul
        return event
    }

    private mutating func kind() -> Event.Kind {
        switch random.next() % 12 {
        case 0, 1: .queued(url: text())
        case 2, 3:
            .started(
                .init(
                    url: text(),
                    name: text(),
                    total: maybe { $0.number() },
                    resumedAt: number(),
                    isResumable: maybe { $0.oneIn(2) }
                )
            )
        case 4, 5:
            .finished(
                .init(
                    url: text(),
                    name: text(),
                    file: file(),
                    activeTime: .nanoseconds(number()),
                    wasted: number(),
                    isAlready: oneIn(2)
                )
            )
        case 6: .waiting(wait())
        case 7: .restarted(reason: text(), kept: number())
        case 8: .failed(.init(url: text(), name: text(), failure: failure()))
        case 9: .warning(text())
        case 10: .paused
        default: .removed
        }
    }
}
