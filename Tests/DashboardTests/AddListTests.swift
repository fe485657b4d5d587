import Dashboard
import Screen
import Testing

/// The Add dialog with a list in it.
struct AddListTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func type(_ text: String, on model: inout Model) -> [Effect] {
        text.flatMap { update(&model, .key(.character($0))) }
    }

    private let urls = (1...497).map { "https://data.example.org/set/part-\(10_000 + $0).parquet" }

    private func pasted(_ width: Int = 80, _ height: Int = 24, glyphs: GlyphSet = .unicode) -> Model {
        var model = Samples.model(width, height, glyphs: glyphs)
        _ = update(&model, .paste(urls.joined(separator: "\n")))
        return model
    }

    @Test func `the lengths of what was pasted are asked for, those on the screen first`() {
        var model = pasted()
        #expect(model.model.wantedLengths(most: 4) == Array(urls[0...3]))
        for url in urls[0...3] { _ = update(&model, .length(url, 512 << 20)) }
        #expect(model.model.wantedLengths(most: 4) == Array(urls[4...7]))
        _ = press(.pageDown, .pageDown, .pageDown, .pageDown, on: &model)
        #expect(model.model.wantedLengths(most: 2) == [urls[12], urls[13]])
        _ = update(&model, .length(urls[12], nil))
        let screen = view(model).text
        #expect(screen.contains("4 sizes known: 2.00 GiB, 412 GiB free"))
        #expect(screen.contains("part-10013.parquet         ?"))
        #expect(screen.contains("part-10014.parquet         …"))
        _ = press(.escape, on: &model)
        #expect(model.model.wantedLengths(most: 4).isEmpty)
    }

    @Test(arguments: ["http://e.org:99999/a", "http://e.org:x/a", "http://:80/a", "http:///a", "gopher://e.org/"])
    func `what the agent would refuse is no address`(text: String) {
        #expect(!AddPrompt.isAddress(text[...]))
    }

    @Test func `what is typed is no address yet and is not asked for`() {
        var model = Samples.model(80, 24)
        _ = type("ahttps://e.org/x", on: &model)
        #expect(model.model.wantedLengths(most: 4).isEmpty)
        _ = press(.escape, on: &model)
        _ = update(&model, .paste("https://e.org/x"))
        #expect(model.model.wantedLengths(most: 4) == ["https://e.org/x"])
        _ = update(&model, .length("https://e.org/x", 3 << 20))
        #expect(view(model).text.contains("3.00 MiB, 412 GiB free"))
    }

    @Test func `no more than five hundred servers are asked`() {
        var model = Samples.model(80, 24)
        let many = (0..<2_000).map { "https://e.org/\($0)" }
        _ = update(&model, .paste(many.joined(separator: "\n")))
        var asked = 0
        while let next = model.model.wantedLengths(most: 1).first, asked < 2_000 {
            asked += 1
            _ = update(&model, .length(next, 1))
        }
        #expect(asked == 500)
    }

    @Test func `the list is edited as text and read again`() {
        var model = pasted()
        _ = press(.control("e"), on: &model)
        _ = type("#", on: &model)
        _ = press(.down, .home, .enter, .up, on: &model)
        _ = type("https://e.org/new", on: &model)
        _ = update(&model, .paste("?a=1\nhttps://e.org/newer"))
        #expect(model.overlays.count == 1)
        _ = press(.escape, on: &model)
        #expect(press(.enter, on: &model) == [.add(["https://e.org/new?a=1", "https://e.org/newer"] + urls.dropFirst())])
    }

    @Test func `a list that is emptied is one line again`() {
        var model = Samples.model(80, 24)
        _ = update(&model, .paste("https://e.org/1\nhttps://e.org/2"))
        _ = press(.control("e"), .control("k"), .delete, .control("k"), .control("e"), on: &model)
        _ = type("https://e.org/3", on: &model)
        #expect(press(.enter, on: &model) == [.add(["https://e.org/3"])])
    }

    @Test func `lines are edited as in an editor`() {
        var area = TextArea(["one", "two"])
        func press(_ keys: Key...) { for key in keys { _ = area.handle(key, page: 5) } }
        press(.end, .enter, .character("x"))
        #expect(area.lines == ["one", "x", "two"])
        press(.home, .backspace)
        #expect(area.lines == ["onex", "two"] && area.editor.cursor == 3)
        press(.end, .delete)
        #expect(area.lines == ["onextwo"])
        press(.pageDown, .up, .down, .end, .control("u"), .backspace)
        #expect(area.lines == [""] && area.row == 0)
        let isKnown = area.handle(.function(5), page: 5)
        #expect(!isKnown)
    }

    @Test func `the order is that of the paste, of the names or of the sizes`() {
        let four = ["https://e.org/c", "https://e.org/a", "https://e.org/d", "https://e.org/b"]
        let expected = [
            four, four.reversed(), [four[1], four[3], four[0], four[2]], [four[3], four[0], four[1], four[2]],
            [four[0], four[3], four[1], four[2]],
        ]
        for (times, order) in expected.enumerated() {
            var model = Samples.model(80, 24)
            _ = update(&model, .paste(four.joined(separator: "\n")))
            _ = update(&model, .length(four[0], 30))
            _ = update(&model, .length(four[3], 20))
            _ = press(.backTab, on: &model)
            for _ in 0..<times { _ = press(.right, on: &model) }
            #expect(press(.enter, on: &model) == [.add(order)])
        }
    }

    @Test func `Tab completes a folder and goes on when there is no more to complete`() {
        var model = pasted()
        _ = type("~/Do", on: &model)
        #expect(press(.tab, on: &model) == [.complete("~/Do", onlyFolders: true)])
        _ = type("x", on: &model)
        // The answer to what is typed no longer changes nothing.
        _ = update(&model, .completions("~/Do", ["~/Documents/"]))
        #expect(view(model).text.contains("~/Dox"))
        _ = press(.backspace, .tab, on: &model)
        _ = update(&model, .completions("~/Do", ["~/Documents/", "~/Documents-old/"]))
        #expect(view(model).text.contains("Save in   ~/Documents ") && model.toast?.text == "Documents  Documents-old")
        #expect(press(.tab, on: &model) == [])
        _ = type(" ", on: &model)
        guard case .add(_, let choices)? = press(.enter, on: &model).first else {
            Issue.record("nothing was added")
            return
        }
        #expect(choices.isPaused && choices.folder == "~/Documents")
    }

    @Test func `Tab completes the path of a list file`() {
        var model = Samples.model(80, 24)
        _ = type("A/srv/l", on: &model)
        #expect(press(.tab, on: &model) == [.complete("/srv/l", onlyFolders: false)])
        _ = update(&model, .completions("/srv/l", ["/srv/list.txt"]))
        #expect(press(.enter, on: &model) == [.addList("/srv/list.txt")])
    }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (60, 15), (40, 15)])
    func `the screens`(width: Int, height: Int) throws {
        for glyphs in GlyphSet.allCases {
            let suffix = "-\(width)x\(height)" + (glyphs.isASCII ? "-ascii" : "")
            var model = pasted(width, height, glyphs: glyphs)
            for url in urls.prefix(63) where url != urls[2] { _ = update(&model, .length(url, 512 << 20)) }
            try GoldenFile.expect(view(model), "add-list" + suffix)
            _ = press(.control("e"), .down, on: &model)
            try GoldenFile.expect(view(model), "add-text" + suffix)
            model = Samples.model(width, height, glyphs: glyphs)
            _ = type("a", on: &model)
            _ = update(&model, .paste("https://images.example.org/debian-13.1.0-amd64-DVD-1.iso"))
            _ = update(&model, .length("https://images.example.org/debian-13.1.0-amd64-DVD-1.iso", 3_994_091_520))
            try GoldenFile.expect(view(model), "add-one" + suffix)
        }
    }
}
