internal import DownloadCore
internal import Platform

/// The machine's own clocks.
struct SystemClocks: Clocks {
    func now() -> Now {
        Now(instant: Instant(nanoseconds: SystemClock.sinceBoot), wall: WallTime(nanoseconds: SystemClock.wall))
    }
}
