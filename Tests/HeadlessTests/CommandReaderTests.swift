import DownloadCore
import Testing

@testable import Headless

struct CommandReaderTests {
    private static let url = "https://a.example/f"

    private static func common(isJSON: Bool = false, _ file: String? = nil) -> CommonOptions {
        var options = CommonOptions()
        options.isJSON = isJSON
        options.configurationFile = file
        return options
    }

    private static func made<Options>(_ options: Options, _ change: (inout Options) -> Void) -> Options {
        var options = options
        change(&options)
        return options
    }

    private static let seven = TaskTerm.numbers(7...7)
    private static let none = common()
    private static let app = SessionIdentifier("com.example app/1")

    private static let samples: [([String], TopLevel)] = [
        (["list"], .list(ListOptions())),
        (
            ["list", "--all", "--json", "--session", "com.example app/1"],
            .list(
                made(ListOptions()) {
                    ($0.includesEnded, $0.session, $0.common) = (true, app, common(isJSON: true))
                }
            )
        ),
        (["show", "7"], .show(seven, none)),
        (["show", "--json", "name:iso", "--config=a.toml"], .show(.name("iso"), common(isJSON: true, "a.toml"))),
        (["pause", "7", "3-9", "name:x y"], .control(.pause, .terms([seven, .numbers(3...9), .name("x y")]), none)),
        (["resume", "--all"], .control(.resume, .all(session: nil), none)),
        (["start-now", "7"], .control(.startNow, .terms([seven]), none)),
        (["cancel", "--all", "--session=haul"], .control(.cancel, .all(session: .haul), none)),
        (["retry", "7"], .control(.retry, .terms([seven]), none)),
        (["remove", "7"], .control(.remove, .terms([seven]), none)),
        (["priority", "7", "1-2", "high"], .priority([seven, .numbers(1...2)], .high, none)),
        (["move", "7", "top"], .move(seven, .top, none)),
        (["limit"], .limit([], rate: nil, none)), (["limit", "2M"], .limit([], rate: 2_097_152, none)),
        (["limit", "7", "off"], .limit([seven], rate: 0, none)), (["limit", "5B"], .limit([], rate: 5, none)),
        (["limit", "1024"], .limit([], rate: 1_024, none)),
        (["edit", "7", "--url", url], .edit(seven, made(EditOptions()) { $0.url = url }, none)),
        (
            ["edit", "7", "-H", "A: b", "-o", "x.iso"],
            .edit(
                seven,
                made(EditOptions()) { ($0.headers, $0.outputName) = ([HeaderField(name: "A", value: "b")], "x.iso") },
                none
            )
        ),
        (["auth", "7"], .auth(seven, user: nil, password: nil, none)),
        (["auth", "7", "-u", "me:a:b"], .auth(seven, user: "me", password: "a:b", none)),
        (["wait"], .wait(WaitOptions())),
        (["wait", "7", "--json"], .wait(made(WaitOptions()) { ($0.terms, $0.common) = ([seven], common(isJSON: true)) })),
        (["watch"], .watch(nil, none)),
        (["watch", "--session", "haul", "--json"], .watch(.haul, common(isJSON: true))),
        (["files"], .files(FilesOptions())),
        (["files", "debian", "-d", "x"], .files(made(FilesOptions()) { ($0.query, $0.directory) = ("debian", "x") })),
        (["files", "verify", "debian"], .files(made(FilesOptions()) { ($0.verifies, $0.query) = (true, "debian") })),
        (["sessions", "--json"], .sessions(common(isJSON: true))),
        (["agent", "status", "--json"], .agent(.status, common(isJSON: true))),
        (["agent", "run"], .agent(.run, none)),
        (["doctor"], .doctor(DoctorOptions())),
        (["doctor", "com.example app/1", "--probe", url], .doctor(made(DoctorOptions()) { ($0.session, $0.probe) = (app, url) })),
        (["list", "--help"], .help(.command(.list))),
        (["help", "start-now"], .help(.command(.startNow))),
        (["help", "--help"], .help(.overview)),
        (["man", "--help"], .help(.overview)),
    ]

    @Test(arguments: samples)
    func `a command is understood`(words: [String], expected: TopLevel) throws {
        #expect(try TopLevel.parse(words) == expected)
    }

    @Test func `add takes what batch takes, and when to begin`() throws {
        let words = [
            "add", "-d", "x", "-x2", "-H", "A: b", "--limit-rate=1M", "--priority=high", "--at", "+1h30m", "--paused", "--discretionary",
            "--json", Self.url, Self.url,
        ]
        guard case .add(let options) = try TopLevel.parse(words) else { return #expect(Bool(false)) }
        #expect(options.batch.urls == [Self.url, Self.url] && options.batch.directory == "x" && options.batch.maximumConnections == 2)
        #expect(options.batch.headers.count == 1 && options.batch.limitRate == 1_048_576 && options.batch.isJSON)
        #expect(options.priority == .high && options.start == .delay(.seconds(5_400)) && options.isPaused && options.batch.isDiscretionary)
    }

    @Test(arguments: CommandWord.allCases)
    func `a command has options that exist and one line of help`(word: CommandWord) {
        let known = Set(OptionTable.all.map(\.key))
        #expect(word.row.options.isSubset(of: known))
        #expect(!word.help.isEmpty && !word.help.contains("\n"))
    }

    @Test func `an option for commands alone has a command that takes it`() {
        for option in OptionTable.all where option.scope == .commands {
            #expect(CommandWord.allCases.contains { $0.takes(option) }, "\(option.long)")
        }
    }

    @Test(arguments: [
        (["lst"], "There is no command 'lst'; did you mean haul list?"),
        (["resme", "7"], "There is no command 'resme'; did you mean haul resume?"),
        (["list", "7"], "haul list does not take '7'."),
        (["list", "--paused"], "haul list does not take --paused; see haul list --help."),
        (
            ["--all", url],
            "--all works only with haul list, haul pause, haul resume, haul start-now, haul cancel, haul retry or haul remove."
        ),
        (["--batch", "--at=+1h", url], "--at works only with haul add."),
        (["show"], "The task is missing: haul show ID."),
        (["show", "x"], "'x' is no task; give a number such as 7, a range such as 3-9, or name:TEXT."),
        (["show", "0"], "'0' is no task; give a number such as 7, a range such as 3-9, or name:TEXT."),
        (["show", "9-3"], "'9-3' is no task; give a number such as 7, a range such as 3-9, or name:TEXT."),
        (
            ["show", "99999999999999999999"],
            "'99999999999999999999' is no task; give a number such as 7, a range such as 3-9, or name:TEXT."
        ),
        (["show", "name:"], "'name:' is no task; give a number such as 7, a range such as 3-9, or name:TEXT."),
        (["show", "7", "8"], "haul show does not take '8'."),
        (["pause"], "The task is missing: haul pause ID...|--all."),
        (["pause", "--all", "7"], "--all cannot stand with '7'."),
        (["pause", "7", "--session=a"], "--session works only with --all here."),
        (["priority", "7"], "The priority is missing: haul priority ID... low|normal|high."),
        (["priority", "high"], "The task is missing: haul priority ID... low|normal|high."),
        (["priority", "7", "hihg"], "haul priority does not know 'hihg'; did you mean high?"),
        (["move", "7", "upp"], "haul move does not know 'upp'; did you mean up?"),
        (["move", "7", "8", "up"], "haul move takes one task: haul move ID up|down|top|bottom."),
        (["limit", "5"], "'5' has no unit and would be 5 bytes a second; give 5K, 5M, or 5B if that is meant."),
        (["limit", "7", "fast"], "'fast' is no rate; give one such as 500K or 2M, or off."),
        (["edit", "7"], "What to change is missing; give --url, --header, --out or --checksum."),
        (["edit", "7", "--url", "a.example/f"], "'a.example/f' is no address; did you mean 'https://a.example/f'?"),
        (["wait", "7", "--session=a"], "--session cannot stand with tasks."),
        (["agent"], "What haul agent is to do is missing: haul agent start|stop|status|log|enable|disable|run."),
        (["agent", "stat"], "haul agent does not know 'stat'; did you mean status?"),
        (["doctor", ""], "'' is no session; an identifier has 1 to 255 bytes."),
        (["doctor", "--probe", "x"], "'x' is no address; an address begins like https://."),
        (["add"], "There is nothing to download; give an address or a list with -i FILE."),
        (["add", "-j3", url], "haul add does not take -j; see haul add --help."),
        (
            ["add", "--at", "noon", url],
            "--at cannot be 'noon'; it must be HH:MM (the next time clocks here show it), +TIME such as +90m, +1h30m or +2d, or a full time "
                + "such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00."
        ),
        (["add", "--priority", "urgent", url], "--priority cannot be 'urgent'; it must be low, normal or high."),
        (["files", "a", "b"], "haul files does not take 'b'."),
        (["help", "paus"], "haul help does not know 'paus'; did you mean pause?"),
    ])
    func `a mistake is answered with one sentence`(words: [String], sentence: String) {
        #expect(throws: UsageError(sentence)) { try TopLevel.parse(words) }
    }

    @Test(arguments: [
        ("18:30", StartTime.timeOfDay(hour: 18, minute: 30)), ("00:00", .timeOfDay(hour: 0, minute: 0)),
        ("9:05", .timeOfDay(hour: 9, minute: 5)), ("09:05", .timeOfDay(hour: 9, minute: 5)), ("24:00", .timeOfDay(hour: 24, minute: 0)),
        ("+2h", .delay(.seconds(7_200))), ("+1d12h", .delay(.seconds(129_600))), ("+90S", .delay(.seconds(90))),
        ("2026-11-30T14:02:03Z", .moment(WallTime(seconds: 1_796_047_323))),
        ("2026-11-30t15:02:03.999+01:00", .moment(WallTime(seconds: 1_796_047_323))),
        ("2000-02-29T00:00:00z", .moment(WallTime(seconds: 951_782_400))),
    ])
    func `a time is read`(text: String, expected: StartTime) {
        #expect(StartTime(text) == expected)
    }

    @Test(arguments: [
        "", "24:01", "25:00", "9:5", "009:05", ":05", "18:", "18:60",
        "+", "+2", "+h", "+2w", "+0s", "+367d", "+99999999999999999999h", "2026-11-30",
        "2026-02-29T00:00:00Z",
        "2026-11-30T14:02:03", "2026-11-30T14:02:03+0100", "2026-11-30T14:02:03Zx", "2026-11-30T14:02:03.Z", "9999-11-30T14:02:03Z",
        "2026-11-30 14:02:03Z", "\u{301}2026-11-30T14:02:03Z",
    ])
    func `what is no time is refused`(text: String) {
        #expect(StartTime(text) == nil)
    }

    @Test func `a name fits in either case and a range by its ends`() {
        let task = TaskID(rawValue: 7)
        #expect(TaskTerm.name("ISO").fits(task, names: ["debian.iso"]))
        #expect(!TaskTerm.name("iso").fits(task, names: ["debian.zip", "1796.zip"]))
        #expect(TaskTerm.numbers(3...7).fits(task, names: []) && !TaskTerm.numbers(8...Int64.max).fits(task, names: []))
        #expect(TaskTerm("1-\(Int64.max)")?.isSingle == false)
    }
}
