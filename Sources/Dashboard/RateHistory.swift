import DownloadCore

/// The rates of the last hour, one a second.
public struct RateHistory: Sendable, Hashable {
    public private(set) var values: [Double] = []

    /// All values there ever were: it numbers them, so that a graph keeps its columns as it moves on.
    private var count = 0
    private var last: WallTime?

    /// Seconds that are kept.
    static let length = 3_600

    /// Adds the rate of this second; seconds that were left out, since nothing moved, count as nothing.
    mutating func add(_ rate: Double, at time: WallTime) {
        if let last {
            // Of two in the same moment the second is the better one.
            if time == last, !values.isEmpty {
                values.removeLast()
                count &-= 1
            }
            let missed = min(Self.length, max(0, Int(time.since(last).components.seconds) - 1))
            for _ in 0..<missed { append(0) }
        }
        append(rate.isFinite ? max(0, rate) : 0)
        last = time
    }

    private mutating func append(_ rate: Double) {
        values.append(rate)
        count &+= 1
        // In strides, so that moving all of them is rare.
        if values.count >= Self.length * 2 { values.removeFirst(values.count - Self.length) }
    }

    /// So many points for the last `seconds`: the mean of what each covers.
    func points(_ points: Int, seconds: Int) -> [Double] {
        guard points > 0, seconds > 0, count > 0 else { return [] }
        let width = Double(seconds) / Double(points)
        let newest = Int(Double(count - 1) / width)
        let first = count - values.count
        return (0..<points).map { point in
            let bucket = newest - points + 1 + point
            let start = Int((Double(bucket) * width).rounded(.down))
            let end = max(start + 1, Int((Double(bucket + 1) * width).rounded(.down)))
            let covered = max(start, first)..<max(start, first, min(end, count))
            guard bucket >= 0, !covered.isEmpty else { return 0 }
            return covered.reduce(0) { $0 + values[$1 - first] } / Double(covered.count)
        }
    }
}
