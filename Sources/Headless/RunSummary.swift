/// How a run ended, as its last line tells it.
public struct RunSummary: Sendable, Hashable {
    public var finished: Int
    public var failed: Int
    public var unfinished: Int

    /// The sizes of the files that this run published; what an earlier one had finished is not among them.
    public var bytes: Int64
    public var duration: Duration
    public var exitStatus: Int32

    public init(finished: Int, failed: Int, unfinished: Int, bytes: Int64, duration: Duration, exitStatus: Int32) {
        self.finished = finished
        self.failed = failed
        self.unfinished = unfinished
        self.bytes = bytes
        self.duration = duration
        self.exitStatus = exitStatus
    }
}
