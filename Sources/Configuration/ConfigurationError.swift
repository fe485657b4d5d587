/// One thing that is wrong with a configuration file: where, at which key, and what was expected there.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name as the person gave it.
    public var file: String

    /// Both count from 1.
    public var line: Int
    public var column: Int

    /// The key, with its section; nil when the text is not TOML at all.
    public var key: String?
    public var problem: String

    public init(file: String, line: Int, column: Int, key: String?, problem: String) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.problem = problem
    }

    /// `file:line:column: key: what was expected`.
    public var description: String {
        "\(file):\(line):\(column): " + (key.map { $0 + ": " } ?? "") + problem
    }
}
