public import DownloadCore

/// How many tasks each tab has.
public struct Counts: Sendable, Hashable {
    private var numbers: [Tab: Int] = [:]

    public init(_ numbers: [Tab: Int] = [:]) {
        self.numbers = numbers
    }

    public init(of tasks: some Sequence<TaskSnapshot>) {
        for task in tasks { numbers[Tab(of: task.state.kind), default: 0] += 1 }
        numbers[.all] = numbers.values.reduce(0, +)
    }

    public subscript(tab: Tab) -> Int { numbers[tab] ?? 0 }
}
