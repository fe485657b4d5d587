import DownloadCore
import Foundation
import Screen
import Testing

@testable import Headless

struct CommandTextTests {
    private static let now = EventSamples.start
    private static let styles = [
        TextStyle(columns: nil, isASCII: false), .init(columns: 60, isASCII: false), .init(columns: 80, isASCII: true),
    ]

    /// The same lines for a file, a narrow terminal and one that knows ASCII only; only tables are made narrower.
    private func expect(_ name: String, isTable: Bool = true, _ lines: (TextStyle) -> [String]) throws {
        for style in Self.styles where isTable || style.columns != 60 {
            let made = lines(style)
            if let columns = style.columns, isTable { #expect(made.allSatisfy { TextWidth.of($0) <= columns }) }
            #expect(made.allSatisfy { !$0.unicodeScalars.contains(where: Sanitizer.isHarmful) })
            let suffix = style.columns.map { "-\($0)" } ?? ""
            try Golden.expect(made.joined(separator: "\n") + "\n", "\(name)\(suffix).txt")
        }
    }

    private func expect(_ name: String, json: [String]) throws {
        for line in json {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["v"] as? Int == 1)
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control } && !line.contains("secret"))
        }
        try Golden.expect(json.joined(separator: "\n") + "\n", "\(name).jsonl")
    }

    @Test(arguments: [
        ("task 3 is already failed", "haul: task 3 is already failed; haul retry 3 tries it again."),
        ("task 3 has not ended.", "haul: task 3 has not ended."), ("there is no room", "haul: task 3: there is no room."),
    ])
    func `a refusal names its task once`(reason: String, line: String) {
        #expect(RefusalText.line(TaskID(rawValue: 3), reason) == line)
    }

    @Test func `limits and tasks that want a password are told`() {
        var task = TaskSamples.all[0]
        (task.id, task.rateLimit, task.state) = (TaskID(rawValue: 4), 102_400, .waiting(Wait(reason: .authentication)))
        #expect(LimitText.lines(total: nil, source: .configuration, [task]) == ["all tasks together: off", "task 4: 100 KiB/s"])
        func line(_ rate: Int64?, _ source: LimitSource.Kind?, _ window: String? = nil) -> String {
            LimitText.lines(total: rate, source: source, window: window, [])[0]
        }
        #expect(line(1 << 20, .hand) == "all tasks together: 1.0 MiB/s (set by hand)")
        #expect(line(nil, .hand) == "all tasks together: off (set by hand)")
        #expect(line(1 << 20, .configuration) == "all tasks together: 1.0 MiB/s (downloads.limit_rate of the configuration)")
        #expect(
            line(1 << 20, .schedule, "mon, fri 08:00-17:30")
                == "all tasks together: 1.0 MiB/s ([[schedule]] of the configuration, mon, fri 08:00-17:30)"
        )
        #expect(line(5, .alternative).contains("5 B/s (the alternative limit"))
        #expect(line(1 << 20, nil) == "all tasks together: 1.0 MiB/s")
        #expect(TaskTable.advice([task]) == ["haul: task 4 wants a password; haul auth 4"])
    }

    @Test func `what waits for the end of a setting names it`() {
        var spared = Wait(reason: .metered)
        #expect(TaskTable.state(.waiting(spared), now: EventSamples.start) == "waiting (metered)")
        spared.setting = .saveData
        #expect(TaskTable.state(.waiting(spared), now: EventSamples.start) == "waiting (conditions.save_data)")
        var task = TaskSamples.all[0]
        task.state = .waiting(spared)
        let line = TaskJSON.line(task)
        #expect(line.contains(#""reason":"metered""#) && line.contains(#""setting":"conditions.save_data""#))
        #expect(line.contains(#""message":"the end of conditions.save_data""#))
        var renderer = PlainRenderer(ascii: false)
        let event = Event(sequence: 1, time: EventSamples.start, task: task.id, kind: .waiting(spared))
        #expect(renderer.line(for: event)?.hasSuffix("  conditions.save_data") == true)
    }

    @Test func `a time that has passed says when it is`() {
        let now = WallTime(seconds: 1_796_000_000)
        let midnight = now.advanced(by: .seconds(3_600))
        let past = now.advanced(by: .seconds(-5))
        let moment = StartTime.moment(past)
        let notice = moment.notice(of: past, now: now, midnight: midnight)
        #expect(notice?.hasSuffix("Z has passed: it starts as soon as it can") == true)
        #expect(moment.notice(of: now.advanced(by: .seconds(5)), now: now, midnight: midnight) == nil)
        let time = StartTime.timeOfDay(hour: 8, minute: 5)
        let tomorrow = time.notice(of: midnight.advanced(by: .seconds(9)), now: now, midnight: midnight)
        #expect(tomorrow == "08:05 has passed today: it starts tomorrow")
        #expect(time.notice(of: midnight.advanced(by: .seconds(-9)), now: now, midnight: midnight) == nil)
        // The coming midnight is what it says.
        #expect(StartTime.timeOfDay(hour: 24, minute: 0).notice(of: midnight, now: now, midnight: midnight) == nil)
        #expect(StartTime.delay(.seconds(90_000)).notice(of: midnight, now: now, midnight: midnight) == nil)
    }

    @Test func `a command on all tasks says which it meant`() throws {
        #expect(ControlAction.remove.nothingToDo(in: .haul).hasPrefix("haul: there is no ended task of the session haul to remove;"))
        let app = try #require(SessionIdentifier("com.example.app"))
        #expect(ControlAction.pause.nothingToDo(in: app).hasPrefix("haul: there is no task of the session 'com.example.app' to pause;"))
    }

    @Test func `a list of tasks is as recorded`() throws {
        try expect("list") { TaskTable.lines(TaskSamples.all, style: $0, now: Self.now) }
        try expect("list", json: TaskSamples.all.map(TaskJSON.line))
    }

    @Test func `sessions have a column where there are several`() throws {
        var other = TaskSamples.all[0]
        other.session = "com.example.app"
        try expect("list-sessions") { TaskTable.lines([TaskSamples.all[0], other], style: $0, now: Self.now) }
    }

    @Test(arguments: TaskSamples.all.indices)
    func `a task in full is as recorded`(index: Int) throws {
        let details = TaskSamples.details(TaskSamples.all[index])
        try expect("show-\(index)", isTable: false) { details.lines(style: $0, now: Self.now) }
        try expect("show-\(index)", json: [details.json])
    }

    @Test func `sessions are as recorded`() throws {
        try expect("sessions") { SessionTable.lines(TaskSamples.sessions, style: $0) }
        try expect("sessions", json: TaskSamples.sessions.map(SessionTable.json))
    }

    @Test func `files are as recorded`() throws {
        try expect("files") { FileTable.lines(TaskSamples.files, style: $0) }
        try expect("files", json: TaskSamples.files.map(FileTable.json))
        let checked = zip(TaskSamples.files + TaskSamples.files, ListedFile.Check.allCases).map { file, check in
            var file = file
            file.check = check
            return file
        }
        try expect("files-verify") { FileTable.lines(checked, style: $0) }
        try Golden.expect(FileTable.summary(checked), "files-verify-summary.txt")
        try expect("files-verify", json: checked.map(FileTable.json))
        #expect(FileTable.status(checked) == 32 && FileTable.status([checked[0], checked[3]]) == 0 && FileTable.status([checked[4]]) == 15)
    }

    @Test func `the agent is as recorded`() throws {
        try expect("agent", isTable: false) { TaskSamples.agent.lines(style: $0) }
        try expect("agent", json: [TaskSamples.agent.json, AgentReport.absentJSON])
    }

    @Test func `nothing is no line at all`() {
        let style = TextStyle(columns: 80, isASCII: false)
        #expect(TaskTable.lines([], style: style, now: Self.now).isEmpty)
        #expect(SessionTable.lines([], style: style).isEmpty && FileTable.lines([], style: style).isEmpty)
        for text in [
            TaskTable.emptiness(includesEnded: false, session: nil), TaskTable.emptiness(includesEnded: true, session: .haul),
            FileTable.emptiness(directory: "/a\u{1B}", query: nil), FileTable.emptiness(directory: "/a", query: "x"),
            SessionTable.emptiness,
        ] {
            #expect(text.hasPrefix("haul: ") && text.hasSuffix(".") && !text.unicodeScalars.contains(where: Sanitizer.isHarmful))
        }
    }

    @Test func `the words of a command are quoted where a shell would need it`() {
        #expect(SessionTable.words(["/bin/a", "b c", "", "it's", "$HOME"]) == #"/bin/a 'b c' '' 'it'\''s' '$HOME'"#)
    }
}
