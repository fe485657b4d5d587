/// What a task has cost so far.
public struct TransferMetrics: Sendable, Hashable, Codable {
    /// How many times the agent has asked the server for the file.
    public var attempts: Int

    /// Bytes of the file that were fetched and are there.
    public var bytesReceived: Int64

    /// Bytes that were fetched and thrown away, as when a file had to be started over.
    public var bytesWasted: Int64

    /// How long the task was running, without waits and suspensions.
    public var activeDuration: Duration

    /// Makes metrics.
    public init(attempts: Int, bytesReceived: Int64, bytesWasted: Int64, activeDuration: Duration) {
        self.attempts = attempts
        self.bytesReceived = bytesReceived
        self.bytesWasted = bytesWasted
        self.activeDuration = activeDuration
    }
}
