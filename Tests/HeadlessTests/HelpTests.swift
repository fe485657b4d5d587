import DownloadCore
import Testing

@testable import Headless

struct HelpTests {
    @Test(arguments: HelpTopic.allCases)
    func `help is as recorded and fits eighty columns`(topic: HelpTopic) throws {
        let text = HelpText.text(topic)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        try Golden.expect(text, "help-\(topic.rawValue).txt")
    }

    @Test func `the manual page is as recorded`() throws {
        try Golden.expect(ManualPage.text(version: "1.2.3"), "haul.1")
    }

    @Test(.enabled(if: ChildProcess.isPresent("groff")))
    func `groff has nothing against the manual page`() throws {
        let folder = try TemporaryFile(ManualPage.text(version: "1.2.3"), name: "haul.1")
        let result = try ChildProcess.run(["groff", "-man", "-Tascii", "-ww", "-z", folder.path])
        #expect(result == ChildProcess.Result(status: 0, output: ""))
    }

    @Test(arguments: Shell.allCases)
    func `completions are as recorded and name every option`(shell: Shell) throws {
        let text = Completions.text(for: shell)
        for option in OptionTable.all { #expect(text.contains(option.long), "\(option.long)") }
        try Golden.expect(text, "completions.\(shell.rawValue)")
    }

    @Test(arguments: Shell.allCases.filter { ChildProcess.isPresent($0.rawValue) })
    func `a shell has nothing against its completions`(shell: Shell) throws {
        let file = try TemporaryFile(Completions.text(for: shell), name: "completions")
        #expect(try ChildProcess.run([shell.rawValue, "-n", file.path]) == ChildProcess.Result(status: 0, output: ""))
    }

    @Test(
        .enabled(if: ChildProcess.isPresent("bash")),
        arguments: [
            ("haul --disk-full ''", 2, "fail wait"),
            ("haul --disk-full = w", 3, "wait"),
            ("haul conf", 1, "config"),
            ("haul config ''", 2, "check keys path show"),
            ("haul agent st", 2, "start status stop"),
            ("haul pause --", 2, "--all --config --help --session"),
            ("haul --max-connections-", 1, "--max-connections-per-host"),
            ("haul --retries ''", 2, ""),
        ]
    )
    func `bash completes what fits`(words: String, place: Int, expected: String) throws {
        let script = """
            \(Completions.text(for: .bash))
            COMP_WORDS=(\(words)); COMP_CWORD=\(place); _haul
            printf '%s\\n' "${COMPREPLY[@]}" | sort | paste -sd' '
            """
        let file = try TemporaryFile(script, name: "script")
        #expect(try ChildProcess.run(["bash", file.path]).output == expected + "\n")
    }

    @Test func `the exit statuses are those of the contract`() {
        let numbers: [Int32] = [0, 1, 2, 3, 5, 6, 7, 8, 9, 11, 15, 16, 17, 18, 19, 22, 23, 24, 28, 29, 32, 60, 130, 143]
        #expect(ExitStatus.rows.map(\.status) == numbers)
        #expect(Set(ExitStatus.rows.flatMap(\.codes)) == Set(Failure.Code.allCases.map(\.rawValue)))
        #expect(ExitStatus.rows.allSatisfy { !$0.meaning.isEmpty })
    }
}
