public import DownloadCore
import Screen

/// The limits that hold: `haul limit` without a rate.
public enum LimitText {
    public static func lines(total: Int64?, isAlternative: Bool = false, _ tasks: [TaskSnapshot]) -> [String] {
        let rate = total.map { Shown.rate(Double($0)) } ?? "off"
        let all = "all tasks together: " + rate + (isAlternative ? " (the alternative limit)" : "")
        return [all]
            + tasks.compactMap { task in
                task.rateLimit.map { "task \(task.id): \(Shown.rate(Double($0)))" }
            }
    }
}
