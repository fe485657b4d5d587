import DownloadCore
import Screen

extension Model {
    mutating func run(_ command: Command) -> [Effect] {
        command.isForTargets && hasFarMarks && !showsFiles ? [.lookUp(marks.sorted(), command)] : runNow(command)
    }

    /// Runs a command; what is known of its tasks is all that there is to know.
    mutating func runNow(_ command: Command) -> [Effect] {
        if let reason = command.disabledReason(in: self) {
            say(reason, isError: true)
            return []
        }
        if let tab = command.tab {
            show(tab)
            return []
        }
        if command == .mouse { return toggleMouse() }
        if showsFiles, let effects = runOnFiles(command) { return effects }
        switch command.group {
        case .move: move(command)
        case .select: return select(command)
        case .act: return act(command)
        case .view: return changeView(command)
        case .program: return runProgram(command)
        }
        return []
    }

    private mutating func move(_ command: Command) {
        let page = max(1, (layout?.rows ?? 1) - 1)
        switch command {
        case .moveDown: moveCursor(by: 1)
        case .moveUp: moveCursor(by: -1)
        case .first: moveCursor(to: 0)
        case .last: moveCursor(to: shownCount - 1)
        case .pageDown: moveCursor(by: page)
        case .pageUp: moveCursor(by: -page)
        case .halfPageDown: moveCursor(by: max(1, page / 2))
        case .halfPageUp: moveCursor(by: -max(1, page / 2))
        default: break
        }
    }

    private mutating func select(_ command: Command) -> [Effect] {
        if command != .markRange { range = nil }
        switch command {
        case .markRange: toggleRange()
        case .markText: overlays.append(.prompt(Prompt(.markText)))
        case .mark:
            guard let cursor else { return [] }
            if marks.remove(cursor) == nil { marks.insert(cursor) }
            moveCursor(by: 1)
        case .markAll: return [.choose(.shown, .mark)]
        case .invertMarks: return [.choose(.shown, .invertMarks)]
        case .unmarkAll: marks = []
        default: break
        }
        return []
    }

    private mutating func changeView(_ command: Command) -> [Effect] {
        switch command {
        case .nextTab: show(tab.moved(by: 1))
        case .previousTab: show(tab.moved(by: -1))
        case .openDetails: panes.arrangement = panes.arrangement == .list && size.height >= 18 ? .split : .details
        case .closeDetails: panes.arrangement = panes.arrangement == .details && size.height >= 18 ? .split : .list
        case .layout: panes.arrangement = panes.arrangement.next
        case .detailsUp: panes.top = max(0, panes.top - 1)
        case .detailsDown: panes.top = min(panes.top + 1, max(0, (DetailsText(self)?.lines.count ?? 0) - 1))
        case .search: overlays.append(.search(LineEditor()))
        case .searchNext: return search(1, isAgain: true)
        case .searchPrevious: return search(-1, isAgain: true)
        case .sort: overlays.append(.sort(Menu(row: sortColumns.firstIndex(of: presentSort.column) ?? 0)))
        case .sortPrevious: sort(movingBy: -1)
        case .sortNext: sort(movingBy: 1)
        case .invertSort: sort(choosing: presentSort.column)
        case .follow:
            isFollowing.toggle()
            say(isFollowing ? "The cursor follows its task" : "The cursor keeps its row")
        case .freeze:
            isFrozen.toggle()
            toast = nil
            // What happened meanwhile is asked for now.
            if !isFrozen { isOutdated = true }
        case .units:
            units = units.next
            say("Speeds in \(units.label)")
        case .graph:
            panes.graph = panes.graph.next
            say(panes.graph == .off ? "No graph" : panes.graph == .all ? "Graph of everything" : "Graph of the task under the cursor")
        case .graphSpan:
            panes.span = panes.span.next
            say("Graph of \(panes.span.label)")
        case .log: overlays.append(.log(LogView()))
        case .filter: overlays.append(.filter(LineEditor(filter.text)))
        default: break
        }
        if command != .detailsUp, command != .detailsDown { panes.top = 0 }
        keepCursorOnScreen()
        return []
    }

    private mutating func show(_ tab: Tab) {
        self.tab = tab
        narrow()
    }

    private mutating func runProgram(_ command: Command) -> [Effect] {
        switch command {
        case .help: overlays.append(.help(Help()))
        case .settings: overlays.append(.settings(Menu(row: 0)))
        case .stopAgent: overlays.append(.stopAgent)
        case .refresh: return [.refresh]
        case .palette: overlays.append(.palette(Palette()))
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
        if range != nil {
            range = nil
        } else if !filter.isEmpty {
            filter = Filter()
            narrow()
        } else if !marks.isEmpty {
            marks = []
        } else if panes.arrangement == .details {
            panes.arrangement = size.height >= 18 ? .split : .list
        } else if toast != nil {
            toast = nil
        } else if let failed = failureInView {
            dismissed = max(failed.ended ?? clock, window?.failed?.ended ?? clock)
        }
    }
}
