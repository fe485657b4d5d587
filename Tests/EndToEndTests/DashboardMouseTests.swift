import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The mouse chooses, sorts and opens; it never takes anything away.
    @Suite struct DashboardMouseTests {
        let bench: DashboardBench
        private static let names = (1...9).map { "file-\($0).bin" }

        init() throws {
            bench = try DashboardBench()
        }

        private func begin(columns: UInt16 = 100, rows: UInt16 = 24) async throws -> DashboardRun {
            try await bench.add(Self.names.enumerated().map { bench.small($1, size: Int64(($0 * 7 % 9 + 1) * 3_000)) })
            try await bench.wait(for: Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "finished") }))
            let run = try DashboardRun(bench.sandbox, columns: columns, rows: rows)
            try await run.terminal.wait(for: "nine rows") { screen in Self.names.allSatisfy { screen.text.contains($0) } }
            return run
        }

        /// A press of the left button and its release, as terminals report them.
        private func click(_ run: DashboardRun, row: Int, column: Int) {
            run.terminal.type("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
        }

        private func click(_ run: DashboardRun, on text: String, row: Int) throws {
            let column = try #require(run.screen.column(of: text, in: row), "\(text) in \(run.screen.lines[row])")
            click(run, row: row, column: column)
        }

        private func order(_ screen: VirtualScreen) -> [String] {
            screen.lines.compactMap { line in
                Self.names.first { name in line.dropFirst(2).hasPrefix("✓ " + name) }
            }
        }

        @Test func `a click chooses a row, sorts by a column, shows a tab and runs what the footer names`() async throws {
            let run = try await begin()
            let row = try #require(run.screen.lines.firstIndex { $0.contains("✓ " + Self.names[4]) })
            click(run, row: row, column: 20)
            try await run.terminal.wait(for: "the clicked row") { $0.cursorRow == row }
            let heads = try #require(run.screen.lines.firstIndex { $0.contains("NAME") && $0.contains("SIZE") })
            try click(run, on: "NAME", row: heads)
            try await run.terminal.wait(for: "the order by name") { order($0) == Self.names }
            try click(run, on: "NAME", row: heads)
            try await run.terminal.wait(for: "the other way round") { order($0) == Self.names.reversed() }
            try click(run, on: "SIZE", row: heads)
            let sizes = Self.names.enumerated().sorted { $0.offset * 7 % 9 < $1.offset * 7 % 9 }.map(\.element)
            try await run.terminal.wait(for: "the order by size") { [sizes, sizes.reversed()].contains(order($0)) }
            try click(run, on: "4 Paused", row: 1)
            try await run.terminal.wait(for: "the tab") { $0.lines[1].contains("[4 Paused 0]") }
            try click(run, on: "1 All", row: 1)
            try await run.terminal.wait(for: "all of them") { order($0).count == 9 }
            let footer = run.screen.height - 1
            try click(run, on: "? help", row: footer)
            try await run.terminal.wait(for: "the help") { $0.text.contains("Keys") }
            try await run.pressEscape()
            try await run.terminal.wait(for: "the list") { order($0).count == 9 }
            try click(run, on: "a add", row: footer)
            try await run.terminal.wait(for: "the dialog") { $0.text.contains("─ Add ") }
            try await run.pressEscape()
            try await run.quit()
        }

        @Test func `no click anywhere deletes or removes`() async throws {
            let run = try await begin(columns: 80, rows: 24)
            let files = bench.sandbox.published
            let leave = try #require(run.screen.column(of: "q leave", in: 23))
            for row in 0..<24 {
                for column in stride(from: 0, to: 80, by: 2) where row < 23 || column < leave {
                    click(run, row: row, column: column)
                }
                // What a click opened is closed, so that the next one meets the list.
                try await run.pressEscape()
                try await run.pressEscape()
                _ = run.terminal.drawn
                #expect(run.process.isRunning)
                #expect(!run.screen.text.contains("u undo ("), "row \(row)\n\(run.screen.text)")
                #expect(bench.sandbox.published == files)
            }
            try await run.quit()
            #expect(try await bench.states().count == 9)
            #expect(bench.sandbox.published == files)
        }

        @Test func `m gives the mouse to the terminal, and the click with it`() async throws {
            let run = try await begin()
            run.terminal.forget()
            run.terminal.type("m")
            try await run.terminal.wait(for: "\u{1B}[?1000l")
            try await run.terminal.wait(for: "the word of it") { $0.text.contains("select text freely") }
            #expect(run.modes[1000] == false && run.modes[1006] == false)
            run.terminal.type("m")
            try await run.terminal.wait(for: "\u{1B}[?1000h")
            try await run.quit()
        }
    }
}
