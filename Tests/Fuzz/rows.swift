@testable import DownloadCore
@testable import Store

/// Rows of the store: a task that was stored by another version, or by nobody, is set apart or goes on, and never traps.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var pieces = Pieces(UnsafeRawBufferPointer(start: start, count: count))
    let coder = RowCoder()
    let request = coder.request(pieces.next()) ?? DownloadRequest(urls: ["https://files.example/a"])
    guard let progress = coder.progress(pieces.next()) else { return 0 }
    var record = TaskRecord(
        id: TaskID(rawValue: 7),
        request: request,
        order: pieces.number(),
        added: WallTime(nanoseconds: pieces.number())
    )
    progress.restore(&record)
    demand(record.plan.isSound, "a plan that contradicts itself was taken: \(record.plan)")
    let again = try? coder.encode(StoredProgress(record))
    demand(again != nil, "what was read cannot be written")
    for trust in [TaskStateMachine.Trust.written, .durable] {
        var machine = TaskStateMachine(recovering: record, trust: trust)
        goOn(&machine)
        demand(machine.record.plan.isSound, "the plan is not sound any more")
    }
    return 0
}

/// A little of what becomes of a task.
private func goOn(_ machine: inout TaskStateMachine) {
    var now = Now(instant: Instant(nanoseconds: 5), wall: WallTime(nanoseconds: .max))
    for command in TaskCommand.allCases { _ = try? machine.apply(command, now: now) }
    _ = machine.handle(.start, now: now)
    let attempt = machine.record.attempt
    let extent = machine.record.plan.extent
    var actions = machine.handle(.partReady(attempt: attempt, length: extent, room: PartRoom(free: 5, longest: .max)), now: now)
    for case .open(let order) in actions {
        let found = Representation(
            total: machine.record.plan.total ?? 1 << 40,
            etag: "\"a\"",
            hints: NameHints(url: order.url),
            finalURL: order.url
        )
        let start = if case .range(let start, _) = order.asked { start } else { Int64(0) }
        actions = machine.handle(
            .transport(attempt: attempt, order.connection, .replied(.write(start: start, skip: 0, found))),
            now: now
        )
        now = Now(instant: Instant(nanoseconds: .max), wall: WallTime(nanoseconds: .min))
        _ = machine.handle(.tick(allowance: .max), now: now)
        _ = machine.handle(.transport(attempt: attempt, order.connection, .ended(position: .max, .done)), now: now)
    }
    _ = machine.handle(.deadline, now: now)
    _ = machine.displayName
    _ = machine.pieces
}
