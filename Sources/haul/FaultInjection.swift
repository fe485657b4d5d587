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

    /// The time that `HAUL_CLOCK` gives in seconds since 1970; it stands still, so that a screen is always the same.
    static let wallTime: WallTime? = {
        #if DEBUG
        return Environment.current()["HAUL_CLOCK"].flatMap { Int64($0) }.map { WallTime(seconds: $0) }
        #else
        return nil
        #endif
    }()
}
