import DownloadCore
import Testing

@testable import Headless

/// Commands in one text, and messages for many.
@Suite struct CommandLineWordsTests {
    @Test(
        arguments: [
            ("a b  c", ["a", "b", "c"]), ("  a\t", ["a"]), ("'a b' c", ["a b", "c"]), (#""a 'b'" 'c "d"'"#, ["a 'b'", #"c "d""#]),
            (#"a\ b \" \\"#, ["a b", "\"", "\\"]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]), ("a'b'\"c\"d", ["abcd"]),
            ("'' \"\" x", ["", "", "x"]),
            ("$HOME `id` $(id) a;b | c > d *", ["$HOME", "`id`", "$(id)", "a;b", "|", "c", ">", "d", "*"]), ("", []), ("   ", []),
            ("é 'ü ö'", ["é", "ü ö"]), ("a\nb", ["a", "b"]), ("'open", nil), ("\"open", nil), ("open\\", nil), ("'it'\\''s'", ["it's"]),
        ] as [(String, [String]?)]
    )
    func `words are those of a shell that replaces nothing`(text: String, words: [String]?) {
        #expect(CommandLineWords.split(text) == words)
    }

    private func finished(_ name: String) -> Event.Kind {
        .finished(.init(url: "u", name: name, file: FinishedFile(path: "/x", bytes: 2_048), activeTime: .zero, wasted: 0))
    }

    @Test func `one message says all`() {
        var tally = EndTally()
        #expect(tally.isEmpty)
        tally.add(.paused)
        #expect(tally.isEmpty)
        tally.add(finished("a.iso"))
        #expect(tally.summary == "A download has finished" && tally.body == "a.iso: 2.00 KiB", "\(tally.body)")
        for number in 0..<1_200 { tally.add(finished("\(number)")) }
        #expect(tally.summary == "1,201 downloads have finished", "\(tally.summary)")
        tally.add(.failed(.init(url: "u", name: "x\u{1B}[2J", failure: Failure(.notFound, "404"))))
        #expect(tally.summary == "1,201 finished, 1 failed", "\(tally.summary)")
        #expect(tally.body.split(separator: "\n").count == 4 && tally.body.hasSuffix("and 1,199 more"))
        var failed = EndTally()
        failed.add(.failed(.init(url: "u", name: "x\u{1B}[2J", failure: Failure(.notFound, "404"))))
        #expect(failed.summary == "A download has failed" && !failed.body.contains("\u{1B}"))
    }

    @Test func `options for groups, programs and the alternative limit are read`() throws {
        guard case .add(let add) = try TopLevel.parse(["add", "--group", "slow", "--on-finish", "a 'b c'", "http://h/"]) else {
            Issue.record("not add")
            return
        }
        #expect(add.group == "slow" && add.batch.onFinish == ["a", "b c"])
        #expect(throws: UsageError.self) { try TopLevel.parse(["--batch", "--group", "slow", "http://h/"]) }
        #expect(throws: UsageError.self) { try TopLevel.parse(["limit", "--alternative", "on", "3"]) }
        #expect(throws: UsageError.self) { try TopLevel.parse(["limit", "--alternative", "maybe"]) }
        #expect(try TopLevel.parse(["limit", "--alternative", "off"]) == .alternativeLimit(isOn: false, CommonOptions()))
        #expect(try TopLevel.parse(["when-done", "suspend", "-y"]) == .whenDone(.suspend, isConfirmed: true, CommonOptions()))
        #expect(try TopLevel.parse(["when-done"]) == .whenDone(nil, isConfirmed: false, CommonOptions()))
        #expect(throws: UsageError.self) { try TopLevel.parse(["when-done", "explode"]) }
    }
}
