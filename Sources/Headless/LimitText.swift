public import DownloadCore
import Screen

/// The limits that hold: `haul limit` without a rate.
public enum LimitText {
    /// - Parameters:
    ///   - total: of all tasks together, in bytes a second; nil for none.
    ///   - source: where that comes from; nil when the agent does not tell.
    ///   - window: the part of the week that it is for.
    ///   - tasks: of these the ones that have a limit of their own are told.
    /// - Returns: the lines.
    public static func lines(total: Int64?, source: LimitSource.Kind? = nil, window: String? = nil, _ tasks: [TaskSnapshot]) -> [String] {
        let rate = total.map { Shown.rate(Double($0)) } ?? "off"
        let from: String? =
            switch source {
            case .alternative: "the alternative limit, downloads.alternative_limit_rate of the configuration"
            case .hand: "set by hand"
            case .schedule: "[[schedule]] of the configuration" + (window.map { ", \($0)" } ?? "")
            // Where nobody has said anything there is nothing to say.
            case .configuration: total == nil ? nil : "downloads.limit_rate of the configuration"
            case nil: nil
            }
        return ["all tasks together: " + rate + (from.map { " (\($0))" } ?? "")]
            + tasks.compactMap { task in
                task.rateLimit.map { "task \(task.id): \(Shown.rate(Double($0)))" }
            }
    }
}
