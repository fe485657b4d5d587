public import DownloadCore
import Screen

/// What completions offer that only the agent knows.
public enum Candidates: String, Sendable, Hashable, CaseIterable {
    case tasks
    case allTasks = "all-tasks"
    case sessions

    /// The id of a task and what a person knows it by, with a tab between: servers name files, so the name is made harmless.
    public static func line(_ task: TaskSnapshot) -> String {
        "\(task.id)\t\(Cut.middle(Sanitizer.visible(task.name), to: 50, ellipsis: "…")) (\(task.state.kind.rawValue))"
    }

    /// The name of a session and how much it has; nil for one that no line could carry as it is.
    public static func line(_ session: SessionSummary) -> String? {
        let name = session.identifier.text
        guard !name.unicodeScalars.contains(where: Sanitizer.isHarmful) else { return nil }
        return "\(name)\t\(session.tasks == 1 ? "1 task" : "\(Format.count(session.tasks)) tasks")"
    }
}
