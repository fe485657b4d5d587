import DownloadCore
import Headless

/// Tasks, sessions and files for goldens: every state, with names that mean harm.
enum TaskSamples {
    private static let start = EventSamples.start
    private static let file = FinishedFile(
        path: "/home/me/Documents/Haul/1796004161.iso",
        bytes: 3_994_091_520,
        digest: EventSamples.digest
    )
    private static let retry = Wait(
        reason: .retry,
        until: start.advanced(by: .seconds(8)),
        attempt: 2,
        limit: 5,
        failure: EventSamples.reset
    )

    private static func task(_ id: Int64, _ name: String, _ state: TaskState, done: Int64 = 0, total: Int64? = nil) -> TaskSnapshot {
        TaskSnapshot(
            id: TaskID(rawValue: id),
            session: "haul",
            url: EventSamples.url,
            name: name,
            state: state,
            total: total,
            done: done,
            attempt: 1,
            added: start.advanced(by: .seconds(-600))
        )
    }

    private static func with(_ task: TaskSnapshot, _ change: (inout TaskSnapshot) -> Void) -> TaskSnapshot {
        var task = task
        change(&task)
        return task
    }

    static let all: [TaskSnapshot] = [
        with(task(7, "debian-13.1.0-amd64-DVD-1.iso", .running, done: 2_930_000_000, total: 3_994_091_520)) { task in
            task.finalURL = "https://mirror.example.net/debian.iso"
            task.speed = 32_715_571.2
            task.averageSpeed = 30_000_000
            task.remaining = .seconds(32)
            task.connections = 4
            task.isResumable = true
            task.wasted = 12
            task.rateLimit = 33_554_432
            task.activeTime = .milliseconds(97_600)
            task.pieces = [.init(range: 0..<2_000_000_000, kind: .done), .init(range: 2_000_000_000..<2_930_000_000, kind: .active)]
        },
        with(task(8, "linux-7.0.3.tar.xz", .waiting(retry), done: 1_048_576, total: 152_000_000)) { $0.attempt = 3 },
        with(task(9, EventSamples.hostileName, .queued)) { task in
            task.queuePosition = 1
            task.priority = .high
            task.group = "big"
            task.obstacle = Queue.Obstacle(.group, name: "big", used: 2, limit: 2)
        },
        with(task(10, "llvm.tar.xz", .paused, done: 5, total: 10)) { $0.isResumable = false },
        with(task(120, "gcc.tar.xz", .finished(file), done: 3_994_091_520, total: 3_994_091_520)) { task in
            task.checksum = EventSamples.digest
            task.ended = start
            task.activeTime = .seconds(38)
        },
        with(task(121, "firmware-bundle-v2.bin", .failed(EventSamples.notFound), done: 12, total: 48)) { $0.ended = start },
        with(task(122, "ファイル名.zip", .waiting(Wait(reason: .authentication)))) { $0.session = "haul" },
    ]

    static func details(_ task: TaskSnapshot) -> TaskDetails {
        var request = DownloadRequest(urls: [task.url, "https://mirror.example.com/a"])
        request.userAgent = "tool/1"
        request.directory = "/srv/mirror"
        request.outputTemplate = "{timestamp} {name}"
        request.earliestBegin = start.advanced(by: .seconds(3_600))
        request.isDiscretionary = task.id.rawValue == 9
        request.priority = task.priority
        let representation = Representation(
            total: task.total,
            etag: task.id.rawValue == 8 ? "W/\"v1\u{1B}\"" : "\"v1\"",
            lastModified: "Sat, 01 Aug 2026 10:00:00 GMT",
            hasStrongDate: true,
            acceptsRanges: true,
            hints: NameHints(
                contentDisposition: "attachment; filename=\"a\u{7}.iso\"",
                url: task.url,
                mediaType: "application/octet-stream"
            ),
            finalURL: task.url
        )
        return TaskDetails(
            task: task,
            request: request,
            representation: task.state == .queued ? nil : representation,
            events: task.state == .queued ? [] : Array(EventSamples.all.prefix(6)),
            failures: task.id.rawValue == 8 ? 2 : 0,
            durable: task.done / 2,
            isUndelivered: task.state.isEnded,
            httpStatus: task.state == .queued ? nil : 206
        )
    }

    static let sessions: [SessionSummary] = [
        SessionSummary(identifier: .haul, tasks: 1_284),
        SessionSummary(
            identifier: identifier("com.example.app/ä\u{202E}"),
            holder: 4_711,
            epoch: 3,
            waitingEvents: 2,
            tasks: 3,
            launchCommand: ["/usr/bin/env", "a b", "it's"],
            launch: .running,
            heldByPartials: 1_048_576,
            stagedFiles: 1
        ),
        SessionSummary(
            identifier: identifier("old"),
            waitingEvents: 1,
            launchCommand: ["/gone"],
            launch: .failed,
            lastFailure: EventSamples.notFound,
            isInvalidated: true
        ),
    ]

    static func identifier(_ text: String) -> SessionIdentifier {
        SessionIdentifier(text) ?? .haul
    }

    static let files: [ListedFile] = [
        ListedFile(
            path: "/home/me/Documents/Haul/1796004161.iso",
            originalName: "debian-13.1.0-amd64-DVD-1.iso",
            url: "https://me:secret@images.example.org/cd/debian.iso",
            bytes: 3_994_091_520,
            digest: "sha-256=" + String(repeating: "0f", count: 32),
            time: start
        ),
        ListedFile(path: "/a/b\u{1B}[2J.bin", originalName: EventSamples.hostileName, url: nil, bytes: 0, digest: nil, time: start),
        ListedFile(path: "/a/c.bin", originalName: "c.bin", url: "https://a.example/c", bytes: 1_000, digest: nil, time: start),
    ]

    static let agent = AgentReport(
        version: "0.1.0",
        pid: 4_711,
        uptime: .seconds(13_267),
        connections: 3,
        tasks: [.running: 2, .paused: 1, .finished: 1_284],
        documents: "/home/me/Documents/Haul",
        freeSpace: 12_884_901_888,
        speed: 5_452_595,
        rateLimit: nil,
        problems: ["config.toml:3:1: downloads.retires: there is no such key\u{7}"],
        isService: true
    )
}
