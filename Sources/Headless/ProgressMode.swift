/// How a batch run shows progress on standard error.
public enum ProgressMode: String, Sendable, Hashable, CaseIterable {
    /// `bar` on a terminal that can move its cursor, else `plain`.
    case auto
    case bar
    case plain
    case none
}
