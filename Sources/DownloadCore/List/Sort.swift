/// The order of the list.
public struct Sort: Sendable, Hashable {
    public enum Column: String, Sendable, Hashable, CaseIterable {
        /// What moves first, then what will, then what ended, the latest first.
        case state
        case name, size, progress, speed, remaining, added, ended
    }

    public var column = Column.state
    public var isDescending = false

    public init(_ column: Column = .state, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// The order in which a column is wanted first: names from A, numbers from the largest.
    public static func natural(_ column: Column) -> Sort {
        Sort(column, isDescending: [.size, .progress, .speed, .added, .ended].contains(column))
    }

    public func sorted(_ tasks: [TaskSnapshot]) -> [TaskSnapshot] {
        let places = tasks.indices.map { (place: place(of: tasks[$0]), index: $0) }
        return places.sorted { precedes($0.place, $1.place) }.map { tasks[$0.index] }
    }

    /// What decides where a task stands.
    public func place(of task: TaskSnapshot) -> TaskPlace {
        var place = TaskPlace(id: task.id)
        switch column {
        case .state: placeByState(task, &place)
        case .name: place.text = task.name.lowercased()
        case .size: place.number = task.total ?? -1
        case .progress:
            let share = (task.total ?? 0) > 0 ? Double(task.done) / Double(task.total ?? 1) : task.done > 0 ? 0.001 : 0
            place.number = Sort.ordered(share)
        case .speed: place.number = task.state.isActive ? Sort.ordered(task.speed ?? 0) : 0
        case .remaining:
            place.group = task.state == .running ? task.remaining == nil ? 1 : 0 : 2
            place.number = place.group == 0 ? task.remaining?.nanoseconds ?? 0 : 0
        case .added: place.number = task.added.nanoseconds
        case .ended: place.number = task.ended?.nanoseconds ?? 0
        }
        return place
    }

    /// Whether one stands before another.
    ///
    /// Equal ones stay in the order of their numbers, so that rows do not dance; only the order by state is turned around as a whole.
    public func precedes(_ left: TaskPlace, _ right: TaskPlace) -> Bool {
        if left.group != right.group { return isDescending ? left.group > right.group : left.group < right.group }
        if left.number != right.number { return isDescending ? left.number > right.number : left.number < right.number }
        if left.text != right.text { return isDescending ? left.text > right.text : left.text < right.text }
        return isDescending && column == .state ? left.id > right.id : left.id < right.id
    }

    /// What moves comes first, then what will, then what ended, the latest first.
    private func placeByState(_ task: TaskSnapshot, _ place: inout TaskPlace) {
        let latestFirst = Int64.max.saturatingSubtract(task.ended?.nanoseconds ?? 0)
        switch task.state {
        case .connecting, .running, .verifying, .publishing: place.group = 0
        case .waiting: place.group = 1
        case .paused: place.group = 2
        case .queued:
            // Its number in the queue changes with every task that starts in front of it; what that number comes from does not.
            place.group = task.queueOrder == nil ? 3 : 4 - task.priority.rawValue
            place.number = task.queueOrder ?? Int64(task.queuePosition ?? .max)
        case .failed, .cancelled: (place.group, place.number) = (6, latestFirst)
        case .finished: (place.group, place.number) = (7, latestFirst)
        }
    }

    /// A number whose order among integers is that of the given one; what is no number counts as nothing.
    private static func ordered(_ value: Double) -> Int64 {
        if value.isNaN || value == 0 { return 0 }
        let bits = Int64(bitPattern: value.magnitude.bitPattern)
        return value < 0 ? -bits : bits
    }
}

/// What decides where a task stands in one order of the list.
public struct TaskPlace: Sendable, Hashable {
    var group = 0
    var number: Int64 = 0
    var text = ""
    public let id: TaskID

    init(id: TaskID) {
        self.id = id
    }
}
