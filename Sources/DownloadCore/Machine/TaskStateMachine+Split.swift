extension TaskStateMachine {
    /// A piece that would take a connection less than this, and less than four replies, is not worth asking for.
    private static let shortestPiece = Duration.milliseconds(50)

    /// No piece smaller than this is split off a running range, however slow it is.
    static let leastPiece: Int64 = 64 << 10

    /// Opens further connections while that makes the task faster, and takes away what crawls.
    mutating func adapt(now: Now) -> [TaskAction] {
        guard mayGrow, let limit else { return [] }
        look(now: now)
        let wanted = measure(limit: limit, now: now)
        var actions: [TaskAction] = []
        if connections.count > limit, let spare = connections.filter({ $0.value.isAdditional && !$0.value.isLeaving }).keys.max() {
            // Another task waits for this host: the newest of the further connections makes room.
            connections[spare]?.isLeaving = true
            actions.append(.close(spare))
        }
        actions += fill(wanted, now: now)
        let left = (record.plan.total ?? 0) - record.plan.written
        let isAtTail = connections.count < limit && (connections.count < wanted || Double(left) < splitting.bestRate * Self.tail.inSeconds)
        if !splitting.isHeld { actions += replaceCrawling(isAtTail: isAtTail, limit: limit, now: now) }
        if splitting.ramp.isCurious { actions += lookAgain(after: max(.milliseconds(70), splitting.latency), now: now) }
        return actions
    }

    /// How many connections there should be, from what the present ones bring.
    private mutating func measure(limit: Int, now: Now) -> Int {
        let written = record.plan.written
        splitting.bestRate = max(splitting.bestRate, splitting.ramp.pace ?? 0)
        return splitting.ramp.update(
            ConnectionRamp.Look(
                received: written,
                told: splitting.lastBytes ?? now.instant,
                running: connections.values.count { $0.isRunning && !$0.isLeaving },
                remaining: (record.plan.total ?? written) - written,
                limit: limit,
                latency: splitting.latency,
                now: now.instant
            )
        )
    }

    /// A further connection runs: what all of them bring is measured from this moment.
    mutating func measureFromNow(_ now: Now) {
        guard mayGrow, let limit else { return }
        _ = measure(limit: limit, now: now)
    }

    /// A connection has done its part: another one begins at once where there is something left to do.
    mutating func refill(now: Now) -> [TaskAction] {
        guard mayGrow, record.state == .running, let limit else { return [] }
        return fill(min(splitting.ramp.wanted, limit), now: now)
    }

    /// Whether more than one connection can be of use.
    var mayGrow: Bool {
        guard !splitting.isOff, record.isResumable == true, let total = record.plan.total, total > Self.leastPiece * 2 else { return false }
        guard let scheme = Address(record.url)?.scheme else { return false }
        return scheme == "http" || scheme == "https"
    }

    /// How many connections it may have; nil before it was told.
    private var limit: Int? {
        splitting.allowance.map { max(1, min(record.request.maximumConnections, $0)) }
    }

    private mutating func fill(_ wanted: Int, now: Now) -> [TaskAction] {
        var actions: [TaskAction] = []
        let paces = connections.compactMapValues { $0.pace ?? $0.rate }
        while connections.count < wanted {
            let connection = newConnection()
            guard let assignment = record.plan.assign(connection, smallestPiece: smallestPiece(paces), paces: paces) else { break }
            actions.append(open(connection, assignment, isAdditional: true, now: now))
        }
        return actions
    }

    /// In bytes: what is smaller is done before a further connection has begun.
    private func smallestPiece(_ paces: [ConnectionID: Double]) -> Int64 {
        guard let best = paces.values.max(), best > 0 else { return Self.smallestPiece }
        let time = max(Self.shortestPiece, splitting.latency * 4)
        return max(Self.leastPiece, Int64(clamping: best * time.inSeconds))
    }

    /// Asks for a tick that comes earlier than by itself.
    mutating func lookAgain(after delay: Duration, now: Now) -> [TaskAction] {
        if let next = splitting.nextLook, next > now.instant { return [] }
        let due = now.instant.advanced(by: delay)
        splitting.nextLook = due
        return [.wake(at: due)]
    }
}
