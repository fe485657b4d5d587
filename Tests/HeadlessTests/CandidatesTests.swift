import DownloadCore
import Screen
import TestSupport
import Testing

@testable import Headless

struct CandidatesTests {
    @Test(arguments: [("tasks", Candidates.tasks), ("all-tasks", .allTasks), ("sessions", .sessions)])
    func `completions ask for what only the agent knows`(word: String, expected: Candidates) throws {
        #expect(try TopLevel.parse(["completions", word]) == .candidates(expected))
    }

    @Test func `a task is offered by its id, on one line whatever its name is`() throws {
        for task in TaskSamples.all {
            let parts = Candidates.line(task).split(separator: "\t", omittingEmptySubsequences: false)
            #expect(parts.count == 2 && parts[0] == task.id.description)
            #expect(!parts[1].unicodeScalars.contains { Sanitizer.isHarmful($0) }, "\(parts[1])")
        }
        let first = try #require(TaskSamples.all.first)
        #expect(Candidates.line(first) == "7\tdebian-13.1.0-amd64-DVD-1.iso (running)")
    }

    @Test func `a session is offered by its name, unless that would break the line`() throws {
        #expect(Candidates.line(SessionSummary(identifier: try #require(SessionIdentifier("a b:c")), tasks: 1)) == "a b:c\t1 task")
        #expect(Candidates.line(SessionSummary(identifier: .haul, tasks: 2)) == "haul\t2 tasks")
        for name in ["a\tb", "a\nb", "a\u{1B}[2Jb", "a\u{202E}b"] {
            #expect(Candidates.line(SessionSummary(identifier: try #require(SessionIdentifier(name)))) == nil, "\(name)")
        }
    }

    @Test func `commands about tasks offer those that they can mean`() {
        let all = CommandWord.allCases.filter { $0.candidates == .allTasks }
        #expect(all == [.show, .retry, .remove, .edit])
        #expect(CommandWord.allCases.filter { $0.candidates == .sessions } == [.doctor])
        // What a command calls ID it also completes.
        for word in CommandWord.allCases { #expect(word.row.operands.contains("ID") == [.tasks, .allTasks].contains(word.candidates)) }
    }

    /// A program that answers as the agent would, and says which question it was asked.
    private static let program = """
        #!/bin/sh
        case $2 in
        tasks) printf '7\\tseven (paused)\\n71\\t$(touch expanded) (queued)\\n' ;;
        all-tasks) printf '7\\tseven (paused)\\n9\\tnine (failed)\\n' ;;
        sessions) printf 'haul\\t1 task\\na b\\t1 task\\n$(touch expanded)\\t1 task\\n' ;;
        esac
        """

    private static let cases: [(words: [String], expected: String)] = [
        (["pause", ""], "7 71"),
        (["pause", "71"], "71"),
        (["pause", "7", ""], "7 71"),
        (["show", ""], "7 9"),
        (["retry", "9"], "9"),
        (["move", ""], "7 71"),
        (["move", "7", "t"], "top"),
        (["priority", "7", "hi"], "high"),
        (["list", "--session", "h"], "haul"),
        (["doctor", "h"], "haul"),
        (["--batch", "--session", ""], ""),
        (["sessions", ""], ""),
    ]

    @Test(.enabled(if: ChildProcess.isPresent("bash")), arguments: cases)
    func `bash offers tasks and sessions`(words: [String], expected: String) throws {
        #expect(try bash(words) == expected)
    }

    @Test(.enabled(if: ChildProcess.isPresent("bash")))
    func `bash quotes the names of sessions and runs nothing of them`() throws {
        #expect(try bash(["doctor", ""]) == #"\$\(touch\ expanded\) a\ b haul"#)
        #expect(try bash(["doctor", #"a\ "#]) == #"a\ b"#)
    }

    private func bash(_ words: [String]) throws -> String {
        let folder = try TemporaryDirectory("candidates")
        let program = try folder.write(Self.program, to: "haul")
        let script = """
            cd '\(folder.path)'; chmod +x haul
            \(Completions.text(for: .bash))
            COMP_WORDS=(haul \(words.map(Completions.quoted).joined(separator: " "))); COMP_CWORD=\(words.count); _haul '\(program)'
            printf '%s\\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd' '
            [ ! -e expanded ] || echo expanded
            """
        let file = try TemporaryFile(script, name: "script")
        let result = try ChildProcess.run(["bash", file.path])
        return String(result.output.dropLast())
    }

    @Test(.enabled(if: ChildProcess.isPresent("fish")), arguments: cases)
    func `fish offers tasks and sessions`(words: [String], expected: String) throws {
        let folder = try TemporaryDirectory("candidates")
        try folder.write(Self.program, to: "haul")
        let script = """
            cd '\(folder.path)'; chmod +x haul; set -x PATH . $PATH
            \(Completions.text(for: .fish))
            complete -C'haul \(words.joined(separator: " "))' | cut -f 1 | paste -sd' '
            if test -e expanded; echo expanded; end
            """
        let file = try TemporaryFile(script, name: "script")
        let result = try ChildProcess.run(["fish", "--no-config", file.path])
        #expect(String(result.output.dropLast()) == expected)
    }
}
