internal import Glibc

/// The system's clocks, in nanoseconds.
public enum SystemClock {
    /// Since the machine was booted, sleep included; never steps back (`CLOCK_BOOTTIME`).
    public static var sinceBoot: Int64 { read(CLOCK_BOOTTIME) }

    /// Since the machine was booted, without the time that it slept; never steps back (`CLOCK_MONOTONIC`).
    static var awake: Int64 { read(CLOCK_MONOTONIC) }

    /// Since 1970-01-01 UTC; a person or a time server may set it to anything (`CLOCK_REALTIME`).
    public static var wall: Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
