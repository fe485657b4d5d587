internal import TestSupport

/// A hundred thousand entries of a list of which one runs, slowly.
struct LongQueue {
    func rows(on stage: Stage) async throws -> [Row] {
        let count = stage.count(100_000, smoke: 500)
        let seconds = stage.options.isSmoke ? 2.0 : 15.0
        let origin = try Origin()
        defer { origin.stop() }
        origin.serve("/0.bin", .file(size: 64 << 20).limited(to: 64 << 10))
        let list = try stage.folder.write((0...count).map { origin.url("/\($0).bin\n") }.joined(), to: "list")
        let output = stage.folder.appending("out")
        let title = "100,000 queued, one running"
        var memory = Row(work: title, measure: "peak memory", unit: .mebibytes, haul: .nan, bar: .ratio(0.1))
        var processor = Row(work: title, measure: "CPU of the first 15 s", unit: .seconds, haul: .nan, bar: .ratio(0.2))
        var figures: [Contender: [(memory: Double, processor: Double)]] = [:]
        for _ in 1...min(3, stage.options.turns) {
            for contender in [Contender.haul, .aria2c] {
                guard let program = contender == .haul ? stage.haul : stage.peers[contender] else { continue }
                stage.clean()
                origin.clearLog()
                let words = contender.words(forList: list, configuration: "", atOnce: 1, folder: output) ?? []
                let process = try stage.start(program, words)
                try await Task.sleep(for: .seconds(seconds))
                let peak = ProcessFigures.peakMemory(of: process.id)
                let used = ProcessFigures.processor(of: process.id)
                guard let peak, process.poll() == nil, origin.log.count == 1, (origin.log.first?.bytesSent ?? 0) > 0 else {
                    if contender == .haul { throw Problem("haul got it wrong: \(origin.log.count) requests, \(stage.lastWords())") }
                    continue
                }
                figures[contender, default: []].append((Double(peak) / 1_048_576, used))
                try await process.stop()
            }
        }
        for (contender, values) in figures {
            let (most, used) = (Row.median(values.map(\.memory)), Row.median(values.map(\.processor)))
            if contender == .haul { (memory.haul, processor.haul) = (most, used) }
            if contender != .haul { (memory.peers[contender], processor.peers[contender]) = (most, used) }
        }
        return [memory, processor]
    }
}
