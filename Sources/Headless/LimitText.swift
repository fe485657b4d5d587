public import DownloadCore
import Screen

/// The limits that hold: `haul limit` without a rate.
public enum LimitText {
    public static func lines(total: Int64?, _ tasks: [TaskSnapshot]) -> [String] {
        let all = "all tasks together: " + (total.map { Shown.rate(Double($0)) } ?? "off")
        return [all]
            + tasks.compactMap { task in
                task.rateLimit.map { "task \(task.id): \(Shown.rate(Double($0)))" }
            }
    }
}
