import Dashboard
import DownloadCore
import Screen
import Testing

struct RemovalTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func tick(_ seconds: Int64, _ model: inout Model) -> [Effect] {
        update(&model, .tick(Samples.clock.advanced(by: .seconds(seconds))))
    }

    private func id(_ number: Int64) -> TaskID { TaskID(rawValue: number) }

    @Test func `a removal is carried out when its countdown has ended`() {
        var model = Samples.model(80, 24)
        #expect(press(.character("d"), on: &model) == [])
        #expect(!model.visibleTasks.contains { $0.id == id(1) || $0.id == id(2) })
        #expect(model.cursor == id(3) && model.marks.isEmpty)
        #expect(model.wakeUp == .seconds(1))
        #expect(tick(9, &model) == [])
        #expect(view(model).text.contains("2 tasks removed from the list, files kept") && view(model).text.contains("u undo (1 s left)"))
        #expect(tick(10, &model) == [.remove([id(1), id(2)])])
        #expect(!model.visibleTasks.contains { $0.id == id(1) }, "not seen again before the list says so")
        _ = update(&model, .tasks(Samples.tasks))
        #expect(model.visibleTasks.contains { $0.id == id(1) }, "what could not be removed is back")
    }

    @Test func `what somebody else removed meanwhile does not come back`() {
        var model = Samples.model(80, 24)
        _ = press(.character("d"), on: &model)
        _ = update(&model, .tasks(Samples.tasks.filter { ![id(1), id(2)].contains($0.id) }))
        #expect(tick(10, &model) == [])
        _ = press(.character("u"), on: &model)
        #expect(model.toast?.text == "Too late to bring back what was removed")
    }

    @Test func `undo shows the task at its place, with its mark`() {
        var model = Samples.model(80, 24)
        let before = view(model).text
        _ = press(.character("d"), on: &model)
        #expect(press(.character("u"), on: &model) == [])
        #expect(model.marks == [id(1), id(2)])
        _ = tick(7, &model)
        _ = press(.character("g"), on: &model)
        #expect(view(model).text.split(separator: "\n").dropLast(2).prefix(4) == before.split(separator: "\n").prefix(4))
        #expect(tick(60, &model) == [])
    }

    @Test func `the alternative limit goes on and off by a key, is shown, and can be undone`() {
        var model = Samples.model(120, 30)
        func header() -> String { view(model).text.split(separator: "\n").first.map(String.init) ?? "" }
        #expect(!header().contains("alt limit"))
        #expect(press(.character("S"), on: &model) == [.limitAlternative(true)])
        #expect(model.totals.isLimitAlternative && model.toast?.text == "Alternative limit on")
        var totals = model.totals
        totals.limit = 1 << 20
        _ = update(&model, .totals(totals))
        #expect(header().contains("alt limit 1.0"), "\(header())")
        // A limit by hand takes its place, and an undo brings it back.
        #expect(press(.character("T"), .character("2"), .character("M"), .enter, on: &model) == [.limitAll(2 << 20)])
        #expect(!model.totals.isLimitAlternative)
        #expect(press(.character("u"), on: &model) == [.limitAlternative(true)])
        #expect(press(.character("u"), on: &model) == [.limitAlternative(false)])
        totals.isLimitAlternative = true
        _ = update(&model, .totals(totals))
        #expect(press(.character("S"), on: &model) == [.limitAlternative(false)])
        #expect(press(.character("u"), on: &model) == [.limitAlternative(true)])
    }

    @Test func `what the machine is to do when all is done is in the first line, at every width`() {
        for (columns, order, words) in [
            (50, PowerOrder.suspend, "then suspend"), (80, .poweroff, "then power off"), (160, .suspend, "then suspend"),
        ] {
            var model = Samples.model(columns, 30)
            func header() -> String { view(model).text.split(separator: "\n").first.map(String.init) ?? "" }
            #expect(!header().contains(words))
            var totals = model.totals
            totals.powerOrder = order
            _ = update(&model, .totals(totals))
            #expect(header().contains(words), "\(header())")
        }
    }

    @Test func `a limit of a few bytes without its unit is asked about`() {
        var model = Samples.model(120, 30)
        #expect(press(.character("T"), .character("5"), .enter, on: &model) == [])
        #expect(model.toast?.isError == true && model.toast?.text.contains("5 bytes a second: type 5K, 5M, or 5B") == true)
        #expect(press(.character("B"), .enter, on: &model) == [.limitAll(5)])
    }

    @Test func `what is too late to bring back is said, and nothing older is undone for it`() {
        var model = Samples.model(80, 24)
        func footer() -> String { view(model).text.split(separator: "\n").last.map(String.init) ?? "" }
        #expect(!footer().contains("undo"))
        _ = press(.character("T"), .character("1"), .character("M"), .enter, .character("d"), on: &model)
        #expect(tick(10, &model) == [.remove([id(1), id(2)])])
        #expect(press(.character("u"), on: &model) == [])
        #expect(model.toast?.text == "Too late to bring back what was removed (u again: undo the limit of everything)")
        #expect(press(.character("u"), on: &model) == [.limitAll(nil)])
        _ = press(.character("d"), on: &model)
        _ = tick(30, &model)
        #expect(!model.undos.isEmpty && !footer().contains("undo"), "nothing can be brought back")
        _ = press(.character("u"), on: &model)
        #expect(model.toast?.text == "Too late to bring back what was removed")
        _ = press(.character("u"), on: &model)
        #expect(model.toast?.text == "There is nothing to undo")
    }

    @Test func `leaving carries a removal out at once`() {
        var model = Samples.model(80, 24)
        _ = press(.character("d"), on: &model)
        #expect(update(&model, .ending) == [.remove([id(1), id(2)])])
        #expect(update(&model, .ending) == [])
    }

    @Test func `clearing takes what is finished, or what failed`() {
        var model = Samples.model(80, 24)
        _ = press(.character("x"), .character("X"), on: &model)
        #expect(!model.visibleTasks.contains { $0.state.isEnded } && model.visibleTasks.count == 11)
        #expect(press(.character("x"), on: &model) == [] && model.toast?.text == "Nothing is finished")
        #expect(press(.character("u"), .character("u"), on: &model) == [])
        #expect(model.visibleTasks.count == 21)
        #expect(press(.character("u"), on: &model) == [] && model.toast?.isError == true)
    }

    @Test func `only y deletes files, and the tasks are those that were asked about`() {
        var model = Samples.model(80, 24)
        for keys: [Key] in [[.character("D"), .character("D")], [.character("D"), .enter], [.character("d"), .character("d")]] {
            #expect(keys.flatMap { update(&model, .key($0)) } == [])
            _ = press(.escape, .character("u"), on: &model)
        }
        model = Samples.model(80, 24)
        _ = press(.character("D"), on: &model)
        #expect(update(&model, .paste("y\ny")) == [])
        _ = update(&model, .tasks(Samples.tasks.filter { $0.id != id(9) }))
        #expect(press(.character("y"), on: &model) == [.delete([id(1), id(2)])])
        #expect(model.overlays.isEmpty)
    }

    @Test func `the question names those that the filter hides`() {
        var model = Samples.model(80, 24)
        _ = press(.character("/"), on: &model)
        for letter in "debian" { _ = press(.character(letter), on: &model) }
        _ = press(.enter, .character("D"), on: &model)
        #expect(view(model).text.contains("Delete 2 tasks AND their files, 1 of them not shown"))
        _ = press(.escape, .character("/"), on: &model)
        for letter in "zzz" { _ = press(.character(letter), on: &model) }
        _ = press(.enter, .character("D"), on: &model)
        #expect(view(model).text.contains("Delete 2 tasks AND their files, 2 of them not shown"))
        _ = press(.escape, .escape, .character("D"), on: &model)
        #expect(view(model).text.contains("Delete 2 tasks AND their files ─"))
    }

    @Test func `many files want their number`() {
        var model = Samples.model(80, 24)
        _ = press(.character("*"), .character("D"), on: &model)
        #expect(press(.character("y"), on: &model) == [] && model.overlays.count == 1)
        #expect(press(.character("2"), .enter, on: &model) == [] && model.overlays.count == 1)
        let effects = press(.character("1"), .enter, on: &model)
        guard case .delete(let ids) = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(ids.count == 21)
    }

    @Test func `ranges follow the cursor`() {
        var model = Samples.model(80, 24)
        _ = press(.character("U"), .character("v"), .character("j"), .character("j"), on: &model)
        #expect(model.marks == [id(1), id(2), id(3)])
        _ = press(.character("k"), .character("v"), .character("j"), on: &model)
        #expect(model.marks == [id(1), id(2)])
        _ = press(.character("v"), .character("G"), .escape, .character("g"), on: &model)
        #expect(model.marks.count > 10)
    }

    @Test func `marking by an expression`() {
        var model = Samples.model(80, 24)
        _ = press(.character("U"), .character(","), on: &model)
        for character in "state:failed" { _ = press(.character(character), on: &model) }
        _ = press(.enter, on: &model)
        #expect(model.marks == [id(11), id(12)])
    }

    @Test func `the queue moves in an order that keeps the order`() {
        var model = Samples.model(80, 24)
        _ = press(.character("U"), .character("3"), .character("*"), on: &model)
        #expect(press(.character("J"), on: &model) == [.move([id(10), id(9), id(8)], isUp: false)])
        #expect(press(.character("u"), on: &model) == [.move([id(8), id(9), id(10)], isUp: true)])
        #expect(press(.character("K"), on: &model) == [.move([id(8), id(9), id(10)], isUp: true)])
    }

    @Test(arguments: [
        ("10M", Int64(10 << 20)), ("10MiB", 10 << 20), ("10MB/s", 10 << 20), ("10.5 MiB/s", 21 << 19), ("80Mbit", 10_000_000), ("off", nil),
        ("0", nil),
        ("1.5k", 1536), ("500B", 500), ("8bit", 1), ("1 G", 1 << 30),
    ])
    func `limits`(text: String, rate: Int64?) {
        var model = Samples.model(80, 24)
        _ = press(.character("t"), on: &model)
        for character in text { _ = press(.character(character), on: &model) }
        #expect(press(.enter, on: &model) == [.limit([id(1), id(2)], rate)])
        #expect(press(.character("u"), on: &model) == [.limit([id(2)], nil), .limit([id(1)], 40 << 20)])
    }

    @Test(arguments: ["10X", "fast", "-5", "1e400M", "999999999999999T"]) func `what is no rate is asked again`(text: String) {
        var model = Samples.model(80, 24)
        _ = press(.character("T"), on: &model)
        for character in text { _ = press(.character(character), on: &model) }
        #expect(press(.enter, on: &model) == [])
        #expect(model.overlays.count == 1 && model.toast?.isError == true)
    }

    @Test func `a cancel is undone by going on`() {
        var model = Samples.model(80, 24)
        #expect(press(.character("c"), on: &model) == [.cancel([id(1), id(2)])])
        #expect(press(.character("u"), on: &model) == [.resume([id(1), id(2)])])
    }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (40, 15)])
    func `the dialog`(width: Int, height: Int) throws {
        for glyphs in GlyphSet.allCases {
            var model = Samples.model(width, height, glyphs: glyphs)
            _ = press(.character("D"), on: &model)
            try GoldenFile.expect(view(model), "delete-\(width)x\(height)" + (glyphs.isASCII ? "-ascii" : ""))
            model = Samples.model(width, height, glyphs: glyphs)
            _ = press(.character("d"), on: &model)
            _ = tick(2, &model)
            try GoldenFile.expect(view(model), "undo-\(width)x\(height)" + (glyphs.isASCII ? "-ascii" : ""))
        }
    }

    @Test(arguments: [(80, 24), (40, 15)])
    func `many`(width: Int, height: Int) throws {
        var model = Samples.model(width, height)
        _ = press(.character("*"), .character("D"), .character("2"), on: &model)
        try GoldenFile.expect(view(model), "delete-many-\(width)x\(height)")
        _ = press(.escape, .character("t"), .character("8"), on: &model)
        try GoldenFile.expect(view(model), "limit-\(width)x\(height)")
    }
}
