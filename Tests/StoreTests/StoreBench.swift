import DownloadCore
import Platform
import SQLite
import Store
import TestSupport

/// A folder for one store and what the tests need around it.
struct StoreBench {
    let folder: TemporaryFolder
    let path: String
    var file: String { path + "/tasks.db" }

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/sessions/test"
    }

    func open() throws -> SQLiteStore {
        try SQLiteStore(directory: path)
    }

    func names() throws -> Set<String> {
        Set(try Directory.open(path).names())
    }

    /// The database itself, for what only a damaged disk or another version would do to it.
    func tamper(_ statements: String...) throws {
        let database = try SQLiteConnection(path: file)
        for statement in statements { try database.run(statement) }
    }

    /// A task with something in every field.
    static func record(_ id: Int64, state: TaskState = .queued, order: Int64? = nil, urls: [String]? = nil) -> TaskRecord {
        var request = DownloadRequest(urls: urls ?? ["https://me:secret@files.example/\(id).iso?key=1", "https://mirror.example/\(id)"])
        request.headers = [HeaderField(name: "Authorization", value: "Bearer \(id)")]
        request.checksum = Checksum(.md5, hex: String(repeating: "a", count: 32))
        request.retry = RetryPolicy(tries: 7, longestDelay: .milliseconds(1500))
        request.body = [0, 255, 10]
        var record = TaskRecord(
            id: TaskID(rawValue: id),
            request: request,
            order: order ?? id,
            added: WallTime(seconds: 1_700_000_000 + id)
        )
        record.state = state
        record.attempt = 3
        record.generation = 2
        _ = record.plan.establish(total: 1_000_000)
        _ = record.plan.assign(ConnectionID(rawValue: 1), smallestPiece: 1)
        record.plan.advance(ConnectionID(rawValue: 1), to: 4096)
        record.plan.settle(record.plan.mark)
        record.plan.releaseAll()
        record.representation = Representation(
            total: 1_000_000,
            etag: "\"e\u{1b}\"",
            lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
            hasStrongDate: true,
            acceptsRanges: true,
            contentEncoding: "gzip",
            hints: NameHints(contentDisposition: "filename=\"ä/\u{202e}b\"", url: "https://files.example/x", mediaType: "a/b"),
            finalURL: "https://cdn.example/x"
        )
        record.previous = .init(generation: 1, bytes: 77)
        record.isWithoutRanges = true
        record.mirror = 1
        record.setbacks.gone = true
        record.failures = 4
        record.wasted = 12
        record.activeTime = .nanoseconds(1_234_567_891)
        record.intent = PublishIntent(directory: "/d", name: "n", part: "/p", device: .max, inode: .max - 1, size: 9, collisions: 2)
        record.run = 5
        record.part = .init(bootID: "boot", device: 66)
        record.session = SessionIdentifier("se\u{301}ance")
        record.inherited = .init(task: TaskID(rawValue: 99), generation: 3)
        record.age = .nanoseconds(987_654_321)
        record.token = "mark"
        record.isContinuation = true
        record.isHurried = true
        record.request.acceptableStatusCodes = nil
        record.request.resourceTimeout = .seconds(7)
        if state.isEnded { record.ended = WallTime(seconds: 1_800_000_000 + id) }
        return record
    }

    static func event(_ sequence: UInt64, task: Int64? = 1, _ kind: Event.Kind = .paused) -> Event {
        Event(sequence: sequence, time: WallTime(seconds: Int64(sequence)), task: task.map(TaskID.init(rawValue:)), kind: kind)
    }
}
