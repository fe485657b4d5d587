internal import AgentLink
internal import Dashboard
internal import DownloadCore
internal import Headless

/// The tasks that a dashboard shows: those of this process, or those of the agent.
protocol DashboardSource: Sendable {
    /// Where finished files go.
    var documents: String { get }

    /// Who does the downloading, for the header.
    var owner: String { get async }

    /// Tasks go on when the dashboard ends, since another process has them.
    var isBackground: Bool { get }

    /// What changed, each time it did: only that, the rest is asked for.
    var news: AsyncStream<DashboardNews> { get }

    /// Has no more news of a list that changes all the time than one in so long.
    func setPause(_ pause: Duration) async

    /// Waits for the tasks, at most so long; whether they can be asked for.
    func isReady(within limit: Duration) async -> Bool

    /// A part of the list, and what is true of the whole; nil when nobody answers.
    ///
    /// What has happened since the part before is told once.
    func window(_ request: TaskWindow.Request) async -> TaskWindow?

    /// Tasks that are chosen by what they are; nil when nobody answers.
    func choose(_ choice: TaskChoice, of query: TaskQuery) async -> ChosenTasks?

    /// These tasks, as far as they are there.
    func tasks(_ ids: [TaskID]) async -> [TaskSnapshot]

    /// The row of the next task that fits; nil when none does.
    func row(of search: TaskSearch, in query: TaskQuery) async -> Int?

    /// Those of the addresses that a task has which has not ended.
    func known(_ urls: [String]) async -> [String]

    /// What is known of one task; nil when it is gone.
    func details(_ id: TaskID) async -> Details?

    /// Queues downloads; the number of those that were taken.
    func add(_ requests: [DownloadRequest]) async throws(Failure) -> Int

    /// Carries out a command, on all tasks that it fits when none are named; the reasons of those that refused it.
    func command(_ command: ControlCall.Command, _ ids: [TaskID]?) async -> [String]

    /// Changes a task; why that was refused.
    func edit(_ id: TaskID, _ edit: TaskEdit) async -> String?

    /// Moves a task by one place in the queue; why that was refused.
    func move(_ id: TaskID, isUp: Bool) async -> String?

    /// Limits all tasks together, in bytes a second; why that was refused.
    func limit(_ rate: Int64?) async -> String?
    func limitAlternative(_ isOn: Bool) async -> String?

    /// Asks for everything again, and for an agent if there is none.
    func refresh() async

    /// Ends the process that has the tasks; why that was not done.
    func stop() async -> String?

    /// What was published in a directory.
    func openFiles(in directory: String) throws -> any FilesSource

    /// Leaves the tasks to themselves: in another process they go on.
    func close() async
}

/// What a source tells of itself.
enum DashboardNews: Sendable {
    case changed
    /// The tasks cannot be asked for any more.
    case lost
    /// The same, since somebody ended the agent: it comes back only when a person asks for it.
    case stopped
    /// They can again, from this one.
    case found(owner: String, documents: String)
    /// For the status line.
    case notice(String, isError: Bool)
}

extension DashboardSource {
    /// One in this process costs nothing by telling more often than is looked.
    func setPause(_ pause: Duration) async {}

    func openFiles(in directory: String) throws -> any FilesSource { try DirectoryFiles(directory) }
}

extension Details {
    init(_ task: TaskSnapshot, request: DownloadRequest, failures: Int, httpStatus: Int?) {
        self.init(
            task: task,
            mirrors: Array(request.urls.dropFirst()),
            chosenName: request.outputName ?? request.outputTemplate,
            folder: request.directory,
            failures: failures,
            httpStatus: httpStatus
        )
    }
}

extension ControlCall.Command {
    /// The states for which "all tasks" means a task.
    func fits(_ state: TaskState.Kind) -> Bool {
        switch self {
        case .pause: [.queued, .connecting, .running, .waiting].contains(state)
        case .resume: state == .paused
        case .startNow: [.queued, .waiting, .paused].contains(state)
        case .cancel: Tab.active.contains(state) && state != .publishing || Tab.queued.contains(state) || state == .paused
        case .retry: Tab.failed.contains(state)
        case .remove: Tab.done.contains(state) || Tab.failed.contains(state)
        }
    }
}
