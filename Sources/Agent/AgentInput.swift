internal import DownloadCore

/// One thing that the agent has to take in.
///
/// Inputs are handled strictly in their order, many with one commit.
enum AgentInput {
    case add([TaskRecord], Waiter?)
    case command(TaskCommand, TaskID, Answer)
    case change(TaskID, Change, Answer)
    /// What is known of the world now.
    case conditions(Conditions)
    case session(SessionInput)
    /// A new task, and the one whose part file it takes over.
    case takeOver(TaskRecord, from: TaskRecord, Waiter)
    case report(TaskID, TaskReport, Waiter?)
    case remove([TaskID], Waiter?)
    /// A hook is about to begin, in the process that the order names.
    case hookBegan(HookOrder, Waiter)
    case hookEnded(HookOrder, HookEnding)
    /// What an earlier agent had begun runs no longer.
    case hookLeft(HookOrder)
    /// Time has passed: a wake, a tick, or the end of a host's pause.
    case timer

    /// Resumed when the input is stored and its actions have been begun.
    typealias Waiter = CheckedContinuation<Void, Never>
    /// What a person changes of a task.
    typealias Change = @Sendable (inout TaskStateMachine, Now) throws(Rejection) -> [TaskAction]
    typealias Answer = CheckedContinuation<Rejection?, Never>
}

/// What the inputs of one turn come to.
struct Turn {
    var changed: Set<TaskID> = []
    var durability = Durability.normal
    var actions: [(TaskID, TaskAction)] = []
    var waiters: [AgentInput.Waiter] = []
    var answers: [(AgentInput.Answer, Rejection?)] = []

    /// The rows besides those of the changed tasks.
    var change = StoreChange()

    /// Sessions of removed tasks, for the events that tell of it.
    var gone: [TaskID: SessionIdentifier?] = [:]

    /// Sessions whose journal or lease has changed, and those whose rows have.
    var sessions: Set<SessionIdentifier> = []
    var savedSessions: Set<SessionIdentifier> = []
    var chores: [Chore] = []

    /// What people should know and no machine tells, with the task that it concerns.
    var warnings: [(task: TaskID?, text: String)] = []
    var replies: [() -> Void] = []
}

/// What programs ask of sessions, and what their launches tell.
enum SessionInput {
    case attach(SessionIdentifier, SessionConfiguration, SessionRecord.Holder, epoch: Int64?, Attached)
    case acknowledge(SessionIdentifier, epoch: Int64, entries: [JournalEntry], through: Int64, Settled)
    case detach(SessionIdentifier, epoch: Int64)
    case invalidate(SessionIdentifier, epoch: Int64, cancels: Bool, Settled)
    case claim(TaskID, StagedClaim, AgentInput.Waiter)
    case launched(SessionIdentifier, token: String, pid: Int32)
    case launchEnded(SessionIdentifier, token: String, isComplete: Bool, AgentInput.Waiter?)

    typealias Attached = CheckedContinuation<Result<Attachment, SessionRecord.Refusal>, Never>
    typealias Settled = CheckedContinuation<SessionRecord.Refusal?, Never>
}

/// What is done beside the tasks' own actions, after the commit.
enum Chore {
    case discardStaged(StagedFile)
    /// The partial file of an ended task is not kept any longer.
    case expire(TaskID)
    case launch(SessionIdentifier, token: String, SessionConfiguration.LaunchOrder)
    case cancelAll([TaskID])
    /// All that was to stop before the machine sleeps has been told so.
    case readyForSleep
}

/// A part file that is to be opened for an attempt.
struct PartJob {
    var order: PartOrder
    var attempt: Int
}

/// A file that waits to be published.
struct PublishJob {
    var order: PublishOrder
    var attempt: Int

    /// An intent of before a crash, to be carried out again.
    var intent: PublishIntent?
}
