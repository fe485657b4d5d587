import Dashboard
import DownloadCore
import Screen
import Testing

struct ClickTests {
    /// The column at which a text begins on a row of the screen.
    private func column(of text: String, row: Int, _ model: Model) -> Int? {
        let cells = (0..<model.size.width).map { view(model)[$0, row].text }
        let letters = text.map(String.init)
        return cells.indices.first { cells[$0...].starts(with: letters) }
    }

    @Test(arguments: [(120, 40), (80, 24)])
    func `a click on the head of a column sorts by it, a second one turns the order around`(width: Int, height: Int) throws {
        var model = Samples.model(width, height)
        for (head, sorting) in [
            ("NAME", Sort.Column.name), ("SIZE", .size), ("SPEED", .speed), ("ETA", .remaining), ("PROGRESS", .progress),
        ] {
            let x = try #require(column(of: head, row: 2, model))
            #expect(update(&model, .click(row: 2, column: x)) == [])
            #expect(model.sort.column == sorting)
            let before = model.sort.isDescending
            let again = try #require(column(of: head, row: 2, model))
            _ = update(&model, .click(row: 2, column: again))
            #expect(model.sort == Sort(sorting, isDescending: !before))
        }
    }

    @Test func `the heads of the files sort them`() throws {
        var model = FileSamples.model(120, 40)
        for (head, sort) in [("NAME", Sort(.name)), ("SIZE", .natural(.size)), ("WHEN", .newestFiles), ("WHEN", Sort(.ended))] {
            let x = try #require(column(of: head, row: 2, model))
            #expect(update(&model, .click(row: 2, column: x)) == [])
            #expect(model.files.sort == sort)
            FileSamples.answer(&model, FileSamples.mixed)
        }
        let from = try #require(column(of: "FROM", row: 2, model))
        #expect(update(&model, .click(row: 2, column: from)) == [] && model.files.sort == Sort(.ended) && model.overlays.isEmpty)
    }

    @Test(arguments: [(120, 40), (80, 24), (40, 15)]) func `a click on a tab shows it`(width: Int, height: Int) throws {
        var model = Samples.model(width, height)
        let (text, tab) = width == 40 ? ("Que 12", Tab.queued) : ("4 Paused", .paused)
        let x = try #require(column(of: text, row: 1, model))
        #expect(update(&model, .click(row: 1, column: x + 2)) == [])
        #expect(model.tab == tab)
    }

    @Test func `narrow screens have a sign for the tabs beside it`() throws {
        var model = Samples.model(40, 15)
        let x = try #require(column(of: "<>", row: 1, model))
        _ = update(&model, .click(row: 1, column: x + 1))
        #expect(model.tab == .active)
        _ = update(&model, .click(row: 1, column: x))
        #expect(model.tab == .all)
    }

    @Test func `the sign for further tabs stands alone, whatever the numbers are`() {
        for count in [0, 9, 10, 99, 999, 9_999, 99_999] {
            for key in "123456" {
                var model = Samples.model(40, 15)
                let numbers: [Tab: Int] = [.all: count, .active: 0, .queued: 0, .paused: 7, .done: count, .failed: 0]
                _ = update(&model, .totals(Totals(counts: Counts(numbers))))
                _ = update(&model, .key(.character(key)))
                let line = view(model).text.split(separator: "\n")[1]
                if line.contains("<>") { #expect(line.contains(" <>"), "\(line)") }
            }
        }
    }

    @Test func `a click on the footer runs what is named there`() throws {
        var model = Samples.model(120, 40)
        let last = 39
        #expect(
            update(&model, .click(row: last, column: try #require(column(of: "pause", row: last, model)))) == [
                .pause([TaskID(rawValue: 1), TaskID(rawValue: 2)])
            ]
        )
        _ = update(&model, .click(row: last, column: try #require(column(of: "add", row: last, model))))
        #expect(model.overlays.count == 1)
        _ = update(&model, .click(row: last, column: try #require(column(of: "cancel", row: last, model))))
        #expect(model.overlays.isEmpty)
        #expect(update(&model, .click(row: last, column: try #require(column(of: "leave", row: last, model)))) == [.quit])
    }

    @Test(arguments: [false, true]) func `no click anywhere takes anything away`(isOnFiles: Bool) {
        let fresh = isOnFiles ? FileSamples.model(120, 40) : Samples.model(120, 40)
        for overlay in [nil, Key.character("D"), .character("Q"), .function(2), .character("?")] {
            for row in [0, 1, 2, 3, 10, 20, 38, 39] {
                // Every cell where there is something to run, some of the others.
                for column in stride(from: 0, to: 120, by: row == 39 ? 1 : 7) {
                    var model = fresh
                    if let overlay { _ = update(&model, .key(overlay)) }
                    for effect in update(&model, .click(row: row, column: column)) {
                        switch effect {
                        case .cancel, .remove, .delete, .stopAgent, .files(.delete): Issue.record("\(row), \(column): \(effect)")
                        default: break
                        }
                    }
                    #expect(model.undos.isEmpty)
                }
            }
        }
    }

    @Test func `a click on cancel says which key does it`() throws {
        var model = Samples.model(120, 40)
        for (word, key) in [("cancel", "c"), ("remove", "d")] {
            let x = try #require(column(of: word, row: 39, model))
            #expect(update(&model, .click(row: 39, column: x)) == [])
            #expect(model.toast?.text == "A click does not \(word): press \(key)")
        }
    }

    @Test(arguments: [(120, 40), (80, 24), (40, 15), (24, 6)])
    func `the footer of function keys`(width: Int, height: Int) throws {
        var model = Samples.model(width, height)
        _ = update(&model, .configured(.standard, .unicode, usesMouse: true, usesFunctionKeys: true))
        try GoldenFile.expect(view(model), "function-keys-\(width)x\(height)")
        #expect(column(of: "F1", row: height - 1, model) == 1)
        // The setting switches back.
        _ = [Key.function(2), .up, .enter, .escape].map { update(&model, .key($0)) }
        #expect(column(of: "?", row: height - 1, model) == 1)
    }
}
