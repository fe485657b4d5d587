import DownloadCore

/// Status lines and header fields: `Content-Range`, `Retry-After`, dates, lengths, validators.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var pieces = Pieces(UnsafeRawBufferPointer(start: start, count: count))
    let status = Int(truncatingIfNeeded: pieces.number())
    let position = max(0, pieces.number())
    let total = pieces.number()
    let now = WallTime(nanoseconds: pieces.number())
    var fields: [HeaderField] = []
    for line in HeaderText.decode(pieces.next()).split(separator: "\n", omittingEmptySubsequences: false) {
        if let field = HeaderField(parsing: String(line)) { fields.append(field) }
    }
    let reply = Reply(status: status, fields: fields, url: pieces.text())
    if let wait = reply.retryAfter(now: now) { demand(wait >= .zero && wait <= .seconds(3600), "waits \(wait)") }
    let known = Representation(Reply(status: 200, fields: Array(fields.prefix(fields.count / 2)), url: reply.url), total: max(0, total))
    for asked in [Asked.whole, .range(start: position, end: nil), .range(start: position, end: position.saturatingAdd(10))] {
        for known in [nil, known] {
            for room in [nil, 1000] as [Int64?] {
                let decision = ReplyDecision.decide(reply, asked: asked, known: known, onDisk: position, room: room, now: now)
                guard case .write(let start, let skip, let found) = decision else { continue }
                demand(skip >= 0 && found.total ?? 0 >= 0, "\(decision)")
                if let room, let total = found.total { demand(total <= room, "no room for \(total)") }
                if case .range(let wanted, _) = asked {
                    demand(start == wanted, "asked for \(wanted), writes at \(start)")
                    demand(known.flatMap { $0.difference(from: found) } == nil, "another file")
                } else {
                    demand(start == 0 && skip == 0, "\(decision)")
                }
            }
        }
    }
    return 0
}
