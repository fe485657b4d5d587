import DownloadCore
import Testing

@testable import Headless

struct PlainRendererTests {
    private static let totals: RunTotals = {
        var totals = RunTotals()
        (totals.active, totals.queued, totals.done) = (4, 12, 3)
        (totals.bytesDone, totals.bytesTotal, totals.speed) = (1_943_475_716, 4_617_089_843, 91_226_112)
        return totals
    }()

    private static func lines(ascii: Bool, _ verbosity: Verbosity = .all) -> [String] {
        var renderer = PlainRenderer(ascii: ascii, verbosity: verbosity)
        var lines = EventSamples.all.compactMap { renderer.line(for: $0) }
        lines += [renderer.progress(totals, at: EventSamples.start)].compactMap(\.self)
        lines += [renderer.progress(RunTotals(), at: EventSamples.start)].compactMap(\.self)
        lines += [renderer.warning("a task is left alone", at: EventSamples.start)].compactMap(\.self)
        lines += [renderer.badLine(file: "li\u{1B}st.txt", line: 12, why: "the address has no host")].compactMap(\.self)
        lines += [renderer.summary(EventSamples.summary, at: EventSamples.start)].compactMap(\.self)
        return lines
    }

    @Test(arguments: [true, false])
    func `plain lines are as recorded`(ascii: Bool) throws {
        try Golden.expect(Self.lines(ascii: ascii).joined(separator: "\n") + "\n", ascii ? "plain-ascii.txt" : "plain.txt")
    }

    @Test(arguments: [true, false])
    func `plain lines hold neither controls nor secrets`(ascii: Bool) {
        for line in Self.lines(ascii: ascii) {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E })
            #expect(!line.contains("secret"))
            #expect(!ascii || line.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test func `the lines of the contract come out as they stand there`() {
        var renderer = PlainRenderer(ascii: false)
        let lines = [1, 5, 13, 15].map { renderer.line(for: EventSamples.all[$0]) }
        let expected = [
            "2026-11-30T14:02:03Z start    17  debian-13.1.0-amd64-DVD-1.iso  3.72 GiB  https://images.example.org/cd/debian.iso?key=1",
            "2026-11-30T14:02:20Z retry    17  debian-13.1.0-amd64-DVD-1.iso  2 of 5 in 8 s: connection reset by peer",
            "2026-11-30T14:02:41Z finished 17  1796004161.iso  3.72 GiB in 0:38 (99.7 MiB/s)  sha-256 ok",
            "2026-11-30T14:02:41Z failed   20  firmware.bin  not-found: 404 from vendor.example.com",
        ]
        #expect(lines == expected)
        let progress = "2026-11-30T14:02:03Z progress 4 active, 12 queued, 3 done, 0 failed  42%  1.81/4.30 GiB  87.0 MiB/s  eta 0:29"
        #expect(renderer.progress(Self.totals, at: EventSamples.start) == progress)
        let summary = "2026-11-30T14:02:03Z summary  15 finished, 1 failed, 0 unfinished  7.90 GiB in 1:32  exit 3"
        #expect(renderer.summary(EventSamples.summary, at: EventSamples.start) == summary)
    }

    @Test func `quiet tells errors only and very quiet nothing`() {
        let errors = Self.lines(ascii: false, .errors)
        #expect(errors.count == 3 && errors.allSatisfy { $0.contains("failed") || $0.hasPrefix("li\\x1bst.txt:12: ") })
        #expect(Self.lines(ascii: false, .nothing).isEmpty)
        #expect([0, 1, 2, 9].map(Verbosity.init) == [.all, .errors, .nothing, .nothing])
    }

    @Test func `what is due repeats by the clock that is handed in`() {
        var pace = Pace.redraw
        let moments: [Int64] = [0, 100, 249, 250, 400, 499, 500, 2_000, 2_100]
        let due = moments.filter { pace.isDue(at: Instant(nanoseconds: $0 * 1_000_000)) }
        #expect(due == [0, 250, 500, 2_000])
        var later = Pace(every: .seconds(10), from: Instant(nanoseconds: 0))
        let isDue = [9_999_999_999, 10_000_000_000, 10_000_000_001].map { later.isDue(at: Instant(nanoseconds: $0)) }
        #expect(isDue == [false, true, false])
        #expect(later.next == Instant(nanoseconds: 20_000_000_000))
    }
}
