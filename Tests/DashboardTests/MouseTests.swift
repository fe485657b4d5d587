import Dashboard
import DownloadCore
import Screen
import Testing

struct MouseTests {
    @Test(arguments: [(80, 24), (120, 40)]) func `a click moves the cursor to its row and does nothing else`(width: Int, height: Int) {
        var model = Samples.model(width, height)
        let shown = model.visibleTasks.map(\.id)
        let rows = model.layout?.list.height ?? 0
        #expect(rows >= 5)
        for (row, id) in shown.prefix(rows).enumerated() {
            #expect(update(&model, .click(row: row + 3, column: 20)) == [])
            #expect(model.cursor == id)
        }
        let before = model
        for row in [-1, 0, 1, 2, height - 2, height - 1, height, 1_000_000] { #expect(update(&model, .click(row: row, column: -7)) == []) }
        #expect(model.cursor == before.cursor && model.tasks == before.tasks && model.marks == before.marks)
    }

    @Test func `on narrow screens both rows of the cursor's task are its own`() {
        var model = Samples.model(40, 15)
        let shown = model.visibleTasks.map(\.id)
        for row in [2, 3] {
            _ = update(&model, .click(row: row, column: 5))
            #expect(model.cursor == shown[0])
        }
        _ = update(&model, .click(row: 4, column: 5))
        #expect(model.cursor == shown[1])
    }

    @Test func `the wheel moves three rows and stops at the ends`() {
        var model = Samples.model(80, 24)
        let shown = model.visibleTasks.map(\.id)
        #expect(Message(Input.mouse(.wheel(lines: 3, row: 0, column: 0))) == .wheel(lines: 3))
        _ = update(&model, .wheel(lines: 3))
        #expect(model.cursor == shown[3])
        _ = update(&model, .wheel(lines: -30))
        #expect(model.cursor == shown[0])
    }

    @Test func `nothing behind a dialog can be clicked`() {
        var model = Samples.model(80, 24)
        _ = update(&model, .key(.character("?")))
        let before = model.cursor
        #expect(update(&model, .click(row: 8, column: 20)) == [])
        #expect(model.cursor == before)
        _ = update(&model, .wheel(lines: 3))
        #expect(model.cursor == before)
    }

    @Test func `an empty list can be clicked`() {
        var model = Samples.empty(80, 24)
        for row in 0..<24 { #expect(update(&model, .click(row: row, column: 1)) == []) }
        #expect(update(&model, .wheel(lines: 3)) == [])
    }

    @Test func `m gives the mouse to the terminal and takes it back`() {
        var model = Samples.model(80, 24)
        #expect(update(&model, .key(.character("m"))) == [.useMouse(false)])
        #expect(view(model).text.contains("mouse off: select text freely"))
        #expect(update(&model, .key(.character("m"))) == [.useMouse(true)])
    }
}
