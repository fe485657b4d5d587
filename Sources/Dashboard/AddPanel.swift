import Screen

/// The dialog in which addresses are added.
enum AddPanel {
    /// Addresses of a list that are shown at once.
    static func rows(_ size: Size) -> Int { size.height >= 20 ? 5 : 1 }

    static func draw(_ prompt: AddPrompt, _ model: Model, on frame: inout Frame) {
        let rows = rows(model.size)
        let hasList = !prompt.pasted.isEmpty || prompt.urls.count > 1
        let title = hasList ? "Add \(model.glyphs.separator) " + counted(prompt.urls.count, "URL") : "Add"
        let inner = drawDialog(title, width: 78, height: hasList ? rows + 10 : 9, model, on: &frame)
        var y = inner.y
        func line(_ text: String, role: Role = .text) {
            guard y < inner.endY else { return }
            let shown = Cut.end(text, to: inner.width, ellipsis: model.glyphs.ellipsis)
            frame.put(shown, x: inner.x, y: y, role: role, limit: inner.width)
            y += 1
        }
        if hasList {
            line("  " + summary(prompt))
            line("")
            for index in prompt.top..<min(prompt.urls.count, prompt.top + rows) {
                let url = model.safe(AddPrompt.withoutUser(prompt.urls[index][...]))
                let shown = Cut.middle(url, to: inner.width - 9, ellipsis: model.glyphs.ellipsis)
                line("  " + Cut.padLeft(Format.count(index + 1), to: 3) + "  " + shown)
            }
            let below = prompt.urls.count - prompt.top - rows
            line(below > 0 ? "       \(Format.count(below)) more (PgDn)" : "")
        } else {
            line("")
        }
        guard y < inner.endY else { return }
        for field in AddPrompt.Field.allCases where y < inner.endY {
            draw(field, prompt, model, inner, y: y, on: &frame)
            y += 1
        }
        line("")
        line(
            prompt.urls.isEmpty && !hasList
                ? hint(prompt) : "  Enter adds " + counted(prompt.urls.count, "download") + "   Tab next field   Esc cancels"
        )
    }

    private static func draw(_ field: AddPrompt.Field, _ prompt: AddPrompt, _ model: Model, _ inner: Rect, y: Int, on frame: inout Frame) {
        let labels: [AddPrompt.Field: String] = [.url: "URL", .folder: "Save in", .paused: "Start", .limit: "Limit"]
        let isFocused = prompt.focus == field
        frame.put(
            (isFocused ? model.glyphs.cursor : " ") + " " + (labels[field] ?? ""),
            x: inner.x,
            y: y,
            role: isFocused ? .accent : .text
        )
        let area = Rect(x: inner.x + 11, y: y, width: max(2, inner.width - 12), height: 1)
        let before = frame.cursor
        switch field {
        case .url: drawEditor(prompt.editor, model, area, on: &frame)
        case .folder: drawOptional(prompt.folder, model.documents, isFocused, model, area, on: &frame)
        case .limit: drawOptional(prompt.limit, "off", isFocused, model, area, on: &frame)
        case .paused: frame.put(prompt.isPaused ? "[ ] now  [x] paused" : "[x] now  [ ] paused", x: area.x, y: y, limit: area.width)
        }
        if !isFocused { frame.cursor = before }
    }

    /// A line, or what is meant when nothing is typed.
    private static func drawOptional(
        _ editor: LineEditor,
        _ standard: String,
        _ isFocused: Bool,
        _ model: Model,
        _ area: Rect,
        on frame: inout Frame
    ) {
        drawEditor(editor, model, area, on: &frame)
        guard editor.text.isEmpty else { return }
        let shown = Cut.end(model.safe(standard), to: area.width, ellipsis: model.glyphs.ellipsis)
        frame.put(shown, x: area.x, y: area.y, role: .faint, limit: area.width)
    }

    private static func hint(_ prompt: AddPrompt) -> String {
        if prompt.duplicates > 0 { return "  already in the list" }
        return prompt.editor.text.isEmpty ? "  type or paste one or many addresses   Esc cancels" : "  not an address yet   Esc cancels"
    }

    private static func summary(_ prompt: AddPrompt) -> String {
        var parts = ["\(Format.count(prompt.urls.count)) new"]
        if prompt.duplicates > 0 { parts.append("\(Format.count(prompt.duplicates)) already in the list (skipped)") }
        if let first = prompt.invalidLines.first {
            let count = prompt.invalidLines.count
            parts.append("\(Format.count(count)) not a URL (line \(first)" + (count > 1 ? " and others)" : ")"))
        }
        return parts.joined(separator: "    ")
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(Format.count(number)) \(noun)s"
    }
}
