internal import DownloadCore

/// One thing that the agent has to take in.
///
/// Inputs are handled strictly in their order, many with one commit.
enum AgentInput {
    case add([TaskRecord], Waiter?)
    case command(TaskCommand, TaskID, Answer)
    case report(TaskID, TaskReport, Waiter?)
    case remove([TaskID], Waiter?)
    /// Time has passed: a wake, a tick, or the end of a host's pause.
    case timer

    /// Resumed when the input is stored and its actions have been begun.
    typealias Waiter = CheckedContinuation<Void, Never>
    typealias Answer = CheckedContinuation<Rejection?, Never>
}

/// What the inputs of one turn come to.
struct Turn {
    var changed: Set<TaskID> = []
    var durability = Durability.normal
    var actions: [(TaskID, TaskAction)] = []
    var waiters: [AgentInput.Waiter] = []
    var answers: [(AgentInput.Answer, Rejection?)] = []
    var removed: [TaskID] = []
}

/// A file that waits to be published.
struct PublishJob {
    var order: PublishOrder
    var attempt: Int

    /// An intent of before a crash, to be carried out again.
    var intent: PublishIntent?
}
