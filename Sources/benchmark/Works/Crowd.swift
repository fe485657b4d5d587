internal import Platform
internal import TestSupport

/// A thousand slow downloads at the same time.
struct Crowd {
    func rows(on stage: Stage) async throws -> [Row] {
        let count = stage.count(1_000, smoke: 40)
        let origin = try Origin()
        defer { origin.stop() }
        let size: Int64 = 64 << 10
        for number in 0..<count {
            // Long enough for all to be there at one time.
            origin.serve("/\(number).bin", .file(size: size, seed: UInt64(number)).limited(to: stage.size(size / 16, smoke: size)))
        }
        let list = try stage.folder.write((0..<count).map { origin.url("/\($0).bin\n") }.joined(), to: "list")
        let output = stage.folder.appending("out")
        stage.clean()
        let words = Contender.haul.words(forList: list, configuration: "", atOnce: count, folder: output) ?? []
        let usage = try await stage.run(stage.haul, words + ["-x", "1"])
        let isRight = (0..<count).allSatisfy {
            GeneratedContent(seed: UInt64($0), size: size).firstDifference(fileAt: "\(output)/\($0).bin") == nil
        }
        guard usage.status == 0, isRight else { throw Problem("haul got it wrong (status \(usage.status)): \(stage.lastWords())") }
        let measure = "peak memory (\(origin.mostConnections) open at one time)"
        let memory = Double(usage.peakMemory) / 1_048_576
        return [
            Row(work: "1,000 connections at once", measure: measure, unit: .mebibytes, haul: memory, bar: .value(150)),
            Row(work: "1,000 connections at once", measure: "CPU", unit: .seconds, haul: usage.processor, bar: .none),
        ]
    }
}
