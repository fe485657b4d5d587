internal import DownloadCore

/// The runs of hooks that are to come, and those that are on their way.
struct HookDesk {
    var waiting: [HookOrder] = []

    /// By their keys.
    var running: [String: Task<Void, Never>] = [:]

    /// How many runs of an earlier agent are being ended: until then nothing begins, so that nothing meets its own repeat.
    var left = 0

    /// Whether there was work at the end of the turn before.
    var hadWork = false

    /// Called when nothing is left.
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// So many run at once: a thousand files that end together are no thousand processes.
    static let most = 4

    var isIdle: Bool { waiting.isEmpty && running.isEmpty && left == 0 }

    /// Takes an order in that may be older than others.
    mutating func put(_ order: HookOrder) {
        waiting.insert(order, at: waiting.firstIndex { $0.key > order.key } ?? waiting.endIndex)
    }
}
