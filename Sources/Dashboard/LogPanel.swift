import DownloadCore
import Screen

/// The log while it lies over the list: scrolled up by so many lines, narrowed by a text.
public struct LogView: Sendable, Hashable {
    public internal(set) var up = 0
    public internal(set) var onlyErrors = false
    public internal(set) var editor = LineEditor()
    public internal(set) var isTyping = false
}

enum LogPanel {
    /// The newest lines, below the list on large screens.
    static func drawStrip(_ model: Model, in layout: Layout, on frame: inout Frame) {
        guard let area = layout.log else { return }
        let key = model.keymap.labels(of: .log).last.map { " \(model.glyphs.separator) \($0)" } ?? ""
        drawPaneTitle("Log" + key, model, area, on: &frame)
        if let graph = layout.graph, graph.x > 0, graph.endY == area.y {
            frame.put(model.glyphs.isASCII ? "+" : "┴", x: graph.x, y: area.y, role: .faint)
        }
        for (row, entry) in model.log.suffix(area.height - 1).reversed().enumerated() {
            draw(entry, model, y: area.y + 1 + row, x: 1, width: area.width - 2, on: &frame)
        }
    }

    static func rows(_ size: Size) -> Int { max(1, size.height - 5) }

    static func entries(_ view: LogView, _ model: Model) -> [LogEntry] {
        let word = view.editor.text.lowercased()
        return model.log.filter { entry in
            (!view.onlyErrors || entry.isError)
                && (word.isEmpty || entry.name.lowercased().contains(word) || entry.text.lowercased().contains(word))
        }
    }

    static func draw(_ view: LogView, _ model: Model, on frame: inout Frame) {
        let entries = entries(view, model)
        let rows = rows(model.size)
        let dot = " \(model.glyphs.separator) "
        let title = "Log" + (view.onlyErrors ? dot + "errors" : "") + dot + "\(Format.count(entries.count)) lines"
        let inner = drawDialog(title, width: model.size.width - 2, height: rows + 3, model, on: &frame)
        let end = max(0, entries.count - min(view.up, max(0, entries.count - rows)))
        if entries.isEmpty { frame.put("Nothing happened yet.", x: inner.x, y: inner.y, limit: inner.width) }
        for (row, entry) in entries[max(0, end - rows)..<end].enumerated() {
            draw(entry, model, y: inner.y + row, x: inner.x, width: inner.width, on: &frame)
        }
        guard view.isTyping || !view.editor.text.isEmpty, inner.height > rows else { return }
        frame.put("/", x: inner.x, y: inner.endY - 1, role: .accent)
        let area = Rect(x: inner.x + 1, y: inner.endY - 1, width: inner.width - 1, height: 1)
        if view.isTyping {
            drawEditor(view.editor, model, area, on: &frame)
        } else {
            frame.put(model.safe(view.editor.text), x: area.x, y: area.y, limit: area.width)
        }
    }

    private static func draw(_ entry: LogEntry, _ model: Model, y: Int, x: Int, width: Int, on frame: inout Frame) {
        let end = x + width
        var column = frame.put(TimeOfDay.clock(entry.time, ahead: model.secondsAhead), x: x, y: y, role: .faint, limit: width) + 2
        let (glyph, role) = sign(entry.kind, model.glyphs)
        column = frame.put(glyph, x: column, y: y, role: role, limit: end - column) + 1
        let nameWidth = width >= 70 ? 22 : max(8, (width - 12) / 2)
        frame.put(Cut.middle(model.safe(entry.name), to: nameWidth, ellipsis: model.glyphs.ellipsis), x: column, y: y, limit: end - column)
        column += nameWidth + (width >= 70 ? 2 : 1)
        let text = Cut.end(model.safe(entry.text), to: max(0, end - column), ellipsis: model.glyphs.ellipsis)
        frame.put(text, x: column, y: y, limit: max(0, end - column))
    }

    private static func sign(_ kind: TaskState.Kind, _ glyphs: GlyphSet) -> (String, Role) {
        switch kind {
        case .queued: (glyphs.queued, .queued)
        case .connecting, .running: (glyphs.running, .active)
        case .waiting: (glyphs.retrying, .waiting)
        case .paused: (glyphs.paused, .paused)
        case .verifying, .publishing: (glyphs.checking, .active)
        case .finished: (glyphs.done, .done)
        case .failed: (glyphs.failed, .failed)
        case .cancelled: (glyphs.cancelled, .failed)
        }
    }
}
