import DownloadCore
import Screen
import Testing

@testable import Headless

struct BarRendererTests {
    private static let now = Now(instant: Instant(nanoseconds: 3_000_000_000), wall: EventSamples.start)

    private static func snapshot(
        _ id: Int64,
        _ name: String,
        _ state: TaskState,
        done: Int64 = 0,
        total: Int64? = nil,
        speed: Double? = nil,
        remaining: Duration? = nil
    ) -> TaskSnapshot {
        TaskSnapshot(
            id: TaskID(rawValue: id),
            url: "https://a.example/",
            name: name,
            state: state,
            total: total,
            done: done,
            speed: speed,
            remaining: remaining
        )
    }

    static let snapshots = [
        snapshot(9, "done.iso", .finished(FinishedFile(path: "/a/1.iso", bytes: 5)), done: 5, total: 5),
        snapshot(8, "waits.bin", .waiting(Wait(reason: .retry, until: now.wall.advanced(by: .seconds(8)), failure: EventSamples.reset))),
        snapshot(
            1,
            "debian-13.1.0-amd64-DVD-1.iso",
            .running,
            done: 1_943_000_000,
            total: 3_994_091_520,
            speed: 32_700_000,
            remaining: .seconds(62)
        ),
        snapshot(2, EventSamples.hostileName, .running, done: 700_000, speed: 1_047_000_000),
        snapshot(3, "日本語の長い名前のファイル名前のファイル名前のファイル.tar.xz", .running, done: 0, total: 10, remaining: .seconds(400_000)),
        snapshot(4, "new.iso", .connecting),
        snapshot(5, "check.iso", .verifying, done: 10, total: 10),
        snapshot(6, "queued.iso", .queued),
        snapshot(7, "gone.iso", .failed(EventSamples.notFound)),
    ]

    @Test(arguments: [80, 40, 20], [true, false])
    func `the block is as recorded`(columns: Int, ascii: Bool) throws {
        let renderer = BarRenderer(ascii: ascii, color: false)
        let lines = renderer.block(Self.snapshots, columns: columns, rows: 24, now: Self.now)
        try Golden.expect(lines.joined(separator: "\n") + "\n", "bar-\(columns)\(ascii ? "-ascii" : "").txt")
    }

    @Test func `colours change nothing but the look`() throws {
        let plain = BarRenderer(ascii: false, color: false).block(Self.snapshots, columns: 80, rows: 24, now: Self.now)
        let colored = BarRenderer(ascii: false, color: true).block(Self.snapshots, columns: 80, rows: 24, now: Self.now)
        #expect(colored != plain)
        #expect(colored.map(ANSIStyle.stripped) == plain)
    }

    @Test func `no size of a terminal is overrun`() {
        for color in [true, false] {
            let renderer = BarRenderer(ascii: !color, color: color)
            for columns in [Int.min, -1, 0, 1, 2, 3, 5, 8, 13, 19, 21, 34, 39, 55, 79, 81, 200, 5_000, .max] {
                for rows in [Int.min, 0, 1, 2, 3, 4, 5, 9, 100, .max] {
                    let lines = renderer.block(Self.snapshots, columns: columns, rows: rows, now: Self.now)
                    #expect(lines.count <= max(0, rows < 2 ? 0 : rows - 2))
                    #expect(lines.allSatisfy { TextWidth.of(ANSIStyle.stripped($0)) < max(columns, 1) })
                }
            }
        }
    }

    @Test func `what does not fit is counted`() {
        let many = (1...50).map { Self.snapshot($0, "file-\($0)", .running, done: 1, total: 10) }
        let lines = BarRenderer(ascii: true, color: false).block(many, columns: 80, rows: 10, now: Self.now)
        #expect(lines.count == 8)
        #expect(lines[5].hasPrefix("file-6 ") && lines[6] == "and 44 more" && lines[7].hasPrefix("50 active"))
    }

    @Test func `finished and failed tasks scroll out above and the rest stays in the block`() throws {
        var renderer = BarRenderer(ascii: false, color: false)
        let lines = EventSamples.all.compactMap { renderer.line(for: $0) }
        try Golden.expect(lines.joined(separator: "\n") + "\n", "bar-above.txt")
    }

    @Test func `the block replaces itself and leaves what is above`() {
        var block = BarBlock()
        let first = block.redraw(block: ["one", "two"], columns: 80)
        let second = block.redraw(above: ["done"], block: ["three"], columns: 80)
        let erasures = [block.erase(columns: 80), block.erase(columns: 80)]
        #expect(first == "one\ntwo\n")
        #expect(second == "\u{1B}[2A\r\u{1B}[Jdone\nthree\n")
        #expect(erasures == ["\u{1B}[1A\r\u{1B}[J", ""])
    }

    @Test func `a terminal that was made narrower is cleared in full`() {
        var block = BarBlock()
        let painted = "\u{1B}[36m" + String(repeating: "m", count: 79) + "\u{1B}[0m"
        _ = block.redraw(block: [painted, "short"], columns: 80)
        let erasure = block.erase(columns: 40)
        #expect(erasure == "\u{1B}[3A\r\u{1B}[J")
    }

    @Test func `the block is redrawn at most four times a second`() {
        var block = BarBlock()
        let due = (0..<1_000).filter { block.shouldRedraw(now: Instant(nanoseconds: Int64($0) * 10_000_000)) }
        #expect(due.count == 40)
    }

    @Test func `sums leave out what will never come and survive numbers that make no sense`() {
        var totals = RunTotals(Self.snapshots)
        #expect(totals.active == 5 && totals.queued == 2 && totals.done == 1 && totals.failed == 1)
        #expect(totals.bytesTotal == 3_994_091_520 + 10 + 10 + 5)
        totals.add(Self.snapshot(30, "x", .running, done: .max, total: .max, speed: .infinity))
        totals.add(Self.snapshot(31, "x", .running, done: .min, total: .max, speed: .nan))
        #expect(totals.bytesTotal == .max && totals.speed.isFinite)
    }
}
