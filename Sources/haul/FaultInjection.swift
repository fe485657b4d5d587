internal import DownloadCore
internal import Platform

/// A crash on request, for the tests of what a crash leaves behind; release builds have none.
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
}
