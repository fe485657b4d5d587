/// A value for a parameter of a statement.
public enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    /// NULL for nil.
    public init(_ number: Int64?) {
        self = number.map(Self.integer) ?? .null
    }

    /// NULL for nil.
    public init(_ text: String?) {
        self = text.map(Self.text) ?? .null
    }
}
