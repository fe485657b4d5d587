public import DownloadCore
import Screen

/// How the agent is: `haul agent status`.
public struct AgentReport: Sendable, Hashable {
    public var version: String
    public var pid: Int32
    public var uptime: Duration
    public var connections: Int

    /// How many tasks are in which state.
    public var tasks: [TaskState.Kind: Int]
    public var documents: String
    public var freeSpace: Int64?

    /// Bytes a second.
    public var speed: Double
    public var rateLimit: Int64?
    public var problems: [String]

    /// Those of them that are no mistakes, and wait for another start of the agent.
    public var pending: [String] = []

    /// What opening the store told.
    public var storeProblems: [String]

    /// What is wrong with the documents directory now; nil for nothing.
    public var documentsProblem: String?

    /// Whether systemd started it.
    public var isService: Bool

    /// What the machine is to do when all is done; nil for nothing.
    public var whenDone: PowerOrder?

    /// What it knows of power, network and sleep; nil when it does not tell.
    public var conditions: Conditions?

    public init(
        version: String,
        pid: Int32,
        uptime: Duration,
        connections: Int,
        tasks: [TaskState.Kind: Int],
        documents: String,
        freeSpace: Int64?,
        speed: Double,
        rateLimit: Int64?,
        problems: [String],
        storeProblems: [String] = [],
        isService: Bool
    ) {
        self.version = version
        self.pid = pid
        self.uptime = uptime
        self.connections = connections
        self.tasks = tasks
        self.documents = documents
        self.freeSpace = freeSpace
        self.speed = speed
        self.rateLimit = rateLimit
        self.problems = problems
        self.storeProblems = storeProblems
        self.isService = isService
    }

    private var allProblems: [String] { problems + storeProblems + (documentsProblem.map { [$0] } ?? []) }

    public func lines(style: TextStyle) -> [String] {
        var pairs = Pairs()
        let how = isService ? ", as a systemd service" : ""
        pairs.add("agent", "running, pid \(pid), version \(style.text(version)), for \(Shown.duration(uptime))\(how)")
        let counts = TaskState.Kind.allCases.compactMap { kind in
            tasks[kind].flatMap { $0 > 0 ? "\(Format.count($0)) \(kind.rawValue)" : nil }
        }
        pairs.add("tasks", counts.isEmpty ? "none" : counts.joined(separator: ", "))
        pairs.add("speed", Shown.rate(speed) + ", limit " + (rateLimit.map { Shown.rate(Double($0)) } ?? "off"))
        pairs.add("clients", Format.count(connections))
        pairs.add("documents", style.text(documents) + (freeSpace.map { ", \(Shown.size($0)) free" } ?? ""))
        if let action = whenDone.flatMap({ WhenDone(rawValue: $0.rawValue) }) {
            pairs.add("when done", "\(action.words); haul when-done off calls it off")
        }
        for problem in allProblems { pairs.add("problem", style.text(problem)) }
        return pairs.lines
    }

    public var json: String {
        var object = JSONObject()
        object.add("v", 1)
        object.add("running", true)
        object.add("version", version)
        object.add("pid", Int64(pid))
        object.add("seconds", seconds: uptime)
        object.add("clients", connections)
        var counts = JSONObject()
        for kind in TaskState.Kind.allCases { counts.add(kind.rawValue, tasks[kind] ?? 0) }
        object.add("tasks", counts)
        object.add("documents", documents)
        object.add("free", freeSpace)
        object.add("speed", Int64(clamping: speed.rounded()))
        object.add("limit", rateLimit)
        object.add("problems", allProblems)
        object.add("service", isService)
        object.add("whenDone", whenDone?.rawValue)
        return object.line
    }

    /// The line of an agent that is not there.
    public static let absentJSON = #"{"v":1,"running":false}"#
    public static let absentText = "haul: the agent is not running; the next haul command that needs it starts it."
}
