internal import Platform
internal import TestSupport

/// How far the bytes in the file are from what a limit allows, over ten seconds.
struct SpeedLimits {
    func rows(on stage: Stage) async throws -> [Row] {
        var rows: [Row] = []
        for mebibytes in [1, 10, 100] as [Int64] {
            var errors: [Double] = []
            // One turn takes its time, and differs little from the next.
            for _ in 1...min(3, stage.options.turns) { errors.append(try await error(of: mebibytes << 20, on: stage)) }
            let title = "--limit-rate \(mebibytes)M over 10 s"
            rows.append(Row(work: title, measure: "error, in bytes of the file", unit: .percent, haul: Row.median(errors), bar: .value(2)))
        }
        return rows
    }

    /// Per cent off the limit.
    private func error(of rate: Int64, on stage: Stage) async throws -> Double {
        stage.clean()
        let length = stage.options.isSmoke ? 1.0 : 10.0
        let origin = try Origin()
        defer { origin.stop() }
        // One connection fills the file from its start, so that its bytes can be counted.
        let content = GeneratedContent(seed: 9, size: Int64(Double(rate) * (length + 4)))
        let url = origin.serve("/a.bin", .file(size: content.size, seed: content.seed))
        let output = stage.folder.appending("out")
        let process = try stage.start(stage.haul, ["--batch", "-qq", "-x", "1", "--limit-rate", "\(rate)", "-d", output, url])
        let part = try await eventually("there is a partial file", timeout: .seconds(20)) {
            let names = (try? Directory.open(output + "/.haul").names()) ?? []
            return names.first { $0.hasSuffix(".part") }.map { "\(output)/.haul/\($0)" }
        }
        // The bucket is full at the start: what holds afterwards is measured.
        try await Task.sleep(for: .seconds(stage.options.isSmoke ? 0.5 : 2))
        let first = try await growth(of: part, content)
        try await Task.sleep(for: .seconds(length))
        let last = try await growth(of: part, content)
        try await process.stop()
        let passed = last.at - first.at
        let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) / 1e18
        return abs(Double(last.bytes - first.bytes) / seconds / Double(rate) - 1) * 100
    }

    /// The moment at which bytes have just come into the file: what the program collects in between is not counted half.
    private func growth(of part: String, _ content: GeneratedContent) async throws -> (bytes: Int64, at: ContinuousClock.Instant) {
        let before = FileProbe.filled(part, of: content)
        return try await eventually("bytes come", timeout: .seconds(20)) {
            let bytes = FileProbe.filled(part, of: content)
            return bytes > before ? (bytes, .now) : nil
        }
    }
}
