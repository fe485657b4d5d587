import Screen
import Testing

struct BrailleGraphTests {
    @Test func `a curve from nothing to everything`() {
        let values = [0.0, 1, 2, 3, 4, 5, 6, 7, 8, 8]
        #expect(BrailleGraph.rows(values, top: 8, cells: 5, height: 2, glyphs: .unicode) == ["  ⢀⣴⣿", "⢀⣴⣿⣿⣿"])
        #expect(BrailleGraph.rows(values, top: 8, cells: 10, height: 1, glyphs: .ascii) == [" ..::||###"])
    }

    @Test func `short and odd values`() {
        #expect(BrailleGraph.rows([9], top: 8, cells: 2, height: 1, glyphs: .unicode) == [" ⢸"])
        #expect(BrailleGraph.rows([.nan, -1, .infinity, 0], top: 0, cells: 2, height: 1, glyphs: .unicode) == ["  "])
        #expect(BrailleGraph.rows([1], top: 1, cells: 0, height: 0, glyphs: .unicode) == [])
    }

    @Test(arguments: [
        (1_048_576.0, RateUnits.binary, "1.0 MiB/s"), (1_000_000, .decimal, "1.0 MB/s"), (1_000_000, .bits, "8.0 Mbit/s"),
        (0, .bits, "0 bit/s"), (999_499, .decimal, "999 kB/s"), (999_900, .decimal, "1.0 MB/s"), (1e30, .bits, "9999 Ebit/s"),
    ])
    func `units`(rate: Double, units: RateUnits, text: String) {
        #expect(Format.rate(rate, units) == text)
        #expect(text.count <= 11)
    }

    @Test(arguments: [
        (91e6, RateUnits.binary, "100M", "25M"), (0, .binary, "1", "0.3"), (91e6, .bits, "1000M", "250M"), (3e6, .decimal, "5M", "1.3M"),
    ])
    func `axes`(rate: Double, units: RateUnits, top: String, quarter: String) {
        let axis = Format.axis(upTo: rate, units)
        #expect(axis.label(1) == top && axis.label(0.25) == quarter && axis.label(0) == "0")
        #expect(axis.top >= rate)
    }
}
