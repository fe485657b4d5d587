/// How far everything is, for the task bar; percents from 0 to 100.
public enum TaskbarProgress: Sendable, Hashable {
    case none
    case normal(Int)
    /// Something runs, and nobody knows how much there is of it.
    case unknown
}
