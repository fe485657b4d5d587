import Dashboard
import DownloadCore
import Screen
import Testing

/// What a person is told, and that it is true.
struct WordingTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func first(_ frame: Frame) -> String { String(frame.text.prefix { $0 != "\n" }) }

    @Test(arguments: [80, 120]) func `the free space is called so`(width: Int) {
        var model = Samples.empty(width, 24)
        var totals = Totals()
        totals.freeSpace = 412 << 30
        _ = update(&model, .totals(totals))
        #expect(first(view(model)).contains("412 GiB free"))
    }

    @Test func `a task that is kept from every network by a setting does not blame the network`() {
        var model = Model(size: Size(width: 80, height: 24), clock: Samples.clock)
        var wait = Wait(reason: .metered)
        _ = update(&model, .tasks([Samples.task(91, "a.iso", .waiting(wait), mib: 100)]))
        #expect(view(model).text.contains("metered"))
        wait.setting = .saveData
        _ = update(&model, .tasks([Samples.task(91, "a.iso", .waiting(wait), mib: 100)]))
        #expect(view(model).text.contains("saving data") && !view(model).text.contains("metered"))
    }

    @Test func `a demo says that it is one`() {
        for width in [40, 80, 120] {
            let size = Size(width: width, height: 24)
            let demo = Dashboard.Model(size: size, clock: Samples.clock, isDemo: true)
            let real = Dashboard.Model(size: size, clock: Samples.clock)
            #expect(first(Dashboard.view(demo)).contains("demo") && !first(Dashboard.view(real)).contains("demo"))
        }
    }

    @Test func `a task goes on only if it had bytes before`() {
        var model = Samples.model(80, 24)
        let before = model.log.count
        var new = Samples.task(90, "new.iso", .running, mib: 100)
        new.done = 416 << 10
        let queued = Samples.task(91, "queued.iso", .queued, mib: 100)
        _ = update(&model, .tasks(Samples.tasks + [new, queued]))
        var started = Samples.task(91, "queued.iso", .running, mib: 100)
        started.done = 416 << 10
        _ = update(&model, .tasks(Samples.tasks + [new, started]))
        let told = model.log.dropFirst(before)
        #expect(told.map(\.text) == ["started, 100 MiB", "added", "started, 100 MiB"])
        var paused = started
        paused.state = .paused
        _ = update(&model, .tasks(Samples.tasks + [new, paused]))
        _ = update(&model, .tasks(Samples.tasks + [new, started]))
        #expect(model.log.last?.text == "goes on at 416 KiB of 100 MiB")
    }

    @Test(
        arguments: [
            (
                .init(.group, name: "big", used: 2, limit: 2), "group full",
                "a place in group big (2 of 2 run); number 4 in the queue (! starts it now)"
            ),
            (
                .init(.priority, used: 2, limit: 2), "outranked",
                "a place (2 of 2 run, and higher priority goes first); number 4 in the queue (! starts it now)"
            ),
            (.init(.tasks, used: 2, limit: 2), "queued #4", "a place (2 of 2 run); number 4 in the queue (! starts it now)"),
            (.init(.host, name: "e.org", used: 8, limit: 8), "host limit", "a connection to e.org (8 of 8 in use); number 4 in the queue"),
            (.init(.folder), "no folder", "its folder to come back; number 4 in the queue"),
            (nil, "queued #4", "its turn: number 4 in the queue"),
        ] as [(Queue.Obstacle?, String, String)]
    )
    func `a queued task says what keeps it`(obstacle: Queue.Obstacle?, row: String, details: String) {
        var model = Model(size: Size(width: 120, height: 40), clock: Samples.clock)
        var task = Samples.task(91, "queued.iso", .queued, mib: 100)
        (task.queuePosition, task.obstacle, task.group) = (4, obstacle, "big")
        _ = update(&model, .tasks([task]))
        #expect(view(model).text.contains(row))
        // The whole pane, with words that may be on several lines.
        _ = press(.enter, on: &model)
        let words = view(model).text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("Waits " + details) && words.contains("group big"), "\(words)")
    }

    @Test func `why a task does not move is shown in full in a narrow pane`() {
        var model = Model(size: Size(width: 110, height: 40), clock: Samples.clock)
        let mend = "put it back, or make a new one there to begin anew"
        var gone = Failure(.openFile, "the documents folder is gone: /home/me/Documents/Haul; " + mend)
        gone.isDirectoryMissing = true
        let task = Samples.task(91, "queued.iso", .waiting(Wait(reason: .directoryMissing, failure: gone)), mib: 100)
        _ = update(&model, .tasks([task]))
        let text = view(model).text
        for part in ["Waits  its folder to come back (the", "put it back", "to begin anew)"] { #expect(text.contains(part), "\(text)") }
    }

    @Test func `a refusal names the task`() {
        let model = Samples.model(80, 24).model
        #expect(model.named(refusal: "task 1 is already finished") == "task 1 (debian-13.1.0-amd64-DVD-1.iso) is already finished")
        #expect(model.named(refusal: "there is no task 999; ask again") == "there is no task 999; ask again")
        #expect(model.named(refusal: "no such file") == "no such file")
    }

    @Test(arguments: [(80, "Any haul command starts the agent and its downloads again."), (40, "Any haul command restarts them.")])
    func `who stops the agent learns what starts it again`(width: Int, text: String) {
        var model = Model(size: Size(width: width, height: 24), clock: Samples.clock, owner: "agent (pid 7)", hasAgent: true)
        _ = update(&model, .tasks(Samples.tasks))
        _ = press(.character("Q"), on: &model)
        #expect(view(model).text.contains(text) && view(model).text.contains("To leave without stopping: q"))
    }

    @Test func `End and Home go through what was pasted`() {
        var model = Samples.empty(80, 24)
        _ = update(&model, .paste((1...100).map { "https://e.org/\($0)" }.joined(separator: "\n")))
        _ = press(.end, on: &model)
        #expect(view(model).text.contains("100  https://e.org/100 "))
        _ = press(.home, on: &model)
        #expect(view(model).text.contains("  1  https://e.org/1 "))
        // In a line with something in it they move the cursor.
        _ = press(.character("x"), .home, .character("/"), .end, on: &model)
        #expect(view(model).text.contains("Save in   /x") && view(model).text.contains("  1  https://e.org/1 "))
    }

    @Test(arguments: [80, 60]) func `nothing to add is not offered to be added`(width: Int) {
        var model = Samples.empty(width, 24)
        _ = update(&model, .paste("no\naddress"))
        #expect(!view(model).text.contains("Enter add") && view(model).text.contains("Esc cancel"))
        _ = update(&model, .paste("https://e.org/1"))
        #expect(view(model).text.contains("Enter add"))
    }

    @Test(arguments: ["e", "L", ":", "?", "D"]) func `a dialog as wide as the screen leaves nothing of the list beside it`(key: Character) {
        for width in [40, 79, 80] {
            var model = Samples.model(width, 24)
            _ = press(.character(key), on: &model)
            let lines = view(model).text.split(separator: "\n").filter { $0.contains("┌") || $0.contains("└") }
            #expect(lines.contains { $0.hasPrefix("┌") } && lines.contains { $0.hasPrefix("└") && $0.hasSuffix("┘") })
        }
    }
}
