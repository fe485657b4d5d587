/// How much of a run is told on standard error.
public enum Verbosity: Sendable, Hashable, CaseIterable {
    case all
    /// `-q`
    case errors
    /// `-qq`
    case nothing

    /// What `-q`, given so many times, asks for.
    public init(quietness: Int) {
        self = quietness <= 0 ? .all : quietness == 1 ? .errors : .nothing
    }
}
