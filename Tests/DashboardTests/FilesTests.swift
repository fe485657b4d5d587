import Dashboard
import DownloadCore
import Screen
import Testing

struct FilesTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func type(_ text: String, on model: inout Model) -> [Effect] {
        text.flatMap { update(&model, .key($0 == "\n" ? .enter : .character($0))) }
    }

    @Test func `files are asked for before their tab is shown, once, and again when something changed`() {
        var model = Samples.model(80, 24)
        #expect(FileSamples.answer(&model, FileSamples.mixed) == 1)
        #expect(view(model).text.contains("5 Done 8"))
        // Keys that come at once with the one for the tab mean its first file.
        #expect(type("5V", on: &model) == [.files(.verify([FileSamples.mixed[0]]))])
        #expect(model.wantedFiles == nil)
        _ = type("1", on: &model)
        #expect(model.wantedFiles == nil)
        _ = update(&model, .files(.changed))
        #expect(FileSamples.answer(&model, [FileSamples.mixed[0]]) == 1)
        #expect(view(model).text.contains("5 Done 1"))
    }

    @Test func `a search behind another tab is only counted for`() {
        var model = FileSamples.model(80, 24)
        _ = type("/iso", on: &model)
        FileSamples.answer(&model, FileSamples.mixed)
        _ = press(.enter, .character("1"), on: &model)
        _ = update(&model, .files(.changed))
        #expect(model.wantedFiles?.limit == 0)
        #expect(FileSamples.answer(&model, [FileSamples.mixed[0]]) == 1)
        #expect(view(model).text.contains("5 Done 1"))
    }

    @Test func `of a hundred thousand files only a window is held, wherever the cursor is`() {
        let all = FileSamples.many(100_000)
        var model = FileSamples.model(80, 24, all)
        let rows = model.layout?.list.height ?? 0
        #expect(model.files.cursor == all[0] && model.files.loaded.count <= 100)
        _ = type("G", on: &model)
        #expect(model.files.cursor == nil)
        FileSamples.answer(&model, all)
        #expect(model.files.cursor == all[99_999] && model.files.loaded.count <= 100)
        for _ in 0..<5 { _ = press(.pageUp, on: &model) }
        FileSamples.answer(&model, all)
        #expect(model.files.cursor == all[99_999 - 5 * (rows - 1)])
        #expect(view(model).text.contains("part-\(1_099_999 - 5 * (rows - 1)).parquet"))
    }

    @Test func `a file that comes is seen, and the cursor stays on its own`() {
        var all = FileSamples.many(200)
        var model = FileSamples.model(80, 24, all)
        _ = type("j", on: &model)
        all.insert(FileSamples.file(900, "new.iso", ago: -5), at: 0)
        _ = update(&model, .files(.changed))
        #expect(FileSamples.answer(&model, all) >= 1)
        #expect(model.files.cursor?.originalName == "part-1000001.parquet" && model.files.row == 2)
        #expect(view(model).text.contains("new.iso"))
        // In the middle of the list the screen does not move either.
        _ = press(.pageDown, .pageDown, .pageDown, on: &model)
        FileSamples.answer(&model, all)
        let cursor = model.files.cursor
        let line = view(model).text.split(separator: "\n").firstIndex { $0.hasPrefix(">") }
        all.insert(FileSamples.file(901, "newer.iso", ago: -6), at: 0)
        _ = update(&model, .files(.changed))
        FileSamples.answer(&model, all)
        #expect(model.files.cursor == cursor)
        #expect(view(model).text.split(separator: "\n").firstIndex { $0.hasPrefix(">") } == line)
        // When it is gone, its neighbour takes its place.
        all.removeAll { $0.id == cursor?.id }
        let row = model.files.row
        _ = update(&model, .files(.changed))
        FileSamples.answer(&model, all)
        #expect(model.files.row == row && model.files.cursor == all[row])
    }

    @Test func `the search looks at all files, and an older answer changes nothing`() throws {
        let all = FileSamples.many(5_000)
        var model = FileSamples.model(80, 24, all)
        _ = type("/1004", on: &model)
        let old = try #require(model.wantedFiles)
        _ = type("999", on: &model)
        _ = update(&model, .files(.page(FilesPage(old, in: all))))
        #expect(model.files.cursor == nil)
        FileSamples.answer(&model, all)
        #expect(model.files.matching == 1 && model.files.cursor == all[4_999])
        #expect(view(model).text.contains("1 of 5,000"))
        _ = press(.enter, on: &model)
        #expect(model.overlays.isEmpty && view(model).text.contains("search: 1004999   1 of 5,000   Esc clears"))
        _ = press(.escape, on: &model)
        FileSamples.answer(&model, all)
        #expect(model.files.matching == 5_000)
    }

    @Test func `a file is deleted after the dialog only, and Cancel has the focus`() {
        for keys in [
            [Key.character("D"), .enter], [.character("D"), .escape], [.character("D"), .character("D")], [.shiftDelete, .enter],
        ] {
            var model = FileSamples.model(80, 24)
            #expect(keys.flatMap { update(&model, .key($0)) } == [])
        }
        var model = FileSamples.model(80, 24)
        let first = FileSamples.mixed[0]
        #expect(type("D", on: &model) == [])
        _ = update(&model, .paste("y\n"))
        // What comes meanwhile is not what was asked about.
        _ = update(&model, .files(.changed))
        FileSamples.answer(&model, [FileSamples.file(900, "new.iso", ago: -5)] + FileSamples.mixed)
        #expect(type("y", on: &model) == [.files(.delete([first]))])
        _ = update(&model, .files(.deleted([first], problem: nil)))
        #expect(model.toast?.text == "Deleted debian-13.1.0-amd64-DVD-1.iso")
        #expect(model.wantedFiles != nil)
    }

    @Test func `files are sorted by the keys of the list, and the cursor stays on its file`() {
        let all = FileSamples.mixed
        var model = FileSamples.model(120, 40, all)
        _ = type("jj", on: &model)
        let cursor = model.files.cursor
        func names() -> [String] { model.files.loaded.map(\.originalName) }
        func press(_ text: String, _ sort: Sort) {
            #expect(type(text, on: &model) == [])
            #expect(model.files.cursor == nil, "what is under the cursor is not known before the answer")
            FileSamples.answer(&model, all)
            #expect(model.files.sort == sort && model.files.cursor == cursor && model.sort == Sort())
        }
        press(">", Sort(.name))
        #expect(names() == all.map(\.originalName).sorted { $0.lowercased().utf8.lexicographicallyPrecedes($1.lowercased().utf8) })
        #expect(view(model).text.contains("NAME▲") && view(model).text.contains("sort: name ▲"))
        press("I", Sort(.name, isDescending: true))
        press(">", Sort(.size, isDescending: true))
        #expect(names().first == all.max { $0.bytes < $1.bytes }?.originalName && view(model).text.contains("SIZE▼"))
        press(">", .newestFiles)
        #expect(names() == all.map(\.originalName) && view(model).text.contains("sort: newest first"))
        press("<", Sort(.size, isDescending: true))
        // The menu has only what files have.
        _ = type("s", on: &model)
        #expect(!view(model).text.contains("progress") && !view(model).text.contains("ETA  "))
        press("kk\n", .newestFiles)
        press(":sort name\n", Sort(.name))
    }

    @Test func `a range over an order that is not there yet marks nothing`() {
        let all = FileSamples.many(1_000)
        var model = FileSamples.model(80, 24, all)
        _ = type("vj", on: &model)
        #expect(model.files.marks.count == 2)
        #expect(type(">j", on: &model) == [])
        FileSamples.answer(&model, all)
        #expect(model.files.marks.count == 2 && type("vG", on: &model) == [.files(.collect("", Sort(.name), 2..<1_000, .range))])
    }

    @Test func `the question names those that the search hides`() {
        var model = FileSamples.model(80, 24)
        _ = type(" ", on: &model)
        _ = type("/zzz", on: &model)
        FileSamples.answer(&model, FileSamples.mixed)
        _ = type("\nD", on: &model)
        #expect(view(model).text.contains("Delete 1 file, which is not shown"))
    }

    @Test func `a folder that is not there is told with what to do`() throws {
        var model = FileSamples.model(80, 24)
        _ = update(&model, .files(.changed))
        let query = try #require(model.wantedFiles)
        let page = FilesPage(query, total: 0, matching: 0, files: [], problem: "it is not there: /docs; put it back")
        _ = update(&model, .files(.page(page)))
        let lines = view(model).text.split(separator: "\n")
        #expect(lines.contains { $0.contains(" it is not there: /docs ") } && lines.contains { $0.contains("   put it back   ") })
    }

    @Test func `more than ten files are deleted when their number is typed`() {
        var model = FileSamples.model(80, 24, FileSamples.many(20))
        _ = type("           D", on: &model)
        #expect(model.files.marks.count == 11)
        #expect(type("y", on: &model) == [] && type("12\n", on: &model) == [])
        let backspace = press(.backspace, .character("1"), on: &model)
        #expect(backspace == [])
        let effects = press(.enter, on: &model)
        #expect(effects == [.files(.delete(Array(FileSamples.many(20).prefix(11))))])
    }

    @Test func `verifying is told in the row and in the status line`() {
        var model = FileSamples.model(120, 40)
        let first = FileSamples.mixed[0]
        #expect(type("V", on: &model) == [.files(.verify([first]))])
        #expect(view(model).text.contains("checking"))
        #expect(type("V", on: &model) == [])
        _ = update(&model, .files(.checked(first, .intact)))
        #expect(model.toast?.text == "debian-13.1.0-amd64-DVD-1.iso: intact: its digest is right" && model.toast?.isError == false)
        #expect(view(model).text.contains("9f2c…e41b  intact"))
        for (check, word) in [(FileCheck.changed, "changed"), (.missing, "missing"), (.unreadable("no"), "unreadable")] {
            _ = type("V", on: &model)
            _ = update(&model, .files(.checked(first, check)))
            #expect(model.toast?.isError == true)
            #expect(view(model).text.split(separator: "\n").contains { $0.hasPrefix("> ✗ debian") && $0.contains(word) })
        }
    }

    @Test func `several files are verified one after the other and counted`() {
        var model = FileSamples.model(120, 40)
        _ = type("   ", on: &model)
        let chosen = Array(FileSamples.mixed.prefix(3))
        #expect(type("V", on: &model) == [.files(.verify(chosen))])
        _ = update(&model, .files(.checked(chosen[0], .intact)))
        #expect(model.toast?.text == "1 of 3 files read, none of them changed")
        _ = update(&model, .files(.checked(chosen[1], .changed)))
        _ = update(&model, .files(.checked(chosen[2], .sameLength)))
        #expect(model.toast?.text == "3 files read, 1 changed, missing or unreadable" && model.toast?.isError == true)
    }

    @Test func `what was read once does not hide that the file is another one now`() {
        var files = FileSamples.mixed
        var model = FileSamples.model(120, 40, files)
        _ = type("V", on: &model)
        _ = update(&model, .files(.checked(files[0], .intact)))
        files[0].state = .missing
        _ = update(&model, .files(.changed))
        FileSamples.answer(&model, files)
        #expect(view(model).text.split(separator: "\n").contains { $0.hasPrefix("> ✗ debian") && $0.contains("missing") })
    }

    @Test func `marks are of files and may be beyond the screen`() {
        let all = FileSamples.many(1_000)
        var model = FileSamples.model(80, 24, all)
        #expect(type("*", on: &model) == [.files(.collect("", .newestFiles, nil, .add))])
        // What follows would mean the cursor's file instead of all.
        #expect(type("DV", on: &model) == [] && model.overlays.isEmpty && model.toast?.text == "The files are still being marked")
        _ = update(&model, .files(.collected(all, .add)))
        #expect(model.files.marks.count == 1_000 && model.marks.count == 2)
        #expect(type("i", on: &model) == [.files(.collect("", .newestFiles, nil, .invert))])
        _ = update(&model, .files(.collected(all, .invert)))
        #expect(model.files.marks.isEmpty)
        // A range grows and shrinks; what is beyond the window is asked for.
        _ = type("vjj", on: &model)
        #expect(Set(model.files.marks.keys) == Set(all[0...2].map(\.id)))
        _ = type("k", on: &model)
        #expect(Set(model.files.marks.keys) == Set(all[0...1].map(\.id)))
        #expect(type("G", on: &model) == [.files(.collect("", .newestFiles, 0..<1_000, .range))])
        _ = update(&model, .files(.collected(all, .range)))
        #expect(model.files.marks.count == 1_000)
        _ = press(.escape, .escape, on: &model)
        #expect(model.files.marks.isEmpty && model.marks.count == 2)
    }

    @Test func `what fits into the window is marked at once`() {
        var model = FileSamples.model(80, 24)
        #expect(type("*V", on: &model) == [.files(.verify(FileSamples.mixed))])
        #expect(type(" i", on: &model) == [])
        #expect(model.files.marks.values.map(\.id) == [FileSamples.mixed[0].id])
    }

    @Test func `files are opened, and copied a line each`() {
        var model = FileSamples.model(80, 24)
        let first = FileSamples.mixed[0]
        #expect(type("oO", on: &model) == [.open(first.path), .open("/home/x/Documents/Haul")])
        #expect(type("y", on: &model) == [.copy(first.url ?? "", as: first.url ?? "")])
        _ = type("  ", on: &model)
        let paths = FileSamples.mixed.prefix(2).map(\.path).joined(separator: "\n")
        #expect(type("Y", on: &model) == [.copy(paths, as: "2 paths")])
    }

    @Test func `no key of the tab does anything to a task`() {
        let marked = FileSamples.model(80, 24)
        #expect(marked.marks.count == 2)
        for key in (33..<127).map({ Key.character(Character(Unicode.Scalar($0))) }) + (1...9).map(Key.function) + [.delete, .shiftDelete] {
            var model = marked
            for effect in update(&model, .key(key)) {
                switch effect {
                case .pause, .resume, .cancel, .startNow, .remove, .delete, .move, .prioritize, .limit, .edit:
                    Issue.record("\(key) does \(effect)")
                default: break
                }
            }
        }
        var model = marked
        _ = type("d", on: &model)
        #expect(model.toast?.text == "Files are not taken off a list: D deletes them")
    }

    @Test func `marks of tasks beyond the screen say nothing of files`() {
        var model = FileSamples.model(80, 24)
        _ = type("1", on: &model)
        _ = update(&model, .tasks((1...3_000).map { Samples.task($0, "task-\($0)", .paused, mib: 1) }))
        _ = type("*", on: &model)
        #expect(model.marks.count == 3_000)
        #expect(type("5V", on: &model) == [.files(.verify([FileSamples.mixed[0]]))])
        // On their own tab all of them are meant, however few are on the screen.
        guard case .copy(let text, let name)? = type("1y", on: &model).first else {
            Issue.record("nothing was copied")
            return
        }
        #expect(name == "3,000 URLs" && text.split(separator: "\n").count == 3_000)
    }

    @Test func `a finished task of any tab is verified too`() {
        var model = Samples.model(80, 24)
        _ = type("UV", on: &model)
        #expect(model.toast?.text == "Its file is not there yet")
        let effects = type("GV", on: &model)
        guard case .files(.verify(let files)) = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(files.map(\.path) == ["/home/x/Documents/Haul/21.iso"])
        _ = update(&model, .files(.checked(files[0], .changed)))
        #expect(model.toast?.text == "postgresql-19.1.tar.bz2: CHANGED since it was published")
    }

    @Test func `a click chooses a file and the wheel moves three rows`() {
        var model = FileSamples.model(80, 24)
        #expect(update(&model, .click(row: 5, column: 30)) == [])
        #expect(model.files.row == 2)
        #expect(update(&model, .wheel(lines: 3)) == [])
        #expect(model.files.row == 5)
        for row in 0..<24 { #expect(update(&model, .click(row: row, column: 70)).isEmpty || row == 23) }
    }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (60, 15), (40, 15)])
    func `the screens`(width: Int, height: Int) throws {
        for glyphs in GlyphSet.allCases {
            let suffix = "-\(width)x\(height)" + (glyphs.isASCII ? "-ascii" : "")
            for (name, keys) in [
                ("files", ""), ("files-marked", " j V"), ("files-search", "/iso"), ("files-delete", "  D"), ("files-details", "\n"),
            ] {
                var model = FileSamples.model(width, height, glyphs: glyphs)
                _ = type(keys, on: &model)
                FileSamples.answer(&model, FileSamples.mixed)
                let frame = view(model)
                #expect(!glyphs.isASCII || frame.text.utf8.allSatisfy { $0 < 0x80 })
                try GoldenFile.expect(frame, name + suffix)
            }
            try GoldenFile.expect(view(FileSamples.model(width, height, [], glyphs: glyphs)), "files-empty" + suffix)
        }
    }

    @Test func `each file has one line, in which the columns stand below each other`() {
        for width in [24, 40, 50, 60, 72, 80, 100, 120, 150, 190, 200, 300] {
            let lines = view(FileSamples.model(width, 30)).text.split(separator: "\n")
            #expect(lines.count { $0.contains(" KiB") || $0.contains(" GiB") || $0.contains("missing") || $0.contains("MiB") } >= 8)
        }
    }
}
