import Dashboard
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Sizes of the screen: the same list at each of them, and the way to the help at all of them.
    @Suite struct DashboardSizeTests {
        let sandbox: Sandbox

        init() throws {
            sandbox = try Sandbox()
        }

        /// The demo at one moment of its downloads, which is always the same.
        private static let clock = ["HAUL_CLOCK": "1796000000"]

        private func golden(_ columns: Int, _ rows: Int) -> String {
            let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
            return "/\(folder)/Goldens/demo-\(columns)x\(rows).txt"
        }

        /// Waits until the screen is the one that was recorded for its size.
        private func expectGolden(_ screen: TmuxScreen, _ columns: Int, _ rows: Int) async throws {
            let path = golden(columns, rows)
            if recordsGoldens {
                try await screen.wait(for: "a screen") { $0.joined().contains(rows < 6 ? "needs" : "? help") }
                try await Task.sleep(for: .seconds(1))
                try writeFile(try await screen.lines().joined(separator: "\n"), to: path)
                Issue.record("recorded \(path); run again without RECORD_GOLDENS")
                return
            }
            let expected = String(decoding: readFile(path) ?? [], as: UTF8.self)
            do {
                try await screen.wait(for: "the screen of \(columns)x\(rows)") { $0.joined(separator: "\n") == expected }
            } catch {
                Issue.record("\(columns)x\(rows):\n\(try await screen.lines().joined(separator: "\n"))")
                throw error
            }
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `each size has its screen, also after two hundred other sizes`() async throws {
            let command = [Program.haul, "demo"]
            let screen = try await TmuxScreen(sandbox, command: command, columns: 80, rows: 24, environment: Self.clock)
            for (columns, rows) in [(80, 24), (40, 15), (120, 40), (200, 60), (20, 4)] {
                try await screen.resize(columns: columns, rows: rows)
                try await expectGolden(screen, columns, rows)
            }
            var random = SeededRandom(seed: 19)
            for _ in 0..<200 {
                try await screen.resize(columns: .random(in: 1...250, using: &random), rows: .random(in: 1...80, using: &random))
            }
            try await screen.resize(columns: 120, rows: 40)
            if !recordsGoldens { try await expectGolden(screen, 120, 40) }
            try await screen.press("q")
            try await screen.wait(for: "the end") { lines in lines.contains { $0.contains("ended with 0") } }
            try await screen.stop()
        }

        @Test func `the way to the help is in the footer at every width`() async throws {
            let run = try DashboardRun(sandbox, program: ["demo"], environment: Self.clock, columns: 200, rows: 24)
            try await run.started()
            for columns in (24...200).reversed() {
                run.terminal.resize(columns: UInt16(columns), rows: 24)
                // What a person needs most has its key there too, as soon as there is room. All at once: a large frame comes in pieces.
                let wanted = ["? help"] + (columns >= 40 ? ["p pause", "r resume", "c cancel"] : [])
                let screen = try await run.terminal.wait(for: "a footer of \(columns) with \(wanted)") { screen in
                    wanted.allSatisfy(screen.footer.contains)
                }
                #expect(screen.footer.hasPrefix(" ? help"), "\(screen.footer)")
            }
            try await run.quit()
        }

        @Test(arguments: [100, 40])
        func `the help lists every bound key, also after a change of the keys`(_ columns: UInt16) async throws {
            let configuration = "[keys]\npause = [\"p\", \"F11\", \"^x\", \"PgUp\", \"Home\", \"W\"]\npage_up = [\"^b\"]\nfirst = [\"g\"]\n"
            for isChanged in [false, true] {
                try DashboardRun.configure(sandbox, isChanged ? configuration : "")
                let run = try DashboardRun(sandbox, program: ["demo"], environment: Self.clock, columns: columns, rows: 200)
                try await run.started()
                run.terminal.type("?")
                let screen = try await run.terminal.wait(for: "the help") { $0.text.contains("Keys") && $0.text.contains("^z") }
                let words = Set(screen.lines.flatMap { $0.split(separator: " ").map(String.init) })
                for binding in Keymap.standard.bindings {
                    // What was given to another command is there once.
                    #expect(words.contains(binding.label), "\(binding.label) of \(binding.command.name) at \(columns)")
                }
                if isChanged { for key in ["F11", "^x", "W"] { #expect(words.contains(key), "\(key)") } }
                try await run.pressEscape()
                try await run.quit()
            }
        }

        @Test func `typing narrows the help and Enter runs what is chosen`() async throws {
            let run = try DashboardRun(sandbox, program: ["demo"], environment: Self.clock)
            try await run.started()
            run.terminal.type("?")
            try await run.terminal.wait(for: "the help") { $0.text.contains("Keys") }
            run.terminal.type("every")
            let narrowed = try await run.terminal.wait(for: "a few") { screen in
                screen.text.contains("Pause everything") && !screen.text.contains("One row down")
            }
            #expect(narrowed.text.contains("Resume and retry everything"))
            run.terminal.type("\u{15}pause-all\r")
            try await run.terminal.wait(for: "what it does") { $0.text.contains("Pausing everything") && !$0.text.contains("Keys") }
            try await run.quit()
        }
    }
}
