import Testing

@testable import DownloadCore

/// A task's machine, a clock that is moved by hand, and what the last input led to.
struct MachineBench {
    static let url = "https://files.example/a.iso"
    static let mirror = "https://mirror.example/a.iso"
    static let megabyte: Int64 = 1 << 20
    static let total = 100 * megabyte

    var machine: TaskStateMachine
    var now = Now(instant: Instant(nanoseconds: 1), wall: WallTime(seconds: 1_700_000_000))
    private(set) var actions: [TaskAction] = []

    init(_ urls: [String] = [url], _ change: (inout DownloadRequest) -> Void = { _ in }) {
        var request = DownloadRequest(urls: urls)
        change(&request)
        machine = TaskStateMachine(TaskRecord(id: TaskID(rawValue: 7), request: request, order: 1, added: now.wall))
    }

    static func found(_ total: Int64? = total, etag: String? = "\"A\"", ranges: Bool? = nil) -> Representation {
        Representation(total: total, etag: etag, acceptsRanges: ranges, hints: NameHints(url: url), finalURL: url)
    }

    var record: TaskRecord { machine.record }
    var state: TaskState.Kind { record.state.kind }
    var attempt: Int { record.attempt }

    var orders: [ConnectionOrder] {
        actions.compactMap { if case .open(let order) = $0 { order } else { nil } }
    }

    var told: [Event.Kind] {
        actions.compactMap { if case .tell(let kind) = $0 { kind } else { nil } }
    }

    var failure: Failure? {
        if case .failed(let failure) = record.state { failure } else { nil }
    }

    var wait: Wait? {
        if case .waiting(let wait) = record.state { wait } else { nil }
    }

    @discardableResult
    mutating func report(_ report: TaskReport) -> [TaskAction] {
        actions = machine.handle(report, now: now)
        return actions
    }

    @discardableResult
    mutating func command(_ command: TaskCommand) throws(Rejection) -> [TaskAction] {
        actions = try machine.apply(command, now: now)
        return actions
    }

    mutating func later(_ duration: Duration) {
        now = Now(instant: now.instant.advanced(by: duration), wall: now.wall.advanced(by: duration))
    }

    mutating func transport(_ connection: Int64, _ kind: TransportReport.Kind, attempt: Int? = nil) {
        report(.transport(attempt: attempt ?? self.attempt, ConnectionID(rawValue: connection), kind))
    }

    mutating func reply(_ connection: Int64, _ decision: ReplyDecision) {
        transport(connection, .replied(decision))
    }

    mutating func bytes(_ connection: Int64, to position: Int64) {
        transport(connection, .progress(position: position))
    }

    mutating func end(_ connection: Int64, at position: Int64, _ ending: TransportReport.Ending = .done) {
        transport(connection, .ended(position: position, ending))
    }

    /// Starts, with a part file of the length that the plan needs.
    mutating func start() {
        report(.start)
        report(.partReady(attempt: attempt, length: record.plan.extent))
    }

    /// Starts, gets a good reply for the whole file, and so many bytes.
    mutating func run(to position: Int64, _ found: Representation = Self.found()) {
        start()
        reply(1, .write(start: 0, skip: 0, found))
        bytes(1, to: position)
    }

    /// Waits as long as it wants to, then starts again.
    mutating func wakeAndStart() {
        later(.seconds(7200))
        report(.wake)
        start()
    }

    static func transient(_ detail: String = "reset") -> Failure { Failure(.network, detail, isTransient: true) }

    static func write(_ start: Int64, _ found: Representation = found()) -> ReplyDecision {
        .write(start: start, skip: 0, found)
    }
}
