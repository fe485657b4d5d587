/// What is to be done after a task's new state was stored, in this order.
public enum TaskAction: Sendable, Hashable {
    /// Open the part file, or make it; answered by `partReady`, `partMissing` or `partFailed`.
    case preparePart(generation: Int, mustExist: Bool)
    /// Reserve room for the whole file.
    case allocate(generation: Int, size: Int64)
    case open(ConnectionOrder)
    case shorten(ConnectionID, to: Int64)
    case close(ConnectionID)
    case closeAll
    /// Confirm the size of the part file and its checksum; answered by `verified` or `verifyFailed`.
    case verify(generation: Int, size: Int64, Checksum)
    /// Confirm the size of the part file and publish it; answered by `published` or `publishFailed`.
    case publish(generation: Int, size: Int64)
    /// Remove a part file; nil for all of this task.
    case discardPart(generation: Int?)
    /// Report `wake` when this moment has come.
    case wake(at: Instant)
    case tell(Event.Kind)
}

/// What people ask of a task.
///
/// It may be refused.
public enum TaskCommand: String, Sendable, Hashable, Codable, CaseIterable {
    case pause
    /// Go on with a paused task, or at once with one that waits.
    case resume
    case cancel
    /// Begin an ended task again, with what was fetched.
    case retry
}

/// Why a command was refused: a sentence for the person who gave it.
public struct Rejection: Error, Sendable, Hashable, Codable {
    public var reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

/// What our own parts tell a task.
public enum TaskReport: Sendable, Hashable {
    /// The queue lets it run.
    case start
    /// The part file is open; `stored` says what file it is and under which boot and mount offsets are recorded from now on.
    case partReady(attempt: Int, length: Int64, stored: TaskRecord.StoredPart? = nil, room: PartRoom? = nil)
    /// The part file as the task left it when it stopped.
    case partLeft(attempt: Int, generation: Int, modified: Int64)
    case partMissing(attempt: Int)
    case partFailed(attempt: Int, Failure)
    /// What it writes to is not found any more.
    case partLost(attempt: Int, Failure)
    case allocationFailed(attempt: Int, Failure)
    case transport(attempt: Int, ConnectionID, TransportReport.Kind)
    /// How many connections it may have now.
    /// While a limit of ours holds the bytes back, `isHeld`, a slow connection says nothing about its server.
    case tick(allowance: Int, isHeld: Bool = false)
    case wake
    /// It may not run any longer, and goes back into the queue with what it has; the wait says why.
    case hold(Wait)
    /// The time of the whole task is over.
    case deadline
    /// Its connections may hang, or it may not run now: it goes back into the queue with what it has.
    case interrupt
    /// What failed for want of a network may work now.
    case online
    /// The bytes of a mark are on the disk.
    case synced(generation: Int, mark: [Int64: Int64])
    case verified(attempt: Int)
    case verifyFailed(attempt: Int, Failure)
    case intended(attempt: Int, PublishIntent)
    case published(attempt: Int, FinishedFile)
    case publishFailed(attempt: Int, Failure)
}
