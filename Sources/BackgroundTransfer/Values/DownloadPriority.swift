/// The place of a task among those that wait for their turn.
///
/// It never interrupts a task that runs.
public enum DownloadPriority: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// After all others.
    case low
    /// In the order of creation.
    case normal
    /// Before all others.
    case high

    /// Orders `low` before `normal` before `high`.
    public static func < (left: DownloadPriority, right: DownloadPriority) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }
}
