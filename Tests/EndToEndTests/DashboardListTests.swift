import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What the list shows, and what acts on it.
    @Suite struct DashboardListTests {
        let bench: DashboardBench

        init() throws {
            bench = try DashboardBench()
        }

        @Test func `exactly the marked tasks are paused, however the list is sorted and filtered`() async throws {
            let names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"].map { $0 + ".bin" }
            try await bench.add(names.map { bench.slow($0) })
            try await bench.wait(for: Dictionary(uniqueKeysWithValues: names.map { ($0, "running") }))
            let run = try DashboardRun(bench.sandbox, columns: 140)
            try await run.terminal.wait(for: "six rows") { screen in names.allSatisfy { screen.text.contains($0) } }
            run.terminal.type("gj  j ")
            let marked = try await run.terminal.wait(for: "three marks") { $0.marked.count == 3 }.marked
            let chosen = Set(names.filter { name in marked.contains { $0.contains(name) } })
            #expect(chosen.count == 3)
            run.terminal.type(">I/bin\r\u{1B}[15~")
            try await run.terminal.wait(for: "the footer with the number") {
                $0.text.contains("filter: bin") && $0.footer.contains("mark(3)") && $0.marked.count == 3
            }
            // A filter that hides one of them does not take it out.
            run.terminal.type("/\u{15}a.bin\r")
            try await run.terminal.wait(for: "fewer rows") { $0.text.contains("filter: a.bin") && !$0.text.contains("epsilon.bin ") }
            run.terminal.type("p")
            try await eventually("three are paused", timeout: .seconds(15)) {
                try await bench.states().filter { $0.value == "paused" }.count == 3
            }
            #expect(Set(try await bench.states().filter { $0.value == "paused" }.keys) == chosen)
            try await run.quit()
        }

        @Test func `the cursor keeps its task while others end and move`() async throws {
            let gate = Gate()
            let others = (1...10).map { number in
                bench.origin.serve("/other-\(number).bin", .file(size: 3_000).with { $0.gate = gate })
            }
            try await bench.add(Array(others[..<5]) + [bench.slow("stays.bin")] + Array(others[5...]))
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "eleven rows") { screen in
                screen.lines.filter { $0.contains("other-") }.count >= 10 && screen.text.contains("stays.bin")
            }
            run.terminal.type("\u{1B}OR")
            try await run.terminal.wait(for: "the search") { $0.text.contains("search:") }
            run.terminal.type("stays\r")
            try await run.terminal.wait(for: "the task") { $0.cursorLine.contains("stays.bin") }
            gate.open()
            let after = try await run.terminal.wait(for: "ten finished") { screen in
                screen.lines.filter { $0.contains("other-") && $0.contains("100%") }.count == 10
            }
            #expect(after.cursorLine.contains("stays.bin"))
            let row = try #require(after.cursorRow)
            // The task below it takes its place; the last row would give the cursor to the one above.
            let neighbour = after.lines[row + 1].split(separator: " ").first { $0.contains("other-") }
            run.terminal.type("d")
            let removed = try await run.terminal.wait(for: "the neighbour") { !$0.text.contains("stays.bin ") && $0.cursorRow != nil }
            #expect(removed.cursorLine.contains(try #require(neighbour)))
            try await run.quit()
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `the last column is in the same cell on every row, whatever the names are`() async throws {
            let names = [
                "plain.bin", "日本語辞書データ-2026-11.zip", "🎉🎉 party.bin", "👩‍💻-🏳️‍🌈-🇩🇪.bin", "e\u{301}\u{302}\u{303}\u{304}clair.bin",
                String(repeating: "長い", count: 90) + ".bin", String(repeating: "x", count: 230) + ".tar.gz", "\u{301}mark first.bin",
                "a\u{200D}b\u{FE0F}c.bin", "한국어 파일.bin", "العربية.bin",
            ]
            let urls = names.enumerated().map { index, name in
                let escaped = name.utf8.map { byte in "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
                return bench.origin.serve(
                    "/w\(index)",
                    .file(size: 300_000).with {
                        $0.headers = [.init("Content-Disposition", "attachment; filename*=UTF-8''\(escaped)")]
                    }
                )
            }
            try await bench.add(urls)
            try await eventually("all is there", timeout: .seconds(60)) {
                try await bench.states().values.filter { $0 == "finished" }.count == names.count
            }
            for (width, height) in [(120, 40), (80, 24), (60, 24)] {
                let command = [Program.haul, "-d", bench.sandbox.documents]
                let screen = try await TmuxScreen(bench.sandbox, command: command, columns: width, rows: height)
                let lines = try await screen.wait(for: "the rows") { lines in lines.filter { $0.contains("100%") }.count == names.count }
                let rows = Set(lines.indices.filter { lines[$0].contains("100%") })
                // The terminal counts the cells before them: the time is the last column, and on narrow screens the speed.
                for text in ["100%", width > 60 ? " 0:[0-9][0-9]" : "iB/s"] {
                    let places = try await screen.places(of: text).filter { rows.contains($0.row) }
                    #expect(Set(places.map(\.row)) == rows, "\(width): \(text)")
                    #expect(Set(places.map(\.column)).count == 1, "\(width): \(places)\n\(lines.joined(separator: "\n"))")
                }
                try await screen.press("q")
                try await screen.stop()
            }
        }
    }
}
