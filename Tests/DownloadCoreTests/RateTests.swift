import DownloadCore
import Testing

struct RateTests {
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

    @Test func `a low rate without its unit is told apart`() {
        for text in ["5", "1", "1023", "0.5", "700"] where Rate.parse(text) != .some(nil) { #expect(Rate.lacksUnit(text), "\(text)") }
        for text in ["5B", "5b/s", "1K", "1024", "0", "off", "40bit", "fast", ""] { #expect(!Rate.lacksUnit(text), "\(text)") }
        // What is written is not asked about when it is read again.
        for rate in [1, 5, 1_023, 1_024, 1_025] as [Int64] { #expect(!Rate.lacksUnit(Rate.format(rate))) }
    }

    @Test(arguments: [nil, 1, 1000, 1024, 3 << 20, 5 << 40, .max] as [Int64?])
    func `a rate is written so that it is read again`(rate: Int64?) {
        guard rate != .max else {
            #expect(Rate.format(rate) == "9223372036854775807")
            return
        }
        #expect(Rate.parse(Rate.format(rate)) == .some(rate))
    }

    @Test(
        arguments: [
            ("10M", 10 << 20), ("10MB", 10 << 20), ("10MiB", 10 << 20), ("10mb/s", 10 << 20), ("80Mbit", 10_000_000), ("80 Mbit", nil),
            ("1Gbit/s", 125_000_000), ("64kbit", 8_000), ("12bit", 1), ("10MBps", nil),
        ] as [(String, Int64?)]
    )
    func `letters of bytes count in steps of 1024 and bits in steps of 1000`(text: String, rate: Int64?) {
        #expect(Rate.parse(text) == rate.map { .some($0) })
    }
}
