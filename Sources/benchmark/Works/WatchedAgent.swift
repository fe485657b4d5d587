internal import Platform
internal import TestSupport

/// Twelve downloads in the agent with the dashboard open, beside curl doing the same.
struct WatchedAgent {
    private static let count = 12

    func rows(on stage: Stage) async throws -> [Row] {
        let seconds = stage.options.isSmoke ? 1.0 : 15.0
        let rate = stage.size((50 << 20) / Int64(Self.count), smoke: 1 << 20)
        let size = Int64(Double(rate) * (seconds + 6))
        var own: [Double] = []
        var parts: [Double] = []
        var curl: [Double] = []
        for _ in 1...min(3, stage.options.turns) {
            let origin = try Origin()
            defer { origin.stop() }
            let urls = (0..<Self.count).map { origin.serve("/\($0).bin", .file(size: size, seed: UInt64($0)).limited(to: rate)) }
            let used = try await haul(urls, seconds, stage)
            own.append(used.agent + used.dashboard)
            parts.append(used.dashboard)
            if let used = try await self.curl(urls, seconds, origin, stage) { curl.append(used) }
        }
        let title = "12 running at 50 MiB/s in all"
        var both = Row(work: title, measure: "CPU of agent and dashboard, 15 s", unit: .seconds, haul: Row.median(own), bar: .ratio(1.5))
        if !curl.isEmpty { both.peers[.curl] = Row.median(curl) }
        return [both, Row(work: title, measure: "CPU of the dashboard, 15 s", unit: .seconds, haul: Row.median(parts), bar: .none)]
    }

    private func haul(_ urls: [String], _ seconds: Double, _ stage: Stage) async throws -> (agent: Double, dashboard: Double) {
        stage.clean()
        _ = try Directory.make(stage.folder.appending("config/haul"))
        let settings = """
            documents.directory = "\(stage.folder.appending("out"))"
            downloads.max_concurrent = 12
            downloads.max_connections = 1
            downloads.max_connections_per_host = 12

            """
        try stage.folder.write(settings, to: "config/haul/config.toml")
        defer { AgentProcess.kill(in: stage.folder) }
        let added = try await stage.run(stage.haul, ["add"] + urls)
        guard added.status == 0, let agent = AgentProcess.id(in: stage.folder) else { throw Problem("haul add: \(stage.lastWords())") }
        let terminal = try DrainedTerminal()
        let dashboard = try stage.start(stage.haul, [], terminal: terminal.path)
        // What the start costs is another work.
        try await Task.sleep(for: .seconds(2))
        let before = (ProcessFigures.processor(of: agent), ProcessFigures.processor(of: dashboard.id))
        try await Task.sleep(for: .seconds(seconds))
        let after = (ProcessFigures.processor(of: agent), ProcessFigures.processor(of: dashboard.id))
        guard dashboard.poll() == nil, after.0 > before.0 else { throw Problem("agent or dashboard have ended: \(stage.lastWords())") }
        try await dashboard.stop()
        return (after.0 - before.0, after.1 - before.1)
    }

    private func curl(_ urls: [String], _ seconds: Double, _ origin: Origin, _ stage: Stage) async throws -> Double? {
        guard let program = stage.peers[.curl] else { return nil }
        stage.clean()
        let output = stage.folder.appending("out")
        let lines = urls.enumerated().map { "url = \"\($1)\"\noutput = \"\(output)/\($0)\"\n" }
        let list = try stage.folder.write(lines.joined(), to: "list.curl")
        let words = Contender.curl.words(forList: list, configuration: list, atOnce: Self.count, folder: output) ?? []
        let process = try stage.start(program, words)
        try await Task.sleep(for: .seconds(2))
        let before = ProcessFigures.processor(of: process.id)
        try await Task.sleep(for: .seconds(seconds))
        let after = ProcessFigures.processor(of: process.id)
        guard process.poll() == nil else { throw Problem("curl has ended: \(stage.lastWords())") }
        try await process.stop()
        return after - before
    }
}
