import DownloadCore
public import Screen

extension Model {
    /// How far everything is, for the task bar.
    public var taskbarProgress: TaskbarProgress {
        guard counts[.active] > 0 else { return .none }
        guard totals.total > 0 else { return .unknown }
        return .normal(Int(Double(max(0, totals.done)) / Double(totals.total) * 100))
    }
}
