import DownloadCore
import Screen

/// The details of the published file under the cursor: a label and a text each, the most needed first.
struct FileDetails {
    let file: PublishedFile
    let model: Model

    init?(_ model: Model) {
        guard let file = model.files.cursor else { return nil }
        self.file = file
        self.model = model
    }

    /// The task that fetched it, while it is on the list.
    private var task: TaskSnapshot? {
        model.tasks.first { task in
            if case .finished(let finished) = task.state { finished.path == file.path } else { false }
        }
    }

    var lines: [DetailsText.Line] {
        let task = task
        var lines = [DetailsText.Line(label: "URL", text: model.safe(task?.url ?? file.url ?? "unknown"))]
        if let final = task?.finalURL ?? file.url, final != task?.url ?? file.url {
            lines.append(DetailsText.Line(label: "From", text: model.safe(final)))
        }
        lines.append(
            DetailsText.Line(label: "File", text: model.safe(model.shortened(file.path)) + (file.state == .missing ? " (gone)" : ""))
        )
        lines.append(DetailsText.Line(label: "Name", text: model.safe(file.originalName)))
        let bytes = file.bytes < 1_000 ? "" : " (\(Format.count(Int(clamping: file.bytes))) bytes)"
        lines.append(DetailsText.Line(label: "Size", text: Format.size(file.bytes) + bytes))
        lines.append(DetailsText.Line(label: "Time", text: "published " + time))
        lines.append(check)
        lines.append(
            DetailsText.Line(label: "Digest", text: file.digest.map { "\($0.hex) \($0.algorithm.rawValue)" } ?? "none was asked for")
        )
        if let task {
            lines.append(DetailsText.Line(label: "Task", text: "#\(task.id) \(model.glyphs.separator) session " + model.safe(task.session)))
        }
        return lines
    }

    private var time: String { TimeOfDay.text(file.time, ahead: model.secondsAhead, now: model.clock) }

    private var check: DetailsText.Line {
        let key = model.keymap.labels(of: .verify).first ?? ":verify"
        let role = FilesPanel.sign(of: file, model).role
        if let verdict = model.files.verdict(file) {
            return DetailsText.Line(label: "Check", text: model.safe(verdict.sentence), role: role)
        }
        if file.state == .touched {
            return DetailsText.Line(label: "Check", text: "written to after it was published (\(key) reads it again)", role: role)
        }
        return DetailsText.Line(label: "Check", text: "not read since it was published (\(key) does)")
    }

    /// All in one line, for small panes.
    var summary: String {
        let sign = FilesPanel.sign(of: file, model)
        var parts = [Format.size(file.bytes), time]
        if !sign.word.isEmpty { parts.insert(sign.word, at: 0) }
        if let digest = file.digest { parts.append(FilesPanel.digest(digest, model.glyphs)) }
        return parts.joined(separator: " \(model.glyphs.separator) ")
    }
}

/// The pane with all that is known of the published file under the cursor.
enum FileDetailsPanel {
    static func draw(_ model: Model, in layout: Layout, on frame: inout Frame) {
        guard let area = layout.details else { return }
        guard let details = FileDetails(model) else {
            drawPaneTitle("Details", model, area, on: &frame)
            return
        }
        let isFull = model.panes.arrangement == .details
        let title = layout.width == .wide || isFull ? "Details \(model.glyphs.separator) " : ""
        let name = Cut.middle(
            model.safe(details.file.originalName),
            to: max(4, area.width - 4 - title.count),
            ellipsis: model.glyphs.ellipsis
        )
        drawPaneTitle(title + name, model, area, on: &frame)
        let body = Rect(x: 1, y: area.y + 1, width: area.width - 2, height: area.height - 1)
        if !isFull, layout.width != .wide || area.height < 6 {
            let path = model.safe(model.shortened(details.file.path))
            let lines = [details.summary, path, model.safe(details.file.url ?? "")]
            for (row, line) in lines.prefix(body.height).enumerated() {
                frame.put(Cut.middle(line, to: body.width, ellipsis: model.glyphs.ellipsis), x: body.x, y: body.y + row)
            }
            return
        }
        let lines = details.lines
        let first = isFull ? min(max(0, model.panes.top), max(0, lines.count - body.height)) : 0
        for (row, line) in lines[first...].prefix(body.height).enumerated() {
            frame.put(line.label, x: body.x, y: body.y + row, role: .heading)
            let shown = Cut.end(line.text, to: body.width - 7, ellipsis: model.glyphs.ellipsis)
            frame.put(shown, x: body.x + 7, y: body.y + row, role: line.role, limit: body.width - 7)
        }
    }
}
