import DownloadCore
import Headless
import Testing

/// A machine with one fault, or none, and the check that must see it.
struct DoctorSample: Sendable, CustomTestStringConvertible {
    let name: String

    /// Nil when nothing is wrong.
    let fault: Finding.Check?
    let facts: DoctorFacts

    var testDescription: String { name }

    init(_ name: String, _ fault: Finding.Check?, _ change: (inout DoctorFacts) -> Void = { _ in }) {
        self.name = name
        self.fault = fault
        var facts = Self.healthy
        change(&facts)
        self.facts = facts
    }

    private static let app = TaskSamples.identifier("com.example.app")

    private static var report: AgentReport {
        var report = TaskSamples.agent
        (report.problems, report.storeProblems, report.isService) = ([], [], false)
        return report
    }

    private static var healthy: DoctorFacts {
        var facts = DoctorFacts(
            version: "0.1.0",
            now: EventSamples.start,
            socket: "/run/user/1000/haul/agent.sock",
            log: "/home/me/.local/state/haul/agent/agent.log",
            configurationFile: "/home/me/.config/haul/config.toml",
            documents: .init(path: "/home/me/Documents/Haul", state: .writable, fileSystem: "ext4", free: 12_884_901_888),
            state: .init(path: "/home/me/.local/state/haul", state: .writable, fileSystem: "ext4", free: 12_884_901_888)
        )
        facts.agent = .running(report)
        facts.sessions = [SessionSummary(identifier: .haul, tasks: 3), SessionSummary(identifier: app, holder: 4_712, tasks: 1)]
        facts.tasks = []
        return facts
    }

    private static func session(_ change: (inout SessionSummary) -> Void) -> [SessionSummary] {
        var session = SessionSummary(identifier: app, tasks: 1)
        change(&session)
        return [SessionSummary(identifier: .haul, tasks: 3), session]
    }

    private static func task(_ id: Int64, _ state: TaskState, total: Int64? = nil) -> TaskSnapshot {
        TaskSnapshot(id: TaskID(rawValue: id), session: "haul", url: EventSamples.url, name: "debian.iso", state: state, total: total)
    }

    private static func queued(_ id: Int64, _ obstacle: Queue.Obstacle) -> TaskSnapshot {
        var task = task(id, .queued)
        task.obstacle = obstacle
        return task
    }

    private static func launch(_ state: DoctorFacts.LaunchProgram.State) -> [DoctorFacts.LaunchProgram] {
        [.init(session: app, command: ["/opt/app/bin/app", "--wake up"], path: "/opt/app/bin/app", state: state)]
    }

    static let all: [DoctorSample] = agent + sessions + launches + machine + tasks + probes

    private static let agent = [
        DoctorSample("healthy", nil),
        DoctorSample("agent-absent", nil) { ($0.agent, $0.sessions, $0.tasks) = (.absent, nil, nil) },
        DoctorSample("agent-broken", .agent) { facts in
            facts.agent = .broken("an agent listens there but does not answer; it may be stopped or overloaded")
            (facts.sessions, facts.tasks) = (nil, nil)
        },
        DoctorSample("agent-older", .version) { facts in
            var report = report
            report.version = "0.0.9"
            facts.agent = .running(report)
        },
    ]

    private static let sessions = [
        DoctorSample("session-known", nil) { $0.session = app },
        DoctorSample("session-case", .session) { $0.session = TaskSamples.identifier("Com.Example.App") },
        DoctorSample("session-space", .session) { $0.session = TaskSamples.identifier("com.example.app ") },
        DoctorSample("session-slip", .session) { $0.session = TaskSamples.identifier("com.exmaple.app") },
        DoctorSample("session-unknown", .session) { $0.session = TaskSamples.identifier("nobody\u{1B}[2J") },
        DoctorSample("session-twins", nil) { facts in
            facts.session = app
            facts.sessions?.append(SessionSummary(identifier: TaskSamples.identifier("com.example.APP")))
        },
        DoctorSample("session-invalidated", .session) { facts in
            facts.session = app
            facts.sessions = session { $0.isInvalidated = true }
        },
        DoctorSample("lease-nobody", nil) { facts in
            facts.session = app
            facts.sessions = session { _ in }
        },
        DoctorSample("events-wait", .events) { facts in
            facts.session = app
            facts.sessions = session { $0.waitingEvents = 3 }
        },
        DoctorSample("events-of-batch", .events) { facts in
            facts.sessions = [SessionSummary(identifier: TaskSamples.identifier("batch/Haul-1a2b"), waitingEvents: 2, tasks: 2)]
        },
        DoctorSample("events-being-told", nil) { facts in
            facts.sessions = session { ($0.holder, $0.waitingEvents) = (4_712, 1) }
        },
        DoctorSample("events-of-launched", .events) { facts in
            facts.sessions = session { ($0.waitingEvents, $0.launchCommand) = (1, ["/opt/app/bin/app"]) }
            facts.launches = launch(.runnable)
        },
        DoctorSample("session-failure", nil) { facts in
            facts.sessions = session { $0.lastFailure = EventSamples.notFound }
        },
    ]

    private static let launches = [
        DoctorSample("launch-runnable", nil) { $0.launches = launch(.runnable) },
        DoctorSample("launch-missing", .launch) { $0.launches = launch(.missing) },
        DoctorSample("launch-not-executable", .launch) { $0.launches = launch(.notExecutable) },
        DoctorSample("launch-folder", .launch) { $0.launches = launch(.folderMissing) },
        DoctorSample("launch-failed", .launch) { facts in
            facts.sessions = session { ($0.holder, $0.launchCommand, $0.launch) = (1, ["/opt/app/bin/app"], .failed) }
            facts.launches = launch(.runnable)
        },
    ]

    private static let machine = [
        DoctorSample("configuration", .configuration) { facts in
            let problem = "/home/me/.config/haul/config.toml:3:1: downloads.retires: there is no such key"
            facts.configurationProblems = [problem]
            var report = report
            report.problems = [problem, "no power information: UPower does not answer"]
            facts.agent = .running(report)
        },
        DoctorSample("configuration-notes", nil) {
            $0.configurationNotes = ["/home/me/.config/haul/config.toml:9:11: hook.command: sort-in is not on PATH; the hook will fail"]
        },
        DoctorSample("state-not-readable", .state) { $0.state.state = .notReadable("permission denied") },
        DoctorSample("state-not-writable", .state) { facts in
            facts.state.state = .notWritable("read-only file system")
            (facts.agent, facts.sessions, facts.tasks) = (.absent, nil, nil)
        },
        DoctorSample("state-file", .state) { $0.state.state = .notADirectory },
        DoctorSample("state-full", .state) { $0.state.free = 4_096 },
        DoctorSample("store-damaged", .store) { facts in
            var report = report
            report.storeProblems = ["the store was damaged and is kept as tasks.db.damaged-1"]
            facts.agent = .running(report)
        },
        DoctorSample("runtime-foreign", .agent) { facts in
            (facts.agent, facts.foreignRuntime) = (.broken("permission denied"), "/run/user/0")
            (facts.sessions, facts.tasks) = (nil, nil)
        },
        DoctorSample("documents-new", nil) { facts in
            facts.documents.state = .notYetThere
            (facts.agent, facts.sessions, facts.tasks) = (.absent, nil, nil)
        },
        DoctorSample("documents-gone", nil) { $0.documents.state = .notYetThere },
        DoctorSample("documents-not-writable", .documents) { $0.documents.state = .notWritable("permission denied") },
        DoctorSample("documents-file", .documents) { $0.documents.state = .notADirectory },
        DoctorSample("disk-little", nil) { $0.documents.free = 500_000_000 },
        DoctorSample("disk-unknown", nil) { $0.documents.free = nil },
        DoctorSample("disk-too-full", .disk) { facts in
            facts.tasks = [task(7, .running, total: 10_000_000_000), task(8, .queued, total: 5_000_000_000)]
        },
    ]

    private static let tasks = [
        DoctorSample("errors", nil) { facts in
            facts.tasks = [
                task(7, .failed(EventSamples.notFound)), task(8, .failed(Failure(.checksum, ""))),
                task(9, .failed(Failure(.internal, "a\u{7}b"))),
            ]
        },
        DoctorSample("conditions", .conditions) { facts in
            let until = EventSamples.start.advanced(by: .seconds(8))
            facts.tasks = [
                task(7, .waiting(Wait(reason: .retry, until: until, attempt: 2, failure: EventSamples.reset))),
                task(8, .waiting(Wait(reason: .retry, until: until))), task(9, .waiting(Wait(reason: .authentication))),
                task(10, .waiting(Wait(reason: .power))),
                task(11, .waiting(Wait(reason: .diskFull, failure: Failure(.diskFull, "pwrite: no space left on device")))),
            ]
        },
        world("world-bare") { $0.sources = [.routes] },
        world("world-laptop") {
            $0.power = .battery(charge: 43)
            ($0.network.connectivity, $0.network.interface) = (.online, "wwan0")
            ($0.network.isMetered, $0.network.isCellular) = (true, true)
            $0.sources = Set(Conditions.Source.allCases)
        },
        world("world-offline") {
            $0.power = .mains
            $0.network.connectivity = .offline
            $0.sources = [.routes, .bus]
        },
        world("world-portal") {
            ($0.network.connectivity, $0.network.interface) = (.portal, "wlan0")
            $0.sources = [.routes, .bus, .networkManager]
        },
        DoctorSample("conditions-settings", nil) { facts in
            var spared = Wait(reason: .metered)
            spared.setting = .saveData
            var metered = Wait(reason: .metered)
            metered.setting = .metered
            facts.tasks = [task(7, .waiting(spared)), task(8, .waiting(metered))]
        },
        DoctorSample("queue", nil) { facts in
            facts.tasks = [
                queued(7, .init(.group, name: "big", used: 2, limit: 2)), queued(8, .init(.group, name: "big", used: 2, limit: 2)),
                queued(9, .init(.host, name: "e.org", used: 8, limit: 8)), queued(10, .init(.tasks, used: 5, limit: 5)),
                queued(11, .init(.pause, name: "e.org", until: EventSamples.start.advanced(by: .seconds(60)))),
            ]
        },
        DoctorSample("documents-missing", .documents) { facts in
            let gone = Failure(.openFile, "the documents folder is gone: /home/me/Documents/Haul; put it back")
            facts.documents.state = .notYetThere
            facts.tasks = [
                task(7, .waiting(Wait(reason: .directoryMissing, failure: gone))), queued(8, .init(.folder, name: gone.detail)),
            ]
        },
        DoctorSample("documents-problem", .documents) { facts in
            var report = report
            report.documentsProblem = "the documents folder is gone: /home/me/Documents/Haul; mount its disk again"
            facts.agent = .running(report)
            facts.documents.state = .notYetThere
        },
        DoctorSample("configuration-pending", nil) { facts in
            var report = report
            report.problems = ["c.toml: documents.directory is taken over when the agent starts again: haul agent stop"]
            report.pending = report.problems
            facts.agent = .running(report)
        },
        DoctorSample("conditions-harmless", nil) { $0.tasks = [task(7, .waiting(Wait(reason: .hostLimit)))] },
    ]

    private static func world(_ name: String, _ change: (inout Conditions) -> Void) -> DoctorSample {
        DoctorSample(name, nil) { facts in
            var conditions = Conditions()
            change(&conditions)
            var report = report
            report.conditions = conditions
            facts.agent = .running(report)
        }
    }

    private static func reply(_ status: Int, _ fields: [(String, String)]) -> ProbeReport {
        let date = ("Date", "Mon, 30 Nov 2026 14:02:03 GMT")
        let all = (fields + [date]).map { HeaderField(name: $0.0, value: $0.1) }
        let url = "https://images.example.org/debian.iso"
        return ProbeReport(url: url, reply: Reply(status: status, fields: all, url: url))
    }

    private static let range = ("Content-Range", "bytes 0-0/3994091520")
    private static let bytes = ("Accept-Ranges", "bytes")
    private static let etag = ("ETag", "\"v1\"")

    private static let probes = [
        DoctorSample("probe-good", nil) { $0.probe = reply(206, [range, bytes, etag]) },
        DoctorSample("probe-date", nil) { $0.probe = reply(206, [range, ("Last-Modified", "Sat, 01 Aug 2026 10:00:00 GMT")]) },
        DoctorSample("probe-redirected", nil) { facts in
            facts.probe = reply(206, [range, bytes, etag])
            facts.probe?.url = "https://me:secret@example.org/iso"
            facts.probe?.hops = [.init(status: 302, target: "https://me:secret@images.example.org/debian.iso")]
        },
        DoctorSample("probe-empty", nil) { $0.probe = reply(416, [("Content-Range", "bytes */0")]) },
        DoctorSample("probe-weak", .probe) { $0.probe = reply(206, [range, bytes, ("ETag", "W/\"v1\u{1B}\"")]) },
        DoctorSample("probe-young-date", .probe) { $0.probe = reply(206, [range, ("Last-Modified", "Mon, 30 Nov 2026 14:02:03 GMT")]) },
        DoctorSample("probe-no-validator", .probe) { $0.probe = reply(206, [range, bytes]) },
        DoctorSample("probe-ignored", .probe) { $0.probe = reply(200, [("Content-Length", "3994091520"), etag]) },
        DoctorSample("probe-unusable", .probe) { $0.probe = reply(206, [etag]) },
        DoctorSample("probe-none", .probe) { $0.probe = reply(206, [range, etag, ("Accept-Ranges", "none")]) },
        DoctorSample("probe-404", .probe) { $0.probe = reply(404, []) },
        DoctorSample("probe-401", .probe) { $0.probe = reply(401, []) },
        DoctorSample("probe-416", .probe) { $0.probe = reply(416, []) },
        DoctorSample("probe-unreachable", .probe) { facts in
            facts.probe = ProbeReport(url: "https://a.example/", failure: Failure(.network, "connection refused"))
        },
    ]
}
