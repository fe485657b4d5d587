import DownloadCore

/// The order of the list.
public struct Sort: Sendable, Hashable {
    public enum Column: String, Sendable, Hashable, CaseIterable {
        /// What moves first, then what will, then what ended, the latest first.
        case state
        case name, size, progress, speed, remaining, added, ended

        /// What menu and tabs call it.
        public var label: String {
            switch self {
            case .progress: "%"
            case .remaining: "ETA"
            default: rawValue
            }
        }
    }

    public var column = Column.state
    public var isDescending = false

    public init(_ column: Column = .state, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// The order in which a column is wanted first: names from A, numbers from the largest.
    static func natural(_ column: Column) -> Sort {
        Sort(column, isDescending: [.size, .progress, .speed, .added, .ended].contains(column))
    }

    func sorted(_ tasks: [TaskSnapshot]) -> [TaskSnapshot] {
        switch column {
        case .state: return isDescending ? Model.sorted(tasks).reversed() : Model.sorted(tasks)
        case .name: return by(tasks) { $0.name.lowercased() }
        case .size: return by(tasks) { $0.total ?? -1 }
        case .progress:
            return by(tasks) { task in (task.total ?? 0) > 0 ? Double(task.done) / Double(task.total ?? 1) : task.done > 0 ? 0.001 : 0 }
        case .speed: return by(tasks) { $0.state.isActive ? $0.speed ?? 0 : 0 }
        case .remaining: return by(tasks) { $0.state == .running ? $0.remaining ?? .seconds(Int64.max / 4) : .seconds(Int64.max / 2) }
        case .added: return by(tasks) { $0.added }
        case .ended: return by(tasks) { $0.ended ?? WallTime(seconds: 0) }
        }
    }

    /// Equal ones stay in the order of their numbers, so that rows do not dance.
    private func by<Key: Comparable>(_ tasks: [TaskSnapshot], _ key: (TaskSnapshot) -> Key) -> [TaskSnapshot] {
        let keyed = tasks.indices.map { (key: key(tasks[$0]), id: tasks[$0].id, index: $0) }
        return keyed.sorted { left, right in
            if left.key == right.key { return left.id < right.id }
            return isDescending ? left.key > right.key : left.key < right.key
        }.map { tasks[$0.index] }
    }
}

extension Model {
    mutating func sort(by sort: Sort) {
        self.sort = sort
        tasks = sort.sorted(tasks)
        findVisible()
        say("Sorted by \(sort.column.label), \(sort.isDescending ? "largest or latest first" : "smallest or earliest first")")
    }
}
