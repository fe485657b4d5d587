import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The tab Done, the clipboard, the background and the sizes of what may be added, in the real program.
    @Suite struct DashboardFilesTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `published files come, are read again, searched, deleted and missed`() async throws {
            let urls = [("one", 3_000), ("two", 4_000)].map { origin.serve("/\($0.0).bin", .file(size: $0.1)) }
            let words = [Program.haul, "-d", sandbox.documents]
            let screen = try await TmuxScreen(sandbox, command: words, columns: 120, rows: 30)
            try await screen.wait(for: "the first screen") { $0.contains { $0.contains("? help") } }
            try await screen.press("5")
            try await screen.wait(for: "nothing") { $0.contains { $0.contains("No file has been published yet.") } }
            // They come from another process while one looks.
            #expect(try await sandbox.batch(urls).status() == 0)
            try await screen.wait(for: "both files") { lines in
                lines[1].contains("[5 Done 2]") && ["one.bin", "two.bin"].allSatisfy { name in lines.contains { $0.contains(name) } }
            }
            try await screen.press("*", "V")
            try await screen.wait(for: "the result") { $0.contains { $0.contains("2 files read, none of them changed") } }
            try await screen.press("U", "/", "t", "w", "o", "Enter")
            try await screen.wait(for: "one of them") { lines in
                lines.contains { $0.contains("search: two   1 of 2") } && !lines.contains { $0.contains("one.bin") }
            }
            let path = try #require(sandbox.published.map { sandbox.documents + "/" + $0 }.first { readFile($0)?.count == 4_000 })
            try writeFile("by hand", to: path)
            try await screen.wait(for: "that it was changed") { $0.contains { $0.hasPrefix("> ✗ two.bin") && $0.contains("changed") } }
            try await screen.press("D")
            try await screen.wait(for: "the dialog") { $0.contains { $0.contains("Delete 1 file") } }
            try await screen.press("y")
            try await screen.wait(for: "one file") { $0[1].contains("[5 Done 1]") && $0.contains { $0.contains("No file fits \"two\"") } }
            #expect(sandbox.published.count == 1)
            try await screen.press("Escape")
            unlink(sandbox.documents + "/" + (sandbox.published.first ?? ""))
            try await screen.wait(for: "that it is gone") { $0.contains { $0.hasPrefix("> ✗ one.bin") && $0.contains("missing") } }
            // tmux keeps the codes of its programs to itself, and is asked instead.
            try await screen.press("y")
            try await screen.wait(for: "the copy") { $0.contains { $0.contains("Copied \(urls[0]) (to tmux and the clipboard)") } }
            try await screen.stop()
        }

        @Test func `a copy goes to the terminal's clipboard, or says why not`() async throws {
            let url = origin.serve("/a.bin", .file(size: 10))
            let run = try DashboardRun(sandbox, [url])
            try await run.started("100%")
            run.terminal.type("y")
            try await run.terminal.wait(for: "Copied \(url)")
            #expect(run.terminal.output.contains("\u{1B}]52;c;\(base64(url))\u{7}"))
            try await run.quit()
            let plain = try DashboardRun(sandbox, term: "vt100")
            try await plain.started("100%")
            plain.terminal.type("y")
            try await plain.terminal.wait(for: "Not copied: this terminal has no clipboard")
            #expect(!plain.terminal.output.contains("\u{1B}]52"))
            try await plain.quit()
        }

        @Test(arguments: [("auto", "ffff/ffff/ffff", true), ("auto", "0000/0000/0000", false), ("default", "ffff/ffff/ffff", false)])
        func `the theme auto is the light one on a light background`(theme: String, color: String, isLight: Bool) async throws {
            try DashboardRun.configure(sandbox, "dashboard.theme = \"\(theme)\"")
            let run = try DashboardRun(sandbox)
            try await run.started()
            #expect(run.terminal.output.contains("\u{1B}]11;?\u{7}") == (theme == "auto"))
            // The light theme's accent.
            #expect(!run.terminal.output.contains("38;5;25m"))
            run.terminal.type("\u{1B}]11;rgb:\(color)\u{1B}\\")
            if isLight { try await run.terminal.wait(for: "38;5;25m") }
            try await run.quiet()
            #expect(run.terminal.output.contains("38;5;25m") == isLight)
            try await run.quit()
        }

        @Test(.enabled(if: Program.has("tmux")))
        func `the sizes of pasted addresses are asked for, paths completed, and a click runs what the footer names`() async throws {
            let urls =
                [1_000, 2_000, 3_000].map { origin.serve("/\($0).bin", .file(size: Int64($0))) } + [origin.serve("/lost", .status(404))]
            mkdir(sandbox.folder.appending("home/Things"), 0o700)
            let words = [Program.haul, "-d", sandbox.documents]
            let screen = try await TmuxScreen(sandbox, command: words, columns: 100, rows: 30)
            try await screen.wait(for: "the first screen") { $0.contains { $0.contains("? help") } }
            try await screen.press("-l", "\u{1B}[200~" + urls.joined(separator: "\r") + "\u{1B}[201~")
            try await screen.wait(for: "the sizes") { lines in
                lines.contains { $0.contains("3 sizes known: 5.86 KiB") } && lines.contains { $0.contains("/lost") && $0.contains(" ? ") }
            }
            try await screen.press("-l", "~/Th")
            try await screen.press("Tab")
            try await screen.wait(for: "the folder") { $0.contains { $0.contains("Save in   ~/Things/") } }
            // `Esc cancel` stands behind `Enter add`, and `? help` at the beginning.
            try await screen.press("-l", "\u{1B}[<0;14;30M")
            try await screen.wait(for: "the empty screen") { $0.contains { $0.contains("Nothing to download yet.") } }
            try await screen.press("-l", "\u{1B}[<0;2;30M")
            try await screen.wait(for: "the help") { $0.contains { $0.contains("type to search") } }
            try await screen.stop()
        }
    }
}
