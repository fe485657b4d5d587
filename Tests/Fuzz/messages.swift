@testable import AgentLink

/// What a client and an agent say to each other: lines of JSON-RPC.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count)) + [UInt8(ascii: "\n")]
    var splitter = LineSplitter(limit: 4096)
    for case .bytes(let line) in bytes.withUnsafeBytes({ splitter.feed($0) }) { read(line) }
    return 0
}

private func read(_ line: [UInt8]) {
    do throws(LinkError) {
        let request = try Request.read(line, calls)
        if let id = request.id {
            // Whatever was asked is answered by one line.
            let answer = Wire.failure(LinkError(.internal, "no"), to: id)
            demand(answer.last == 10 && !answer.dropLast().contains(10), "an answer of several lines")
        }
        if case .failure(let error) = request.answer { demand(!error.detail.isEmpty, "nothing is said") }
    } catch {
        demand(error.code == .parse, "\(error)")
    }
    _ = try? Incoming.read(line, readers)
}

private let readers = Incoming.Readers { id in
    switch id % 4 {
    case 0: AddCall.Reply.self
    case 1: TasksCall.Reply.self
    case 2: ShowCall.Reply.self
    default: AttachCall.Reply.self
    }
}

private let calls: CallTable = {
    var table = CallTable()
    func on<Call: AgentCall>(_ type: Call.Type) {
        table.on(type) { (_) throws(LinkError) -> Call.Reply in throw LinkError(.internal, "not here") }
    }
    on(HelloCall.self)
    on(AddCall.self)
    on(AddResumingCall.self)
    on(TasksCall.self)
    on(ShowCall.self)
    on(ControlCall.self)
    on(EditCall.self)
    on(MoveCall.self)
    on(LimitCall.self)
    on(WatchCall.self)
    on(AttachCall.self)
    on(AcknowledgeCall.self)
    on(InvalidateCall.self)
    on(ClaimCall.self)
    return table
}()
