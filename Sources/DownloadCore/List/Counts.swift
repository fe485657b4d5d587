/// How many tasks each tab has.
public struct Counts: Sendable, Hashable {
    private var numbers: [Tab: Int] = [:]

    public init(_ numbers: [Tab: Int] = [:]) {
        self.numbers = numbers
    }

    public init(of tasks: some Sequence<TaskSnapshot>) {
        self.init(of: tasks.reduce(into: [:]) { $0[$1.state.kind, default: 0] += 1 })
    }

    /// The numbers of tabs from those of states.
    public init(of kinds: [TaskState.Kind: Int]) {
        for (kind, number) in kinds { numbers[Tab(of: kind), default: 0] += number }
        numbers[.all] = numbers.values.reduce(0, +)
    }

    public subscript(tab: Tab) -> Int { numbers[tab] ?? 0 }
}
