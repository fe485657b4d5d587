internal import DownloadCore
internal import Platform

/// What tests ask for by the environment: crashes, and a clock that stands still; release builds have neither.
enum FaultInjection {
    /// Kills the process when it comes to the step that `HAUL_FAULT` names.
    static let faultPoint: @Sendable (String) throws(Failure) -> Void = {
        #if DEBUG
        let wanted = Environment.current()["HAUL_FAULT"]
        return { (name) throws(Failure) in
            if name == wanted { Signals.raise(.kill) }
        }
        #else
        return { (_) throws(Failure) in }
        #endif
    }()

    /// Ends the program by a trap, as a fault in it would, if `HAUL_FAULT` names this place.
    static func trap(at place: String) {
        #if DEBUG
        if Environment.current()["HAUL_FAULT"] == place { fatalError("asked for at \(place)") }
        #endif
    }

    /// The time that `HAUL_CLOCK` gives in seconds since 1970.
    ///
    /// It stands still, so that a screen is always the same; with a `+` behind it, it goes on from the start of the program.
    static var wallTime: WallTime? {
        #if DEBUG
        return clock.map { $0.isRunning ? $0.start.advanced(by: .nanoseconds(SystemClock.sinceBoot - $0.began)) : $0.start }
        #else
        return nil
        #endif
    }

    /// So long passes before the machine is suspended or switched off: `HAUL_POWER_GRACE` in seconds.
    static let powerGrace: Duration? = {
        #if DEBUG
        return Environment.current()["HAUL_POWER_GRACE"].flatMap { Double($0) }.map { .clamping(seconds: $0) }
        #else
        return nil
        #endif
    }()

    #if DEBUG
    private static let clock: (start: WallTime, isRunning: Bool, began: Int64)? = {
        guard let text = Environment.current()["HAUL_CLOCK"] else { return nil }
        let isRunning = text.hasSuffix("+")
        return Int64(isRunning ? String(text.dropLast()) : text).map { (WallTime(seconds: $0), isRunning, SystemClock.sinceBoot) }
    }()
    #endif
}
