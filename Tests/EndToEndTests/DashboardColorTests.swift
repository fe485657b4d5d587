import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Colours, themes, signs and keys as they reach a terminal, at the start and after a change of the files.
    @Suite struct DashboardColorTests {
        let sandbox: Sandbox
        let origin: Origin
        let urls: [String]

        init() throws {
            sandbox = try Sandbox()
            let origin = try Origin()
            self.origin = origin
            // One that fails, one that is done, one that runs: each state has its own colour.
            urls = [
                origin.serve("/lost.bin", .status(404)), origin.serve("/done.bin", .file(size: 1_000)),
                origin.serve("/slow.bin", .file(size: 30 << 20).limited(to: 1 << 20)),
            ]
        }

        private func colors(_ run: DashboardRun) -> [String] {
            run.renditions.flatMap { $0.split(separator: ";").map(String.init) }
                .filter { number in Int(number).map { (30...49).contains($0) || (90...107).contains($0) } ?? true }
                .filter { !["39", "49"].contains($0) }
        }

        private func shown(_ run: DashboardRun) async throws {
            try await run.started("404")
            try await run.terminal.wait(for: "100%")
        }

        struct Way: Sendable, CustomStringConvertible {
            var term = "xterm-256color"
            var environment: [String: String] = [:]
            var words: [String] = []
            var configuration = ""

            var description: String { "\(term) \(environment) \(words) \(configuration)" }
        }

        @Test(arguments: [
            Way(environment: ["NO_COLOR": "1"]), Way(environment: ["CLICOLOR": "0"]), Way(term: "vt100"), Way(words: ["--no-color"]),
            Way(configuration: "dashboard.color = \"never\""), Way(configuration: "dashboard.theme = \"mono\""),
            Way(configuration: "dashboard.theme = \"high-contrast\""), Way(environment: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]),
        ])
        func `no colour is sent where none is wanted or known`(way: Way) async throws {
            try DashboardRun.configure(sandbox, way.configuration)
            let run = try DashboardRun(sandbox, way.words + urls, term: way.term, environment: way.environment)
            try await shown(run)
            #expect(colors(run) == [])
            // What is bold or reversed stays.
            #expect(run.renditions.contains { $0.split(separator: ";").contains("7") })
            try await run.quit()
        }

        @Test(arguments: ["default", "light", "dark"])
        func `without a word of the terminal there are 256 colours and no backgrounds`(theme: String) async throws {
            try DashboardRun.configure(sandbox, "dashboard.theme = \"\(theme)\"")
            let run = try DashboardRun(sandbox, urls, environment: ["CLICOLOR_FORCE": "1"])
            try await shown(run)
            let all = run.renditions
            #expect(!colors(run).isEmpty)
            #expect(!all.contains { $0.contains("38;2") || $0.contains("38:2") })
            for rendition in all {
                // 38;5;N is a foreground, whatever N is.
                let rest = rendition.pieces(separatedBy: "38;5;").enumerated().flatMap { index, piece in
                    piece.split(separator: ";").dropFirst(index > 0 ? 1 : 0).compactMap { Int($0) }
                }
                #expect(!rest.contains { (40...48).contains($0) || (100...107).contains($0) }, "\(rendition)")
            }
            try await run.quit()
        }

        @Test func `the console has its eight colours`() async throws {
            try DashboardRun.configure(sandbox, "dashboard.theme = \"dark\"")
            let run = try DashboardRun(sandbox, urls, term: "linux")
            try await shown(run)
            #expect(!colors(run).isEmpty)
            #expect(Set(colors(run)).isSubset(of: (30...37).map(String.init)))
            for piece in ["\u{1B}]0;", "\u{1B}]9;", "\u{1B}[22;2t", "\u{1B}[?2026$p"] { #expect(!run.terminal.output.contains(piece)) }
            try await run.quit()
        }

        @Test(.enabled(if: Program.has("tic")))
        func `a terminal that mixes colours gets the theme's own shades`() async throws {
            let source = """
                haul-direct|a terminal with direct colours,
                \tRGB, colors#0x1000000, pairs#0x7fff,
                \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,
                \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,
                \tsetf@, setb@, initc@, ccc@, use=xterm-256color,

                """
            let path = try sandbox.folder.write(source, to: "direct.ti")
            let database = sandbox.folder.appending("terminfo")
            let tic = try ChildProcess(
                try #require(Program.named("tic")),
                ["-x", "-o", database, path],
                environment: sandbox.environment,
                streams: .init()
            )
            #expect(try await tic.ended() == .status(0))
            try DashboardRun.configure(sandbox, "dashboard.theme = \"dark\"")
            let run = try DashboardRun(sandbox, urls, term: "haul-direct", environment: ["TERMINFO": database])
            try await shown(run)
            // The dark theme's colour of what is done: #87d787.
            #expect(run.renditions.contains { $0.contains("38:2::135:215:135") })
            try await run.quit()
        }

        @Test func `a theme and a configuration that change are shown at once, and mistakes change nothing`() async throws {
            try DashboardRun.configure(sandbox, "[dashboard]\ntheme = \"mine\"\n")
            try DashboardRun.configure(sandbox, "done = \"#ff8700 bold\"\n", file: "themes/mine.toml")
            let run = try DashboardRun(sandbox, urls, columns: 140)
            try await shown(run)
            #expect(run.renditions.contains { $0.contains("38;5;208") })
            run.terminal.forget()
            try DashboardRun.configure(sandbox, "done = \"201\"\n", file: "themes/mine.toml")
            try await run.terminal.wait(for: "38;5;201")
            run.terminal.forget()
            try DashboardRun.configure(sandbox, "[dashboard]\ntheme = \"mine\"\n[keys]\npause = [\"F5\"]\n")
            try await run.terminal.wait(for: "F5")
            run.terminal.forget()
            try DashboardRun.configure(sandbox, "done = \"202\"\nactve = \"red\"\n", file: "themes/mine.toml")
            try await run.terminal.wait(for: "themes/mine.toml:2:1: actve")
            #expect(!run.terminal.output.contains("38;5;202"))
            run.terminal.forget()
            try DashboardRun.configure(sandbox, "done = \"203\"\n", file: "themes/mine.toml")
            try await run.terminal.wait(for: "38;5;203")
            run.terminal.forget()
            try DashboardRun.configure(sandbox, "[dashboard]\ntheme = \"mine\"\n[keys]\npause = [\"F5\", \"F99\"]\n")
            // What the message has in common with the one before is not sent again.
            try await eventually("the mistake is told", timeout: .seconds(5)) {
                run.terminal.type("\u{0C}")
                try await Task.sleep(for: .milliseconds(50))
                return run.terminal.output.contains("config.toml:4:16: keys.pause")
            }
            // The file is as it was before the mistake: nothing changes, and the mistake is gone.
            run.terminal.forget()
            try DashboardRun.configure(sandbox, "[dashboard]\ntheme = \"mine\"\n[keys]\npause = [\"F5\"]\n")
            try await eventually("the mistake is gone", timeout: .seconds(5)) {
                run.terminal.type("\u{0C}")
                try await Task.sleep(for: .milliseconds(50))
                return run.terminal.output.contains("The configuration was read again")
            }
            try await run.quit()
        }

        @Test func `SIGUSR1 reads the configuration again`() async throws {
            let other = try sandbox.folder.write("dashboard.theme = \"mono\"\n", to: "other.toml")
            let run = try DashboardRun(sandbox, ["--config", other] + urls)
            try await shown(run)
            try await run.quiet(for: .milliseconds(100))
            #expect(colors(run) == [])
            try sandbox.folder.write("dashboard.theme = \"default\"\n", to: "other.toml")
            run.process.signal(SIGUSR1)
            try await eventually("colours come", timeout: .seconds(5)) { !colors(run).isEmpty }
            try await run.quit()
        }

        @Test(arguments: [
            ("dashboard.theme = \"mauve\"", "config.toml:1:11: dashboard.theme: there is no theme mauve"),
            ("[keys]\npase = \"p\"", "config.toml:2:1: keys.pase: there is no command \"pase\""),
            ("[keys]\npause = [\"p\", \"Retrun\"]", "config.toml:2:15: keys.pause: there is no key \"Retrun\""),
        ])
        func `a mistake at the start is said before the screen is taken`(text: String, message: String) async throws {
            try DashboardRun.configure(sandbox, text)
            let run = try DashboardRun(sandbox)
            #expect(try await run.process.ended(within: .seconds(5)) == .status(28))
            #expect(run.terminal.output.contains(message))
            #expect(!run.terminal.output.contains("\u{1B}[?1049h"))
            let check = try sandbox.start(["config", "check"])
            #expect(try await check.status() == 28)
            #expect(check.errors.contains(message))
        }

        @Test(arguments: [(["LANG": "C", "LC_ALL": "C"], []), ([:], ["--ascii"])] as [([String: String], [String])])
        func `only ASCII is drawn where nothing else can be shown`(environment: [String: String], words: [String]) async throws {
            let name = origin.serve("/%E6%97%A5%E6%9C%AC-%C3%A9.bin", .file(size: 2_000))
            let run = try DashboardRun(sandbox, words + urls + [name], environment: environment)
            try await shown(run)
            for key in ["?", "\u{1B}", "/", "x", "\u{1B}"] {
                run.terminal.type(key)
                try await run.quiet()
            }
            try await run.quit()
            #expect(run.terminal.drawn.allSatisfy { $0 < 0x80 })
        }
    }
}
