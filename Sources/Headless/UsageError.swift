/// A command that cannot be understood: one sentence that says what is wrong and what to do; the command ends with 28.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
