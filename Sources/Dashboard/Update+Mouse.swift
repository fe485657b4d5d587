import DownloadCore
import Screen

extension Model {
    /// A click chooses; it never does anything to a task.
    mutating func click(row: Int, column: Int) -> [Effect] {
        guard overlays.isEmpty, let place = listPlace(ofRow: row) else { return [] }
        moveCursor(to: place)
        return []
    }

    /// The wheel moves the cursor, and what is open over the list as its own keys do.
    mutating func turnWheel(_ lines: Int) -> [Effect] {
        guard !overlays.isEmpty else {
            moveCursor(by: lines)
            return []
        }
        // What an overlay scrolls by is its own affair.
        let key: Key = lines > 0 ? .down : .up
        return (0..<min(abs(lines), 100)).flatMap { _ in handle(key) }
    }

    /// Switches the mouse on or off.
    mutating func toggleMouse() -> [Effect] {
        usesMouse.toggle()
        say(usesMouse ? "Mouse on: Shift and the mouse select text" : "Mouse off: select text freely")
        return [.useMouse(usesMouse)]
    }

    /// The place among the visible tasks of the one on a row of the screen; nil when there is none.
    private func listPlace(ofRow row: Int) -> Int? {
        guard let layout, row >= layout.list.y, row < layout.list.endY else { return nil }
        var place = top + row - layout.list.y
        // On narrow screens the cursor's task has two rows.
        if layout.width == .narrow, let cursorRow, place > cursorRow { place -= 1 }
        return place < shownCount ? place : nil
    }
}
