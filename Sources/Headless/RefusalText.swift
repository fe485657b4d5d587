public import DownloadCore

/// What standard error says of a task that a command could not change.
public enum RefusalText {
    public static func line(_ task: TaskID, _ reason: String) -> String {
        let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        // Most reasons name the task themselves.
        let sentence = reason.hasPrefix("task \(task) ") ? reason : "task \(task): \(reason)"
        let hasEnded = ["failed", "cancelled"].contains { reason.hasSuffix("is already " + $0) }
        return "haul: \(sentence)" + (hasEnded ? "; haul retry \(task) tries it again." : ".")
    }
}
