internal import TestSupport

/// What sixteen connections fetch more than once, or for nothing, as the server counts it.
struct FetchedTwice {
    func rows(on stage: Stage) async throws -> [Row] {
        let content = GeneratedContent(seed: 6, size: stage.size(1 << 30, smoke: 8 << 20))
        let comparison = Comparison(stage: stage, place: stage.folder)
        var shares: [Double] = []
        var connections = 0
        for _ in 1...min(3, stage.options.turns) {
            stage.clean()
            let origin = try Origin()
            defer { origin.stop() }
            let url = origin.serve("/a.bin", .file(size: content.size, seed: content.seed).limited(to: 16 << 20))
            let job = Contender.SingleFile(url: url, size: content.size, connections: 16, folder: comparison.output)
            let usage = try await stage.run(stage.haul, Contender.haul.words(for: job) ?? [])
            guard usage.status == 0, try comparison.isOnlyFile(content) else { throw Problem("haul got it wrong: \(stage.lastWords())") }
            try await eventually("all requests have ended", timeout: .seconds(20)) { origin.log.allSatisfy(\.isEnded) }
            let sent = origin.log.reduce(0) { $0 + $1.bytesSent }
            shares.append(Double(sent - content.size) / Double(content.size) * 100)
            connections = max(connections, origin.mostConnections)
        }
        let measure = "sent more than once (\(connections) connections)"
        return [Row(work: "1 GiB, at most 16 connections", measure: measure, unit: .percent, haul: Row.median(shares), bar: .value(1))]
    }
}
