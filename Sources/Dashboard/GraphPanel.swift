import DownloadCore
import Screen

/// The graph of speeds, of everything or of the cursor's task.
enum GraphPanel {
    static func draw(_ model: Model, in layout: Layout, on frame: inout Frame) {
        guard let area = layout.graph, area.width >= 20 else { return }
        let hasTitle = area.height > 2
        let isBeside = area.x > 0
        let body = Rect(
            x: area.x + (isBeside ? 1 : 0),
            y: area.y + (hasTitle ? 1 : 0),
            width: area.width - (isBeside ? 1 : 0),
            height: area.height - (hasTitle ? 1 : 0)
        )
        if hasTitle {
            let dot = " \(model.glyphs.separator) "
            let unit = "b: " + model.units.next.label
            let title = ["Speed", subject(model), model.panes.span.label, unit].joined(separator: dot)
            drawPaneTitle(title, model, Rect(x: body.x, y: area.y, width: body.width, height: 1), on: &frame)
        }
        if isBeside {
            let joint = model.glyphs.isASCII ? "+" : "┬"
            frame.put(joint, x: area.x, y: area.y, role: .faint)
            for y in (area.y + 1)..<area.endY { frame.put(model.glyphs.box.vertical, x: area.x, y: y, role: .faint) }
        }
        drawCurve(model, body, hasTimes: body.height >= 5, on: &frame)
    }

    private static func subject(_ model: Model) -> String {
        guard model.panes.graph == .task else { return "all tasks" }
        guard let task = model.cursorTask else { return "no task" }
        return Cut.middle(model.safe(task.name), to: 20, ellipsis: model.glyphs.ellipsis)
    }

    private static func drawCurve(_ model: Model, _ body: Rect, hasTimes: Bool, on frame: inout Frame) {
        let isUnicode = !model.glyphs.isASCII
        let left = body.x + 7
        let cells = body.width - 8
        let height = body.height - (hasTimes ? 2 : 0)
        guard cells > 4, height > 0 else { return }
        let history = model.panes.graph == .task ? model.cursor.flatMap { model.taskHistory[$0] } : model.history
        let points = BrailleGraph.points(cells: cells, glyphs: model.glyphs)
        let values = history?.points(points, seconds: model.panes.span.seconds) ?? []
        let axis = Format.axis(upTo: values.max() ?? 0, model.units)
        let rows = BrailleGraph.rows(values, top: axis.top, cells: cells, height: height, glyphs: model.glyphs)
        // Labels at the ends and, where there is room, at the quarters.
        let quarters = height >= 7 ? [0.75, 0.5, 0.25] : height >= 5 ? [0.5] : []
        var labels = [0: axis.label(1), height - 1: "0"]
        for share in quarters { labels[Int((Double(height - 1) * (1 - share)).rounded())] = axis.label(share) }
        for (row, text) in rows.enumerated() {
            let y = body.y + row
            if let label = labels[row] { frame.put(label, endingAt: body.x + 5, y: y, role: .faint, limit: 5, ellipsis: "") }
            frame.put(labels[row] == nil ? model.glyphs.box.vertical : isUnicode ? "┤" : "+", x: body.x + 6, y: y, role: .faint)
            frame.put(text, x: left, y: y, role: .active)
        }
        guard hasTimes else { return }
        let y = body.y + height
        frame.put(
            model.glyphs.box.lowerLeft + String(repeating: model.glyphs.box.horizontal, count: cells),
            x: body.x + 6,
            y: y,
            role: .faint
        )
        let marks = model.panes.span.marks
        frame.put(marks.start, x: left, y: y + 1, role: .faint)
        frame.put(marks.middle, x: left + cells / 2 - marks.middle.count / 2, y: y + 1, role: .faint)
        frame.put("now", endingAt: left + cells, y: y + 1, role: .faint, limit: 3, ellipsis: "")
    }
}
