public import DownloadCore
import Screen

/// Sessions as a table and as JSON: `haul sessions`.
public enum SessionTable {
    public static func lines(_ sessions: [SessionSummary], style: TextStyle) -> [String] {
        guard !sessions.isEmpty else { return [] }
        var table = TextTable(
            columns: [
                .init("SESSION", maximumWidth: 40), .init("HOLDER"), .init("TASKS", isRightAligned: true),
                .init("WAITING", isRightAligned: true), .init("PARTIALS", isRightAligned: true), .init("FILES", isRightAligned: true),
                .init("LAUNCHES"),
            ],
            glyphs: style.glyphs
        )
        for session in sessions {
            table.append([
                session.identifier.text + (session.isInvalidated ? " (ending)" : ""),
                session.holder.map { "pid \($0)" } ?? "nobody",
                Format.count(session.tasks),
                Format.count(session.waitingEvents),
                session.heldByPartials > 0 ? Shown.size(session.heldByPartials) : "-",
                session.stagedFiles > 0 ? Format.count(session.stagedFiles) : "-",
                launch(session),
            ])
        }
        return table.lines(columns: style.columns, leaving: ["FILES", "PARTIALS", "TASKS"])
    }

    private static func launch(_ session: SessionSummary) -> String {
        guard let command = session.launchCommand, !command.isEmpty else { return "nothing" }
        let state =
            switch session.launch {
            case .idle: ""
            case .running: " (running)"
            case .delayed: " (due later)"
            case .failed: " (failed)"
            }
        return words(command) + state
    }

    /// The words of a command as a shell would need them.
    static func words(_ command: [String]) -> String {
        command.map { word in
            let isPlain = !word.isEmpty && word.utf8.allSatisfy { $0 > 32 && $0 != 127 && !"'\"\\$`*?[]{}();&|<>#~!".utf8.contains($0) }
            return isPlain ? word : Completions.quoted(word)
        }
        .joined(separator: " ")
    }

    public static func json(_ session: SessionSummary) -> String {
        var object = JSONObject()
        object.add("v", 1)
        object.add("session", session.identifier.text)
        object.add("holder", session.holder.map(Int64.init))
        object.add("epoch", session.epoch)
        object.add("tasks", session.tasks)
        object.add("waitingEvents", session.waitingEvents)
        object.add("partialBytes", session.heldByPartials)
        object.add("stagedFiles", session.stagedFiles)
        if let command = session.launchCommand {
            object.add("launchCommand", command)
        } else {
            object.add("launchCommand", String?.none)
        }
        object.add("launch", session.launch.rawValue)
        object.add("error", session.lastFailure.map(JSONLines.error))
        object.add("invalidated", session.isInvalidated)
        return object.line
    }

    public static let emptiness = "haul: there are no sessions; haul add URL makes the first one."
}
