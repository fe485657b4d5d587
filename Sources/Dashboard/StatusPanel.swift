import DownloadCore
import Screen

/// The line above the footer: what was just done, else what is wrong, else the filter.
func drawStatus(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.status.y
    let room = layout.status.width - 2
    if let overlay = model.overlays.last, let line = TypedLine(overlay, model, room: room) {
        line.draw(model, y: y, room: room, on: &frame)
        return
    }
    // Why the first agent could not be started is worth more than that it was not.
    if let since = model.lostSince, !model.isConnecting || model.toast == nil {
        let age = Format.duration(max(.zero, model.clock.since(since)))
        let key = model.keymap.labels(of: .refresh).first ?? ":refresh"
        let words =
            switch layout.width {
            case _ where model.isConnecting: "No agent answers (\(key) tries again now)"
            case .narrow: model.isAgentStopped ? "agent stopped (\(key))" : "no agent, \(age) old (\(key))"
            case _ where model.isAgentStopped: "The agent was stopped: the list is \(age) old (\(key) starts it again)"
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
        let problem = model.filter.problem.map { "\"" + model.safe($0) + "\" is no expression" }
        let text = "filter: " + model.safe(model.filter.text) + "   " + (problem ?? shown(model)) + "   Esc clears"
        return (text, problem == nil ? .accent : .failed)
    }
    guard let task = model.failureInView, case .failed(let failure) = task.state else { return nil }
    // The key would be for the task under the cursor.
    let retry = width == .narrow || task.id != model.cursor ? "" : " (r retry)"
    let reason = width == .narrow ? StateWords.failure(failure, width) : StateWords.sentence(failure)
    let room = max(8, model.size.width - 6 - TextWidth.of(retry) - min(TextWidth.of(reason), model.size.width / 2))
    let name = Cut.middle(model.safe(task.name), to: room, ellipsis: model.glyphs.ellipsis)
    return (model.glyphs.failed + " " + name + ": " + model.safe(reason) + retry, .failed)
}

/// How many rows tab and filter let through, of how many.
func shown(_ model: Model) -> String {
    model.showsFiles
        ? "\(Format.count(model.files.matching)) of \(Format.count(model.files.total ?? 0))"
        : "\(Format.count(model.shownCount)) of \(Format.count(model.count { _ in true }))"
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

extension Model {
    /// The failure that the status line names: the one under the cursor, else the last one, unless it was dismissed.
    var failureInView: TaskSnapshot? {
        let task = cursorTask?.state.kind == .failed ? cursorTask : window?.failed
        guard let task, task.state.kind == .failed else { return nil }
        guard let dismissed else { return task }
        return task.ended.map { $0 > dismissed } ?? false ? task : nil
    }
}
