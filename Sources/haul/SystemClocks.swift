internal import DownloadCore
internal import Platform

/// The machine's own clocks.
struct SystemClocks: Clocks {
    func now() -> Now {
        let wall = FaultInjection.wallTime ?? WallTime(nanoseconds: SystemClock.wall)
        return Now(instant: Instant(nanoseconds: SystemClock.sinceBoot), wall: wall)
    }
}
