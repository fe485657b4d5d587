import DownloadCore
public import Screen

/// A theme that a person wrote: a role and its style on each line.
public struct ThemeFile: Sendable, Hashable {
    /// The theme; roles that are absent or wrong look as in the theme it is based on.
    public let theme: Theme

    /// In the order of the text; empty when the file is right.
    public let errors: [ConfigurationError]

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: the TOML text.
    ///   - file: its name, for messages.
    ///   - base: how roles look that the file does not name.
    public init(parsing text: String, file: String, over base: Theme = .standard) {
        var theme = base
        var errors: [ConfigurationError] = []
        do throws(TOMLDocument.SyntaxError) {
            for leaf in try TOMLDocument(text).leaves {
                if errors.count >= 100 { break }
                let problem: String
                if let role = Role.allCases.first(where: { $0.name == leaf.path }) {
                    if case .string(let text) = leaf.value, let style = Theme.Style(text) {
                        theme[role] = style
                        continue
                    }
                    problem = "expected \(Theme.Style.expectation), not \(leaf.value.described)"
                } else if let near = NearMiss.best(for: leaf.path, among: Role.allCases.map(\.name)) {
                    problem = "there is no such role; did you mean \(near)?"
                } else {
                    problem = "there is no such role; the roles are " + Role.allCases.map(\.name).joined(separator: ", ")
                }
                let key = ConfigurationFile.harmless(leaf.path)
                errors.append(ConfigurationError(file: file, line: leaf.line, column: leaf.column, key: key, problem: problem))
            }
        } catch {
            let problem = ConfigurationFile.harmless(error.reason)
            errors.append(ConfigurationError(file: file, line: error.line, column: error.column, key: nil, problem: problem))
        }
        self.theme = theme
        self.errors = errors
    }

    /// Whether a text can name a theme: it becomes part of a path.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }
}
