import DownloadCore
import Screen

/// The dialog before files are deleted; Cancel has the focus.
enum DeletePanel {
    private static let rows = 5

    static func draw(_ prompt: DeletePrompt, _ model: Model, on frame: inout Frame) {
        let chosen = model.tasks(prompt.ids)
        let shown = chosen.count > rows ? rows - 1 : chosen.count
        let title =
            (chosen.count == 1 ? "Delete 1 task AND its file" : "Delete \(Format.count(chosen.count)) tasks AND their files")
            + model.hiddenNote(chosen)
        let lines = shown + (chosen.count > shown ? 1 : 0)
        let inner = drawDialog(title, width: 78, height: lines + 6, model, on: &frame)
        let isNarrow = inner.width < 60
        var y = inner.y
        for task in chosen.prefix(shown) where y < inner.endY {
            let fact = isNarrow ? Format.size(task.done) : "\(Format.size(task.done)) on disk, \(task.state.kind.rawValue)"
            let room = inner.width - 4 - TextWidth.of(fact)
            let name = Cut.middle(model.safe(task.name), to: max(4, min(room, inner.width / 2)), ellipsis: model.glyphs.ellipsis)
            frame.put(name, x: inner.x + 2, y: y, limit: inner.width - 2)
            if room > 4 { frame.put(fact, x: inner.x + (isNarrow ? inner.width - TextWidth.of(fact) : inner.width / 2 + 4), y: y) }
            y += 1
        }
        func line(_ text: String, role: Role = .text) {
            guard y < inner.endY else { return }
            frame.put(Cut.end(text, to: inner.width, ellipsis: model.glyphs.ellipsis), x: inner.x, y: y, role: role, limit: inner.width)
            y += 1
        }
        if chosen.count > shown { line("  and \(Format.count(chosen.count - shown)) more") }
        line("")
        let bytes = chosen.reduce(Int64(0)) { $0.saturatingAdd(max(0, $1.done)) }
        let place = model.safe(model.documents)
        let warning = isNarrow ? "deleted for good." : "will be deleted from \(place). No undo for this."
        line("  \(Format.size(bytes)) \(warning)", role: .failed)
        line("")
        guard y < inner.endY else { return }
        drawButtons(prompt, model, inner, y: y, on: &frame)
    }

    private static func drawButtons(_ prompt: DeletePrompt, _ model: Model, _ inner: Rect, y: Int, on frame: inout Frame) {
        let isNarrow = inner.width < 60
        var x = frame.put("[ Cancel ]", x: inner.x + (isNarrow ? 0 : 2), y: y, role: .accent, isReversed: prompt.editor.text.isEmpty)
        x += isNarrow ? 1 : 3
        if prompt.wantsNumber {
            let label = isNarrow ? "type \(prompt.ids.count): " : "type \(prompt.ids.count) and Enter to delete: "
            x = frame.put(label, x: x, y: y, limit: inner.endX - x)
            drawEditor(prompt.editor, model, Rect(x: x, y: y, width: min(8, inner.endX - x), height: 1), on: &frame)
            x += 8
        } else {
            x = frame.put("y", x: x, y: y, role: .failed, limit: inner.endX - x)
            x = frame.put(isNarrow ? " delete" : "  delete files", x: x, y: y, limit: inner.endX - x)
        }
        x += isNarrow ? 1 : 4
        let other = isNarrow ? " remove" : prompt.wantsNumber ? "  only remove" : "  only remove from the list (undo)"
        guard x + 1 + other.count <= inner.endX else { return }
        x = frame.put("d", x: x, y: y, role: .accent)
        frame.put(other, x: x, y: y, limit: inner.endX - x)
    }
}
