internal import TestSupport

/// One large file from nginx.
struct LargeFile {
    var connections: Int
    var isSecure = false
    var isOnDisk = false

    func rows(on stage: Stage) async throws -> [Row] {
        guard let nginx = stage.nginx else { throw Problem("nginx or openssl is not installed") }
        let content = GeneratedContent(seed: 7, size: stage.size(1 << 30, smoke: 4 << 20))
        try nginx.serve("large.bin", content)
        defer { nginx.remove("large.bin") }
        let place = isOnDisk ? stage.disk : stage.folder
        let comparison = Comparison(stage: stage, place: place, syncsPeers: isOnDisk)
        let job = Contender.SingleFile(
            url: nginx.url("large.bin", isSecure: isSecure),
            size: content.size,
            connections: connections,
            folder: comparison.output,
            certificate: isSecure ? nginx.certificate : nil
        )
        let results = try await comparison.run {
            $0.words(for: job)
        } isRight: {
            try comparison.isOnlyFile(content)
        }
        let wall = results.row(title, "wall", .seconds, .ratio(1.0)) { $0.wall }
        let processor = results.row(title, "CPU", .seconds, processorBar) { $0.processor }
        // There a shell is measured, which waits for a peer and its sync.
        guard !isOnDisk else { return [processor, wall] }
        return [processor, wall, results.row(title, "peak memory", .mebibytes, .none) { Double($0.peakMemory) / 1_048_576 }]
    }

    private var processorBar: Row.Bar { isOnDisk ? .ratio(1.0) : .ratio(isSecure ? 0.9 : 0.8) }

    private var title: String {
        let count = connections == 1 ? "1 connection" : "\(connections) connections"
        return "1 GiB, \(count), \(isSecure ? "TLS" : "HTTP")\(isOnDisk ? ", ext4" : "")"
    }
}
