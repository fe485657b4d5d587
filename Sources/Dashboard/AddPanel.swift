import DownloadCore
import Screen

/// The dialog in which addresses are added.
enum AddPanel {
    /// Addresses of a list that are shown at once.
    static func rows(_ size: Size) -> Int { size.height >= 30 ? 8 : size.height >= 20 ? 3 : 1 }

    /// Lines of the list that are shown while it is edited as text.
    static func textRows(_ size: Size) -> Int { max(1, min(20, size.height - 8)) }

    static func draw(_ prompt: AddPrompt, _ model: Model, on frame: inout Frame) {
        if let text = prompt.text {
            drawText(text, model, on: &frame)
            return
        }
        let isNarrow = model.size.width < 76
        let fields = isNarrow ? prompt.fields.count : prompt.hasList ? 2 : 3
        let rows = prompt.hasList ? rows(model.size) : 1
        let blanks = model.size.height < 18 ? 0 : prompt.hasList ? 3 : 2
        let lines = (prompt.hasList ? rows + 2 : 1) + fields + blanks + 1
        let count = counted(prompt.urls.count, "URL")
        let title = "Add" + (prompt.hasList ? " \(model.glyphs.separator) \(count) pasted" : "")
        let inner = drawDialog(title, width: 78, height: lines + 2, model, on: &frame)
        var y = inner.y
        func line(_ text: String, isBlank: Bool = false) {
            guard y < inner.endY, !isBlank || blanks > 0 else { return }
            frame.put(Cut.end(text, to: inner.width, ellipsis: model.glyphs.ellipsis), x: inner.x, y: y, limit: inner.width)
            y += 1
        }
        if prompt.hasList {
            line("  " + summary(prompt, room: inner.width - 2))
            line("", isBlank: true)
            for index in prompt.top..<(prompt.top + rows) {
                if index < prompt.urls.count, y < inner.endY { drawAddress(index, prompt, model, inner, y: y, on: &frame) }
                y += 1
            }
            if y < inner.endY { drawSizes(prompt, below: prompt.urls.count - prompt.top - rows, model, inner, y: y, on: &frame) }
            y += 1
            line("", isBlank: true)
        } else {
            line("", isBlank: true)
        }
        let form = AddFields(prompt: prompt, model: model, inner: inner)
        y = isNarrow ? form.drawLines(y: y, on: &frame) : form.draw(y: y, on: &frame)
        if !prompt.hasList {
            if y < inner.endY, !prompt.urls.isEmpty { drawSizes(prompt, below: 0, model, inner, y: y, on: &frame) }
            y += 1
        }
        line("", isBlank: true)
        if let problem = model.problem, y < inner.endY {
            let shown = Cut.end("  " + problem, to: inner.width, ellipsis: model.glyphs.ellipsis)
            frame.put(shown, x: inner.x, y: y, role: .failed, limit: inner.width)
        } else {
            line(hint(prompt, isNarrow: isNarrow))
        }
    }

    private static func drawAddress(_ index: Int, _ prompt: AddPrompt, _ model: Model, _ inner: Rect, y: Int, on frame: inout Frame) {
        let sizes = inner.width >= 60 ? 15 : inner.width >= 30 ? 10 : 0
        let number = Cut.padLeft(Format.count(index + 1), to: 3) + "  "
        let x = frame.put(number, x: inner.x, y: y, limit: inner.width)
        let url = model.safe(AddPrompt.withoutUser(prompt.urls[index][...]))
        let room = inner.endX - sizes - 1 - x
        frame.put(Cut.middle(url, to: room, ellipsis: model.glyphs.ellipsis), x: x, y: y, limit: room)
        frame.put(length(prompt.lengths[prompt.urls[index]], index, model), x: inner.endX - sizes, y: y, limit: sizes)
    }

    /// The size, a sign while the server has not answered, or that nobody knows.
    private static func length(_ length: AddPrompt.Length?, _ index: Int, _ model: Model) -> String {
        switch length {
        case .known(let bytes): Format.size(bytes)
        case .unknown: "?"
        // So many are never asked for.
        case nil: index < AddPrompt.mostLengths ? model.glyphs.queued : "?"
        }
    }

    private static func drawSizes(_ prompt: AddPrompt, below: Int, _ model: Model, _ inner: Rect, y: Int, on frame: inout Frame) {
        var x = inner.x
        if below > 0 { x = frame.put("     \(Format.count(below)) more (PgDn)", x: x, y: y, limit: inner.width) }
        let known = prompt.known
        let free = model.totals.freeSpace.map { Format.size($0) + " free" }
        let number = prompt.urls.count == 1 ? "" : known.count == 1 ? "1 size known: " : "\(Format.count(known.count)) sizes known: "
        let size = known.count > 0 ? number + Format.size(known.bytes) : nil
        guard let text = [size, free].compactMap(\.self).nonEmpty?.joined(separator: ", ") else { return }
        if !prompt.hasList {
            frame.put(
                Cut.end(text, to: max(0, inner.width - 12), ellipsis: model.glyphs.ellipsis),
                x: inner.x + min(12, inner.width),
                y: y,
                role: .faint
            )
            return
        }
        let end = inner.width >= 60 ? inner.endX - 5 : inner.endX
        let short = inner.width >= 60 ? text : size ?? ""
        let isTight = end - TextWidth.of(short) <= x
        let role = free != nil && known.bytes > model.totals.freeSpace ?? .max ? Role.failed : .text
        frame.put(isTight ? Format.size(known.bytes) : short, endingAt: end, y: y, role: role, limit: max(0, end - x - 1), ellipsis: "")
    }

    private static func hint(_ prompt: AddPrompt, isNarrow: Bool) -> String {
        if prompt.hasList {
            let rest = isNarrow ? "  ^e edit  Esc cancel" : "   ^e edit as text   Esc cancel"
            return (prompt.urls.isEmpty ? "" : "  Enter add") + rest
        }
        if prompt.urls.count > 1 { return "  Enter adds \(counted(prompt.urls.count, "download"))   Tab next field   Esc cancel" }
        if !prompt.urls.isEmpty { return "  Enter add   Tab next field   Esc cancel" }
        if prompt.duplicates > 0 { return "  already in the list" }
        return prompt.editor.text.isEmpty ? "  type or paste one or many addresses   Esc cancel" : "  not an address yet   Esc cancel"
    }

    private static func summary(_ prompt: AddPrompt, room: Int, isShort: Bool = false) -> String {
        var parts = ["\(Format.count(prompt.urls.count)) new"]
        if prompt.duplicates > 0 {
            parts.append("\(Format.count(prompt.duplicates)) twice or already in the list" + (isShort ? "" : " (skipped)"))
        }
        if let first = prompt.invalidLines.first {
            let count = prompt.invalidLines.count
            parts.append(
                "\(Format.count(count)) not a URL (line \(first)" + (prompt.invalidLines.contains { $0 != first } ? " and others)" : ")")
            )
        }
        let text = parts.joined(separator: "    ")
        return isShort || text.count <= room ? text : summary(prompt, room: room, isShort: true)
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(Format.count(number)) \(noun)s"
    }

    // MARK: - As text

    private static func drawText(_ text: TextArea, _ model: Model, on frame: inout Frame) {
        let rows = textRows(model.size)
        let title = "Add \(model.glyphs.separator) an address a line"
        let inner = drawDialog(title, width: 78, height: rows + 4, model, on: &frame)
        for line in 0..<min(rows, text.count - text.top) where inner.y + line < inner.endY {
            let (index, y) = (text.top + line, inner.y + line)
            let x = frame.put(Cut.padLeft(Format.count(index + 1), to: 3) + "  ", x: inner.x, y: y, role: .faint, limit: inner.width)
            let area = Rect(x: x, y: y, width: inner.endX - x, height: 1)
            if index == text.row {
                drawEditor(text.editor, model, area, on: &frame)
            } else {
                let shown = Cut.end(model.safe(String(text.line(index).prefix(200))), to: area.width, ellipsis: model.glyphs.ellipsis)
                frame.put(shown, x: x, y: y, limit: area.width)
            }
        }
        guard rows + 1 < inner.height else { return }
        frame.put("  Esc back to the list", x: inner.x, y: inner.y + rows + 1, limit: inner.width)
    }
}

/// The fields of the dialog: where to, when, how fast and in which order.
private struct AddFields {
    let prompt: AddPrompt
    let model: Model
    let inner: Rect

    /// A line for the address and one for the folder; the rest beside each other.
    func draw(y first: Int, on frame: inout Frame) -> Int {
        var y = first
        if !prompt.hasList {
            drawField(.url, "URL", label: 2, value: 12, width: inner.width - 13, y: y, on: &frame)
            y += 1
        }
        let note = "(Tab completes)"
        drawField(.folder, "Save in", label: 2, value: 12, width: inner.width - 14 - note.count - 4, y: y, on: &frame)
        if y < inner.endY { frame.put(note, endingAt: inner.endX - 4, y: y, limit: note.count, ellipsis: "") }
        y += 1
        drawField(.paused, "Start", label: 2, value: 12, width: 24, y: y, on: &frame)
        drawField(.limit, "Limit", label: 39, value: 46, width: 10, y: y, on: &frame)
        drawField(.order, "Order", label: 57, value: 64, width: 9, y: y, on: &frame)
        return y + 1
    }

    /// A line for each.
    func drawLines(y first: Int, on frame: inout Frame) -> Int {
        let labels: [AddPrompt.Field: String] = [.url: "URL", .folder: "Save in", .paused: "Start", .limit: "Limit", .order: "Order"]
        for (line, field) in prompt.fields.enumerated() {
            drawField(field, labels[field] ?? "", label: 2, value: 11, width: inner.width - 11, y: first + line, on: &frame)
        }
        return first + prompt.fields.count
    }

    private func drawField(_ field: AddPrompt.Field, _ label: String, label x: Int, value: Int, width: Int, y: Int, on frame: inout Frame) {
        guard y < inner.endY, width > 1 else { return }
        let isFocused = prompt.focus == field
        frame.put(label, x: inner.x + x, y: y, role: isFocused ? .accent : .text)
        let area = Rect(x: inner.x + value, y: y, width: width, height: 1)
        // A line being typed has the terminal's cursor; a switch needs a sign.
        let before = frame.cursor
        switch field {
        case .url: drawEditor(prompt.editor, model, area, on: &frame)
        case .folder: drawOptional(prompt.folder, model.documents, area, on: &frame)
        case .limit: drawOptional(prompt.limit, "off", area, on: &frame)
        case .paused: frame.put(prompt.isPaused ? "[ ] now   [x] paused" : "[x] now   [ ] paused", x: area.x, y: y, limit: width)
        case .order: frame.put(prompt.order.label, x: area.x, y: y, limit: width)
        }
        if !isFocused { frame.cursor = before }
        if isFocused, field == .paused || field == .order { frame.put(model.glyphs.cursor, x: inner.x + x - 2, y: y, role: .accent) }
    }

    /// A line, or what is meant when nothing is typed.
    private func drawOptional(_ editor: LineEditor, _ standard: String, _ area: Rect, on frame: inout Frame) {
        drawEditor(editor, model, area, on: &frame)
        guard editor.text.isEmpty else { return }
        let shown = Cut.end(model.safe(standard), to: area.width, ellipsis: model.glyphs.ellipsis)
        frame.put(shown, x: area.x, y: area.y, role: .faint, limit: area.width)
    }
}

extension Array {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
