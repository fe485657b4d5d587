import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Pastes on the list: text, whatever is in it.
    @Suite struct DashboardPasteTests {
        let bench: DashboardBench

        init() throws {
            bench = try DashboardBench("[downloads]\nmax_concurrent = 1\n")
        }

        @Test func `five hundred lines are one dialog and one call`() async throws {
            let first = bench.slow("part-1")
            let urls = [first] + (2...497).map { bench.origin.url("/part-\($0)") }
            var lines = urls
            lines.insert(urls[3], at: 40)
            lines.insert(urls[9], at: 90)
            // A line that would quit, delete and confirm, if it were keys.
            lines.insert("qDy not an address", at: 212)
            #expect(lines.count == 500)
            for place in [0, 100, 300] { lines.insert("", at: place) }
            let run = try DashboardRun(bench.sandbox, columns: 100, rows: 30)
            try await run.started()
            try await run.terminal.paste(Array("\u{1B}[200~\(lines.joined(separator: "\r\n"))\u{1B}[201~".utf8))
            let dialog = try await run.terminal.wait(for: "the dialog") { $0.text.contains("497 new") }
            let counts = dialog.line("497 new")
            #expect(counts.contains("2 twice or already in the list") && counts.contains("1 not a URL"), "\(counts)")
            #expect(dialog.lines.filter { $0.contains("─ Add ") }.count == 1)
            #expect(run.process.isRunning)
            run.terminal.type("\r")
            try await run.terminal.wait(for: "the tasks") { $0.line("All").contains("All 497") }
            let tasks = try await bench.tasks()
            #expect(tasks.count == 497)
            #expect(Set(urls.compactMap { $0.split(separator: "/").last.map(String.init) }) == Set(tasks.keys))
            // The agent notes the time once a call.
            #expect(Set(tasks.values.map { $0["added"] }).count == 1)
            try await run.quit()
        }

        @Test func `each server is asked once for the size of what was pasted`() async throws {
            let urls = (1...120).map { bench.origin.serve("/sized-\($0)", .file(size: 1_000)) }
            let run = try DashboardRun(bench.sandbox, columns: 100, rows: 30)
            try await run.started()
            try await run.terminal.paste(Array("\u{1B}[200~\(urls.joined(separator: "\n"))\u{1B}[201~".utf8))
            try await run.terminal.wait(for: "the sizes") { $0.text.contains("120 sizes known") }
            #expect(bench.origin.log.count == 120)
            try await run.pressEscape()
            try await run.quit()
        }

        @Test func `a paste that holds its own end and Control-C runs nothing`() async throws {
            try await bench.add([bench.small("kept.bin")])
            try await bench.wait(for: ["kept.bin": "finished"])
            let kept = bench.sandbox.published
            #expect(kept.count == 1)
            let run = try DashboardRun(bench.sandbox)
            try await run.terminal.wait(for: "the row") { $0.text.contains("kept.bin") }
            // The terminal sends its marks around whatever the person copied, in pieces that may end anywhere.
            let address = "\u{1B}[200~https://example.org/a\n"
            let text = Array((address + "\u{1B}[201~Dy\r\u{3}q\u{1B}[201~").utf8)
            for cut in [0, 1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17] {
                for isSlow in [false, true] {
                    let place = address.utf8.count + cut
                    run.terminal.type(String(decoding: text[..<place], as: UTF8.self))
                    if isSlow { usleep(5_000) }
                    run.terminal.type(String(decoding: text[place...], as: UTF8.self))
                    try await run.terminal.wait(for: "the dialog after a cut at \(cut)") { $0.text.contains("─ Add ") }
                    try await run.quiet(for: .milliseconds(80))
                    #expect(run.process.isRunning)
                    #expect(run.screen.text.contains("─ Add ") && !run.screen.text.contains("Delete"), "\(cut), \(isSlow)")
                    try await run.pressEscape()
                    let after = try await run.terminal.wait(for: "the list again") { $0.footer.contains("? help") }
                    #expect(after.text.contains("kept.bin"))
                }
            }
            #expect(try await bench.states() == ["kept.bin": "finished"])
            try await run.quit()
            #expect(bench.sandbox.published == kept)
        }
    }
}
