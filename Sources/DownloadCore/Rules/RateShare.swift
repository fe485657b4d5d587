/// How a limit is shared out among the connections that run.
public enum RateShare {
    /// Gives each task its fair part of the total: nobody more than its own limit, what one leaves goes to the others.
    ///
    /// - Parameters:
    ///   - total: bytes a second of all tasks together; nil for no limit.
    ///   - tasks: the running tasks with their own limits; nil for none.
    /// - Returns: bytes a second for each task that is limited at all; at least 1 each.
    public static func divide(total: Int64?, tasks: [TaskID: Int64?]) -> [TaskID: Int64] {
        var shares = tasks.compactMapValues { $0.map { max(1, $0) } }
        guard let total, !tasks.isEmpty else { return shares }
        var left = max(0, total)
        var open = tasks.keys.sorted { left, right in
            let first = shares[left] ?? .max, second = shares[right] ?? .max
            return first == second ? left < right : first < second
        }
        while let id = open.first {
            open.removeFirst()
            let even = left / Int64(open.count + 1)
            let share = max(1, min(shares[id] ?? .max, even))
            shares[id] = share
            left = max(0, left - share)
        }
        return shares
    }
}
