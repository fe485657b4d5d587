internal import DownloadCore

/// When the agent tries again after a fault that may pass: a broken connection, a time-out, an overloaded server.
///
/// Faults that cannot pass by themselves, such as a missing file, end a task at once. Each try goes on where the one before stopped (rows 72, 73).
public struct RetryPolicy: Sendable, Hashable, Codable {
    /// How many tries in a row may bring no progress before the task fails; nil for no limit but the session's `resourceTimeout`.
    public var maximumRetries: Int?

    /// The pause before the first retry; it doubles with each further one.
    public var initialDelay: Duration

    /// The longest pause.
    public var maximumDelay: Duration

    /// Makes a policy of its own.
    public init(maximumRetries: Int?, initialDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(300)) {
        self.maximumRetries = maximumRetries
        self.initialDelay = initialDelay
        self.maximumDelay = maximumDelay
    }

    /// Tries until the session's `resourceTimeout` is over, with pauses of 1 second to 5 minutes.
    public static let automatic = RetryPolicy(maximumRetries: nil)

    /// Gives up at the first fault; what was fetched can be resumed.
    public static let never = RetryPolicy(maximumRetries: 0)

    var core: DownloadCore.RetryPolicy {
        .init(tries: maximumRetries.map { max($0, 0) }, firstDelay: initialDelay, longestDelay: maximumDelay)
    }
}
