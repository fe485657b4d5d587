import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Every state of a task on the screen, with its sign and its word, without any colour.
    @Suite struct DashboardStateTests {
        /// The sign and the word of a row; nil when the task is not shown.
        private func look(_ lines: [String], _ name: String) -> String? {
            guard let row = lines.first(where: { $0.contains(name) && !$0.hasPrefix("─") }) else { return nil }
            let sign = String(row.dropFirst(2).prefix(1))
            let words = row.split(separator: " ").map(String.init)
            let word = ["connecting", "100%", "KiB/s", "busy", "retry", "queued", "paused", "404", "cancelled", "verifying"].first {
                wanted in
                words.contains { $0.contains(wanted) }
            }
            return sign + " " + (word ?? "")
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `states differ by their signs and words`() async throws {
            let bench = try DashboardBench(
                "[downloads]\nmax_concurrent = 7\nmax_connections = 1\nmax_connections_per_host = 12\n"
            )
            let gate = Gate()
            defer { gate.open() }
            let connecting = bench.origin.serve("/connecting.bin", .file(size: 10).with { $0.gate = gate })
            // Elsewhere: a server that is busy holds up all that is to come from it.
            let other = try Origin()
            let busy = other.serve("/retry.bin", .status(503, retryAfter: "600"))
            try await bench.add([
                bench.small("finished.bin"), bench.missing("failed.bin"), bench.slow("running.bin"), bench.slow("cancelled.bin"),
                connecting, busy,
            ])
            try await bench.add([bench.small("paused.bin")], ["--paused"])
            try await bench.add((1...5).map { bench.slow("filler-\($0).bin") })
            try await bench.command("cancel", "name:cancelled.bin")
            try await bench.add([bench.slow("queued.bin")])
            let command = [Program.haul]
            let screen = try await TmuxScreen(bench.sandbox, command: command, columns: 140, rows: 40)
            let wanted = [
                "finished.bin": "✓ 100%", "failed.bin": "✗ 404", "running.bin": "↓ KiB/s", "cancelled.bin": "⊘ cancelled",
                "connecting.bin": "↓ connecting", "paused.bin": "‖ paused", "queued.bin": "… queued", "retry.bin": "◷ busy",
            ]
            try await screen.wait(for: "all states") { lines in wanted.allSatisfy { look(lines, $0.key) == $0.value } }
            #expect(Set(wanted.values).count == wanted.count)
            try await screen.press("q")
            try await screen.stop()
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `a retry and a check have theirs`() async throws {
            // Both pass too quickly with a server on loopback to be caught; the demo stands still in the midst of them.
            let sandbox = try Sandbox()
            let clock = ["HAUL_CLOCK": "1796000000"]
            let screen = try await TmuxScreen(sandbox, command: [Program.haul, "demo"], columns: 120, rows: 40, environment: clock)
            try await screen.wait(for: "a retry and a check") { lines in
                lines.contains { $0.dropFirst(2).first == "↻" && $0.contains("retry 2/5") }
                    && lines.contains { $0.dropFirst(2).first == "≡" && $0.contains("verifying") }
            }
            try await screen.press("q")
            try await screen.stop()
        }
    }
}
