internal import AgentLink
internal import Dashboard
internal import DownloadCore

/// Simulated tasks for `haul demo`: nothing leaves this process.
actor DemoSource: DashboardSource {
    nonisolated let documents = "/demo/Documents/Haul"
    nonisolated let owner = "demo: nothing is fetched"
    nonisolated let isBackground = false
    nonisolated let news: AsyncStream<DashboardNews>
    private let tell: AsyncStream<DashboardNews>.Continuation

    /// Another file has been finished, or deleted.
    nonisolated let fileChanges: AsyncStream<Void>
    private let tellFiles: AsyncStream<Void>.Continuation
    private var fileCount = 0
    private var simulation: Simulation
    private var index = TaskIndex()
    private var hidden: Set<TaskID> = []
    private var clock: Task<Void, Never>?

    private static let step = Duration.milliseconds(250)

    /// The downloads have gone on for so long when the demo begins: something of everything is to be seen at once.
    private static let headStart = Duration.seconds(84)

    init() {
        let now = SystemClocks().now().wall
        var simulation = Simulation(now: now.advanced(by: .zero - Self.headStart))
        while simulation.now < now { simulation.advance(to: min(now, simulation.now.advanced(by: Self.step))) }
        self.simulation = simulation
        (news, tell) = AsyncStream.makeStream(of: DashboardNews.self, bufferingPolicy: .bufferingNewest(16))
        (fileChanges, tellFiles) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func start() { run() }

    /// Lets time pass for as long as something moves.
    private func run() {
        tell.yield(.changed)
        guard clock == nil, simulation.isMoving else { return }
        simulation.advance(to: SystemClocks().now().wall)
        clock = Task { [weak self] in
            while !Task.isCancelled, await self?.step() ?? false {
                // Cut short by the end of the program.
                try? await Task.sleep(for: DemoSource.step)
            }
        }
    }

    private func step() -> Bool {
        let before = simulation.now
        simulation.advance(to: SystemClocks().now().wall)
        tell.yield(.changed)
        noteFiles()
        let goesOn = simulation.isMoving && simulation.now > before
        if !goesOn { clock = nil }
        return goesOn
    }

    private func change(_ body: (inout Simulation) -> Void) {
        body(&simulation)
        noteFiles()
        run()
    }

    func isReady(within limit: Duration) -> Bool { true }

    func window(_ request: TaskWindow.Request) -> TaskWindow? {
        let isFirst = index.count == 0
        index.replace(simulation.tasks)
        if isFirst { index.beginNews() }
        hidden = request.hidden
        var window = index.window(request)
        window.totals.limit = simulation.presentLimit
        window.totals.isLimitAlternative = simulation.isLimitAlternative
        window.totals.freeSpace = 412 << 30
        return window
    }

    func choose(_ choice: TaskChoice, of query: TaskQuery) -> ChosenTasks? {
        index.show(query, hiding: hidden)
        return index.choose(choice)
    }

    func tasks(_ ids: [TaskID]) -> [TaskSnapshot] { ids.compactMap { index[$0] } }

    func row(of search: TaskSearch, in query: TaskQuery) -> Int? {
        index.show(query, hiding: hidden)
        return index.row(of: search)
    }

    func known(_ urls: [String]) -> [String] { index.known(urls) }
    private func noteFiles() {
        let count = simulation.tasks.count { $0.state.kind == .finished }
        guard count != fileCount else { return }
        fileCount = count
        tellFiles.yield()
    }

    var files: [PublishedFile] { simulation.files }
    func check(_ file: PublishedFile) -> FileCheck { simulation.check(file) }

    func delete(_ file: PublishedFile) {
        change { $0.delete(file) }
        tellFiles.yield()
    }

    /// A length that only seems to be asked for.
    func length(of url: String) -> Int64? {
        let sum = url.utf8.reduce(UInt64(14_695_981)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return sum % 9 == 0 ? nil : Int64(sum % 4_000_000_000)
    }

    func details(_ id: TaskID) -> Details? { simulation.details(id) }

    func add(_ requests: [DownloadRequest]) -> Int {
        change { $0.add(requests) }
        return requests.count
    }

    func command(_ command: ControlCall.Command, _ given: [TaskID]?) -> [String] {
        let ids = given ?? simulation.tasks.filter { command.fits($0.state.kind) }.map(\.id)
        change { simulation in
            switch command {
            case .pause: simulation.pause(ids)
            case .resume, .retry: simulation.resume(ids)
            case .cancel: simulation.cancel(ids)
            case .startNow: simulation.startNow(ids)
            case .remove: simulation.remove(ids)
            }
        }
        return []
    }

    func edit(_ id: TaskID, _ edit: TaskEdit) -> String? {
        change { $0.edit(id, edit) }
        return nil
    }

    func move(_ id: TaskID, isUp: Bool) -> String? {
        change { $0.move(id, isUp: isUp) }
        return nil
    }

    func limit(_ rate: Int64?) -> String? {
        change { $0.limit(rate) }
        return nil
    }

    func limitAlternative(_ isOn: Bool) -> String? {
        change { $0.limitAlternative(isOn) }
        return nil
    }

    nonisolated func openFiles(in directory: String) -> any FilesSource { DemoFiles(demo: self) }
    func refresh() { tell.yield(.changed) }
    func stop() -> String? { "there is none in a demo" }
    func close() { clock?.cancel() }
}
