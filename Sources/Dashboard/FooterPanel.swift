import Screen

/// The last line: the most likely keys, taken from the table of commands.
func drawFooter(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.footer.y
    let width = layout.footer.width
    var items = hints(model)
    let isNarrow = layout.width == .narrow
    let gap = isNarrow ? 1 : 2
    if isNarrow, model.overlays.isEmpty {
        for index in items.indices {
            // The last one needs no word; what acts on the task comes before what a paste does too.
            if items[index].command == .quit { items[index].label = "" }
            if items[index].command == .add { items[index].rank = 6 } else if items[index].rank >= 6 { items[index].rank += 1 }
        }
    }
    while items.count > 1, items.reduce(-gap, { $0 + $1.width + gap }) > width - 2 {
        guard let last = items.indices.max(by: { items[$0].rank < items[$1].rank }) else { break }
        items.remove(at: last)
    }
    var x = 1
    for item in items {
        x = frame.put(item.key, x: x, y: y, role: .accent)
        if !item.label.isEmpty { x = frame.put(" " + item.label, x: x, y: y) }
        x += gap
    }
}

private struct Hint {
    var key: String
    var label: String

    /// What is left out first has the highest rank.
    var rank: Int
    var command: Command?

    var width: Int { TextWidth.of(key) + (label.isEmpty ? 0 : 1 + TextWidth.of(label)) }
}

private func hints(_ model: Model) -> [Hint] {
    switch model.overlays.last {
    case .add: return [Hint(key: "Enter", label: "add", rank: 0), Hint(key: "Esc", label: "cancel", rank: 1)]
    case .filter: return [Hint(key: "Enter", label: "keep", rank: 0), Hint(key: "Esc", label: "clear", rank: 1)]
    case .prompt: return [Hint(key: "Enter", label: "set", rank: 0), Hint(key: "Esc", label: "cancel", rank: 1)]
    case .settings: return [Hint(key: "Enter", label: "change", rank: 0), Hint(key: "Esc", label: "close", rank: 1)]
    case .edit: return [Hint(key: "Enter", label: "save", rank: 0), Hint(key: "Esc", label: "cancel", rank: 1)]
    case .stopAgent: return [Hint(key: "Esc", label: "cancel", rank: 0)]
    case .sort: return [Hint(key: "Enter", label: "sort", rank: 0), Hint(key: "Esc", label: "cancel", rank: 1)]
    case .search: return [Hint(key: "Enter", label: "there", rank: 0), Hint(key: "Esc", label: "stop", rank: 1)]
    case .log:
        let keys = [("Esc", "close"), ("j k", "scroll"), ("/", "filter"), ("e", "errors")]
        return keys.enumerated().map { Hint(key: $0.element.0, label: $0.element.1, rank: $0.offset) }
    case .delete: return [Hint(key: "Esc", label: "cancel", rank: 0)]
    case .help: return [Hint(key: "Esc", label: "close", rank: 0), Hint(key: "Enter", label: "run", rank: 1)]
    case .palette:
        return [
            Hint(key: "Enter", label: "run", rank: 0), Hint(key: "Esc", label: "cancel", rank: 1),
            Hint(key: "Tab", label: "complete", rank: 2),
        ]
    case nil: break
    }
    let commands: [(Command, Int)] = [
        (.help, 0), (.add, 2), (.mark, 9), (.pause, 3), (.resume, 4), (.cancel, 5), (.remove, 6), (.filter, 7), (.sort, 11), (.limit, 12),
        (.undo, 10), (.palette, 8),
        (.quit, 1),
    ]
    return commands.compactMap { command, rank in
        if command == .undo, model.undos.isEmpty { return nil }
        guard let key = model.keymap.labels(of: command).first else { return nil }
        let number = command == .mark && !model.marks.isEmpty ? "(\(Format.count(model.marks.count)))" : ""
        return Hint(key: key, label: command.label + number, rank: rank, command: command)
    }
}
