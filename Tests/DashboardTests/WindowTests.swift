import Dashboard
import DownloadCore
import Screen
import Testing

/// A list that is much longer than what the model holds of it.
struct WindowTests {
    private func press(_ keys: Key..., on desk: inout Desk) -> [Effect] {
        keys.flatMap { update(&desk, .key($0)) }
    }

    private func type(_ text: String, on desk: inout Desk) -> [Effect] {
        text.flatMap { update(&desk, .key($0 == "\n" ? .enter : .character($0))) }
    }

    private func id(_ number: Int64) -> TaskID { TaskID(rawValue: number) }

    private static let names = (Int64(1)...10_000).map { Samples.task($0, "file-\($0).bin", .paused, mib: 1) }

    private func desk() -> Desk {
        var desk = Samples.empty(80, 24)
        desk.list(Self.names)
        return desk
    }

    @Test func `the model holds a screen and its margins, and counts all`() {
        let desk = desk()
        #expect(desk.tasks.count < 60)
        #expect(desk.shownCount == 10_000 && desk.counts[.paused] == 10_000)
        #expect(view(desk).text.contains("1 All 10,000"))
    }

    @Test func `most keys that move the cursor need no answer`() {
        var desk = desk()
        let before = desk.windows
        for _ in 0..<200 { _ = press(.character("j"), on: &desk) }
        #expect(desk.cursor == id(201))
        #expect(desk.windows - before <= 40)
        #expect(view(desk).text.contains("file-201.bin"))
    }

    @Test(arguments: [
        ("G", Int64(10_000)), ("Gg", 1), ("Gk", 9_999), ("jG", 10_000), ("Ggjj", 3),
    ]) func `the ends of the list are a key away`(keys: String, expected: Int64) {
        var desk = desk()
        _ = type(keys, on: &desk)
        #expect(desk.cursor == id(expected))
        let screen = view(desk).text.split(separator: "\n")
        #expect(screen.contains { $0.hasPrefix(">") && $0.contains("file-\(expected).bin") })
    }

    @Test func `pages go on from page to page`() {
        var desk = desk()
        let page = Int64(desk.layout?.rows ?? 1) - 1
        for _ in 0..<50 { _ = press(.pageDown, on: &desk) }
        #expect(desk.cursor == id(1 + 50 * page))
        for _ in 0..<60 { _ = press(.pageUp, on: &desk) }
        #expect(desk.cursor == id(1))
    }

    @Test func `a filter finds what is far away, and Escape comes back to it`() {
        var desk = desk()
        _ = type("/file-9876\n", on: &desk)
        #expect(desk.visibleTasks.map(\.id) == [id(9_876)] && desk.shownCount == 1)
        #expect(view(desk).text.contains("1 of 10,000"))
        _ = press(.escape, on: &desk)
        #expect(desk.cursor == id(9_876) && desk.shownCount == 10_000)
        #expect(view(desk).text.contains("file-9875.bin"))
    }

    @Test func `a search goes to rows beyond the window`() {
        var desk = desk()
        _ = press(.function(3), on: &desk)
        _ = type("file-7000\n", on: &desk)
        #expect(desk.cursor == id(7_000))
        _ = type("n", on: &desk)
        #expect(desk.cursor == id(7_000), "around the end, to itself")
    }

    @Test func `everything can be marked, and marks act on exactly those`() {
        var desk = desk()
        _ = type("*", on: &desk)
        #expect(desk.marks.count == 10_000)
        _ = type(" Gi", on: &desk)
        #expect(desk.marks == [id(1)], "the inverse of all but one")
        #expect(type("r", on: &desk) == [.resume([id(1)])], "though the cursor is at the other end")
    }

    @Test func `far marks keep what was marked, whatever the list shows`() {
        var desk = desk()
        for keys in [" ", "G ", "/file-5000\n "] { _ = type(keys, on: &desk) }
        #expect(desk.marks == [id(1), id(10_000), id(5_000)])
        _ = type("2", on: &desk)
        #expect(desk.visibleTasks.isEmpty)
        #expect(type("r", on: &desk) == [.resume([id(1), id(5_000), id(10_000)])])
        #expect(desk.toast?.text == "Resuming 3 tasks, 3 of them not shown")
        _ = type("D", on: &desk)
        #expect(view(desk).text.contains("Delete 3 tasks AND their files") && view(desk).text.contains("file-10000.bin"))
        #expect(type("y", on: &desk) == [.delete([id(1), id(5_000), id(10_000)])])
    }

    @Test func `a mark of a task that goes is taken back, wherever it was`() {
        var desk = desk()
        _ = type("G g ", on: &desk)
        #expect(desk.marks == [id(10_000), id(1)])
        desk.list(Self.names.dropLast())
        #expect(desk.marks == [id(1)])
    }

    @Test func `a range reaches beyond the window`() {
        var desk = desk()
        _ = type("jvG", on: &desk)
        #expect(desk.marks.count == 9_999 && !desk.marks.contains(id(1)))
        _ = type("g", on: &desk)
        #expect(desk.marks == [id(1), id(2)])
        _ = press(.character("v"), .pageDown, on: &desk)
        #expect(desk.marks == [id(1), id(2)])
    }

    @Test func `the palette asks for the marked tasks before it sets their limit`() {
        var desk = desk()
        _ = type(" G ", on: &desk)
        let expected = [id(1), id(10_000)]
        #expect(type(":limit 2M\n", on: &desk) == [.limit(expected, 2 << 20)])
        #expect(type("u", on: &desk) == [.limit(expected, nil)])
    }

    @Test func `what is cleared is everything in that state`() {
        var desk = desk()
        var tasks = Self.names
        for place in 0..<8_000 { tasks[place].state = .finished(FinishedFile(path: "/f", bytes: 1)) }
        desk.list(tasks)
        _ = type("4x", on: &desk)
        #expect(desk.counts[.done] == 0 && desk.counts[.all] == 2_000)
        #expect(view(desk).text.contains("8,000 tasks removed from the list, 8,000 of them not sho"))
        _ = type("u", on: &desk)
        #expect(desk.counts[.done] == 8_000)
    }

    @Test func `the cursor stays on its task while thousands move over it`() {
        var desk = desk()
        for _ in 0..<30 { _ = press(.character("j"), on: &desk) }
        var tasks = Self.names
        for place in 5_000..<9_000 { tasks[place].state = .running }
        desk.list(tasks)
        #expect(desk.cursor == id(31))
        let screen = view(desk).text.split(separator: "\n")
        #expect(screen.contains { $0.hasPrefix(">") && $0.contains("file-31.bin") })
        desk.list(tasks.filter { $0.id != id(31) })
        #expect(desk.cursor == id(32))
    }

    @Test func `news are told of tasks that are not on the screen, also after a freeze`() {
        var desk = desk()
        var tasks = Self.names
        tasks[9_000].state = .failed(Failure(.notFound, "404"))
        desk.list(tasks)
        #expect(desk.log.map(\.name) == ["file-9001.bin"])
        _ = type("f", on: &desk)
        tasks[8_000].state = .running
        desk.list(tasks)
        #expect(desk.log.count == 1)
        _ = type("f", on: &desk)
        #expect(desk.log.count == 2 && desk.cursor == id(1))
    }

    @Test func `a frozen screen stands still, and keys still go anywhere`() {
        var desk = desk()
        _ = type("f", on: &desk)
        let before = view(desk).text
        desk.list(Array(Self.names.dropFirst(5)))
        #expect(view(desk).text == before)
        _ = type("G", on: &desk)
        #expect(desk.cursor == id(10_000))
    }

    @Test func `without an answer keys go as far as the known rows`() {
        let desk = desk()
        var model = desk.model
        for key in [Key.character("G"), .character("k"), .character("j")] {
            _ = Dashboard.update(&model, .key(key))
            _ = Dashboard.update(&model, .unanswered)
        }
        #expect(model.cursor == model.tasks.last?.id)
        _ = Dashboard.update(&model, .key(.character("2")))
        #expect(model.visibleTasks.isEmpty && model.wantedWindow != nil)
        _ = Dashboard.update(&model, .key(.character("4")))
        #expect(model.visibleTasks.count == desk.tasks.count)
    }

    @Test func `a list that has not come yet says so, and takes keys`() {
        var model = Dashboard.Model(size: Size(width: 80, height: 24), clock: Samples.clock, owner: "connecting", hasAgent: true)
        #expect(Dashboard.view(model).text.contains("Connecting to the agent…"))
        #expect(model.wantedWindow == nil)
        _ = Dashboard.update(&model, .key(.character("?")))
        #expect(model.overlays.count == 1)
        _ = Dashboard.update(&model, .key(.escape))
        _ = Dashboard.update(&model, .lost(isStopped: false))
        #expect(Dashboard.view(model).text.contains("No agent answers"))
        _ = Dashboard.update(&model, .notice("no haul on PATH", isError: true))
        #expect(Dashboard.view(model).text.contains("no haul on PATH"))
        _ = Dashboard.update(&model, .found(owner: "agent running (pid 7)"))
        _ = Dashboard.update(&model, .window(TaskWindow()))
        #expect(Dashboard.view(model).text.contains("Nothing to download yet"))
    }

    @Test func `addresses are looked for in the whole list, once each`() {
        var desk = desk()
        _ = update(&desk, .paste("https://images.example.org/9000/file-9000.bin\nhttps://e.org/new"))
        #expect(view(desk).text.contains("1 twice or already in the list (skipped)") && desk.wantedURLs.isEmpty)
        #expect(press(.enter, on: &desk) == [.add(["https://e.org/new"])])
    }

    @Test func `a task's rate is kept while it is not on the screen`() {
        var desk = Samples.empty(120, 40)
        var tasks = Self.names
        tasks[9_000].state = .running
        tasks[9_000].speed = 1_048_576
        desk.list(tasks)
        _ = type(":sort added\nIg", on: &desk)
        while desk.panes.graph != .task { _ = type(":graph\n", on: &desk) }
        #expect(!desk.tasks.contains { $0.id == id(9_001) })
        func hasCurve() -> Bool { view(desk).text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
        for second in Int64(1)...3 {
            _ = update(&desk, .tick(Samples.clock.advanced(by: .seconds(second))))
            _ = update(&desk, .totals(Totals(rate: 1)))
        }
        #expect(!hasCurve(), "the cursor's task does not move")
        _ = type("/file-9001\n", on: &desk)
        #expect(desk.cursor == id(9_001) && hasCurve())
    }
}
