import Screen

/// The dialog in which addresses are added.
enum AddPanel {
    /// Addresses of a list that are shown at once.
    static let rows = 5

    static func draw(_ prompt: AddPrompt, _ model: Model, on frame: inout Frame) {
        let hasList = !prompt.pasted.isEmpty || prompt.urls.count > 1
        let title = hasList ? "Add \(model.glyphs.separator) " + counted(prompt.urls.count, "URL") : "Add"
        let inner = drawDialog(title, width: 78, height: hasList ? rows + 8 : 6, model, on: &frame)
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
        let label = "  URL  "
        frame.put(label, x: inner.x, y: y, limit: inner.width)
        let area = Rect(x: inner.x + label.count, y: y, width: max(2, inner.width - label.count - 1), height: 1)
        drawEditor(prompt.editor, model, area, on: &frame)
        y += 1
        line("")
        line(prompt.urls.isEmpty && !hasList ? hint(prompt) : "  Enter adds " + counted(prompt.urls.count, "download") + "   Esc cancels")
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
