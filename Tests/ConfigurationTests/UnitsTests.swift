import Configuration
import Testing

@Suite struct UnitsTests {
    @Test(
        arguments: [
            ("500K", 512_000), ("2M", 2 << 20), ("2MiB", 2 << 20), ("2mb/s", 2 << 20), ("1.5k", 1536), ("1G", 1 << 30), ("7", 7), ("7B", 7),
        ] as [(String, Int64)]
    )
    func `rates are read`(text: String, rate: Int64) {
        #expect(Rate.parse(text) == .some(.some(rate)))
    }

    @Test(arguments: ["off", "OFF", "0", "0M"])
    func `no limit is read`(text: String) {
        #expect(Rate.parse(text) == .some(.none))
    }

    @Test(arguments: ["", "M", "-1", "1.2.3", "1X", "1 M", "9999999999999999T", "99999999999T", "1e9", "٣", ".5", "5."])
    func `what is no rate is refused`(text: String) {
        #expect(Rate.parse(text) == nil)
    }

    @Test(arguments: [nil, 1, 1000, 1024, 3 << 20, 5 << 40, .max] as [Int64?])
    func `a rate is written so that it is read again`(rate: Int64?) {
        guard rate != .max else {
            #expect(Rate.format(rate) == "9223372036854775807")
            return
        }
        #expect(Rate.parse(Rate.format(rate)) == .some(rate))
    }

    @Test(arguments: [
        ("30", 30_000), ("30s", 30_000), ("5m", 300_000), ("1h", 3_600_000), ("7d", 604_800_000), ("0.5s", 500), ("1.5m", 90_000),
    ])
    func `durations are read and written`(text: String, milliseconds: Int) {
        #expect(DurationText.parse(text) == .milliseconds(milliseconds))
        #expect(DurationText.parse(DurationText.format(.milliseconds(milliseconds))) == .milliseconds(milliseconds))
    }

    @Test(arguments: ["", "s", "-3s", "1 h", "1y", "999999999999999d", "1..2s"])
    func `what is no duration is refused`(text: String) {
        #expect(DurationText.parse(text) == nil)
    }
}
