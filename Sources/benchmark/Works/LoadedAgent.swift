internal import Platform
internal import TestSupport

/// An agent that starts with a hundred thousand tasks in its store, one of which runs.
struct LoadedAgent {
    func rows(on stage: Stage) async throws -> [Row] {
        let count = stage.count(100_000, smoke: 500)
        let origin = try Origin()
        defer { origin.stop() }
        origin.serve("/0.bin", .file(size: 64 << 20).limited(to: 64 << 10))
        stage.clean()
        let settings = "documents.directory = \"\(stage.folder.appending("out"))\"\ndownloads.max_concurrent = 1\n"
        _ = try Directory.make(stage.folder.appending("config/haul"))
        try stage.folder.write(settings, to: "config/haul/config.toml")
        let list = try stage.folder.write((0..<count).map { origin.url("/\($0).bin\n") }.joined(), to: "list")
        do {
            let added = try await stage.run(stage.haul, ["add", "-i", list])
            guard added.status == 0 else { throw Problem("haul add ends with \(added.status): \(stage.lastWords())") }
            var times: [Double] = []
            var peaks: [Double] = []
            for _ in 1...min(3, stage.options.turns) {
                try await stop(stage)
                let start = try await stage.run(stage.haul, ["agent", "start"])
                guard start.status == 0, let agent = AgentProcess.id(in: stage.folder) else {
                    throw Problem("no agent: \(stage.lastWords())")
                }
                times.append(start.wall)
                origin.clearLog()
                try await eventually("it fetches", timeout: .seconds(60)) { !origin.log.isEmpty || ProcessFigures.memory(of: agent) == nil }
                try await Task.sleep(for: .seconds(stage.options.isSmoke ? 0.5 : 5))
                guard let peak = ProcessFigures.peakMemory(of: agent) else { throw Problem("the agent is gone") }
                peaks.append(Double(peak) / 1_048_576)
            }
            try await stop(stage)
            let title = "agent with 100,000 tasks"
            return [
                Row(work: title, measure: "ready after its start", unit: .seconds, haul: Row.median(times), bar: .value(1)),
                Row(work: title, measure: "peak memory, one running", unit: .mebibytes, haul: Row.median(peaks), bar: .value(150)),
                Row(work: title, measure: "adding them", unit: .seconds, haul: added.wall, bar: .none),
            ]
        } catch {
            AgentProcess.kill(in: stage.folder)
            throw error
        }
    }

    private func stop(_ stage: Stage) async throws {
        let stopped = try await stage.run(stage.haul, ["agent", "stop"])
        guard stopped.status == 0 else { throw Problem("the agent does not stop: \(stage.lastWords())") }
    }
}

/// The agent of a folder: nobody's child, and known by the lock on its store.
enum AgentProcess {
    static func id(in folder: TemporaryDirectory) -> Int32? {
        folder.read("state/haul/agent/lock").flatMap { Int32(String(decoding: $0.prefix { $0 != 10 }, as: UTF8.self)) }
    }

    /// Ends it, if it is this folder's.
    static func kill(in folder: TemporaryDirectory) {
        guard let id = id(in: folder), let variables = readFile("/proc/\(id)/environ"),
            String(decoding: variables, as: UTF8.self).contains(folder.path)
        else { return }
        ProcessID(rawValue: id).send(.kill)
    }
}
