import DownloadCore
import Screen

extension Model {
    /// A click chooses, sorts and runs; it never takes anything away.
    mutating func click(row: Int, column: Int) -> [Effect] {
        guard let layout, column >= 0 else { return [] }
        if row == layout.footer.y { return clickFooter(column, in: layout) }
        guard overlays.isEmpty else { return [] }
        if row == layout.tabs.y { return clickTabs(column, in: layout) }
        if let heads = layout.heads, row == heads.y { return clickHeads(column, in: layout) }
        guard row >= layout.list.y, row < layout.list.endY else { return [] }
        if showsFiles {
            let place = files.top + row - layout.list.y
            return place < files.matching ? moveFileCursor(to: place) : []
        }
        if let place = listPlace(ofRow: row, in: layout) { moveCursor(to: place) }
        return []
    }

    /// The wheel moves the cursor, and what is open over the list as its own keys do.
    mutating func turnWheel(_ lines: Int) -> [Effect] {
        guard !overlays.isEmpty else {
            if showsFiles { return moveFileCursor(by: lines) }
            moveCursor(by: lines)
            return []
        }
        // What an overlay scrolls by is its own affair.
        let key: Key = lines > 0 ? .down : .up
        return (0..<min(abs(lines), 100)).flatMap { _ in handle(key) }
    }

    /// Switches the mouse on or off.
    mutating func toggleMouse() -> [Effect] {
        usesMouse.toggle()
        say(usesMouse ? "mouse on: Shift and the mouse select text" : "mouse off: select text freely")
        return [.useMouse(usesMouse)]
    }

    private mutating func clickFooter(_ column: Int, in layout: Layout) -> [Effect] {
        let item = FooterItem.items(self, in: layout).first { ($0.x..<($0.x + $0.width)).contains(column) }
        switch item?.action {
        case .key(let key): return handle(key)
        case .command(let command):
            guard !command.takesAway else {
                say("A click does not \(command.label): press \(item?.key ?? "")", isError: true)
                return []
            }
            pendingKeys = []
            return run(command)
        case .nothing, nil: return []
        }
    }

    private mutating func clickTabs(_ column: Int, in layout: Layout) -> [Effect] {
        let labels = TabLabel.labels(self, in: layout)
        if let label = labels.first(where: { ($0.x..<($0.x + $0.text.count)).contains(column) }) { return run(.showing(label.tab)) }
        // A sign stands for the tabs that there is no room for.
        guard labels.count < Tab.allCases.count else { return [] }
        return column == layout.tabs.width - 3 ? run(.previousTab) : column == layout.tabs.width - 2 ? run(.nextTab) : []
    }

    private mutating func clickHeads(_ column: Int, in layout: Layout) -> [Effect] {
        let chosen =
            showsFiles
            ? files.matching > 0 ? FileColumns(width: layout.list.width).sorting(at: column) : nil
            : shownCount > 0 ? Columns(layout).sorting(at: column) : nil
        if let chosen { sort(choosing: chosen) }
        return []
    }

    /// The place among the visible tasks of the one on a row of the screen; nil when there is none.
    private func listPlace(ofRow row: Int, in layout: Layout) -> Int? {
        var place = top + row - layout.list.y
        // On narrow screens the cursor's task has two rows.
        if layout.width == .narrow, let cursorRow, place > cursorRow { place -= 1 }
        return place < shownCount ? place : nil
    }
}

extension Columns {
    /// What the list is sorted by when the head at a column is clicked.
    func sorting(at column: Int) -> Sort.Column? {
        let spans: [(Span?, Sort.Column)] = [
            (Span(0, 3), .state), (Span(3, name.end - 3), .name), (size, .size), (bar, .progress), (percent, .progress), (speed, .speed),
            (remaining, .remaining),
        ]
        for case (let span?, let sorting) in spans where column >= span.x && column < span.end { return sorting }
        return nil
    }
}

extension FileColumns {
    /// The same for published files.
    func sorting(at column: Int) -> Sort.Column? {
        let spans: [(Columns.Span?, Sort.Column)] = [(Columns.Span(3, name.end - 3), .name), (size, .size), (time, .ended)]
        for case (let span?, let sorting) in spans where column >= span.x && column < span.end { return sorting }
        return nil
    }
}

extension Command {
    /// It stops work or takes something off the screen, which a slip of the hand must not do.
    var takesAway: Bool {
        switch self {
        case .cancel, .remove, .delete, .clearFinished, .clearFailed, .stopAgent: true
        default: false
        }
    }

    static func showing(_ tab: Tab) -> Command {
        Command.allCases.first { $0.tab == tab } ?? .showAll
    }
}
