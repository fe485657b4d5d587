import DownloadCore
import Screen

/// The line above the footer: what was just done, else what is wrong, else the filter.
func drawStatus(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.status.y
    let room = layout.status.width - 2
    if case .filter(let editor) = model.overlays.last {
        drawFilter(editor, model, y: y, room: room, on: &frame)
        return
    }
    guard let (text, role) = status(model, layout.width) else { return }
    frame.put(Cut.end(text, to: room, ellipsis: model.glyphs.ellipsis), x: 1, y: y, role: role)
}

private func status(_ model: Model, _ width: Layout.Width) -> (String, Role)? {
    if let toast = model.toast {
        let glyph = toast.isError ? model.glyphs.failed : model.glyphs.done
        return (glyph + " " + model.safe(toast.text), toast.isError ? .failed : .notice)
    }
    if !model.filter.isEmpty {
        return ("filter: " + model.safe(model.filter.text) + "   " + shown(model) + "   Esc clears", .accent)
    }
    let failed = model.tasks.lazy.filter { $0.state.kind == .failed }
    guard let task = model.cursorTask?.state.kind == .failed ? model.cursorTask : failed.first else { return nil }
    guard case .failed(let failure) = task.state else { return nil }
    let retry = width == .narrow ? "" : " (r retry)"
    let reason = width == .narrow ? StateWords.failure(failure, width) : StateWords.sentence(failure)
    let room = max(8, model.size.width - 6 - TextWidth.of(retry) - min(TextWidth.of(reason), model.size.width / 2))
    let name = Cut.middle(model.safe(task.name), to: room, ellipsis: model.glyphs.ellipsis)
    return (model.glyphs.failed + " " + name + ": " + model.safe(reason) + retry, .failed)
}

private func shown(_ model: Model) -> String {
    "\(Format.count(model.visible.count)) of \(Format.count(model.tasks.count))"
}

private func drawFilter(_ editor: LineEditor, _ model: Model, y: Int, room: Int, on frame: inout Frame) {
    let note = shown(model)
    let hasNote = room >= 30
    let width = max(1, room - 2 - (hasNote ? note.count + 2 : 0))
    frame.put("/", x: 1, y: y, role: .accent)
    drawEditor(editor, model, Rect(x: 2, y: y, width: width, height: 1), on: &frame)
    if hasNote { frame.put(note, x: 1 + room - note.count, y: y) }
}

/// A line being typed, scrolled so that its cursor is seen.
func drawEditor(_ editor: LineEditor, _ model: Model, _ area: Rect, on frame: inout Frame) {
    guard area.width > 1 else { return }
    // Only what can be on the screen is made harmless and measured: a line may be thousands of characters long.
    let before = model.safe(String(editor.characters[..<editor.cursor].suffix(area.width)))
    let after = model.safe(String(editor.characters[editor.cursor...].prefix(area.width)))
    var clusters = TextWidth.clusters(of: before)[...]
    var width = clusters.reduce(0) { $0 + $1.width }
    while width > area.width - 1, let first = clusters.popFirst() { width -= first.width }
    let cursor = frame.put(clusters.map(\.text).joined(), x: area.x, y: area.y, limit: area.width)
    frame.put(after, x: cursor, y: area.y, limit: area.endX - cursor)
    frame.cursor = Position(x: cursor, y: area.y)
}
