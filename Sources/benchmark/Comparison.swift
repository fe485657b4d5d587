internal import Platform
internal import TestSupport

/// Programs in turn on one work, several times over, each result looked at.
struct Comparison {
    let stage: Stage

    /// Where results and states lie.
    let place: TemporaryDirectory

    /// Peers are followed by `sync -f`, as Haul has synced what it publishes.
    var syncsPeers = false

    /// The runs of each program that always got it right.
    typealias Results = [Contender: [MeasuredProcess.Usage]]

    var output: String { place.appending("out") }

    /// Runs each program that knows how.
    ///
    /// - Parameters:
    ///   - words: the arguments of each; nil for one that knows no such thing.
    ///   - isRight: whether what lies in the folder now is what was wanted.
    /// - Returns: the runs; without peers that got it wrong.
    /// - Throws: when Haul gets it wrong.
    func run(_ words: (Contender) -> [String]?, isRight: () throws -> Bool) async throws -> Results {
        var results: Results = [:]
        var done: Set<Contender> = []
        for turn in 1...stage.options.turns {
            // Another one begins each time: memory that nobody has touched before costs whoever comes first.
            let first = turn % Contender.allCases.count
            for contender in Contender.allCases[first...] + Contender.allCases[..<first] where !done.contains(contender) {
                guard let program = contender == .haul ? stage.haul : stage.peers[contender], let words = words(contender) else { continue }
                stage.clean()
                let usage = try await run(program, words, isPeer: contender != .haul)
                let isGood = try usage.map { $0.status == 0 } == true && isRight()
                Output.write("  \(turn) \(contender.rawValue): \(Self.text(usage, isGood))\n", to: .error)
                guard isGood, let usage else {
                    if contender == .haul {
                        throw Problem("haul got it wrong (status \(usage?.status ?? -1)): \(stage.lastWords(in: place))")
                    }
                    done.insert(contender)
                    results[contender] = nil
                    continue
                }
                results[contender, default: []].append(usage)
                // Once is enough to see that it is many times slower.
                if let own = results[.haul]?.first, usage.wall > max(20, own.wall * 10) { done.insert(contender) }
            }
        }
        return results
    }

    /// One run; nil when it did not come to an end.
    private func run(_ program: String, _ words: [String], isPeer: Bool) async throws -> MeasuredProcess.Usage? {
        var command = [program] + words
        if isPeer, syncsPeers { command = ["/bin/sh", "-c", "\"$@\"; s=$?; sync -f '\(output)'; exit $s", "sh"] + command }
        do {
            return try await stage.run(command[0], Array(command.dropFirst()), in: place)
        } catch is TimeLimitExceeded {
            return nil
        }
    }

    private static func text(_ usage: MeasuredProcess.Usage?, _ isGood: Bool) -> String {
        guard let usage else { return "did not end" }
        let figures = "\(Report.number(usage.wall)) s, CPU \(Report.number(usage.processor)) s, \(usage.peakMemory >> 20) MiB"
        return isGood ? figures : figures + ", wrong (status \(usage.status))"
    }

    /// The only file that was published into the folder, hidden ones apart.
    func isOnlyFile(_ content: GeneratedContent) throws -> Bool {
        let names = try Directory.open(output).names().filter { !$0.hasPrefix(".") && !$0.hasSuffix(".aria2") && !$0.hasSuffix(".st") }
        guard names.count == 1 else { return false }
        return content.firstDifference(fileAt: output + "/" + names[0]) == nil
    }
}

extension Comparison.Results {
    /// A line of the table from the medians of one figure.
    func row(_ work: String, _ measure: String, _ unit: Row.Unit, _ bar: Row.Bar, _ figure: (MeasuredProcess.Usage) -> Double) -> Row {
        var row = Row(work: work, measure: measure, unit: unit, haul: .nan, bar: bar)
        for (contender, runs) in self {
            let median = Row.median(runs.map(figure))
            if contender == .haul { row.haul = median } else { row.peers[contender] = median }
        }
        return row
    }
}
