import Screen

/// The dialog with all keys, made from the table of commands.
enum HelpPanel {
    enum Line: Sendable, Hashable {
        case group(String)
        case command(keys: [String], help: String)
    }

    static func lines(_ keymap: Keymap) -> [Line] {
        Command.Group.allCases.flatMap { group -> [Line] in
            let commands = Command.allCases.filter { $0.group == group && !keymap.labels(of: $0).isEmpty }
            let rows = commands.map { Line.command(keys: keymap.labels(of: $0), help: $0.help) }
            return rows.isEmpty ? [] : [.group(group.rawValue)] + rows
        }
    }

    /// The lines of the list that fit on a screen.
    static func visibleLines(_ size: Size) -> Int {
        max(1, size.height - 4)
    }

    static func draw(_ model: Model, top: Int, on frame: inout Frame) {
        let lines = lines(model.keymap)
        let rows = min(visibleLines(model.size), lines.count)
        let first = min(max(0, top), max(0, lines.count - rows))
        let more = lines.count > rows ? " \(model.glyphs.separator) \(first + 1)-\(first + rows) of \(lines.count)" : ""
        let inner = drawDialog("Keys" + more, width: 78, height: rows + 2, model, on: &frame)
        let keyWidth = inner.width >= 50 ? 14 : 8
        for (row, line) in lines[first...].prefix(inner.height).enumerated() {
            let y = inner.y + row
            switch line {
            case .group(let name):
                frame.put(name, x: inner.x, y: y, role: .heading, limit: inner.width)
            case .command(let keys, let help):
                var shown = keys
                while shown.count > 1, TextWidth.of(shown.joined(separator: " ")) > keyWidth { shown.removeLast() }
                frame.put(shown.joined(separator: " "), x: inner.x + 1, y: y, role: .accent, limit: min(keyWidth, inner.width - 1))
                let room = inner.width - keyWidth - 3
                frame.put(Cut.end(help, to: room, ellipsis: model.glyphs.ellipsis), x: inner.x + keyWidth + 3, y: y, limit: room)
            }
        }
    }
}
