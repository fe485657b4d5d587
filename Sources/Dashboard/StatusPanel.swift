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
    if case .fileSearch(let editor) = model.overlays.last {
        drawFilter(editor, model, y: y, room: room, on: &frame)
        return
    }
    if case .search(let editor) = model.overlays.last {
        frame.put("search: ", x: 1, y: y, role: .accent, limit: room)
        drawEditor(editor, model, Rect(x: 9, y: y, width: max(2, room - 8), height: 1), on: &frame)
        return
    }
    if case .prompt(let prompt) = model.overlays.last {
        drawPrompt(prompt, model, y: y, room: room, on: &frame)
        return
    }
    // Why the first agent could not be started is worth more than that it was not.
    if let since = model.lostSince, !model.isConnecting || model.toast == nil {
        let age = Format.duration(max(.zero, model.clock.since(since)))
        let key = model.keymap.labels(of: .refresh).first ?? ":refresh"
        let words =
            switch layout.width {
            case _ where model.isConnecting: "No agent answers (\(key) tries again now)"
            case .narrow: "no agent, \(age) old (\(key))"
            default: "The agent does not answer: the list is \(age) old (\(key) tries again now)"
            }
        frame.put(Cut.end(model.glyphs.failed + " " + words, to: room, ellipsis: model.glyphs.ellipsis), x: 1, y: y, role: .failed)
        return
    }
    if model.toast == nil, let removal = model.undoableRemoval {
        drawCountdown(removal, model, layout, on: &frame)
        return
    }
    guard let (text, role) = status(model, layout.width) else { return }
    frame.put(Cut.end(text, to: room, ellipsis: model.glyphs.ellipsis), x: 1, y: y, role: role)
}

/// What was removed, and for how long that can be undone.
private func drawCountdown(_ removal: Removal, _ model: Model, _ layout: Layout, on frame: inout Frame) {
    let y = layout.status.y
    let seconds = max(0, removal.until.since(model.clock).components.seconds)
    let key = model.keymap.labels(of: .undo).first ?? ":undo"
    let hint = layout.width == .narrow ? "\(key) undo \(seconds)s" : "\(key) undo (\(seconds) s left)"
    let room = layout.status.width - 2
    let text = model.glyphs.done + " " + model.safe(removal.text)
    frame.put(Cut.end(text, to: max(4, room - hint.count - 1), ellipsis: model.glyphs.ellipsis), x: 1, y: y, role: .notice)
    if hint.count + 5 < room { frame.put(hint, x: 1 + room - hint.count, y: y, role: .accent) }
}

private func drawPrompt(_ prompt: Prompt, _ model: Model, y: Int, room: Int, on frame: inout Frame) {
    let hasHint = room >= prompt.label.count + prompt.hint.count + 24
    let x = frame.put(prompt.label, x: 1, y: y, role: .accent, limit: max(4, room - 6))
    let width = max(2, room + 1 - x - (hasHint ? prompt.hint.count + 2 : 0))
    drawEditor(prompt.editor, model, Rect(x: x, y: y, width: width, height: 1), on: &frame)
    if hasHint { frame.put(prompt.hint, x: 1 + room - prompt.hint.count, y: y, role: .faint) }
}

private func status(_ model: Model, _ width: Layout.Width) -> (String, Role)? {
    if let toast = model.toast {
        let glyph = toast.isError ? model.glyphs.failed : model.glyphs.done
        return (glyph + " " + model.safe(toast.text), toast.isError ? .failed : .notice)
    }
    if model.isFrozen { return ("frozen: the list stands still (f goes on)", .accent) }
    if model.showsFiles {
        guard !model.files.text.isEmpty else { return nil }
        return ("search: " + model.safe(model.files.text) + "   " + shown(model) + "   Esc clears", .accent)
    }
    if !model.filter.isEmpty {
        return ("filter: " + model.safe(model.filter.text) + "   " + shown(model) + "   Esc clears", .accent)
    }
    guard let task = model.cursorTask?.state.kind == .failed ? model.cursorTask : model.window?.failed else { return nil }
    guard case .failed(let failure) = task.state else { return nil }
    let retry = width == .narrow ? "" : " (r retry)"
    let reason = width == .narrow ? StateWords.failure(failure, width) : StateWords.sentence(failure)
    let room = max(8, model.size.width - 6 - TextWidth.of(retry) - min(TextWidth.of(reason), model.size.width / 2))
    let name = Cut.middle(model.safe(task.name), to: room, ellipsis: model.glyphs.ellipsis)
    return (model.glyphs.failed + " " + name + ": " + model.safe(reason) + retry, .failed)
}

private func shown(_ model: Model) -> String {
    model.showsFiles
        ? "\(Format.count(model.files.matching)) of \(Format.count(model.files.total ?? 0))"
        : "\(Format.count(model.shownCount)) of \(Format.count(model.count { _ in true }))"
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
