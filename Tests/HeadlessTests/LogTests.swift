import DownloadCore
import Headless
import Screen
import Testing

/// What hooks print, and what is shown of a log.
@Suite struct LogTests {
    private func output(_ program: String = "/opt/my hooks/sort-in", task: TaskID? = TaskID(rawValue: 7)) -> HookOutput {
        var facts = HookFacts(task == nil ? .allDone : .finished, session: "haul", time: WallTime(seconds: 5))
        facts.id = task
        return HookOutput(of: HookOrder(key: "1", command: [program], timeout: .seconds(3), facts: facts))
    }

    @Test func `each line says whose it is, in whatever pieces it comes, and is harmless`() {
        let text = Array("one\n\n\u{1b}]0;title\u{7}\u{1b}[2Jtwo\r\nm\u{e4}\u{202e}x".utf8) + [0xFF, 0x9B, 10]
        for piece in [1, 2, 7, 1_000] {
            var output = output()
            var lines: [String] = []
            var rest = text[...]
            while !rest.isEmpty {
                lines += output.take(rest.prefix(piece))
                rest = rest.dropFirst(piece)
            }
            #expect(
                lines == [
                    "hook sort-in (task 7): one", #"hook sort-in (task 7): \x1b]0;title\x07\x1b[2Jtwo"#,
                    #"hook sort-in (task 7): m\#u{e4}\u{202e}x\xff\x9b"#,
                ]
            )
            #expect(output.end().isEmpty)
        }
    }

    @Test func `a line that does not end is there at the end, and all done is about no task`() {
        var output = output("notify", task: nil)
        #expect(output.take("half".utf8).isEmpty)
        #expect(output.end() == ["hook notify (all-done): half"])
    }

    @Test func `so much of one run is kept, and one line says that there was more`() {
        var output = output()
        var lines: [String] = []
        for _ in 0..<3_000 { lines += output.take((String(repeating: "x", count: 99) + "\n").utf8) }
        lines += output.end()
        #expect(lines.count == HookOutput.most / 100 + 2)
        #expect(lines.last == "hook sort-in (task 7): it printed more than 64 KiB; the rest is dropped")
        #expect(lines.dropLast().reduce(0) { $0 + $1.utf8.count } < HookOutput.most * 2)
        // Without a line feed in it as well, and without a character torn.
        var other = self.output()
        let long = other.take(String(repeating: "\u{e4}", count: 50_000).utf8)
        #expect(long.count > 100 && !long.contains { $0.contains("\\x") })
        // Also with all of it escaped nothing of a line is cut off in the log.
        var wild = self.output()
        let escaped = wild.take([UInt8](repeating: 1, count: 1_000))
        for line in escaped { #expect(LogLine.text(line, at: WallTime(seconds: 1), process: 1).hasSuffix("\\x01")) }
    }

    @Test func `what is shown of a log does nothing to a terminal, and nothing is left out`() {
        let raw = "2026 1 ready\n\u{1b}[31mred\u{1b}c\tx\r\n" + String(repeating: "\u{20ac}", count: 3_000) + "\nlast"
        var lines = LogLines()
        var shown = ""
        var rest = Array(raw.utf8)[...]
        while !rest.isEmpty {
            shown += lines.take(rest.prefix(11))
            rest = rest.dropFirst(11)
        }
        shown += lines.end()
        #expect(shown.hasPrefix("2026 1 ready\n\\x1b[31mred\\x1bc\\x09x\\x0d\n"))
        #expect(shown.hasSuffix("\nlast\n"))
        #expect(shown.unicodeScalars.count { $0 == "\u{20ac}" } == 3_000)
        #expect(!shown.unicodeScalars.contains { $0 != "\n" && Sanitizer.isHarmful($0) })
    }
}
