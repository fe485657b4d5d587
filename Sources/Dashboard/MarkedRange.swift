import DownloadCore

/// A range that grows and shrinks as the cursor moves.
struct MarkedRange: Sendable, Hashable {
    /// Where it began.
    var anchor: TaskID

    /// What was marked before it.
    var before: Set<TaskID>
}

extension Model {
    mutating func toggleRange() {
        if range != nil {
            range = nil
        } else if let cursor {
            range = MarkedRange(anchor: cursor, before: marks)
            extendRange()
        }
    }

    /// Marks everything between the beginning of the range and the cursor.
    mutating func extendRange() {
        guard let range else { return }
        guard let row = cursorRow, let start = visible.firstIndex(where: { tasks[$0].id == range.anchor }) else {
            self.range = nil
            return
        }
        marks = range.before.union(visible[min(start, row)...max(start, row)].map { tasks[$0].id })
    }
}
