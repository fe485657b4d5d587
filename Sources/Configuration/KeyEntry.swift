/// A line of the section `[keys]`: a command of the dashboard and the keys that it is to have instead of its own.
public struct KeyEntry: Sendable, Hashable {
    public struct Key: Sendable, Hashable {
        public var text: String
        public var line: Int
        public var column: Int
    }

    public var command: String

    /// Empty for a command that shall have none.
    public var keys: [Key]
    public var line: Int
    public var column: Int

    struct Problem: Error {
        var line: Int
        var column: Int
        var text: String
    }

    /// A command has no more keys than this.
    private static let mostKeys = 16
    private static let expectation = "a list of keys such as [\"p\", \"F5\"], or one key"

    /// Reads a list of texts, or one text.
    static func read(_ leaf: TOMLDocument.Leaf) -> Result<KeyEntry, Problem> {
        func problem(_ value: TOMLValue, _ line: Int, _ column: Int) -> Result<KeyEntry, Problem> {
            .failure(Problem(line: line, column: column, text: "expected \(expectation), not \(value.described)"))
        }
        var entry = KeyEntry(command: String(leaf.path.dropFirst("keys.".count)), keys: [], line: leaf.line, column: leaf.column)
        switch leaf.value {
        case .string(let text):
            entry.keys = [Key(text: text, line: leaf.line, column: leaf.column)]
        case .array(let elements):
            guard elements.count <= mostKeys else {
                return .failure(Problem(line: leaf.line, column: leaf.column, text: "expected at most \(mostKeys) keys"))
            }
            for element in elements {
                guard case .string(let text) = element.value else { return problem(element.value, element.line, element.column) }
                entry.keys.append(Key(text: text, line: element.line, column: element.column))
            }
        default:
            return problem(leaf.value, leaf.line, leaf.column)
        }
        return .success(entry)
    }
}
