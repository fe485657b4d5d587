internal import Platform

/// Haul and its peers on the same work; not installed.
@main enum Benchmark {
    static func main() async throws {
        guard let options = Options(ThisProcess.arguments) else {
            Output.write(Options.usage + "\n", to: .error)
            for work in Work.all { Output.write("  \(work.name): \(work.title)\n", to: .error) }
            Output.exit(2)
        }
        ThisProcess.raiseDescriptorLimit()
        let work = Task { try await run(options) }
        // Whoever interrupts it must not find gigabytes left in memory: what it began is ended and removed.
        try Signals.deliver([.interrupt, .terminate]) { _ in work.cancel() }
        let report = try await work.value
        if work.isCancelled { Output.exit(130) }
        Output.write(report.table, to: .standard)
        if let path = options.json {
            let file = try File.open(path, .write, creation: .ifMissing, mode: 0o644)
            try file.truncate(to: 0)
            try file.write(Array(report.json.utf8), at: 0)
        }
        Output.exit(report.problems.isEmpty ? 0 : 1)
    }

    private static func run(_ options: Options) async throws -> Report {
        // The servers and the folders go with it.
        let stage = try await Stage(options)
        var report = Report()
        report.programs = try await stage.versions()
        for work in Work.all where options.works.isEmpty || options.works.contains(work.name) {
            try Task.checkCancellation()
            Output.write("benchmark: \(work.title)\n", to: .error)
            do {
                report.rows += try await work.run(stage)
            } catch {
                report.problems.append("\(work.name): \(error)")
                Output.write("benchmark: \(work.name): \(error)\n", to: .error)
            }
            stage.clean()
        }
        // What is tiny says nothing of how fast anything is.
        if options.isSmoke { for place in report.rows.indices { report.rows[place].bar = .none } }
        return report
    }
}
