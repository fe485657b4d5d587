import Dashboard
import DownloadCore
import Screen
import Testing

struct ViewCommandTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func type(_ text: String, on model: inout Model) -> [Effect] {
        text.flatMap { update(&model, .key($0 == "\n" ? .enter : $0 == "\t" ? .tab : .character($0))) }
    }

    private func names(_ model: Model) -> [String] { model.visibleTasks.map(\.name) }

    @Test func `sorting by columns, and the cursor stays on its task`() {
        var model = Samples.model(120, 40)
        _ = type("s", on: &model)
        _ = press(.down, .enter, on: &model)
        #expect(model.sort == Sort(.name) && names(model) == names(model).sorted { $0.lowercased() < $1.lowercased() })
        #expect(model.cursor == TaskID(rawValue: 1))
        #expect(view(model).text.contains("NAME▲") && view(model).text.contains("sort: name ▲"))
        _ = type(">", on: &model)
        #expect(model.sort == Sort(.size, isDescending: true) && names(model).first == "ubuntu-26.04-desktop-amd64.iso")
        _ = type("I", on: &model)
        #expect(names(model).last == "ubuntu-26.04-desktop-amd64.iso")
        _ = type("<<", on: &model)
        #expect(model.sort == Sort())
    }

    @Test(arguments: Sort.Column.allCases) func `every order keeps every task`(column: Sort.Column) {
        var model = Samples.model(80, 24)
        for isDescending in [false, true] {
            _ = type(":sort \(column.rawValue)\n" + (isDescending ? "I" : ""), on: &model)
            #expect(model.visibleTasks.count == 21 && Set(names(model)).count == 21)
        }
    }

    @Test func `search goes to rows and hides none`() {
        var model = Samples.model(80, 24)
        _ = press(.function(3), on: &model)
        _ = type("parquet\n", on: &model)
        #expect(model.cursor == TaskID(rawValue: 6) && model.visibleTasks.count == 21)
        _ = type("n", on: &model)
        #expect(model.cursor == TaskID(rawValue: 8))
        _ = type("NN", on: &model)
        #expect(model.cursor == TaskID(rawValue: 10), "around the beginning")
    }

    @Test func `a frozen display stands still and catches up`() {
        var model = Samples.model(80, 24)
        _ = type("f", on: &model)
        #expect(model.wantedDetails == nil)
        _ = update(&model, .tasks([]))
        _ = update(&model, .totals(Totals()))
        #expect(model.visibleTasks.count == 21 && view(model).text.contains("frozen"))
        _ = type("f", on: &model)
        #expect(model.visibleTasks.isEmpty)
    }

    @Test func `without following the cursor keeps its row`() {
        var model = Samples.model(80, 24)
        _ = type("Fjj", on: &model)
        let tasks = Samples.tasks.filter { $0.id != TaskID(rawValue: 1) }
        _ = update(&model, .tasks(tasks))
        #expect(model.cursor == TaskID(rawValue: 4))
    }

    @Test func `help searches by word and by key, and runs`() {
        var model = Samples.model(80, 24)
        #expect(type("?everything\n", on: &model).isEmpty == false)
        #expect(model.overlays.isEmpty)
        _ = press(.character("?"), on: &model)
        _ = type("pause every", on: &model)
        #expect(press(.enter, on: &model) == [.pauseAll])
    }

    @Test(arguments: [
        ("pause\n", [Effect.pause([TaskID(rawValue: 1), TaskID(rawValue: 2)])]), ("pause-a\t\n", [.pauseAll]), ("nonsense\n", []),
    ])
    func `the palette runs by name`(text: String, expected: [Effect]) {
        var model = Samples.model(80, 24)
        #expect(type(":" + text, on: &model) == expected)
    }

    @Test func `the palette takes arguments and has a history`() {
        var model = Samples.model(80, 24)
        #expect(type(":limit-all 10M\n", on: &model) == [.limitAll(10 << 20)])
        _ = type(":filter parquet\n", on: &model)
        #expect(model.filter.text == "parquet")
        _ = press(.escape, .character(":"), .up, .up, on: &model)
        #expect(press(.enter, on: &model) == [.limitAll(10 << 20)])
        _ = type(":limit-all fast\n", on: &model)
        #expect(model.toast?.isError == true)
        _ = press(.escape, on: &model)
        #expect(type(":add https://e.org/x\n", on: &model) == [] && model.overlays.count == 1)
    }

    @Test func `every command is found by its name`() {
        for command in Command.allCases { #expect(Command(name: command.name) == command) }
        #expect(Set(Command.allCases.map(\.name)).count == Command.allCases.count)
    }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (40, 15)])
    func `the screens`(width: Int, height: Int) throws {
        for glyphs in GlyphSet.allCases {
            let suffix = "-\(width)x\(height)" + (glyphs.isASCII ? "-ascii" : "")
            for (name, keys) in [("palette", ":pa"), ("sort", "s"), ("help-search", "?undo"), ("frozen", "f")] {
                var model = Samples.model(width, height, glyphs: glyphs)
                _ = type(keys, on: &model)
                try GoldenFile.expect(view(model), name + suffix)
            }
        }
    }
}
