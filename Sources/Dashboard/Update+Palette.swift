import DownloadCore
import Screen

extension Model {
    mutating func handleInHelp(_ key: Key, _ help: Help) -> [Effect] {
        var help = help
        let commands = help.commands(keymap)
        let page = max(1, HelpPanel.visibleLines(size) - 1)
        switch key {
        case .escape where !help.editor.text.isEmpty: help = Help()
        case .escape, .function(1), .function(10):
            overlays.removeLast()
            return []
        case .character("?") where help.editor.text.isEmpty:
            overlays.removeLast()
            return []
        case .enter:
            guard commands.indices.contains(help.row) else { return [] }
            overlays.removeLast()
            return run(commands[help.row])
        case .down, .control("n"): help.row += 1
        case .up, .control("p"): help.row -= 1
        case .pageDown, .control("f"): help.row += page
        case .pageUp, .control("b"): help.row -= page
        case .home where help.editor.text.isEmpty: help.row = 0
        case .end where help.editor.text.isEmpty: help.row = commands.count
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard help.editor.handle(key) else { return [] }
            help.row = 0
        }
        help.row = min(max(0, help.row), max(0, help.commands(keymap).count - 1))
        overlays[overlays.count - 1] = .help(help)
        return []
    }

    mutating func handleInPalette(_ key: Key, _ palette: Palette) -> [Effect] {
        var palette = palette
        let matches = palette.matches
        switch key {
        case .escape:
            overlays.removeLast()
            return []
        case .enter: return runPalette(palette)
        case .up: recall(&palette, palette.age + 1)
        case .down: recall(&palette, palette.age - 1)
        case .tab:
            // Once to complete what is chosen, again for the next one.
            guard let chosen = palette.chosen, palette.argument.isEmpty else { return [] }
            if palette.word == chosen.name, matches.count > 1 { break }
            palette.editor = LineEditor(chosen.name + (chosen.argument == nil ? "" : " "))
            palette.row = 0
        case .control("n"), .pageDown: palette.row = matches.isEmpty ? 0 : (palette.row + 1) % matches.count
        case .control("p"), .pageUp, .backTab: palette.row = matches.isEmpty ? 0 : (palette.row + matches.count - 1) % matches.count
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard palette.editor.handle(key) else { return [] }
            palette.row = 0
            palette.age = 0
        }
        overlays[overlays.count - 1] = .palette(palette)
        return []
    }

    private func recall(_ palette: inout Palette, _ age: Int) {
        guard (0...commandHistory.count).contains(age) else { return }
        palette.age = age
        palette.editor = LineEditor(age == 0 ? "" : commandHistory[commandHistory.count - age])
        palette.row = 0
    }

    private mutating func runPalette(_ palette: Palette) -> [Effect] {
        guard !palette.word.isEmpty, let command = palette.chosen else {
            if palette.word.isEmpty { overlays.removeLast() } else { say("There is no command \(palette.word)", isError: true) }
            return []
        }
        let argument = command.argument == nil ? "" : palette.argument
        let line = command.name + (argument.isEmpty ? "" : " " + argument)
        commandHistory.removeAll { $0 == line }
        commandHistory.append(line)
        if commandHistory.count > Palette.mostHistory { commandHistory.removeFirst() }
        overlays.removeLast()
        return argument.isEmpty ? run(command) : run(command, argument)
    }

    /// A command with what would be typed into its dialog.
    private mutating func run(_ command: Command, _ argument: String) -> [Effect] {
        if command.isForTargets, hasFarMarks { return [.lookUp(marks.sorted(), command, argument: argument)] }
        return runNow(command, argument)
    }

    mutating func runNow(_ command: Command, _ argument: String) -> [Effect] {
        if let reason = command.disabledReason(in: self) {
            say(reason, isError: true)
            return []
        }
        switch command {
        case .filter:
            filter = Filter(argument)
            narrow()
            return []
        case .search:
            searched = argument
            return search(1, isAgain: false)
        case .sort:
            guard let column = sortColumns.first(where: { $0.rawValue.hasPrefix(argument) || $0.label == argument }) else {
                say("There is no column \(argument)", isError: true)
                return []
            }
            sort(by: .natural(column))
            return []
        default:
            var effects = runNow(command)
            paste(argument)
            // The Add dialog is looked at before anything is added.
            if command != .add { effects += handle(.enter) }
            return effects
        }
    }
}
