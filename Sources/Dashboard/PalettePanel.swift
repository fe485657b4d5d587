import Screen

/// The command palette: a line, and above it what fits.
enum PalettePanel {
    static func draw(_ palette: Palette, _ model: Model, on frame: inout Frame) {
        let matches = palette.matches
        let rows = max(1, min(10, model.size.height - 7, max(1, matches.count)))
        let inner = drawDialog("Command", width: 78, height: rows + 4, model, on: &frame)
        frame.put(":", x: inner.x, y: inner.y, role: .accent)
        drawEditor(palette.editor, model, Rect(x: inner.x + 1, y: inner.y, width: inner.width - 1, height: 1), on: &frame)
        let list = Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: max(1, inner.height - 2))
        let first = max(0, min(palette.row - list.height / 2, matches.count - list.height))
        for (row, command) in matches.dropFirst(first).prefix(list.height).enumerated() {
            drawLine(command, palette, model, Rect(x: list.x, y: list.y + row, width: list.width, height: 1), on: &frame)
        }
        if matches.isEmpty { frame.put("There is no such command.", x: list.x, y: list.y, role: .failed, limit: list.width) }
        HelpPanel.drawReason(of: palette.chosen, model, y: inner.endY - 1, inner, on: &frame)
    }

    private static func drawLine(_ command: Command, _ palette: Palette, _ model: Model, _ area: Rect, on frame: inout Frame) {
        let isDisabled = command.disabledReason(in: model) != nil
        let nameWidth = min(18, area.width)
        frame.put(command.name, x: area.x + 1, y: area.y, role: isDisabled ? .faint : .text, limit: nameWidth)
        let key = model.keymap.labels(of: command).first ?? ""
        let keyWidth = area.width >= 50 ? 6 : 0
        frame.put(key, x: area.x + nameWidth + 2, y: area.y, role: .accent, limit: keyWidth)
        let x = area.x + nameWidth + 2 + keyWidth
        let room = max(0, area.endX - x)
        frame.put(Cut.end(command.help, to: room, ellipsis: model.glyphs.ellipsis), x: x, y: area.y, role: .faint, limit: room)
        if command == palette.chosen { frame.reverse(from: area.x, count: area.width, y: area.y) }
    }
}
