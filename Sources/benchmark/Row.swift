/// One line of the table: what Haul needed, what the best peer that got it right needed, and the bar.
struct Row: Sendable {
    enum Unit: String, Sendable {
        case seconds = "s"
        case mebibytes = "MiB"
        case percent = "%"
    }

    /// What must not be exceeded.
    enum Bar: Sendable {
        /// This many times what the best peer needed.
        case ratio(Double)
        /// This much, whatever others need.
        case value(Double)
        /// Only for information.
        case none
    }

    var work: String
    var measure: String
    var unit: Unit
    var haul: Double
    var bar: Bar
    var peers: [Contender: Double] = [:]

    var best: (name: Contender, value: Double)? {
        peers.min { ($0.value, $0.key) < ($1.value, $1.key) }.map { ($0.key, $0.value) }
    }

    var ratio: Double? {
        best.map { haul / max($0.value, 1e-6) }
    }

    /// Whether it is within the bar; nil where there is none, or nobody to compare with.
    var holds: Bool? {
        switch bar {
        case .ratio(let most): ratio.map { $0 <= most }
        case .value(let most): haul <= most
        case .none: nil
        }
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + (middle < sorted.count ? sorted[middle] : last)) / 2
    }
}
