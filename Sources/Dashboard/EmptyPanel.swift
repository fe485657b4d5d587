import DownloadCore
import Screen

/// What stands in the list's place when it has no rows: what to do next.
func drawEmptyList(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let area = layout.list
    if model.isConnecting {
        drawCentered("Connecting to the agent" + model.glyphs.ellipsis, y: area.y + area.height / 3, model, area, on: &frame)
        return
    }
    guard !model.hasTasks else {
        let text =
            model.filter.isEmpty
            ? "Nothing in \(model.tab.title)."
            : "No task fits \"\(model.safe(model.filter.text))\". Esc clears the filter."
        drawCentered(text, y: area.y + area.height / 3, model, area, on: &frame)
        return
    }
    let hasRoom = layout.width != .narrow
    let keys = [
        (Command.add, "add a URL (or just paste one, or five hundred)"), (.addList, "add from a list file (plain or aria2 format)"),
        (.help, "all keys"), (.settings, "limits, units, signs"),
    ]
    let lines = hasRoom ? 3 : keys.count
    let top = area.y + max(0, (area.height - lines - 4) / 2)
    drawCentered("Nothing to download yet.", y: top, model, area, on: &frame)
    let left = hasRoom ? max(1, (area.width - 50) / 2) : 1
    for (row, entry) in keys.enumerated() {
        // Where there is room, the last two share a line.
        let (x, y) = row < lines ? (left, top + 2 + row) : (left + 24, top + 1 + row)
        guard y < area.endY else { continue }
        frame.put(model.keymap.labels(of: entry.0).first ?? "", x: x, y: y, role: .accent)
        let text = Cut.end(entry.1, to: area.width - x - 5, ellipsis: model.glyphs.ellipsis)
        frame.put(text, x: x + 4, y: y)
    }
    let place = "Files go to \(model.safe(model.documents))"
    let promise = place + (model.hasAgent ? " and go on after you leave with q." : "; what is unfinished goes on at the next start.")
    let y = top + lines + 3
    guard y < area.endY else { return }
    let fits = TextWidth.of(promise) + 3 <= area.width
    frame.put(Cut.end(fits ? promise : place + ".", to: area.width - 3, ellipsis: model.glyphs.ellipsis), x: 2, y: y)
}

private func drawCentered(_ text: String, y: Int, _ model: Model, _ area: Rect, on frame: inout Frame) {
    guard y < area.endY else { return }
    let shown = Cut.end(text, to: area.width - 2, ellipsis: model.glyphs.ellipsis)
    frame.put(shown, x: (area.width - TextWidth.of(shown)) / 2, y: y)
}
