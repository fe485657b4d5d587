import Dashboard
import DownloadCore
import Screen
import Testing

struct AddTests {
    private func type(_ text: String, on model: inout Model) -> [Effect] {
        text.flatMap { update(&model, .key($0 == "\n" ? .enter : .character($0))) }
    }

    @Test func `typing an address adds it`() {
        var model = Samples.empty(80, 24)
        #expect(type("ahttps://example.org/x\n", on: &model) == [.add(["https://example.org/x"])])
        #expect(model.overlays.isEmpty)
    }

    @Test func `what is no address is not added and the dialog stays`() {
        var model = Samples.empty(80, 24)
        #expect(type("ajavascript://x\n", on: &model) == [])
        #expect(model.overlays.count == 1 && model.toast?.isError == true)
        #expect(update(&model, .key(.escape)) == [])
        #expect(model.overlays.isEmpty)
    }

    @Test func `a paste of five hundred lines is one call`() {
        var model = Samples.empty(80, 24)
        let urls = (1...497).map { "https://e.org/\($0)" }
        _ = update(&model, .paste((urls + ["", urls[3], urls[4], "nonsense"]).joined(separator: "\r\n")))
        let screen = view(model).text
        #expect(screen.contains("497 new    2 twice or already in the list    1 not a URL (line 501)"))
        #expect(update(&model, .key(.enter)) == [.add(urls)])
    }

    @Test func `an address that the list has is skipped unless its task has ended`() {
        var model = Samples.empty(80, 24)
        _ = update(&model, .tasks([Samples.task(1, "a", .running, mib: 1), Samples.finished(2, "b", mib: 1, speed: 1, seconds: 1)]))
        _ = update(&model, .paste("https://u:p@images.example.org/1/a\nhttps://images.example.org/2/b"))
        #expect(update(&model, .key(.enter)) == [.add(["https://images.example.org/2/b"])])
    }

    @Test(arguments: [
        (
            "see http://h/n290.dat, and (http://h/n291.dat). <a href=http://h/n292.dat>",
            ["http://h/n290.dat", "http://h/n291.dat", "http://h/n292.dat"]
        ),
        (
            "\"https://e.org/a\", 'https://e.org/b'; [c](https://e.org/c): {https://e.org/d}.",
            ["a", "b", "c", "d"].map { "https://e.org/" + $0 }
        ),
        ("https://e.org/wiki/Swift_(bird) (https://e.org/x_(y))", ["https://e.org/wiki/Swift_(bird)", "https://e.org/x_(y)"]),
        ("FTP://x/y... and sftp://[::1]/z", ["FTP://x/y", "sftp://[::1]/z"]),
    ])
    func `addresses in prose come without its punctuation`(text: String, urls: [String]) {
        for pasted in [text, "\n" + text + "\n# http://e.org/comment\n"] {
            var model = Samples.empty(80, 24)
            _ = update(&model, .paste(pasted))
            #expect(update(&model, .key(.enter)) == [.add(urls)])
        }
    }

    @Test func `what is typed is meant to the letter`() {
        var model = Samples.empty(80, 24)
        #expect(type("ahttps://e.org/Inc.\n", on: &model) == [.add(["https://e.org/Inc."])])
    }

    @Test func `words like addresses of something else are counted, words of prose are not`() {
        var model = Samples.empty(80, 24)
        _ = update(&model, .paste("note: ftp://x/y magnet:?xt=1\nat 10:30 there was no such thing\nhttps://e.org/x y z"))
        #expect(view(model).text.contains("2 new    2 not a URL (line 1 and others)"))
        _ = update(&model, .key(.escape))
        _ = update(&model, .paste("https://e.org/1 ed2k://a magnet:?b\nhttps://e.org/2"))
        #expect(view(model).text.contains("2 new    2 not a URL (line 1)"))
    }

    @Test func `what became of an addition is told`() {
        #expect(AddReport(added: 1_200).text == "1,200 added" && !AddReport(added: 1).isError)
        #expect(AddReport(repeated: 1).text == "It is already in the list: not added again" && !AddReport(repeated: 1).isError)
        #expect(AddReport(added: 1, again: 1).text == "1 added again (the list has it already, ended)")
        let mixed = AddReport(added: 7, repeated: 2, bad: 1)
        #expect(mixed.text == "7 added, 2 twice or already in the list (skipped), 1 not an address" && !mixed.isError)
        #expect(AddReport(bad: 3).isError && AddReport(added: 5, refused: 1).isError)
    }

    @Test func `a list file adds no address twice, nor one that the list has`() {
        let requests = ["https://e.org/1", "https://u:p@e.org/2", "https://e.org/1", "https://u@e.org/3"].map {
            DownloadRequest(urls: [$0])
        }
        let (new, repeated) = AddReport.new(requests, knowing: ["https://e.org/3"])
        #expect(new.map(\.urls) == [["https://e.org/1"], ["https://u:p@e.org/2"]] && repeated == 2)
    }

    @Test func `a password in a pasted address is not shown`() {
        var model = Samples.empty(80, 24)
        _ = update(&model, .paste("https://user:secret@e.org/1\nhttps://e.org/2"))
        #expect(!view(model).text.contains("secret"))
    }

    @Test func `a paste runs no keys, and in the filter it is text`() {
        var model = Samples.model(80, 24)
        #expect(update(&model, .paste("\u{1B}[201~Dy\rqPc")) == [])
        #expect(model.overlays.count == 1)
        _ = update(&model, .key(.escape))
        _ = update(&model, .key(.character("/")))
        _ = update(&model, .paste("parquet\nq"))
        #expect(model.filter.text == "parquet")
    }

    @Test(arguments: [
        ([Key.control("a"), .character("x")], "xone two"), ([.control("w")], "one "), ([.control("u")], ""),
        ([.left, .left, .control("k")], "one t"),
        ([.alt("b"), .character("x")], "one xtwo"), ([.home, .alt("f"), .character("x")], "onex two"), ([.backspace], "one tw"),
        ([.home, .delete, .delete], "e two"), ([.control("a"), .left, .right, .backspace], "ne two"), ([.end, .delete, .right], "one two"),
    ])
    func `the line is edited as in a shell`(keys: [Key], expected: String) {
        var editor = LineEditor("one two")
        for key in keys {
            let isKnown = editor.handle(key)
            #expect(isKnown)
        }
        #expect(editor.text == expected)
        let isKnown = editor.handle(.function(5))
        #expect(!isKnown)
    }

    @Test func `a line has an end`() {
        var editor = LineEditor(String(repeating: "x", count: 100_000))
        #expect(editor.text.count == 8_192)
        _ = editor.handle(.character("y"))
        #expect(editor.text.count == 8_192)
    }

    @Test(arguments: [
        ("debian", 2), ("DEBIAN", 0), ("parquet", 4), ("!parquet", 17), ("state:failed", 2), ("state:run", 5), ("size>1G", 3),
        ("size<1.5M", 1),
        ("host:images", 21), ("host:other", 0), ("speed>20M", 2), ("iso !debian", 2), ("日本", 1), ("size>nonsense", 0), ("size > 1G", 3),
        ("parquet size <1.5MiB", 0), ("!size> 1g", 18), ("state:done", 8), ("state:finished", 8),
        ("state:active", 6), ("state:queued", 4), ("speed > 20M/s", 2), ("", 21), ("!", 21),
    ])
    func `filters`(text: String, count: Int) {
        let filter = Filter(text)
        #expect(Samples.tasks.count { filter.fits($0) } == count)
    }
}
