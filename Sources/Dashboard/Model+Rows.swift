public import DownloadCore

/// Where the cursor shall go, beyond what is known of the list.
enum Aim: Sendable, Hashable {
    case row(Int)
    case task(TaskID)
}

extension Model {
    /// The tasks of the window that tab and filter let through, in the order of the list.
    public var visibleTasks: [TaskSnapshot] { tasks }

    /// The cursor's place in the list.
    var cursorRow: Int? {
        tasks.firstIndex { $0.id == cursor }.map { offset + $0 }
    }

    var cursorTask: TaskSnapshot? {
        tasks.first { $0.id == cursor }
    }

    /// The rows on the screen.
    func rowsOnScreen(_ height: Int) -> ArraySlice<TaskSnapshot> {
        let start = min(max(0, top - offset), tasks.count)
        return tasks[start...].prefix(max(0, height))
    }

    /// What an action is for: the marked tasks, else the one under the cursor.
    ///
    /// Of marked tasks beyond the window those are left out that were not asked for.
    public var targets: [TaskSnapshot] {
        marks.isEmpty ? tasks.filter { $0.id == cursor } : tasks(Array(marks))
    }

    /// Some of the marked tasks are beyond the window.
    var hasFarMarks: Bool {
        marks.count > tasks.count || !marks.isSubset(of: tasks.lazy.map(\.id))
    }

    /// What is known of these tasks, in the order of the list.
    public func tasks(_ ids: [TaskID]) -> [TaskSnapshot] {
        let wanted = Set(ids)
        let near = tasks.filter { wanted.contains($0.id) }
        guard near.count < wanted.count else { return near }
        let byID = Dictionary(near.lazy.map { ($0.id, $0) }) { first, _ in first }
        return facts.compactMap { wanted.contains($0.id) ? byID[$0.id] ?? $0 : nil }
    }

    /// Moves the cursor by rows, stopping at both ends.
    mutating func moveCursor(by rows: Int) {
        moveCursor(to: (aimedRow ?? cursorRow ?? 0) + rows)
    }

    mutating func moveCursor(to row: Int) {
        guard shownCount > 0 else { return }
        let row = min(max(row, 0), shownCount - 1)
        guard tasks.indices.contains(row - offset) else {
            aim = .row(row)
            return
        }
        aim = nil
        cursor = tasks[row - offset].id
        keepCursorOnScreen()
    }

    private var aimedRow: Int? {
        if case .row(let row) = aim { row } else { nil }
    }

    /// Scrolls as little as possible so that the cursor's row is on the screen.
    mutating func keepCursorOnScreen() {
        keepFileOnScreen()
        top = TaskWindow.top(top, showing: cursorRow ?? 0, height: layout?.rows ?? 1, of: shownCount)
    }
}
