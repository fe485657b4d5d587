import DownloadCore

extension ConfigurationFile {
    /// The text of `config.example.toml`: every key with its default.
    public static var example: String {
        text(of: Settings())
    }

    /// Settings as the text of a file that is parsed to the same settings.
    public static func text(of settings: Settings) -> String {
        let heading =
            "# The configuration of Haul: every key with its default. Copy it to ~/.config/haul/config.toml and keep what you change."
        return text(of: settings, heading: [heading], Origins())
    }

    /// What the file and the defaults come to, as such a text in which every value says where it comes from.
    ///
    /// - Parameters:
    ///   - file: the file's name.
    ///   - variables: by the names of keys, the variable that speaks in the place of a value that is not set.
    /// - Returns: the text.
    public func shown(file: String, variables: [String: String]) -> String {
        var origins = Origins()
        origins.standard = "default"
        for (key, place) in places { origins.keys[key] = "line \(place.line)" }
        for (key, variable) in variables where origins.keys[key] == nil {
            origins.keys[key] = "default: what \(variable) of the environment says"
        }
        origins.tables = tables.mapValues { $0.map { "line \($0.place.line)" } }
        // Of two entries for one command the last one holds.
        origins.commands = Dictionary(keyEntries.map { ($0.command, "line \($0.line)") }) { $1 }
        let heading = ["# All values that hold. Those that have a line come from there, in", "# \(Self.harmless(file))"]
        return Self.text(of: settings, heading: heading, origins)
    }

    /// Where values come from, as a few words for each.
    private struct Origins {
        /// Of a key that has none of its own; nil for texts that say nothing of it.
        var standard: String?
        var keys: [String: String] = [:]
        var tables: [String: [String]] = [:]
        var commands: [String: String] = [:]
    }

    private static func text(of settings: Settings, heading: [String], _ origins: Origins) -> String {
        func remark(_ origin: String?) -> String { origin.map { "  # " + $0 } ?? "" }
        var lines = heading
        var section = ""
        for key in ConfigurationKey.all {
            lines.append("")
            if key.section != section {
                section = key.section
                lines += ["[\(section)]"]
            }
            lines.append("# " + key.comment)
            lines.append("# Expected: \(key.expectation).")
            lines.append("\(key.shortName) = \(key.text(in: settings))" + remark(origins.keys[key.name] ?? origins.standard))
        }
        for list in ConfigurationList.all { lines += list.lines(of: settings, remarks: origins.tables[list.name, default: []].map(remark)) }
        if !settings.keys.isEmpty {
            lines += ["", "[keys]"]
            for (command, keys) in settings.keys.sorted(by: { $0.key < $1.key }) {
                let list = keys.map(TOMLValue.quoted).joined(separator: ", ")
                lines.append("\(command) = [\(list)]" + remark(origins.commands[command]))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
