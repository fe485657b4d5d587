import Screen
import Testing

struct FormatTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "0.98 KiB"), (1_024, "1.00 KiB"), (3_994_319_585, "3.72 GiB"), (399_507_456, "381 MiB"),
        (50_331_648, "48.0 MiB"), (1_063_256_064, "0.99 GiB"), (-5, "0 B"), (Int64.max, "8.00 EiB"), (10_480_517, "9.99 MiB"),
        (10_485_759, "10.0 MiB"),
    ])
    func `sizes have three significant digits`(bytes: Int64, expected: String) {
        #expect(Format.size(bytes) == expected)
    }

    @Test(arguments: [
        (32_715_571.0, "31.2 MiB/s"), (7_444_889, "7.1 MiB/s"), (231_735_296, "221 MiB/s"), (0, "0 B/s"), (-1, "0 B/s"), (.nan, "0 B/s"),
        (.infinity, "0 B/s"), (500, "500 B/s"), (104_857_600, "100 MiB/s"), (1e300, "999 EiB/s"),
    ])
    func `rates have one decimal below a hundred`(rate: Double, expected: String) {
        #expect(Format.rate(rate) == expected)
    }

    @Test(arguments: [
        (0, "0:00", "0:00"), (32, "0:32", "0:32"), (724, "12:04", "12:04"), (13_267, "3:41:07", "3h41m"), (183_600, "2d 03h", "2d03h"),
        (8_640_000, ">99d", ">99d"), (-4, "0:00", "0:00"), (86_399, "23:59:59", "23h"),
    ])
    func `durations`(seconds: Int64, expected: String, short: String) {
        #expect(Format.duration(.seconds(seconds)) == expected)
        #expect(Format.shortDuration(.seconds(seconds)) == short)
        #expect(short.count <= 5)
    }

    @Test func `an unknown duration and large counts`() {
        #expect(Format.duration(nil) == "--:--")
        #expect(Format.shortDuration(nil) == "--:--")
        #expect([0, 999, 1_284, 1_000_000, -1_000].map(Format.count) == ["0", "999", "1,284", "1,000,000", "-1,000"])
    }

    @Test(arguments: [(0, 100, "0%"), (734, 1_000, "73%"), (999_999, 1_000_000, "99%"), (100, 100, "100%"), (0, 0, "100%"), (-1, 10, "0%")])
    func `a percentage is rounded down`(done: Int64, total: Int64, expected: String) {
        #expect(Format.percent(done, of: total) == expected)
    }

    @Test(arguments: [
        (734, 1_000, 24, "█████████████████▋······"), (734, 1_000, 12, "████████▊···"), (0, 1, 4, "····"), (1, 1, 4, "████"),
        (999_999, 1_000_000, 4, "███▉"), (5, 3, 2, "██"), (1, 2, 0, ""),
    ])
    func `a bar has eighths and is full only at the end`(done: Int64, total: Int64, cells: Int, expected: String) {
        #expect(ProgressBar.known(done: done, total: total, cells: cells, glyphs: .unicode) == expected)
    }

    @Test(arguments: [
        (73, "[#######>..]"), (100, "[##########]"), (0, "[..........]"), (12, "[#>........]"), (55, "[#####>....]"), (99, "[#########>]"),
    ])
    func `a bar in ASCII`(percent: Int64, expected: String) {
        let bar = ProgressBar.known(done: percent, total: 100, cells: 12, glyphs: .ascii)
        #expect(bar == expected)
    }

    @Test(arguments: GlyphSet.allCases) func `the block of an unknown size stays on its track`(glyphs: GlyphSet) {
        var seen: Set<String> = []
        for pulse in [Int.min, -1, .max] + Array(0...60) {
            let bar = ProgressBar.unknown(pulse: pulse, cells: 12, glyphs: glyphs)
            #expect(TextWidth.of(bar) == 12)
            seen.insert(bar)
        }
        #expect(seen.count == (glyphs.isASCII ? 7 : 9))
    }

    @Test(arguments: [(0.0, 0.0), (87, 100), (100, 100), (101, 200), (3, 5), (0.4, 0.5), (.infinity, 0)])
    func `a scale is a round number`(maximum: Double, expected: Double) {
        #expect(abs(Sparkline.scale(maximum) - expected) < 1e-9)
    }

    @Test func `a sparkline grows from the right`() {
        #expect(Sparkline.text([0, 50, 100], cells: 5, glyphs: .unicode) == "   ▄█")
        #expect(Sparkline.text([.nan, -1, 1], cells: 2, glyphs: .unicode) == " █")
    }
}
