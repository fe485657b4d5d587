/// One key of the configuration file: its name, what it may hold, its default and what it is for.
public struct ConfigurationKey: Sendable {
    /// The key with its section: `downloads.retries`.
    public let name: String

    /// What a value must be: `a whole number from 0 to 1000`.
    public let expectation: String

    /// What it is for, in a sentence or two without a line break.
    public let comment: String

    let read: @Sendable (TOMLValue, inout Settings) -> Bool
    let write: @Sendable (Settings) -> String

    /// The sentence about a value that could not be read.
    let complaint: @Sendable (TOMLValue) -> KeyFault

    init<Value>(
        _ name: String,
        _ kind: KeyKind<Value>,
        _ path: any WritableKeyPath<Settings, Value> & Sendable,
        _ comment: String
    ) {
        self.name = name
        expectation = kind.expectation
        complaint = kind.complaint
        self.comment = comment
        read = { value, settings in
            guard let found = kind.read(value) else { return false }
            settings[keyPath: path] = found
            return true
        }
        write = { kind.write($0[keyPath: path]) }
    }

    /// The value of some settings as TOML.
    public func text(in settings: Settings) -> String {
        write(settings)
    }

    /// The default as TOML.
    public var defaultText: String {
        write(Settings())
    }

    /// The section, empty for the keys before the first one.
    public var section: String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? ""
    }

    /// The key without its section.
    public var shortName: String {
        name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
