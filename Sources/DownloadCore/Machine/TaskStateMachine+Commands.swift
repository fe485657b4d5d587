extension TaskStateMachine {
    /// Does what a person asks, or says why not.
    ///
    /// Asking for what is so already is no error and does nothing.
    public mutating func apply(_ command: TaskCommand, now: Now) throws(Rejection) -> [TaskAction] {
        switch command {
        case .pause: try pause(now: now)
        case .resume: try resume(now: now)
        case .cancel: try cancel(keepsPart: true, now: now)
        case .retry: try retry(now: now)
        }
    }

    private mutating func pause(now: Now) throws(Rejection) -> [TaskAction] {
        switch record.state {
        case .paused:
            return []
        case .queued, .connecting, .running, .waiting:
            let actions = stopAll()
            record.isHurried = false
            enter(.paused, now: now)
            return actions + [.tell(.paused)]
        case .verifying, .publishing:
            throw Rejection("task \(id) has all its bytes and ends in a moment")
        case .finished, .failed, .cancelled:
            throw Rejection("task \(id) is already \(record.state.kind.rawValue)")
        }
    }

    private mutating func resume(now: Now) throws(Rejection) -> [TaskAction] {
        switch record.state {
        case .paused, .waiting:
            enter(.queued, now: now)
            return [.tell(.resumed)]
        case .queued, .connecting, .running, .verifying, .publishing:
            return []
        case .finished:
            throw Rejection("task \(id) is already finished")
        case .failed, .cancelled:
            throw Rejection("task \(id) is \(record.state.kind.rawValue); retry it instead")
        }
    }

    /// Ends the task.
    ///
    /// - Parameters:
    ///   - keepsPart: what was fetched stays, for a retry or for resume data; otherwise it goes.
    ///   - now: the present moment.
    /// - Returns: what is to be done.
    /// - Throws: `Rejection` when it has ended or is being published.
    public mutating func cancel(keepsPart: Bool, now: Now) throws(Rejection) -> [TaskAction] {
        switch record.state {
        case .cancelled:
            return []
        case .queued, .connecting, .running, .waiting, .paused, .verifying:
            var actions = stopAll()
            enter(.cancelled, now: now)
            actions.append(.tell(.cancelled))
            if !keepsPart {
                // What the connections still report would count bytes that are gone.
                connections.removeAll()
                record.plan.reset()
                record.previous = nil
                actions.append(.discardPart(generation: nil))
            }
            return actions
        case .publishing:
            throw Rejection("task \(id) is being published and ends in a moment")
        case .finished, .failed:
            throw Rejection("task \(id) is already \(record.state.kind.rawValue)")
        }
    }

    private mutating func retry(now: Now) throws(Rejection) -> [TaskAction] {
        switch record.state {
        case .failed(let failure):
            record.failures = 0
            record.isHurried = false
            record.setbacks = .init()
            highWater = record.plan.written
            // Bytes with a wrong checksum are no start for another try.
            var actions: [TaskAction] = []
            if failure.code == .checksum {
                actions = [.discardPart(generation: record.generation)]
                record.generation += 1
                record.plan.reset()
                record.representation = nil
            }
            // Bytes of one mirror are never continued from another; without any, all addresses have their chance again.
            if record.plan.written == 0 {
                record.mirror = 0
                record.isWithoutRanges = false
            }
            enter(.queued, now: now)
            return actions + [.tell(.queued(url: record.shownURL))]
        case .cancelled:
            record.failures = 0
            record.isHurried = false
            enter(.queued, now: now)
            return [.tell(.queued(url: record.shownURL))]
        case .finished:
            throw Rejection("task \(id) is already finished")
        case .queued, .connecting, .running, .waiting, .paused, .verifying, .publishing:
            throw Rejection("task \(id) has not ended")
        }
    }
}
