extension TaskStateMachine {
    /// Takes in what our own parts tell.
    ///
    /// News of an older attempt and of connections that are gone changes nothing.
    public mutating func handle(_ report: TaskReport, now: Now) -> [TaskAction] {
        switch report {
        case .start:
            record.state == .queued ? startAttempt(now: now) : []
        case .partReady(let attempt, let length, let stored, let room):
            isCurrent(attempt, .connecting) ? partReady(length: length, stored: stored, room: room, now: now) : []
        case .partLeft(let attempt, let generation, let modified):
            partLeft(attempt: attempt, generation: generation, modified: modified)
        case .partMissing(let attempt):
            isCurrent(attempt, .connecting) ? partMissing() : []
        case .partFailed(let attempt, let failure):
            isCurrent(attempt, .connecting) ? localFailure(failure, now: now) : []
        case .partLost(let attempt, let failure):
            isCurrent(attempt, .running) ? localFailure(failure, now: now) : []
        case .allocationFailed(let attempt, let failure):
            isCurrent(attempt, .running) ? localFailure(failure, isOwn: true, now: now) : []
        case .transport(let attempt, let connection, let kind):
            attempt == record.attempt ? transport(connection, kind, now: now) : []
        case .tick(let allowance, let isHeld):
            tick(allowance: allowance, isHeld: isHeld, now: now)
        case .wake:
            wake(now: now)
        case .hold(let wait):
            hold(wait, now: now)
        case .deadline:
            expire(now: now)
        case .interrupt:
            interrupt(now: now)
        case .online:
            goOnline(now: now)
        case .synced(let generation, let mark):
            synced(generation: generation, mark: mark)
        case .verified(let attempt):
            isCurrent(attempt, .verifying) ? complete(verified: now) : []
        case .verifyFailed(let attempt, let failure):
            isCurrent(attempt, .verifying) ? badBytes(failure, now: now) : []
        case .intended(let attempt, let intent):
            isCurrent(attempt, .publishing) ? intended(intent) : []
        case .published(let attempt, let file):
            isCurrent(attempt, .publishing) ? published(file, now: now) : []
        case .publishFailed(let attempt, let failure):
            isCurrent(attempt, .publishing) ? localFailure(failure, now: now) : []
        }
    }

    private func isCurrent(_ attempt: Int, _ state: TaskState) -> Bool {
        attempt == record.attempt && record.state == state
    }

    // MARK: - The part file

    private mutating func partReady(length: Int64, stored: TaskRecord.StoredPart?, room: PartRoom?, now: Now) -> [TaskAction] {
        var actions: [TaskAction] = []
        let strange = stored.flatMap { record.part?.difference(from: $0) }
        // A disk that was away may have been pulled out before everything was on it.
        if let stored, record.part?.isSameMount(as: stored) == false { record.plan.fallBackToDurable() }
        // Of a file without bytes there is nothing to be recognised by: it is noted with the first of them.
        let isFresh = record.plan.written == 0 && record.part == nil && record.inherited == nil
        record.part = stored
        // It will be written to: from now on its time says nothing.
        record.part?.modified = nil
        record.inherited = nil
        self.room = room
        change = max(change, isFresh ? .progress : .record)
        if record.plan.written > 0, let strange { return beginAgain(why: strange, now: now) }
        if record.plan.extent > length {
            let before = record.plan.written
            record.plan.truncate(to: length)
            // As below: what is trusted has become less.
            change = .state
            let lost = before - record.plan.written
            actions.append(.tell(.warning("the partial file is shorter than it was: \(lost) bytes are fetched again")))
        }
        if record.plan.isComplete { return actions + complete(now: now) }
        if let failure = stillFull(room) { return actions + localFailure(failure, isOwn: !isWholeDisk, now: now) }
        if record.plan.written > 0, record.isResumable != true {
            return actions + beginAgain(why: "the server gave nothing to recognise the file by", now: now)
        }
        return actions + openFirst(now: now)
    }

    /// What it waits for has not come, as far as the disk tells: the server need not be asked.
    private func stillFull(_ room: PartRoom?) -> Failure? {
        guard let room, record.request.waitsForDisk else { return nil }
        if let total = record.plan.total, total > room.longest { return .noRoom(total: total, room: room.longest) }
        guard diskWait == .diskFull, room.free < Self.leastRoom else { return nil }
        return Failure(.diskFull, "\(room.free) bytes are free", isResumable: true)
    }

    private mutating func partLeft(attempt: Int, generation: Int, modified: Int64) -> [TaskAction] {
        let isLeft = record.state != .verifying && record.state != .publishing && record.state.kind != .finished
        guard attempt == record.attempt, generation == record.generation, isLeft, record.part != nil else { return [] }
        record.part?.modified = modified
        // Without it the file is only looked at less closely.
        change = max(change, .progress)
        return []
    }

    private mutating func partMissing() -> [TaskAction] {
        let lost = record.plan.written
        record.plan.reset()
        record.representation = nil
        // A loss of power must not bring back a row that trusts bytes which are gone: others will lie in their place.
        change = .state
        return [
            .tell(.warning("the partial file is gone: \(lost) bytes are fetched again")),
            .preparePart(generation: record.generation, mustExist: false),
        ]
    }

    private mutating func synced(generation: Int, mark: [Int64: Int64]) -> [TaskAction] {
        guard generation == record.generation else { return [] }
        record.plan.settle(mark)
        change = max(change, .progress)
        return []
    }

    /// Bytes could not be written: only those that a sync has confirmed are certain.
    mutating func writeFailure(_ failure: Failure, now: Now) -> [TaskAction] {
        let actions = stopAll()
        // What the connections still report would count the doubtful bytes again.
        connections.removeAll()
        record.plan.releaseAll()
        record.plan.fallBackToDurable()
        return actions + localFailure(failure, now: now)
    }

    /// Something of ours failed: the disk, a folder.
    ///
    /// What was fetched is kept. `isOwn` when it is only this file that is too long for the disk, or that goes into a folder which cannot be used.
    mutating func localFailure(_ failure: Failure, isOwn: Bool = false, now: Now) -> [TaskAction] {
        if failure.isTransient, exhaustions < Self.mostExhaustions {
            // No more descriptors, or somebody else has the file: others that run will give back what they have.
            exhaustions += 1
            let wait = Wait(reason: .queue, failure: failure)
            let actions = stopAll() + self.wait(wait, for: .seconds(1), now: now)
            return exhaustions == 1 ? actions : actions.filter { $0 != .tell(.waiting(wait)) }
        }
        let isMissing = failure.isDirectoryMissing == true
        guard isMissing || failure.code == .diskFull, record.request.waitsForDisk else { return fail(failure, now: now) }
        let wait = Wait(reason: isMissing ? .directoryMissing : .diskFull, failure: failure)
        let isOwn = isOwn || failure.isFolderOfRule == true
        // It has the whole file, which may have to be read again before the next look.
        let pause: Duration = failure.isFolderOfRule == true && diskWait == wait.reason ? .seconds(30) : .seconds(5)
        let actions = stopAll() + self.wait(wait, for: pause, now: now)
        // It looks every few seconds, and says once what for.
        defer { (diskWait, isWholeDisk) = (wait.reason, !isOwn) }
        return diskWait == wait.reason ? actions.filter { $0 != .tell(.waiting(wait)) } : actions
    }

    private mutating func tick(allowance: Int, isHeld: Bool, now: Now) -> [TaskAction] {
        grow(older: now.instant)
        splitting.allowance = allowance
        // What was measured on one side of the change says nothing about the other.
        if splitting.isHeld != isHeld { forgetPaces() }
        splitting.isHeld = isHeld
        return record.state == .running ? adapt(now: now) : []
    }

    /// The only limit that ends a task for good (row 20).
    private mutating func expire(now: Now) -> [TaskAction] {
        grow(older: now.instant)
        guard let timeout = record.request.resourceTimeout, record.age >= timeout else { return [] }
        switch record.state {
        case .queued, .connecting, .running, .waiting:
            return fail(Failure(.timedOut, "not done within the \(Int64(timeout.inSeconds)) s it had"), now: now)
        case .paused, .verifying, .publishing, .finished, .failed, .cancelled:
            return []
        }
    }

    // MARK: - Waiting

    private mutating func wake(now: Now) -> [TaskAction] {
        guard case .waiting = record.state, let due = wakeAt else { return [] }
        guard due <= now.instant else { return [.wake(at: due)] }
        enter(.queued, now: now)
        return []
    }

    private mutating func interrupt(now: Now) -> [TaskAction] {
        guard record.state == .connecting || record.state == .running else { return [] }
        let actions = stopAll()
        enter(.queued, now: now)
        return actions
    }

    /// Neither tries nor time have been spent for the network that was missing.
    private mutating func goOnline(now: Now) -> [TaskAction] {
        guard case .waiting(let wait) = record.state else { return [] }
        switch wait.reason {
        case .network: break
        case .retry:
            // What a server has said does not change with the network.
            guard let failure = wait.failure, failure.httpStatus == nil, failure.mayBeNetwork else { return [] }
            record.failures = 0
        default: return []
        }
        offlineWaits = 0
        enter(.queued, now: now)
        return []
    }

    /// Gives its place up: what cannot be gone on with later is rather let end.
    private mutating func hold(_ wait: Wait, now: Now) -> [TaskAction] {
        switch record.state {
        case .connecting: break
        case .running:
            if record.isResumable == false, record.plan.written > 0 { return [] }
        case .queued, .waiting, .paused, .verifying, .publishing, .finished, .failed, .cancelled: return []
        }
        let actions = stopAll()
        enter(.queued, now: now)
        return actions + [.tell(.waiting(wait))]
    }

    // MARK: - The end

    private mutating func complete(verified now: Now) -> [TaskAction] {
        enter(.publishing, now: now)
        return [.publish(generation: record.generation, size: record.plan.total ?? record.plan.written)]
    }

    private mutating func badBytes(_ failure: Failure, now: Now) -> [TaskAction] {
        guard failure.code == .checksum else { return localFailure(failure, now: now) }
        return giveUpAddress(failure, now: now)
    }

    private mutating func intended(_ intent: PublishIntent) -> [TaskAction] {
        record.intent = intent
        change = .state
        return []
    }

    private mutating func published(_ file: FinishedFile, now: Now) -> [TaskAction] {
        record.intent = nil
        record.previous = nil
        // Nothing will be asked of the server again: what was secret need not be kept.
        record.request = record.request.withoutSecrets
        enter(.finished(file), now: now)
        let finished = Event.Finished(
            url: record.shownURL,
            name: displayName,
            file: file,
            activeTime: record.activeTime,
            wasted: record.wasted
        )
        // The first generation has no others beside it, and has itself become the file: the folder need not be looked through.
        return [.tell(.finished(finished))] + (record.generation == 0 ? [] : [.discardPart(generation: nil)])
    }
}
