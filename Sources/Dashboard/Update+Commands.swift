import DownloadCore

extension Model {
    mutating func run(_ command: Command) -> [Effect] {
        if let reason = command.disabledReason(in: self) {
            say(reason, isError: true)
            return []
        }
        if let tab = command.tab {
            show(tab)
            return []
        }
        switch command.group {
        case .move: move(command)
        case .select: select(command)
        case .act: return act(command)
        case .view: changeView(command)
        case .program: return runProgram(command)
        }
        return []
    }

    private mutating func move(_ command: Command) {
        let page = max(1, (Layout(size)?.rows ?? 1) - 1)
        switch command {
        case .moveDown: moveCursor(by: 1)
        case .moveUp: moveCursor(by: -1)
        case .first: moveCursor(to: 0)
        case .last: moveCursor(to: visible.count - 1)
        case .pageDown: moveCursor(by: page)
        case .pageUp: moveCursor(by: -page)
        case .halfPageDown: moveCursor(by: max(1, page / 2))
        case .halfPageUp: moveCursor(by: -max(1, page / 2))
        default: break
        }
    }

    private mutating func select(_ command: Command) {
        let shown = visible.map { tasks[$0].id }
        switch command {
        case .mark:
            guard let cursor else { return }
            if marks.remove(cursor) == nil { marks.insert(cursor) }
            moveCursor(by: 1)
        case .markAll: marks.formUnion(shown)
        case .invertMarks: marks.formSymmetricDifference(shown)
        case .unmarkAll: marks = []
        default: break
        }
    }

    private mutating func act(_ command: Command) -> [Effect] {
        let chosen = targets.filter { command.accepts($0.state) }
        let ids = chosen.map(\.id)
        switch command {
        case .add:
            overlays.append(.add(AddPrompt()))
            return []
        case .pause:
            say("Pausing " + named(chosen))
            return [.pause(ids)]
        case .resume:
            say("Resuming " + named(chosen))
            return [.resume(ids)]
        case .cancel:
            say("Cancelling " + named(chosen) + " (r: go on from there)")
            return [.cancel(ids)]
        case .pauseAll:
            say("Pausing everything")
            return [.pauseAll]
        case .resumeAll:
            say("Resuming everything")
            return [.resumeAll]
        default:
            return []
        }
    }

    /// One task by its name, several by their number; says how many of them cannot be seen.
    private func named(_ tasks: [TaskSnapshot]) -> String {
        if tasks.count == 1, let task = tasks.first { return task.name }
        let shown = Set(visible.map { self.tasks[$0].id })
        let hidden = tasks.count { !shown.contains($0.id) }
        return "\(Self.number(tasks.count)) tasks" + (hidden > 0 ? ", \(Self.number(hidden)) of them not shown" : "")
    }

    private mutating func changeView(_ command: Command) {
        switch command {
        case .nextTab: show(tab.moved(by: 1))
        case .previousTab: show(tab.moved(by: -1))
        case .filter: overlays.append(.filter(LineEditor(filter.text)))
        default: break
        }
    }

    private mutating func show(_ tab: Tab) {
        self.tab = tab
        findVisible()
    }

    private mutating func runProgram(_ command: Command) -> [Effect] {
        switch command {
        case .help: overlays.append(.help(top: 0))
        case .redraw: return [.redraw]
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .back: goBack()
        default: break
        }
        return []
    }

    /// One step of Escape: dialogs take their own, so filter and marks are left.
    private mutating func goBack() {
        if !filter.isEmpty {
            filter = Filter()
            findVisible()
        } else if !marks.isEmpty {
            marks = []
        } else {
            toast = nil
        }
    }
}
