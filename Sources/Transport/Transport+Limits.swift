internal import DownloadCore

extension CurlTransport {
    func connections(of task: TaskID) -> Int {
        max(1, transfers.values.count { $0.order.task == task })
    }

    func shares() -> [TaskID: Int64] {
        var tasks: [TaskID: Int64?] = [:]
        for transfer in transfers.values {
            tasks.updateValue(taskLimits[transfer.order.task] ?? transfer.ownLimit, forKey: transfer.order.task)
        }
        return RateShare.divide(total: totalLimit, tasks: tasks)
    }

    /// Any connection has a limit: mostly none has, and there is nothing to be shared out with each that comes and goes.
    var isLimited: Bool {
        totalLimit != nil || hasTaskLimits || transfers.values.contains { $0.ownLimit != nil }
    }

    func shareLimits() {
        // Those that had a limit until now are told that they have none.
        guard isLimited || wasLimited else { return }
        wasLimited = isLimited
        let shares = shares()
        for transfer in transfers.values {
            transfer.limit(shares[transfer.order.task].map { max(1, $0 / Int64(connections(of: transfer.order.task))) })
        }
    }

    /// What a connection may begin with; nil for no limit.
    func share(of transfer: Transfer) -> Int64? {
        guard isLimited else { return nil }
        return shares()[transfer.order.task].map { max(1, $0 / Int64(connections(of: transfer.order.task))) }
    }

    /// Lets those go on whose time has come.
    func releaseHeld(at now: UInt64) {
        let now = Instant(nanoseconds: Int64(clamping: now))
        // Each may be held again while it goes on.
        for (id, transfer) in outbox.held {
            if let until = transfer.heldUntil, until > now { continue }
            outbox.held[id] = nil
            if transfers[transfer.key] === transfer { transfer.release() }
        }
    }
}
