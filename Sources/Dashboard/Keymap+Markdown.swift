extension Keymap {
    /// The table of all keys for the README.
    public var markdown: String {
        var lines = ["| key | action |", "| --- | --- |"]
        for group in Command.Group.allCases {
            lines.append("| **\(group.rawValue)** | |")
            for command in Command.allCases where command.group == group {
                let keys = labels(of: command)
                guard !keys.isEmpty else { continue }
                lines.append("| " + keys.map { "`" + $0.replacing("|", with: "\\|") + "`" }.joined(separator: " ") + " | \(command.help) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
