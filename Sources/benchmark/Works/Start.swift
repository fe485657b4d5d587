internal import TestSupport

/// How long it takes from the start of the program until the server is asked, and a whole run for one byte.
struct Start {
    func rows(on stage: Stage) async throws -> [Row] {
        let content = GeneratedContent(seed: 1, size: 1)
        let comparison = Comparison(stage: stage, place: stage.folder)
        let title = "`haul --batch URL` of 1 byte"
        var asked: [Contender: [Double]] = [:]
        var whole: [Contender: [Double]] = [:]
        for _ in 1...max(stage.options.turns, stage.count(9, smoke: 1)) {
            for contender in Contender.allCases {
                guard let program = contender == .haul ? stage.haul : stage.peers[contender] else { continue }
                stage.clean()
                let origin = try Origin()
                defer { origin.stop() }
                let url = origin.serve("/a.bin", .file(size: 1))
                let job = Contender.SingleFile(url: url, size: 1, connections: 1, folder: comparison.output)
                let process = try stage.start(program, contender.words(for: job) ?? [])
                let usage = try await process.ended(within: .seconds(60))
                guard usage.status == 0, try comparison.isOnlyFile(content), let first = origin.log.first else {
                    if contender == .haul { throw Problem("haul got it wrong: \(stage.lastWords())") }
                    continue
                }
                let passed = first.time - process.started
                asked[contender, default: []].append(Double(passed.components.attoseconds) / 1e18 + Double(passed.components.seconds))
                whole[contender, default: []].append(usage.wall)
            }
        }
        var first = Row(work: title, measure: "until the server is asked", unit: .seconds, haul: .nan, bar: .ratio(2))
        first.haul = Row.median(asked[.haul] ?? [])
        // The bar is curl's alone.
        first.peers[.curl] = asked[.curl].map { Row.median($0) }
        var all = Row(work: title, measure: "whole run", unit: .seconds, haul: Row.median(whole[.haul] ?? []), bar: .none)
        for (contender, values) in whole where contender != .haul { all.peers[contender] = Row.median(values) }
        return [first, all]
    }
}
