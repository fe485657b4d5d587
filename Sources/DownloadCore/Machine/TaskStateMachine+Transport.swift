extension TaskStateMachine {
    // MARK: - Asking

    /// The first connection of an attempt: the whole file, or the first range that is missing.
    mutating func openFirst(now: Now) -> [TaskAction] {
        if record.plan.written == 0 {
            // The whole file is asked for, whatever version it is now: pieces of an earlier try would cut it off.
            if record.plan.total != nil || record.representation != nil { change = max(change, .record) }
            record.plan.reset()
            record.representation = nil
        }
        let connection = newConnection()
        // There is always something left to ask for: a complete plan goes another way.
        guard let assignment = record.plan.assign(connection, smallestPiece: 1) else { return [] }
        return [open(connection, assignment, isAdditional: false, now: now)]
    }

    mutating func newConnection() -> ConnectionID {
        defer { nextConnection += 1 }
        return ConnectionID(rawValue: nextConnection)
    }

    mutating func open(_ id: ConnectionID, _ assignment: SegmentPlan.Assignment, isAdditional: Bool, now: Now) -> TaskAction {
        connections[id] = Connection(
            isAdditional: isAdditional,
            start: assignment.start,
            position: assignment.start,
            opened: now.instant
        )
        let written = record.plan.written
        // A plain GET where nothing is on disk: addresses that work once work, empty files work.
        let asked: Asked = written == 0 && !isAdditional ? .whole : .range(start: assignment.start, end: assignment.end)
        var order = ConnectionOrder(
            task: record.id,
            attempt: record.attempt,
            connection: id,
            // Further connections ask where the first one found the file: another machine of the same site may have another copy.
            url: isAdditional ? record.representation?.finalURL ?? record.url : record.url,
            originalURL: record.url,
            asked: asked,
            known: asked == .whole ? nil : record.representation,
            onDisk: written,
            generation: record.generation,
            isAdditional: isAdditional
        )
        if !isAdditional { order.room = room?.longest }
        order.isFresh = mustBeFresh(now)
        return .open(order)
    }

    // MARK: - Hearing

    mutating func transport(_ id: ConnectionID, _ kind: TransportReport.Kind, now: Now) -> [TaskAction] {
        guard let connection = connections[id] else { return [] }
        switch kind {
        case .progress(let position):
            return advance(id, to: position, now: now)
        case .ended(let position, let ending):
            let actions = advance(id, to: position, now: now)
            return actions + ended(id, ending, now: now)
        case .replied(let decision):
            guard record.state == .connecting || record.state == .running else { return [] }
            if case .write(let start, let skip, let found) = decision {
                return accept(id, start: start, skip: skip, found, now: now)
            }
            // Any other reply ends this connection by itself; nothing it says later matters.
            connections[id] = nil
            record.plan.release(id)
            return connection.isAdditional && !connections.isEmpty
                ? declined(decision, now: now) : decided(decision, connection, now: now)
        }
    }

    private mutating func advance(_ id: ConnectionID, to position: Int64, now: Now) -> [TaskAction] {
        guard var connection = connections[id], connection.isRunning else { return [] }
        splitting.lastBytes = now.instant
        connection.position = max(connection.position, position)
        connections[id] = connection
        record.plan.advance(id, to: position)
        change = max(change, .progress)
        noteProgress()
        guard let previous = record.previous, record.plan.written > previous.bytes else { return [] }
        record.previous = nil
        change = max(change, .record)
        return [.discardPart(generation: previous.generation)]
    }

    private mutating func accept(
        _ id: ConnectionID,
        start: Int64,
        skip: Int64,
        _ found: Representation,
        now: Now
    ) -> [TaskAction] {
        var actions: [TaskAction] = []
        let wasUnknown = record.plan.total == nil
        if let total = found.total, !record.plan.establish(total: total) {
            return changed(why: "its length is \(total) bytes now", now: now)
        }
        if record.representation == nil {
            // Bytes that a row knows of come with what they belong to: both are stored at once, or neither.
            record.representation = found
            change = max(change, .progress)
        } else {
            change = max(change, .record)
            record.representation?.finalURL = found.finalURL
            let total = record.plan.total
            record.representation?.total = total
        }
        record.wasted = record.wasted.saturatingAdd(skip)
        if let connection = connections[id] { splitting.latency = max(.zero, now.instant.since(connection.opened)) }
        connections[id]?.isRunning = true
        diskWait = nil
        exhaustions = 0
        if connections[id]?.isAdditional == true {
            change = max(change, .record)
            if let takeover = takeOver(id, now: now) { actions += takeover }
            measureFromNow(now)
        }
        let isFirst = record.state == .connecting
        if isFirst { enter(.running, now: now) }
        // A small file is there before anything could be reserved for it.
        if wasUnknown, let total = record.plan.total, total >= Self.smallestPiece {
            actions.append(.allocate(generation: record.generation, size: total))
        }
        if !isAnnounced, let encoding = found.contentEncoding, !Self.isPacked(displayName) {
            // Never unpacked: what is resumed must be the bytes that were sent.
            actions.append(.tell(.warning("the server sent it packed (\(encoding)); it is kept as it came")))
        }
        if !isAnnounced {
            isAnnounced = true
            actions.append(
                .tell(
                    .started(
                        .init(
                            url: record.shownURL,
                            name: displayName,
                            total: record.plan.total,
                            resumedAt: record.plan.written,
                            isResumable: record.isResumable
                        )
                    )
                )
            )
        }
        // How many more there may be is told by the next tick, which need not wait for its time.
        if isFirst, mayGrow { actions += lookAgain(after: .zero, now: now) }
        return actions
    }

    /// A name that says so already.
    private static func isPacked(_ name: String) -> Bool {
        [".gz", ".tgz", ".z", ".br", ".zst", ".tzst", ".deflate"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Puts a takeover in force, or ends the taker when nothing is left for it.
    private mutating func takeOver(_ id: ConnectionID, now: Now) -> [TaskAction]? {
        if record.plan.range(of: id) != nil { return nil }
        guard let takeover = record.plan.confirm(id) else {
            connections[id] = nil
            // Those that ran may have ended while the reply was on its way, and have left something elsewhere.
            return [.close(id)] + (connections.isEmpty ? openFirst(now: now) : [])
        }
        record.wasted = record.wasted.saturatingAdd(takeover.overlap)
        return takeover.from.map { [.shorten($0, to: takeover.newEnd)] } ?? []
    }

    /// A further connection got no range: those that run are not touched.
    private mutating func declined(_ decision: ReplyDecision, now: Now) -> [TaskAction] {
        switch decision {
        case .changed(let why):
            return changed(why: why, now: now)
        case .rangeIgnored, .rangeUnusable, .unwantedPart, .redirect:
            splitting.isOff = true
        case .gone, .unauthorized, .failure, .rangeRefused, .complete, .write, .noRoom:
            splitting.ramp.refused(running: connections.count, now: now.instant)
        }
        return []
    }

    private mutating func changed(why: String, now: Now) -> [TaskAction] {
        record.failures += 1
        let failure = Failure(.fileChanged, why)
        guard let delay = record.request.retry.delay(afterFailures: record.failures, floor: nil, jitter: jitter) else {
            return fail(failure, now: now)
        }
        let actions = beginAgain(why: "the file changed on the server: \(why)", now: now)
        // Once is news. A file that changes again and again without progress must not be asked for without a pause.
        guard record.failures > 1, record.state == .connecting else { return actions }
        let wait = Wait(
            reason: .retry,
            until: now.wall.advanced(by: delay),
            attempt: record.failures,
            limit: record.request.retry.tries,
            failure: failure
        )
        return actions.filter { if case .preparePart = $0 { false } else { true } } + self.wait(wait, for: delay, now: now)
    }

    /// The only connection got a reply without a body for us.
    private mutating func decided(_ decision: ReplyDecision, _ connection: Connection, now: Now) -> [TaskAction] {
        change = max(change, .record)
        switch decision {
        case .write:
            return []
        case .complete:
            _ = record.plan.establish(total: record.plan.written)
            return record.plan.isComplete ? complete(now: now) : beginAgain(why: "the server has no such range", now: now)
        case .changed(let why):
            return changed(why: why, now: now)
        case .rangeIgnored:
            if forgive(\.rangeIgnored) { return openFirst(now: now) }
            record.isWithoutRanges = true
            return beginAgain(why: "the server cannot continue a partial download", now: now)
        case .rangeUnusable(let why):
            if forgive(\.rangeUnusable) { return openFirst(now: now) }
            record.isWithoutRanges = true
            return beginAgain(why: why, now: now)
        case .unwantedPart:
            if forgive(\.unwantedPart) { return openFirst(now: now) }
            return giveUpAddress(Failure(.badReply, "a part of the file came where all of it was asked for", httpStatus: 206), now: now)
        case .rangeRefused:
            if forgive(\.rangeRefused) { return beginAgain(why: "the server has no such range", now: now) }
            return giveUpAddress(Failure(.httpStatus, "status 416", httpStatus: 416), now: now)
        case .noRoom(let found, let room):
            let total = found.total ?? room
            // Remembered, so that the disk alone tells when there is room.
            _ = record.plan.establish(total: total)
            return localFailure(.noRoom(total: total, room: room), isOwn: true, now: now)
        case .gone(let failure, let mayRecover):
            if mayRecover, forgive(\.gone) { return openFirst(now: now) }
            return giveUpAddress(failure, now: now)
        case .redirect:
            return giveUpAddress(Failure(.redirect, "too many redirects"), now: now)
        case .unauthorized(let failure):
            guard record.request.waitsForCredentials else { return giveUpAddress(failure, now: now) }
            // No time makes this better: only the credential does, or a person.
            let wait = Wait(reason: .authentication, failure: failure)
            enter(.waiting(wait), now: now)
            return [.tell(.waiting(wait))]
        case .failure(let failure):
            return failure.isTransient ? retryLater(failure, now: now) : giveUpAddress(failure, now: now)
        }
    }

    /// True the first time.
    private mutating func forgive(_ setback: WritableKeyPath<TaskRecord.Setbacks, Bool>) -> Bool {
        guard !record.setbacks[keyPath: setback] else { return false }
        record.setbacks[keyPath: setback] = true
        return true
    }

    private mutating func ended(_ id: ConnectionID, _ ending: TransportReport.Ending, now: Now) -> [TaskAction] {
        guard let connection = connections.removeValue(forKey: id) else { return [] }
        record.plan.release(id)
        guard record.state == .connecting || record.state == .running else { return [] }
        if case .failed(let failure) = ending {
            if failure.code == .fileChanged { return changed(why: failure.detail, now: now) }
            if failure.code == .diskFull || failure.code == .writeFile { return writeFailure(failure, now: now) }
            guard connections.isEmpty else {
                if isRefusal(connection, now: now) { splitting.ramp.refused(running: connections.count, now: now.instant) }
                return []
            }
            return failure.isTransient ? retryLater(failure, now: now) : giveUpAddress(failure, now: now)
        }
        if ending == .done, connection.isRunning, record.plan.total == nil {
            _ = record.plan.establish(total: connection.position)
        }
        if record.plan.isComplete { return complete(now: now) }
        noteEnd(of: connection, now: now)
        guard connections.isEmpty else { return ending == .done || connection.isLeaving ? refill(now: now) : [] }
        if connection.position == connection.start {
            let failure = Failure(.network, "the server ended early at byte \(connection.position)", isTransient: true)
            return retryLater(failure, now: now)
        }
        return openFirst(now: now)
    }

    /// A further connection that came to nothing, or was cut as soon as it ran: the server does not want so many.
    private func isRefusal(_ connection: Connection, now: Now) -> Bool {
        !connection.isRunning || connection.isAdditional && now.instant.since(connection.opened) < .seconds(2)
    }
}
