import DownloadCore
import Screen

/// The list of tasks, with the heads of its columns above and a scroll bar at its right.
func drawList(_ model: Model, in layout: Layout, on frame: inout Frame) {
    guard !model.showsFiles else {
        FilesPanel.draw(model, in: layout, on: &frame)
        return
    }
    guard layout.list.height > 0 else { return }
    guard !model.tasks.isEmpty else {
        drawEmptyList(model, in: layout, on: &frame)
        return
    }
    let columns = Columns(layout)
    if let heads = layout.heads { drawHeads(columns, model, y: heads.y, on: &frame) }
    var y = layout.list.y
    for task in model.rowsOnScreen(layout.list.height) {
        guard y < layout.list.endY else { break }
        let row = RowText(task: task, model: model, width: layout.width)
        draw(row, columns, y: y, in: layout, on: &frame)
        y += 1
        if layout.width == .narrow, row.task.id == model.cursor, y < layout.list.endY {
            drawSecondLine(row, y: y, width: layout.list.width, on: &frame)
            y += 1
        }
    }
    // What may be out of date looks like it.
    if model.lostSince != nil { frame.paint(layout.list, .faint) }
    if layout.width != .narrow { drawScrollBar(count: model.shownCount, top: model.top, model, layout.list, on: &frame) }
}

private func drawHeads(_ columns: Columns, _ model: Model, y: Int, on frame: inout Frame) {
    func head(_ text: String, _ column: Sort.Column) -> String {
        // The order by state has no column; the line above names it.
        model.sort.column == column ? text + model.glyphs.direction(model.sort) : text
    }
    // The head of the names begins where the state's sign is.
    frame.put(head("NAME", .name), x: 3, y: y, role: .heading)
    if let bar = columns.bar { frame.put("PROGRESS", x: bar.x, y: y, role: .heading) }
    let right: [(Columns.Span?, String)] = [
        (columns.size, head("SIZE", .size)), (columns.percent, head("%", .progress)), (columns.speed, head("SPEED", .speed)),
        (columns.remaining, head("ETA", .remaining)), (columns.connections, "CN"),
    ]
    if let host = columns.host { frame.put("HOST", x: host.x, y: y, role: .heading) }
    if let session = columns.session { frame.put("SESSION", x: session.x, y: y, role: .heading) }
    for case (let span?, let head) in right { frame.put(head, x: span.end - head.count, y: y, role: .heading) }
}

private func draw(_ row: RowText, _ columns: Columns, y: Int, in layout: Layout, on frame: inout Frame) {
    let model = row.model
    let glyphs = model.glyphs
    let isCursor = row.task.id == model.cursor
    if isCursor { frame.put(glyphs.cursor, x: 0, y: y, role: .accent) }
    if model.marks.contains(row.task.id) { frame.put(glyphs.mark, x: 1, y: y, role: .mark) }
    frame.put(row.glyph, x: 2, y: y, role: row.role)
    let name = Cut.middle(model.safe(row.task.name), to: columns.name.width, ellipsis: glyphs.ellipsis)
    frame.put(name, x: columns.name.x, y: y, limit: columns.name.width)
    put(row.size, columns.size, y: y, glyphs, on: &frame)
    if let bar = columns.bar { drawBar(row.bar(cells: bar.width), x: bar.x, y: y, role: row.role, on: &frame) }
    put(row.percent, columns.percent, y: y, glyphs, on: &frame)
    let isFailure = row.role == .failed
    put(row.status, columns.speed, y: y, glyphs, role: isFailure ? .failed : .text, on: &frame)
    put(row.remaining, columns.remaining, y: y, glyphs, on: &frame)
    for (span, text) in [(columns.host, row.host), (columns.session, row.task.session)] {
        guard let span else { continue }
        let shown = Cut.middle(model.safe(text), to: span.width, ellipsis: glyphs.ellipsis)
        frame.put(shown, x: span.x, y: y, role: .faint, limit: span.width)
    }
    put(row.connections, columns.connections, y: y, glyphs, on: &frame)
    if isCursor {
        drawCursor(columns.bar, y: y, width: layout.list.width - (layout.width == .narrow ? 0 : 1), on: &frame)
    } else if columns.bar == nil {
        frame.reverse(from: columns.name.x, count: row.part(of: columns.name.width), y: y)
    }
}

/// Reverses a row but for what is there of its bar, which reversed would look like what is missing.
private func drawCursor(_ bar: Columns.Span?, y: Int, width: Int, on frame: inout Frame) {
    for x in 0..<width {
        if let bar, x >= bar.x, x < bar.end {
            guard frame[x, y].role == .faint else { continue }
            frame.paint(Rect(x: x, y: y, width: 1, height: 1), .text)
        }
        frame.reverse(from: x, count: 1, y: y)
    }
}

private func put(_ text: String, _ span: Columns.Span?, y: Int, _ glyphs: GlyphSet, role: Role = .text, on frame: inout Frame) {
    guard let span else { return }
    frame.put(text, endingAt: span.end, y: y, role: role, limit: span.width, ellipsis: glyphs.ellipsis)
}

/// The bar of the cursor's task on narrow screens, and what is left.
private func drawSecondLine(_ row: RowText, y: Int, width: Int, on frame: inout Frame) {
    let cells = max(4, width - 16)
    drawBar(row.bar(cells: cells), x: 4, y: y, role: row.role, on: &frame)
    let text: String
    switch row.task.state {
    case .running: text = row.remaining + " left"
    case .waiting: text = row.remaining.isEmpty ? row.size : "in " + row.remaining
    default: text = row.size
    }
    frame.put(text, endingAt: width - 1, y: y, limit: 10, ellipsis: row.model.glyphs.ellipsis)
}

private func drawBar(_ bar: String, x: Int, y: Int, role: Role, on frame: inout Frame) {
    var column = x
    for character in bar {
        let isTrack = character == "·" || character == "." || character == "[" || character == "]"
        column = frame.put(String(character), x: column, y: y, role: isTrack ? .faint : role)
    }
}

/// A thumb on a track, as long as the shown part of the list; nothing when all of it is shown.
func drawScrollBar(count: Int, top: Int, _ model: Model, _ list: Rect, on frame: inout Frame) {
    guard count > list.height, list.height > 0 else { return }
    let length = max(1, list.height * list.height / count)
    let span = count - list.height
    let start = span > 0 ? (list.height - length) * min(top, span) / span : 0
    for row in 0..<list.height {
        let isThumb = row >= start && row < start + length
        let glyph = isThumb ? model.glyphs.scrollThumb : model.glyphs.scrollTrack
        frame.put(glyph, x: list.endX - 1, y: list.y + row, role: .faint)
    }
}
