/// What a configuration file says: its settings, and everything that is wrong with it.
public struct ConfigurationFile: Sendable, Hashable {
    /// The settings; keys that are absent or wrong have the values they had before.
    public let settings: Settings

    /// In the order of the text; empty when the file is right.
    public let errors: [ConfigurationError]

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: the TOML text.
    ///   - file: its name, for messages.
    ///   - previous: the values of keys that are absent (a command) or also of wrong ones (an agent that keeps its last good values).
    public init(parsing text: String, file: String, over previous: Settings = Settings()) {
        var settings = previous
        var errors: [ConfigurationError] = []
        func complain(_ line: Int, _ column: Int, _ key: String?, _ problem: String) {
            errors.append(ConfigurationError(file: file, line: line, column: column, key: key, problem: problem))
        }
        do throws(TOMLDocument.SyntaxError) {
            for leaf in try TOMLDocument(text).leaves {
                // A file of a million wrong keys is one wrong file.
                if errors.count >= 100 { break }
                guard let key = ConfigurationKey.all.first(where: { $0.name == leaf.path }) else {
                    let shown = Self.harmless(leaf.path)
                    complain(leaf.line, leaf.column, shown, Self.unknown(leaf.path))
                    continue
                }
                if !key.read(leaf.value, &settings) {
                    complain(leaf.line, leaf.column, key.name, "expected \(key.expectation), not \(leaf.value.described)")
                }
            }
        } catch {
            complain(error.line, error.column, nil, Self.harmless(error.reason))
        }
        self.settings = settings
        self.errors = errors
    }

    /// The text of `config.example.toml`: every key with its default.
    public static var example: String {
        text(of: Settings())
    }

    /// Settings as the text of a file that is parsed to the same settings.
    public static func text(of settings: Settings) -> String {
        var lines = [
            "# The configuration of Haul: every key with its default. Copy it to ~/.config/haul/config.toml and keep what you change."
        ]
        var section = ""
        for key in ConfigurationKey.all {
            lines.append("")
            if key.section != section {
                section = key.section
                lines += ["[\(section)]"]
            }
            lines.append("# " + key.comment)
            lines.append("# Expected: \(key.expectation).")
            lines.append("\(key.shortName) = \(key.text(in: settings))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func unknown(_ path: String) -> String {
        if let whole = ConfigurationKey.all.first(where: { path.hasPrefix($0.name + ".") }) {
            return "\(whole.name) is no section: expected \(whole.expectation)"
        }
        if ConfigurationKey.all.contains(where: { $0.name.hasPrefix(path + ".") }) {
            return "this is a section: write [\(path)] on a line of its own and its keys below"
        }
        guard let near = NearMiss.suggestion(for: path, among: ConfigurationKey.all.map(\.name)) else {
            return "there is no such key; haul config keys lists them"
        }
        return "there is no such key; did you mean \(near)?"
    }

    /// A text from the file for a message: short, without control characters.
    private static func harmless(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(200).map { $0.value < 32 || $0.value == 127 ? $0.escaped(asASCII: true) : String($0) }
        return shown.joined() + (text.unicodeScalars.count > 200 ? "…" : "")
    }
}
