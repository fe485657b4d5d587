/// What an input list holds, in its order.
public enum ListItem: Sendable, Hashable {
    case entry(ListEntry)

    /// The line is understood but part of it means nothing here.
    case warning(line: Int, text: String)

    /// The line, and the entry it belongs to, are left out.
    case error(line: Int, why: String)
}
