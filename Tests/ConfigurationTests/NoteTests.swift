import Configuration
import DownloadCore
import Testing

/// What `haul config check` says of a file that has no mistakes.
@Suite struct NoteTests {
    private func notes(_ text: String) -> [String] {
        let file = ConfigurationFile(parsing: text, file: "c.toml")
        #expect(file.errors.isEmpty)
        let fault = { (name: String) -> String? in name == "missing" ? "missing is not on PATH" : nil }
        return file.notes(file: "c.toml", faultOfProgram: fault, now: WallTime(seconds: 1_796_000_000)).map(\.description)
    }

    @Test func `a hook's program that is not there`() {
        let text = "[[hook]]\nevent = \"finished\"\ncommand = [\"there\"]\n[[hook]]\nevent = \"failed\"\ncommand = [\"missing\", \"x\"]\n"
        #expect(notes(text) == ["c.toml:6:1: hook.command: missing is not on PATH; the hook will fail"])
    }

    @Test(arguments: [
        // Nothing ever runs.
        ("downloads = \"pause\"", "c.toml:2:1: schedule.downloads: with this nothing ever runs: give it from and to, or days"),
        (
            "days = \"daily\"\nfrom = \"00:00\"\nto = \"24:00\"\ndownloads = \"pause\"",
            "c.toml:5:1: schedule.downloads: with this nothing ever runs: give it from and to, or days"
        ),
        // No end.
        ("from = \"22:00\"\ndownloads = \"pause\"", "c.toml:2:1: schedule.from: without to it lasts until midnight"),
        // Windows that are none.
        (
            "days = \"mon\"\nfrom = \"08:00\"\nto = \"08:00\"\ndownloads = \"pause\"",
            "c.toml:4:1: schedule.to: it ends where it begins, a day later: it is the whole day"
        ),
        (
            "days = \"mon\"\nto = \"00:00\"\ndownloads = \"pause\"",
            "c.toml:3:1: schedule.to: it ends where it begins, a day later: it is the whole day"
        ),
        (
            "days = \"mon\"\nfrom = \"24:00\"\nto = \"06:00\"\nlimit_rate = \"1M\"",
            "c.toml:3:1: schedule.from: 24:00 is the midnight at the end of the day: it begins on the day after"
        ),
        ("days = \"mon\"\nlimit_rate = 5", "c.toml:3:1: schedule.limit_rate: this is 5 bytes a second; \"5K\" or \"5M\" may be meant"),
    ])
    func `windows that hardly anybody means`(table: String, note: String) {
        #expect(notes("[[schedule]]\n" + table + "\n").contains(note), "\(notes("[[schedule]]\n" + table + "\n"))")
    }

    @Test func `two windows that leave nothing between them`() {
        let window = { (from: String, to: String, what: String) in
            "[[schedule]]\nfrom = \"\(from)\"\nto = \"\(to)\"\ndownloads = \"\(what)\"\n"
        }
        #expect(notes(window("06:00", "18:00", "pause") + window("18:00", "06:00", "pause")).count == 2)
        #expect(notes(window("06:00", "18:00", "pause") + window("08:00", "12:00", "only")).count == 1)
        #expect(notes(window("06:00", "18:00", "pause") + window("17:00", "19:00", "only")).isEmpty)
    }

    @Test func `what people write is nothing to speak of`() {
        #expect(notes("").isEmpty)
        #expect(notes("[[schedule]]\ndays = \"weekdays\"\nfrom = \"22:00\"\nto = \"06:00\"\ndownloads = \"only\"\n").isEmpty)
        #expect(notes("[[schedule]]\ndays = \"sun\"\ndownloads = \"pause\"\n").isEmpty)
        #expect(notes("[[schedule]]\nfrom = \"18:00\"\nlimit_rate = \"off\"\n").isEmpty)
        #expect(notes("[downloads]\nlimit_rate = \"500K\"\n").isEmpty)
    }

    @Test func `a limit of a few bytes`() {
        #expect(
            notes("[downloads]\nlimit_rate = 5\n")
                == ["c.toml:2:1: downloads.limit_rate: this is 5 bytes a second; \"5K\" or \"5M\" may be meant"]
        )
        #expect(notes("[[group]]\nname = \"a\"\nlimit_rate = \"700\"\n").count == 1)
    }
}
