import Configuration
import Testing

@Suite struct UnitsTests {
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
