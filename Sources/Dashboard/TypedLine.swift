import DownloadCore
import Screen

/// A line that is typed in the status line, with what there is to say of it at its right.
struct TypedLine {
    let label: String
    let editor: LineEditor

    /// Said while there is nothing else to say.
    let note: String
    let noteRole: Role

    /// Cells without which the note is left out.
    let least: Int

    init?(_ overlay: Overlay, _ model: Model, room: Int) {
        switch overlay {
        case .filter(let line):
            let count = Dashboard.shown(model)
            let hint = Prompt.expressionHint + "   "
            let hasHint = line.text.isEmpty && room >= hint.count + count.count + 10
            // What ends with its sign is about to be completed.
            let problem = model.filter.problem.flatMap { word in
                "<>:".contains(word.last ?? ":") ? nil : "no expression: " + model.safe(word)
            }
            let shown = problem.map { Cut.end($0, to: room / 2, ellipsis: model.glyphs.ellipsis) } ?? ((hasHint ? hint : "") + count)
            (label, editor, note, least) = ("/", line, shown, 30)
            noteRole = problem != nil ? .failed : hasHint ? .faint : .text
        case .fileSearch(let line): (label, editor, note, noteRole, least) = ("/", line, Dashboard.shown(model), .text, 30)
        case .search(let line): (label, editor, note, noteRole, least) = ("search: ", line, "", .faint, 0)
        case .prompt(let prompt):
            (label, editor, note, noteRole) = (prompt.label, prompt.editor, prompt.hint, .faint)
            least = prompt.label.count + prompt.hint.count + 24
        default: return nil
        }
    }

    func draw(_ model: Model, y: Int, room: Int, on frame: inout Frame) {
        let x = frame.put(label, x: 1, y: y, role: .accent, limit: max(4, room - 6))
        let width = max(2, room + 1 - x)
        let shown = answer(model, width) ?? (room >= least ? (note, noteRole) : ("", .faint))
        let noteWidth = TextWidth.of(shown.0)
        let editorWidth = max(2, width - (noteWidth > 0 ? noteWidth + 2 : 0))
        drawEditor(editor, model, Rect(x: x, y: y, width: editorWidth, height: 1), on: &frame)
        let cursor = frame.cursor
        if noteWidth > 0 { frame.put(shown.0, x: 1 + room - noteWidth, y: y, role: shown.1) }
        frame.cursor = cursor
    }

    /// What came of the key before, with as much of what was typed as it leaves room for.
    private func answer(_ model: Model, _ width: Int) -> (String, Role)? {
        guard let toast = model.toast else { return nil }
        let typed = min(TextWidth.of(model.safe(String(editor.text.prefix(width)))) + 1, max(8, width / 3))
        let room = width - typed - 2
        guard room >= 8 else { return nil }
        let text = (toast.isError ? model.glyphs.failed : model.glyphs.done) + " " + model.safe(toast.text)
        return (Cut.end(text, to: room, ellipsis: model.glyphs.ellipsis), toast.isError ? .failed : .notice)
    }
}
