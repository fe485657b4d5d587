import Glibc
import Screen
import TestSupport
import Testing

extension EndToEnd {
    /// What a server says reaches the terminal as text only.
    @Suite struct DashboardHostileTests {
        private static let name = "a\u{1B}]0;x\u{7}\r\n\u{9B}2J\u{202E}txt.exe"

        private static func escaped(_ text: String) -> String {
            text.utf8.map { byte in "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        }

        /// The places of a run of bytes.
        private static func count(_ wanted: String, in bytes: [UInt8]) -> Int {
            let wanted = Array(wanted.utf8)
            guard bytes.count >= wanted.count else { return 0 }
            return (0...bytes.count - wanted.count).count { bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
        }

        @Test func `names, error pages and redirects are shown escaped, and columns stay aligned`() async throws {
            let bench = try DashboardBench()
            let origin = bench.origin
            // Line ends cannot stand in a header as they are.
            let raw = Self.name.filter { !$0.isNewline }
            let target = origin.serve("/after", .file(size: 2_000))
            let urls = [
                origin.serve(
                    "/named",
                    .file(size: 2_000).with {
                        $0.headers = [.init("Content-Disposition", "attachment; filename*=UTF-8''" + Self.escaped(Self.name))]
                    }
                ),
                origin.serve(
                    "/raw",
                    .file(size: 2_000).with {
                        $0.headers = [.init("Content-Disposition", "attachment; filename=\"\(raw)\"")]
                    }
                ),
                origin.serve("/page", .status(404, body: Self.name)),
                origin.serve("/redirect", .redirect(to: origin.base + "/" + raw)),
                origin.serve("/query", .redirect(to: target + "?" + raw)),
                origin.url("/" + Self.escaped(Self.name)),
                origin.url("/b\u{9B}2J\u{202E}txt.exe"),
                bench.small("plain.bin"),
            ]
            let run = try DashboardRun(bench.sandbox, environment: ["TERM_PROGRAM": "ghostty"], columns: 200, rows: 40)
            try await run.started()
            run.terminal.type(DashboardRun.focusOut)
            try await bench.add(urls)
            let screen = try await run.terminal.wait(for: "all ended", timeout: .seconds(30)) { screen in
                screen.lines.filter { $0.contains("100%") }.count >= 3 && screen.text.contains("Failed") && screen.text.contains("All 8")
            }
            // The rules of naming have left the harmful characters of the name out.
            #expect(screen.lines.contains { $0.contains("100%") && $0.contains("txt.exe") })
            #expect(!screen.text.unicodeScalars.contains { $0 != "\n" && Sanitizer.isHarmful($0) })
            let rows = screen.lines.indices.filter { screen.lines[$0].contains("100%") }
            #expect(Set(rows.map { screen.column(of: "100%", in: $0) }).count == 1, "\(screen.text)")
            // The details of each, the log, and the notification of their end.
            run.terminal.type("g")
            var addresses: Set<String> = []
            for _ in urls {
                try await run.quiet(for: .milliseconds(120))
                addresses.insert(run.screen.line(" URL "))
                run.terminal.type("j")
            }
            #expect(addresses.contains { $0.contains("b\\x9b2J\\u{202e}txt.exe") }, "\(addresses)")
            run.terminal.type("L")
            try await run.terminal.wait(for: "the log") { $0.footer.contains("Esc close") }
            try await run.pressEscape()
            try await run.terminal.wait(for: "\u{1B}]9;")
            let output = run.terminal.output
            let bytes = run.terminal.drawn
            for code in ["\u{1B}]0;x", "\u{9B}", "\u{202E}"] { #expect(Self.count(code, in: bytes) == 0) }
            // Titles and messages are of printable characters.
            for (start, end) in [("\u{1B}]0;", "\u{7}"), ("\u{1B}]9;", "\u{1B}\\")] {
                let texts = output.pieces(between: start, and: end)
                #expect(texts.allSatisfy { text in !text.unicodeScalars.contains { $0.value < 32 || (0x7F..<0xA0).contains($0.value) } })
            }
            // Every BEL ends a title or the progress of the task bar, but for the one of the notification.
            let others = output.pieces(separatedBy: "\u{7}").dropLast().filter {
                !($0.pieces(separatedBy: "\u{1B}]").last ?? "").hasPrefix("0;")
            }
            #expect(others.filter { !($0.pieces(separatedBy: "\u{1B}]").last ?? "").hasPrefix("9;4;") }.count <= 2)
            try await run.quit()
            #expect(bench.sandbox.published.count >= 3)
        }
    }
}
