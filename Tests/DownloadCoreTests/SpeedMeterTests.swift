import DownloadCore
import Testing

@Suite struct SpeedMeterTests {
    private func at(_ seconds: Double) -> Instant {
        Instant(nanoseconds: Int64(seconds * 1e9))
    }

    private func steady(_ rate: Int64, seconds: Int) -> SpeedMeter {
        var meter = SpeedMeter()
        for step in 0...seconds * 4 { meter.add(step == 0 ? 0 : rate / 4, at: at(Double(step) / 4)) }
        return meter
    }

    @Test func `a steady rate is shown as it is`() throws {
        let meter = steady(1_000_000, seconds: 30)
        #expect(abs(meter.rate(at: at(30)) - 1e6) < 1e4)
        #expect(abs(try #require(meter.average(at: at(30))) - 1e6) < 1e4)
        #expect(abs(try #require(meter.remaining(60_000_000, at: at(30))).inSeconds - 60) < 1)
    }

    @Test func `nothing is said before there is something to say`() {
        var meter = SpeedMeter()
        #expect(meter.rate(at: at(0)) == 0)
        #expect(meter.average(at: at(0)) == nil)
        #expect(meter.remaining(1, at: at(0)) == nil)
        meter.add(100, at: at(0))
        meter.add(100, at: at(1))
        #expect(meter.remaining(1000, at: at(1)) == nil)
    }

    @Test func `after a stall the rate is none and no time is told`() {
        let meter = steady(1_000_000, seconds: 10)
        #expect(meter.rate(at: at(16)) == 0)
        #expect(meter.remaining(1000, at: at(16)) == nil)
        #expect(meter.remaining(nil, at: at(10)) == nil)
        #expect(meter.remaining(-1, at: at(10)) == nil)
    }

    @Test func `a burst and a short pause do not make the time that is left jump`() throws {
        var meter = steady(1_000_000, seconds: 60)
        var left: Int64 = 600_000_000
        var last = try #require(meter.remaining(left, at: at(60))).inSeconds
        for step in 1...80 {
            let bytes: Int64 = step % 8 == 0 ? 2_000_000 : 0
            left -= bytes
            meter.add(bytes, at: at(60 + Double(step) / 4))
            let next = try #require(meter.remaining(left, at: at(60 + Double(step) / 4))).inSeconds
            #expect(abs(next - last) / last < 0.1, "\(last) -> \(next)")
            last = next
        }
    }

    @Test func `a clock that stands still or steps back is no trap, and bytes are not lost`() throws {
        var meter = SpeedMeter()
        meter.add(0, at: at(0))
        meter.add(500_000, at: at(0))
        meter.add(500_000, at: at(-100))
        meter.add(0, at: at(1))
        #expect(abs(try #require(meter.average(at: at(1))) - 1e6) < 1)
        #expect(meter.rate(at: at(1)) > 0.9e6)
        meter.add(.max, at: Instant(nanoseconds: .max))
        meter.add(.max, at: Instant(nanoseconds: .min))
        meter.add(.min, at: Instant(nanoseconds: .max))
        _ = (meter.rate(at: at(5)), meter.average(at: Instant(nanoseconds: .min)), meter.remaining(.max, at: Instant(nanoseconds: .max)))
    }
}
