import DownloadCore
import Screen

/// The pane with all that is known of the cursor's task.
enum DetailsPanel {
    static func draw(_ model: Model, in layout: Layout, on frame: inout Frame) {
        guard !model.showsFiles else {
            FileDetailsPanel.draw(model, in: layout, on: &frame)
            return
        }
        guard let area = layout.details else { return }
        guard let text = DetailsText(model) else {
            drawPaneTitle("Details", model, area, on: &frame)
            return
        }
        let name = model.safe(text.task.name)
        let isFull = model.panes.arrangement == .details
        let title = layout.width == .wide || isFull ? "Details \(model.glyphs.separator) " : ""
        // The list with its marks is not seen here, but keys act on them all the same.
        let marks = isFull && !model.marks.isEmpty ? " \(model.glyphs.separator) keys act on \(Format.count(model.marks.count)) marked" : ""
        let room = area.width - 4 - title.count - marks.count
        let shown = title + Cut.middle(name, to: max(4, room), ellipsis: model.glyphs.ellipsis) + marks
        drawPaneTitle(shown, model, area, on: &frame)
        let body = Rect(x: 1, y: area.y + 1, width: area.width - 2, height: area.height - 1)
        if !isFull, layout.width != .wide || area.height < 6 {
            drawCompact(text, model, body, on: &frame)
        } else {
            drawLines(text, model, body, isFull: isFull, on: &frame)
        }
    }

    private static func drawCompact(_ text: DetailsText, _ model: Model, _ body: Rect, on frame: inout Frame) {
        let lines = [text.summary, model.safe(text.task.url)]
        for (row, line) in lines.prefix(body.height).enumerated() {
            frame.put(Cut.end(line, to: body.width, ellipsis: model.glyphs.ellipsis), x: body.x, y: body.y + row)
        }
        guard body.height > 2 else { return }
        drawPieces(text, model, Rect(x: body.x, y: body.y + 2, width: body.width, height: 1), on: &frame)
    }

    private static func drawLines(_ text: DetailsText, _ model: Model, _ body: Rect, isFull: Bool, on frame: inout Frame) {
        let lines = text.lines.flatMap { wrapped($0, width: body.width - 7) }
        let below = body.height >= 6 ? 2 : 0
        let room = max(1, body.height - below - (isFull ? 1 : 0))
        let first = isFull ? min(max(0, model.panes.top), max(0, lines.count - room)) : 0
        var y = body.y
        for line in lines[first...].prefix(room) {
            frame.put(line.label, x: body.x, y: y, role: .heading)
            let shown = Cut.end(line.text, to: body.width - 7, ellipsis: model.glyphs.ellipsis)
            frame.put(shown, x: body.x + 7, y: y, role: line.role, limit: body.width - 7)
            y += 1
        }
        guard below > 0 else { return }
        let row = isFull ? min(y + 1, body.endY - 2) : body.endY - 2
        frame.put("Pieces", x: body.x, y: row, role: .heading)
        drawPieces(text, model, Rect(x: body.x + 7, y: row, width: body.width - 7, height: 1), on: &frame)
        let signs = PieceMap.signs(model.glyphs)
        let legend = zip(signs, ["done", "active", "partial", "missing"]).map { "\($0) \($1)" }.joined(separator: "  ")
        frame.put(legend, x: body.x + 7, y: row + 1, role: .faint, limit: body.width - 7)
    }

    /// Why a task does not move is shown in full, in a few lines; all else is cut.
    private static func wrapped(_ line: DetailsText.Line, width: Int) -> [DetailsText.Line] {
        guard line.isReason, TextWidth.of(line.text) > width else { return [line] }
        var rows: [String] = []
        for word in line.text.split(separator: " ") {
            if let last = rows.last, TextWidth.of(last) + 1 + TextWidth.of(String(word)) <= width || rows.count == mostRows {
                rows[rows.count - 1] = last + " " + word
            } else {
                rows.append(String(word))
            }
        }
        return rows.enumerated().map { row, text in
            DetailsText.Line(label: row == 0 ? line.label : "", text: text, role: line.role)
        }
    }

    private static let mostRows = 3

    private static func drawPieces(_ text: DetailsText, _ model: Model, _ area: Rect, on frame: inout Frame) {
        let map = PieceMap.text(text.details?.task ?? text.task, cells: max(0, area.width), glyphs: model.glyphs)
        frame.put(map, x: area.x, y: area.y, role: RowText(task: text.task, model: model, width: .wide).role, limit: area.width)
    }
}

/// A line across a pane with its title.
func drawPaneTitle(_ title: String, _ model: Model, _ area: Rect, on frame: inout Frame) {
    let line = String(repeating: model.glyphs.box.horizontal, count: max(0, area.width))
    frame.put(line, x: area.x, y: area.y, role: .faint)
    let shown = Cut.end(title, to: max(0, area.width - 4), ellipsis: model.glyphs.ellipsis)
    frame.put(" " + shown + " ", x: area.x + 1, y: area.y, role: .title, limit: area.width - 2)
}
