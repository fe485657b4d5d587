import Screen

/// The dialog with all keys, made from the table of commands.
enum HelpPanel {
    enum Line: Sendable, Hashable {
        case group(String)
        case command(Command)
        /// More keys of the command above, which found no room beside the others.
        case keys(String)
    }

    /// The lines of the help in a list of a width.
    static func lines(_ help: Help, _ keymap: Keymap, width: Int) -> [Line] {
        let commands = help.commands(keymap)
        return Command.Group.allCases.flatMap { group -> [Line] in
            let rows = commands.filter { $0.group == group }.flatMap { command in
                [.command(command)] + keys(of: command, keymap, width).dropFirst().map(Line.keys)
            }
            return rows.isEmpty ? [] : [.group(group.rawValue)] + rows
        }
    }

    private static func keyWidth(_ width: Int) -> Int { width >= 50 ? 14 : 8 }

    /// All keys of a command, in lines that fit their column.
    private static func keys(of command: Command, _ keymap: Keymap, _ width: Int) -> [String] {
        keymap.labels(of: command).reduce(into: []) { lines, label in
            let joined = lines.last.map { $0 + " " + label }
            if let joined, TextWidth.of(joined) <= keyWidth(width) { lines[lines.count - 1] = joined } else { lines.append(label) }
        }
    }

    /// The lines of the list that fit on a screen.
    static func visibleLines(_ size: Size) -> Int {
        max(1, size.height - 6)
    }

    static func draw(_ help: Help, _ model: Model, on frame: inout Frame) {
        let commands = help.commands(model.keymap)
        let rows = visibleLines(model.size)
        let dot = " \(model.glyphs.separator) "
        let title = "Keys" + (help.editor.text.isEmpty ? dot + "type to search" : dot + "\(commands.count) of \(Command.allCases.count)")
        let inner = drawDialog(title, width: 78, height: rows + 4, model, on: &frame)
        let search = Rect(x: inner.x + 2, y: inner.y, width: max(2, inner.width - 2), height: 1)
        frame.put("/", x: inner.x, y: inner.y, role: .accent)
        drawEditor(help.editor, model, search, on: &frame)
        let list = Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: max(1, inner.height - 2))
        let chosen = commands.indices.contains(help.row) ? commands[help.row] : nil
        let lines = lines(help, model.keymap, width: list.width)
        let place = lines.firstIndex { chosen.map(Line.command) == $0 } ?? 0
        // The chosen line stays in the middle where it can.
        let first = min(max(0, place - list.height / 2), max(0, lines.count - list.height))
        for (row, line) in lines[first...].prefix(list.height).enumerated() {
            switch line {
            case .group(let name): frame.put(name, x: list.x, y: list.y + row, role: .heading, limit: list.width)
            case .command(let command):
                let area = Rect(x: list.x, y: list.y + row, width: list.width, height: 1)
                drawCommand(command, isChosen: command == chosen, model, area, on: &frame)
            case .keys(let keys):
                frame.put(keys, x: list.x + 1, y: list.y + row, role: .accent, limit: min(keyWidth(list.width), max(0, list.width - 1)))
            }
        }
        if lines.isEmpty { frame.put("No key or command fits.", x: list.x, y: list.y, limit: list.width) }
        drawReason(of: chosen, model, y: inner.endY - 1, inner, on: &frame)
    }

    /// A line with the keys of a command and what it does; faint when it cannot be used now.
    static func drawCommand(_ command: Command, isChosen: Bool, _ model: Model, _ area: Rect, on frame: inout Frame) {
        let keyWidth = keyWidth(area.width)
        let isDisabled = command.disabledReason(in: model) != nil
        let keys = keys(of: command, model.keymap, area.width).first ?? ""
        frame.put(keys, x: area.x + 1, y: area.y, role: isDisabled ? .faint : .accent, limit: min(keyWidth, max(0, area.width - 1)))
        let room = max(0, area.width - keyWidth - 3)
        let text = Cut.end(command.help, to: room, ellipsis: model.glyphs.ellipsis)
        frame.put(text, x: area.x + keyWidth + 3, y: area.y, role: isDisabled ? .faint : .text, limit: room)
        if isChosen { frame.reverse(from: area.x, count: area.width, y: area.y) }
    }

    /// Why the chosen command cannot be used now, else its name in the palette.
    static func drawReason(of command: Command?, _ model: Model, y: Int, _ inner: Rect, on frame: inout Frame) {
        guard let command else { return }
        let reason = command.disabledReason(in: model)
        let text = reason.map { "not now: " + $0 } ?? ":\(command.name)" + (command.argument.map { " \($0)" } ?? "")
        let shown = Cut.end(model.safe(text), to: inner.width, ellipsis: model.glyphs.ellipsis)
        frame.put(shown, x: inner.x, y: y, role: reason == nil ? .faint : .waiting, limit: inner.width)
    }
}
