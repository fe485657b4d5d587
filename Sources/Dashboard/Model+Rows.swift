import DownloadCore

extension Model {
    /// Takes over a new list of tasks; the cursor stays on its task, or goes to the neighbour of one that is gone.
    mutating func replaceTasks(_ new: [TaskSnapshot]) {
        let before = visibleIDs
        movePulses(to: new)
        noteChanges(to: new)
        let row = cursorRow
        tasks = sort.sorted(new)
        // What could not be removed is seen again.
        gone = []
        counts = totals.counts ?? Counts(of: listed)
        if !marks.isEmpty { marks.formIntersection(tasks.map(\.id)) }
        findVisible(before: before)
        if !isFollowing, let row, !visible.isEmpty { cursor = tasks[visible[min(row, visible.count - 1)]].id }
    }

    /// Computes which tasks are shown and keeps the cursor on one of them.
    mutating func findVisible() {
        findVisible(before: visibleIDs)
    }

    private mutating func findVisible(before: [TaskID]) {
        let isEverything = tab == .all && filter.isEmpty
        visible = tasks.indices.filter { index in
            if isHidden(tasks[index].id) { return false }
            return isEverything || tab.contains(tasks[index].state.kind) && filter.fits(tasks[index])
        }
        let shown = Set(visibleIDs)
        if let cursor, !shown.contains(cursor) {
            let place = before.firstIndex(of: cursor) ?? 0
            let next = before[min(place, before.count)...].first { shown.contains($0) }
            self.cursor = next ?? before[..<min(place, before.count)].last { shown.contains($0) }
        }
        if cursor == nil { cursor = visible.first.map { tasks[$0].id } }
        keepCursorOnScreen()
    }

    private var visibleIDs: [TaskID] {
        visible.map { tasks[$0].id }
    }

    /// The cursor's place among the visible tasks.
    var cursorRow: Int? {
        visible.firstIndex { tasks[$0].id == cursor }
    }

    var cursorTask: TaskSnapshot? {
        cursorRow.map { tasks[visible[$0]] }
    }

    /// Moves the cursor by rows, stopping at both ends.
    mutating func moveCursor(by rows: Int) {
        guard !visible.isEmpty else { return }
        moveCursor(to: (cursorRow ?? 0) + rows)
    }

    mutating func moveCursor(to id: TaskID) {
        if let row = visible.firstIndex(where: { tasks[$0].id == id }) { moveCursor(to: row) }
    }

    mutating func moveCursor(to row: Int) {
        guard !visible.isEmpty else { return }
        cursor = tasks[visible[min(max(row, 0), visible.count - 1)]].id
        extendRange()
        keepCursorOnScreen()
    }

    /// Scrolls as little as possible so that the cursor's row is on the screen.
    mutating func keepCursorOnScreen() {
        keepFileOnScreen()
        let rows = layout?.rows ?? 1
        let row = cursorRow ?? 0
        top = min(top, row)
        if row >= top + rows { top = row - rows + 1 }
        top = max(0, min(top, visible.count - rows))
    }

    /// What moves comes first, then what will, then what ended, the latest first.
    static func sorted(_ tasks: [TaskSnapshot]) -> [TaskSnapshot] {
        struct Place: Comparable {
            var group: Int
            var order: Int64
            var id: Int64
            var index: Int

            static func < (left: Place, right: Place) -> Bool {
                (left.group, left.order, left.id) < (right.group, right.order, right.id)
            }
        }
        let places = tasks.indices.map { index -> Place in
            let task = tasks[index]
            let (group, order): (Int, Int64) =
                switch task.state {
                case .connecting, .running, .verifying, .publishing: (0, 0)
                case .waiting: (1, 0)
                case .paused: (2, 0)
                case .queued: (3, Int64(task.queuePosition ?? .max))
                case .failed, .cancelled: (4, Int64.max.saturatingSubtract(task.ended?.nanoseconds ?? 0))
                case .finished: (5, Int64.max.saturatingSubtract(task.ended?.nanoseconds ?? 0))
                }
            return Place(group: group, order: order, id: task.id.rawValue, index: index)
        }
        return places.sorted().map { tasks[$0.index] }
    }

    private mutating func movePulses(to new: [TaskSnapshot]) {
        let unknown = new.filter { $0.total == nil && $0.state == .running }
        guard !unknown.isEmpty || !pulses.isEmpty else { return }
        let wanted = Set(unknown.map(\.id))
        let before = Dictionary(tasks.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0.done) }) { first, _ in first }
        pulses = Dictionary(
            unknown.map { task in
                let old = pulses[task.id] ?? 0
                return (task.id, task.done > before[task.id] ?? 0 ? old &+ 1 : old)
            }
        ) { first, _ in first }
    }
}
