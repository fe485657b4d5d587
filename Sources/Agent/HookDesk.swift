internal import DownloadCore

/// The runs of hooks that are to come, and those that are on their way.
struct HookDesk {
    var waiting: [HookOrder] = []
    var running = 0

    /// Whether there was work at the end of the turn before.
    var hadWork = false

    /// Called when nothing is left.
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// So many run at once: a thousand files that end together are no thousand processes.
    static let most = 4

    var isIdle: Bool { waiting.isEmpty && running == 0 }
}
