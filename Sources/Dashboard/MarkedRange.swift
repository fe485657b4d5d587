public import DownloadCore

/// A range that grows and shrinks as the cursor moves.
struct MarkedRange: Sendable, Hashable {
    /// Where it began.
    var anchor: TaskID

    /// What was marked before it.
    var before: Set<TaskID>

    /// The task that it goes to, as it is marked now.
    var end: TaskID?
}

extension Model {
    mutating func toggleRange() {
        range = range == nil ? cursor.map { MarkedRange(anchor: $0, before: marks) } : nil
    }

    /// What has to be marked for the range, beyond the window; nil when nothing is.
    public var wantedRange: TaskChoice? {
        guard let range, let cursor, range.end != cursor, wantedWindow == nil else { return nil }
        return .between(range.anchor, cursor)
    }

    /// Marks everything between the beginning of the range and the cursor, as far as that is in the window.
    mutating func extendRange() {
        guard let range, range.end != cursor, let row = tasks.firstIndex(where: { $0.id == cursor }) else { return }
        guard let start = tasks.firstIndex(where: { $0.id == range.anchor }) else { return }
        mark(range: tasks[min(start, row)...max(start, row)].map(\.id))
    }

    /// Marks a range; without its beginning it is none any more.
    mutating func mark(range ids: [TaskID]) {
        guard let range, ids.contains(range.anchor) else {
            self.range = nil
            return
        }
        marks = range.before.union(ids)
        self.range?.end = cursor
    }
}
