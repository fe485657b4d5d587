import DownloadCore
import Testing

/// A server and the way to it, as far as it matters how many connections there are.
struct LinkModel: Sendable, CustomTestStringConvertible {
    /// What a connection gets that is one too many.
    enum Refusal: String, Sendable, CaseIterable {
        case forbidden = "403", tooMany = "429", overloaded = "503"
        /// A reset before any reply.
        case reset
        /// A reset a moment after the first bytes.
        case cut
    }

    var name: String
    var size: Int64

    /// The most connections that the task may have.
    var connections = 8

    /// Bytes a second of one connection, and of all together; nil for no limit.
    var perConnection: Double?
    var shared: Double?

    /// From asking to the first byte: two round trips.
    var latency = Duration.milliseconds(2)

    /// A connection begins with ten packets a round trip and doubles from then on.
    var isStartingSlowly = false

    /// Every so many-th connection, in bytes a second.
    var crawling: (every: Int, rate: Double)?

    /// Connections that get no more bytes after so many.
    var stalling: (number: Int, after: Int64)?

    /// How many connections a client may have, and what the others get.
    var clientLimit: (count: Int, refusal: Refusal)?

    var testDescription: String { name }

    /// The seconds that nobody can do better than.
    var optimum: Double {
        var usable = connections
        if let clientLimit { usable = min(usable, clientLimit.count) }
        let own = perConnection.map { $0 * Double(usable) } ?? .infinity
        return Double(size) / min(own, shared ?? .infinity) + latency.inSeconds
    }

    /// What a connection could have now if it were alone: in bytes a second.
    func most(number: Int, age: Double, sent: Int64) -> Double {
        if let stalling, stalling.number == number, sent >= stalling.after { return 0 }
        if let crawling, number % crawling.every == crawling.every - 1 { return crawling.rate }
        var rate = perConnection ?? .infinity
        if isStartingSlowly {
            let trip = max(0.001, latency.inSeconds / 2)
            var window = 14_600.0
            for _ in 0..<min(30, Int(max(0, age) / trip)) { window *= 2 }
            rate = min(rate, window / trip)
        }
        return rate
    }
}

extension LinkModel {
    static let capped = LinkModel(name: "8 MiB/s a connection", size: 256 << 20, connections: 16, perConnection: 8_388_608)
    static let distant = LinkModel(
        name: "4 MiB/s a connection, far away",
        size: 512 << 20,
        connections: 16,
        perConnection: 4_194_304,
        latency: .milliseconds(200),
        isStartingSlowly: true
    )
    static let shared = LinkModel(name: "20 MB/s in all", size: 400_000_000, shared: 20_000_000)
    static let sharedAndDistant = LinkModel(
        name: "20 MB/s in all, far away",
        size: 400_000_000,
        shared: 20_000_000,
        latency: .milliseconds(100),
        isStartingSlowly: true
    )
    static let both = LinkModel(name: "2 MB/s a connection, 8 MB/s in all", size: 120_000_000, perConnection: 2_000_000, shared: 8_000_000)
    static let straggling = LinkModel(
        name: "every fourth connection crawls",
        size: 128 << 20,
        connections: 4,
        perConnection: 12_000_000,
        crawling: (every: 4, rate: 200_000)
    )
    static let stalling = LinkModel(
        name: "one connection stalls",
        size: 128 << 20,
        connections: 4,
        perConnection: 12_000_000,
        stalling: (number: 1, after: 1 << 20)
    )

    static func limited(_ count: Int, _ refusal: Refusal) -> LinkModel {
        LinkModel(
            name: "\(count) connections, then \(refusal.rawValue)",
            size: 200_000_000,
            perConnection: 4_000_000,
            clientLimit: (count, refusal)
        )
    }
}
