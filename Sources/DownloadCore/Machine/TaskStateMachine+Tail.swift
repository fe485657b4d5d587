extension TaskStateMachine {
    /// A connection is looked at again after this time.
    private static let lookInterval = Duration.seconds(2)

    /// Slower than this share of what a connection of this task has had: it crawls.
    private static let crawl = 0.25

    /// What ends within this time is left alone.
    private static let shortestTail = Duration.seconds(3)

    /// So many connections of an attempt are replaced: when all crawl, it is the server's wish.
    static let mostReplacements = 4

    /// Measures each connection over the last seconds, and remembers the best that one of them has had on average.
    mutating func look(rate: Double, now: Now) {
        let running = connections.values.count { $0.isRunning }
        if running > 0, rate.isFinite { bestRate = max(bestRate, rate / Double(running)) }
        for (id, connection) in connections where connection.isRunning {
            guard let last = connection.look else {
                connections[id]?.look = .init(at: now.instant, position: connection.position)
                continue
            }
            let passed = now.instant.since(last.at)
            guard passed >= Self.lookInterval else { continue }
            connections[id]?.rate = Double(connection.position.saturatingSubtract(last.position)) / passed.inSeconds
            connections[id]?.look = .init(at: now.instant, position: connection.position)
        }
    }

    /// The connection whose rest another one should fetch as a whole, so that it is not waited for at the end; nil when none crawls.
    var crawling: ConnectionID? {
        guard replacements < Self.mostReplacements else { return nil }
        let slow = connections.filter { id, connection in
            guard let rate = connection.rate, rate < bestRate * Self.crawl, let range = record.plan.range(of: id) else { return false }
            let left = Double(range.upperBound.saturatingSubtract(connection.position))
            return left > rate * Self.shortestTail.inSeconds
        }
        return slow.min { ($0.value.rate ?? 0, $0.key) < ($1.value.rate ?? 0, $1.key) }?.key
    }
}
