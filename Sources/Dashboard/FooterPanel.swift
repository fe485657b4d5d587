import Screen

/// The last line: the most likely keys, taken from the table of commands.
func drawFooter(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.footer.y
    for item in FooterItem.items(model, in: layout) {
        let x = frame.put(item.key, x: item.x, y: y, role: .accent)
        if !item.label.isEmpty { frame.put(" " + item.label, x: x, y: y) }
    }
}

/// A key in the footer with what it does: drawn there, and run by a click.
struct FooterItem: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        case command(Command)
        case key(Key)
        case nothing
    }

    var key: String
    var label: String

    /// What is left out first has the highest rank.
    var rank: Int
    var action: Action
    var x = 0

    var width: Int { TextWidth.of(key) + (label.isEmpty ? 0 : 1 + TextWidth.of(label)) }

    init(_ key: Key, _ label: String, _ rank: Int) {
        (self.key, self.label, self.rank, action) = (key.label, label, rank, .key(key))
    }

    init(key: String, label: String, rank: Int, action: Action) {
        (self.key, self.label, self.rank, self.action) = (key, label, rank, action)
    }

    /// Those that there is room for, each at its place.
    static func items(_ model: Model, in layout: Layout) -> [FooterItem] {
        var items = model.overlays.last.map(ofOverlay) ?? (model.usesFunctionKeys ? functionKeys(model) : letters(model))
        let isNarrow = layout.width == .narrow
        let gap = isNarrow ? 1 : 2
        if isNarrow, model.overlays.isEmpty {
            for index in items.indices {
                // The last one needs no word; what acts on the task comes before what a paste does too.
                if items[index].action == .command(.quit) { items[index].label = "" }
                if items[index].action == .command(.add) { items[index].rank = 6 } else if items[index].rank >= 6 { items[index].rank += 1 }
            }
        }
        while items.count > 1, items.reduce(-gap, { $0 + $1.width + gap }) > layout.footer.width - 2 {
            guard let last = items.indices.max(by: { items[$0].rank < items[$1].rank }) else { break }
            items.remove(at: last)
        }
        var x = 1
        for index in items.indices {
            items[index].x = x
            x += items[index].width + gap
        }
        return items
    }

    private static func ofOverlay(_ overlay: Overlay) -> [FooterItem] {
        func two(_ enter: String, _ escape: String) -> [FooterItem] {
            [FooterItem(.enter, enter, 0), FooterItem(.escape, escape, 1)]
        }
        switch overlay {
        case .add(let prompt):
            guard prompt.text == nil else { return [FooterItem(.escape, "back to the list", 0)] }
            let keys = prompt.urls.isEmpty ? [FooterItem(.escape, "cancel", 1)] : two("add", "cancel")
            return keys + (prompt.hasList ? [FooterItem(.control("e"), "edit as text", 2)] : [])
        case .filter, .fileSearch: return two("keep", "clear")
        case .prompt(let prompt):
            return two("set", "cancel") + (prompt.purpose == .listFile ? [FooterItem(.tab, "complete", 2)] : [])
        case .settings: return two("change", "close")
        case .edit: return two("save", "cancel")
        case .sort: return two("sort", "cancel")
        case .search: return two("there", "stop")
        case .palette: return two("run", "cancel") + [FooterItem(.tab, "complete", 2)]
        case .help: return [FooterItem(.escape, "close", 0), FooterItem(.enter, "run", 1)]
        case .log:
            return [
                FooterItem(.escape, "close", 0), FooterItem(key: "j k", label: "scroll", rank: 1, action: .nothing),
                FooterItem(.character("/"), "filter", 2), FooterItem(.character("e"), "errors", 3),
            ]
        case .delete, .deleteFiles, .stopAgent: return [FooterItem(.escape, "cancel", 0)]
        }
    }

    private static func letters(_ model: Model) -> [FooterItem] {
        let ofTasks: [(Command, Int)] = [
            (.help, 0), (.add, 2), (.mark, 9), (.pause, 3), (.resume, 4), (.cancel, 5), (.remove, 6), (.filter, 7), (.sort, 11),
            (.limit, 12),
            (.undo, 10), (.palette, 8), (.quit, 1),
        ]
        let ofFiles: [(Command, Int)] = [
            (.help, 0), (.filter, 2), (.mark, 8), (.open, 3), (.openFolder, 10), (.copyURL, 4), (.copyPath, 7), (.verify, 5), (.delete, 6),
            (.palette, 9), (.quit, 1),
        ]
        // Without tasks there is nothing to pause or to remove.
        let ofNothing: [(Command, Int)] = [(.help, 0), (.add, 2), (.addList, 3), (.palette, 5), (.settings, 4), (.quit, 1)]
        let marked = model.showsFiles ? model.files.marks.count : model.marks.count
        return (model.showsFiles ? ofFiles : model.tasks.isEmpty ? ofNothing : ofTasks).compactMap { command, rank in
            if command == .undo, !model.canUndo { return nil }
            guard let key = model.keymap.labels(of: command).first else { return nil }
            let number = command == .mark && marked > 0 ? "(\(Format.count(marked)))" : ""
            // Published files are searched in the directory, not narrowed on the screen.
            let label = model.showsFiles && command == .filter ? "search" : command.label
            return FooterItem(key: key, label: label + number, rank: rank, action: .command(command))
        }
    }

    /// F1 to F10 with what they do, whatever keys the commands have besides.
    private static func functionKeys(_ model: Model) -> [FooterItem] {
        // Narrow screens keep help, and then how to leave.
        let ranks = [0, 7, 5, 2, 8, 4, 6, 9, 3, 1]
        return (1...10).compactMap { number in
            guard case .matched(let command) = model.keymap.match([.function(number)]) else { return nil }
            let label = command.functionLabel
            return FooterItem(key: "F\(number)", label: label, rank: ranks[number - 1], action: .command(command))
        }
    }
}

extension Command {
    /// What the footer of function keys calls the command: `Help`, `Setup`.
    fileprivate var functionLabel: String {
        switch self {
        case .settings: "Setup"
        case .quit: "Quit"
        default: label.prefix(1).uppercased() + label.dropFirst()
        }
    }
}
