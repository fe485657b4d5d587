import DownloadCore
import Testing

@Suite struct ConnectionRampTests {
    /// Looks every 100 ms for so many seconds; what was wanted runs at the next look.
    private func simulate(
        seconds: Int,
        limit: Int = 8,
        remaining: Int64 = 10_000_000_000,
        ramp: inout ConnectionRamp,
        from start: Int = 0,
        rate: (Int) -> Double
    ) -> [Int] {
        var running = max(1, ramp.wanted)
        var received = 0.0
        var wanted: [Int] = []
        for step in 0..<seconds * 10 {
            let now = Instant(nanoseconds: (Int64(start) * 10 + Int64(step)) * 100_000_000)
            let look = ConnectionRamp.Look(
                received: Int64(received),
                told: now,
                running: running,
                remaining: remaining,
                limit: limit,
                now: now
            )
            let next = ramp.update(look)
            wanted.append(next)
            running = max(running, next)
            received += rate(running) * 0.1
        }
        return wanted
    }

    @Test(arguments: [1, 2, 3, 8, 16])
    func `it grows to the limit while each connection brings more`(limit: Int) {
        var ramp = ConnectionRamp()
        let wanted = simulate(seconds: 10, limit: limit, ramp: &ramp) { Double($0) * 1e6 }
        #expect(wanted.first == 1)
        #expect(wanted.last == limit)
        #expect(wanted.allSatisfy { $0 <= limit })
    }

    @Test func `one more is tried and then no more while the line is full`() {
        var ramp = ConnectionRamp()
        let wanted = simulate(seconds: 120, ramp: &ramp) { _ in 5e6 }
        #expect((2...6).contains(wanted.max() ?? 0))
    }

    @Test func `it stops where the line is full`() {
        var ramp = ConnectionRamp()
        let wanted = simulate(seconds: 120, limit: 32, ramp: &ramp) { min(Double($0), 4) * 1e6 }
        #expect((4...12).contains(wanted.max() ?? 0))
    }

    @Test func `it goes on when the line has become faster`() {
        var ramp = ConnectionRamp()
        _ = simulate(seconds: 20, ramp: &ramp) { _ in 1e6 }
        let wanted = simulate(seconds: 120, ramp: &ramp, from: 20) { Double($0) * 1e6 }
        #expect(wanted.last == 8)
    }

    @Test func `what ends in a moment gets no further connection`() {
        var ramp = ConnectionRamp()
        #expect(simulate(seconds: 10, remaining: 300_000, ramp: &ramp) { _ in 1e6 }.max() == 1)
    }

    @Test func `a refusal lowers it for a minute`() {
        var ramp = ConnectionRamp()
        _ = simulate(seconds: 5, ramp: &ramp) { Double($0) * 1e6 }
        ramp.refused(running: 3, now: Instant(nanoseconds: 5_000_000_000))
        let wanted = simulate(seconds: 59, ramp: &ramp, from: 5) { _ in 3e6 }
        #expect(wanted.max() == 3)
    }

    @Test(
        arguments: [(Double.nan, 1, Int64(1)), (.infinity, 1, .max), (-1, 1, -1), (0, 0, 0), (1e300, .max, .min)] as [(Double, Int, Int64)]
    )
    func `odd numbers are no trap`(rate: Double, running: Int, remaining: Int64) {
        var ramp = ConnectionRamp()
        for step in 0..<50 {
            let now = Instant(nanoseconds: step % 3 == 0 ? .max : Int64(step) * 1_000_000_000)
            let limit = [8, 0, -1, Int.max][step % 4]
            let received = Int64(clamping: rate * Double(step))
            let look = ConnectionRamp.Look(received: received, told: now, running: running, remaining: remaining, limit: limit, now: now)
            #expect(ramp.update(look) >= 1)
            if step % 7 == 0 { ramp.refused(running: -3, now: now) }
        }
    }
}
