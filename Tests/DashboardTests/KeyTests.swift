import Dashboard
import DownloadCore
import Screen
import Testing

struct KeyTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func id(_ number: Int64) -> TaskID { TaskID(rawValue: number) }

    @Test(arguments: Keymap.standard.bindings.map(\.command)) func `every bound command has words for the help`(command: Command) {
        #expect(!command.label.isEmpty && !command.help.isEmpty)
        #expect(TextWidth.of(command.help) <= 62)
    }

    @Test func `every command has a key and no key has two commands`() {
        let bindings = Keymap.standard.bindings
        #expect(Set(bindings.map(\.command)) == Set(Command.allCases))
        #expect(Set(bindings.map(\.keys)).count == bindings.count)
        #expect(bindings.allSatisfy { $0.keys != [.control("s")] && $0.keys != [.control("q")] })
    }

    @Test(arguments: [
        (Key.character("j"), Int64(2)), (.down, 2), (.control("n"), 2), (.character("k"), 1), (.up, 1), (.control("p"), 1),
        (.character("G"), 21),
        (.end, 21), (.home, 1), (.pageDown, 10), (.control("f"), 10), (.control("d"), 5), (.control("u"), 1), (.pageUp, 1),
        (.control("b"), 1),
    ])
    func `moving`(key: Key, expected: Int64) {
        var model = Samples.empty(80, 15)
        _ = update(&model, .tasks((1...21).map { Samples.task($0, "n\($0)", .running, mib: 1) }))
        #expect(press(key, on: &model) == [])
        #expect(model.cursor == id(expected))
    }

    @Test(arguments: [
        (Key.character("p"), [Effect.pause([TaskID(rawValue: 1)])]), (.character("P"), [.pauseAll]), (.character("R"), [.resumeAll]),
        (.character("c"), [.cancel([TaskID(rawValue: 1)])]), (.character("r"), []), (.character("q"), [.quit]), (.control("c"), [.quit]),
        (.function(10), [.quit]), (.control("l"), [.redraw]), (.control("z"), [.suspend]), (.character("d"), []), (.character("D"), []),
        (.control("s"), []), (.control("q"), []), (.escape, []), (.character("+"), [.prioritize([TaskID(rawValue: 1)], .high)]),
    ])
    func `acting on the task under the cursor`(key: Key, expected: [Effect]) {
        var model = Samples.empty(80, 24)
        _ = update(&model, .tasks(Samples.tasks))
        #expect(press(key, on: &model) == expected)
    }

    @Test(arguments: ["?", ":", "a", "/", "t", "T", "A", ",", "e", "s", "L", "D"])
    func `what is open is closed by the key that would leave, and the dashboard is left by the next one`(opener: Character) {
        var model = Samples.model(80, 24)
        _ = press(.character(opener), on: &model)
        #expect(model.overlays.count == 1)
        #expect(press(.control("c"), on: &model) == [])
        #expect(model.overlays.isEmpty)
        #expect(press(.control("c"), on: &model) == [.quit])
    }

    @Test func `marks go before the cursor and only those that can are paused`() {
        var model = Samples.model(80, 24)
        #expect(press(.character("p"), on: &model) == [.pause([id(1), id(2)])])
        _ = press(.character("G"), .character(" "), on: &model)
        #expect(press(.character("p"), on: &model) == [.pause([id(1), id(2)])])
        _ = press(.character("U"), on: &model)
        #expect(press(.character("p"), on: &model) == [])
        #expect(model.toast?.isError == true)
    }

    @Test func `marking all, the rest and none`() {
        var model = Samples.model(80, 24)
        _ = press(.character("i"), on: &model)
        #expect(model.marks.count == 19 && !model.marks.contains(id(1)))
        _ = press(.character("*"), on: &model)
        #expect(model.marks.count == 21)
        _ = press(.character("U"), on: &model)
        #expect(model.marks.isEmpty)
    }

    @Test func `r goes on with what is paused, failed or cancelled`() {
        var model = Samples.model(80, 24)
        _ = press(.character("*"), on: &model)
        #expect(press(.character("r"), on: &model) == [.resume([id(7), id(11), id(12)])])
    }

    @Test(arguments: [
        (Key.character("1"), Tab.all), (.character("2"), .active), (.character("3"), .queued), (.character("4"), .paused),
        (.character("5"), .done),
        (.character("6"), .failed), (.tab, .active), (.character("]"), .active), (.backTab, .failed), (.character("["), .failed),
    ])
    func `tabs show their states only`(key: Key, tab: Tab) {
        var model = Samples.model(80, 24)
        _ = press(key, on: &model)
        #expect(model.tab == tab)
        #expect(!model.visibleTasks.isEmpty)
        #expect(model.visibleTasks.allSatisfy { tab.contains($0.state.kind) })
        #expect(model.visibleTasks.contains { $0.id == model.cursor })
    }

    @Test func `Escape takes one step at a time`() {
        var model = Samples.model(80, 24)
        for character in "/parquet" { _ = press(.character(character), on: &model) }
        _ = press(.enter, .function(1), on: &model)
        #expect(model.overlays.count == 1 && model.visibleTasks.count == 4)
        _ = press(.escape, on: &model)
        #expect(model.overlays.isEmpty && !model.filter.isEmpty)
        _ = press(.escape, on: &model)
        #expect(model.filter.isEmpty && model.marks.count == 2)
        _ = press(.escape, on: &model)
        #expect(model.marks.isEmpty)
    }

    @Test func `Escape in the filter clears it and what is typed runs nothing`() {
        var model = Samples.model(80, 24)
        let effects = "/qpPc?".flatMap { press(.character($0), on: &model) }
        #expect(effects == [])
        #expect(model.visibleTasks.isEmpty)
        _ = press(.escape, on: &model)
        #expect(model.visibleTasks.count == 21 && model.overlays.isEmpty)
    }

    @Test func `a longer binding waits for its second key`() {
        let keymap = Keymap([.init([.character("g"), .character("g")], .first), .init([.character("j")], .moveDown)])
        #expect(keymap.match([.character("g")]) == .pending)
        #expect(keymap.match([.character("g"), .character("g")]) == .matched(.first))
        #expect(keymap.match([.character("x")]) == .none)
        var model = Model(size: Size(width: 80, height: 24), clock: Samples.clock, keymap: keymap)
        _ = update(&model, .tasks(Samples.tasks))
        _ = press(.character("j"), .character("g"), on: &model)
        #expect(model.cursor == id(2))
        _ = press(.character("j"), on: &model)
        #expect(model.cursor == id(3))
        _ = press(.character("g"), .character("g"), on: &model)
        #expect(model.cursor == id(1))
    }

    @Test func `the table for the README names every key`() {
        let table = Keymap.standard.markdown
        for binding in Keymap.standard.bindings { #expect(table.contains("`\(binding.label)`")) }
        #expect(table.hasPrefix("| key | action |\n| --- | --- |\n| **Move** | |\n"))
    }

    @Test(arguments: 24...200) func `help is in the footer of every width`(width: Int) {
        let footer = view(Samples.model(width, 24)).text.split(separator: "\n").last ?? ""
        #expect(footer.hasPrefix(" ? help"))
    }
}
