extension TaskStateMachine {
    /// A connection is looked at again after this time.
    private static let lookInterval = Duration.seconds(2)

    /// Slower than this share of what the others do, or have done: it crawls.
    private static let crawl = 0.25

    /// What ends within this time is left alone; less where nothing else is left to do.
    private static let shortestTail = Duration.seconds(3)
    private static let shortestLastTail = Duration.seconds(1)

    /// What a good connection does in this time is little.
    static let tail = Duration.seconds(2)

    /// So many connections in a row are replaced in vain: when all crawl, it is the server's wish.
    static let mostReplacements = 4

    /// After a crawl, new connections are really new for so long: one that crawled may have been kept open for another use.
    private static let crawlMemory = Duration.seconds(60)

    /// Measures each connection over the last seconds.
    mutating func look(now: Now) {
        for (id, connection) in connections where connection.isRunning {
            guard let last = connection.look else {
                connections[id]?.look = .init(at: now.instant, position: connection.position)
                continue
            }
            let passed = now.instant.since(last.at)
            guard passed > .zero else { continue }
            let rate = Double(connection.position.saturatingSubtract(last.position)) / passed.inSeconds
            // Positions are told a few times a second: less than half a second of them says little.
            guard passed >= .milliseconds(500) else { continue }
            connections[id]?.pace = rate
            note(rate, of: connection)
            guard passed >= Self.lookInterval else { continue }
            connections[id]?.rate = rate
            connections[id]?.look = .init(at: now.instant, position: connection.position)
        }
    }

    /// Takes in how fast a connection is, or was until its end.
    private mutating func note(_ rate: Double, of connection: Connection) {
        splitting.bestRate = max(splitting.bestRate, rate)
        // It was worth it to ask anew: others that crawl can be replaced as well.
        let isNewer = splitting.lastCrawl.map { connection.opened >= $0 } ?? false
        if isNewer, rate >= splitting.bestRate * Self.crawl { splitting.replacements = 0 }
    }

    /// What was done before it could be looked at twice was done by a connection that does not crawl.
    mutating func noteEnd(of connection: Connection, now: Now) {
        let passed = now.instant.since(connection.opened).inSeconds - splitting.latency.inSeconds
        let bytes = connection.position.saturatingSubtract(connection.start)
        if connection.isRunning, bytes > Self.leastPiece, passed > 0.1 { note(Double(bytes) / passed, of: connection) }
        // What is left has the line for itself from now on.
        if connections.count == 1 { forgetPaces() }
    }

    /// Measures every connection anew.
    mutating func forgetPaces() {
        for id in connections.keys {
            connections[id]?.look = nil
            connections[id]?.pace = nil
            connections[id]?.rate = nil
        }
    }

    /// What the others do now, or, for a lonely one, what has been done before: in bytes a second.
    private func reference(of id: ConnectionID, _ measure: KeyPath<Connection, Double?>) -> Double {
        let others = connections.filter { $0.key != id && $0.value.isRunning }
        // Before the others have been looked at, nothing can be said: all may share a line that one had for itself before.
        return others.isEmpty ? splitting.bestRate : others.compactMap { $0.value[keyPath: measure] }.max() ?? 0
    }

    /// The connection whose rest another one should fetch as a whole, so that it is not waited for at the end.
    ///
    /// - Parameter isAtTail: there is little left that a further connection could do instead: then half a second says enough.
    /// - Returns: nil when none crawls.
    private func crawling(isAtTail: Bool) -> ConnectionID? {
        guard splitting.replacements < Self.mostReplacements else { return nil }
        let measure: KeyPath<Connection, Double?> = isAtTail ? \.pace : \.rate
        let patience = isAtTail ? Self.shortestLastTail : Self.shortestTail
        let slow = connections.filter { id, connection in
            guard !connection.isLeaving, let rate = connection[keyPath: measure], let range = record.plan.range(of: id) else {
                return false
            }
            let left = Double(range.upperBound.saturatingSubtract(connection.position))
            return rate < reference(of: id, measure) * Self.crawl && left > rate * max(patience, splitting.latency * 4).inSeconds
        }
        return slow.min { ($0.value[keyPath: measure] ?? 0, $0.key) < ($1.value[keyPath: measure] ?? 0, $1.key) }?.key
    }

    /// Has another connection fetch what a crawling one has left.
    mutating func replaceCrawling(isAtTail: Bool, limit: Int, now: Now) -> [TaskAction] {
        guard let slow = crawling(isAtTail: isAtTail) else { return [] }
        if connections.count < limit, !splitting.ramp.isRefused(at: now.instant) {
            let connection = newConnection()
            guard let assignment = record.plan.assign(connection, replacing: slow) else { return [] }
            noteCrawl(now)
            return [open(connection, assignment, isAdditional: true, now: now)]
        }
        // There may be no more at one time: it makes room, and whoever comes next gets what it leaves.
        guard connections.count > 1 else { return [] }
        noteCrawl(now)
        connections[slow]?.isLeaving = true
        return [.close(slow)]
    }

    private mutating func noteCrawl(_ now: Now) {
        splitting.replacements += 1
        splitting.lastCrawl = now.instant
    }

    /// No connection that is kept open is to be used: the one that crawled may be among them.
    func mustBeFresh(_ now: Now) -> Bool {
        splitting.lastCrawl.map { now.instant.since($0) < Self.crawlMemory } ?? false
    }
}
