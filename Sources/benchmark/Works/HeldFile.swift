internal import Synchronization
internal import TestSupport

/// A file whose connections are held to a rate by the server.
struct HeldFile: Sendable {
    var title: String
    var size: Int64
    var connections: Int

    /// Bytes a second of a connection.
    var rate: Int64

    /// Bytes a second of every fourth one; nil when all are alike.
    var slowRate: Int64?
    var bar: Double

    /// Seconds that nobody can do better than, and how many times that is still good; nil for no such bar.
    var ideal: (seconds: Double, bar: Double)?

    static let held = HeldFile(
        title: "256 MiB, 8 MiB/s a connection, at most 16",
        size: 256 << 20,
        connections: 16,
        rate: 8 << 20,
        bar: 1.0,
        ideal: (2.0, 1.25)
    )

    static let crawling = HeldFile(
        title: "128 MiB, every fourth connection crawls, at most 4",
        size: 128 << 20,
        connections: 4,
        rate: 12_000_000,
        slowRate: 200_000,
        bar: 0.6
    )

    func rows(on stage: Stage) async throws -> [Row] {
        let content = GeneratedContent(seed: 5, size: stage.size(size, smoke: 4 << 20))
        let comparison = Comparison(stage: stage, place: stage.folder)
        let slowRate = slowRate.map { stage.size($0, smoke: 4_000_000) }
        let serving = Mutex<Origin?>(nil)
        let results = try await comparison.run { contender in
            // A server of its own for each run, so that the crawling connections are the same ones for all.
            guard let origin = try? Origin() else { return nil }
            // A connection for each request: a crawling one is met again and again, not only at the start.
            let reply = Reply.file(size: content.size, seed: content.seed).with { $0.keepsAlive = slowRate == nil }
            let url =
                if let slowRate {
                    origin.serve("/a.bin", reply.limited(to: slowRate).when { $0.connection % 4 == 3 }, reply.limited(to: rate))
                } else {
                    origin.serve("/a.bin", reply.limited(to: rate))
                }
            serving.withLock { $0 = origin }
            let job = Contender.SingleFile(url: url, size: content.size, connections: connections, folder: comparison.output)
            return contender.words(for: job)
        } isRight: {
            try comparison.isOnlyFile(content)
        }
        serving.withLock { $0?.stop() }
        var rows = [results.row(title, "wall", .seconds, .ratio(bar)) { $0.wall }]
        if let ideal {
            var row = rows[0]
            row.measure = "wall, the ideal is \(Report.number(ideal.seconds)) s"
            row.bar = .value(ideal.seconds * ideal.bar)
            row.peers = [:]
            rows.append(row)
        }
        rows.append(results.row(title, "CPU", .seconds, .none) { $0.processor })
        return rows
    }
}
