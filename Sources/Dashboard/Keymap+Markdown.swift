extension Keymap {
    /// The commands of a group and the keys of each.
    public struct Section: Sendable, Hashable {
        public var title: String
        public var rows: [Row]
    }

    public struct Row: Sendable, Hashable {
        public var keys: [String]
        public var help: String
    }

    /// All keys with what they do, for README and manual.
    public var sections: [Section] {
        Command.Group.allCases.map { group in
            let rows = Command.allCases.filter { $0.group == group }.map { Row(keys: labels(of: $0), help: $0.help) }
            return Section(title: group.rawValue, rows: rows.filter { !$0.keys.isEmpty })
        }
    }

    /// The table of all keys for the README.
    public var markdown: String {
        var lines = ["| key | action |", "| --- | --- |"]
        for section in sections {
            lines.append("| **\(section.title)** | |")
            for row in section.rows {
                let keys = row.keys.map { "`" + $0.replacing("|", with: "\\|") + "`" }.joined(separator: " ")
                lines.append("| \(keys) | \(row.help) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
