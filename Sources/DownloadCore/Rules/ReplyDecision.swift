/// What was asked of a server.
public enum Asked: Sendable, Hashable {
    /// A plain GET.
    case whole
    /// A range from an offset on; `end` is the offset behind its last byte, nil for the end of the file.
    case range(start: Int64, end: Int64?)
}

/// What a reply means, decided from status and header before the first byte of the body is used.
///
/// One function for first try, silent retry, resume and segment: the table of `design.md` section 4, row by row.
public enum ReplyDecision: Sendable, Hashable {
    /// Write the body from `start` on, after throwing away its first `skip` bytes.
    case write(start: Int64, skip: Int64, Representation)
    /// Everything is on disk already.
    case complete
    /// The file is another one now.
    case changed(why: String)
    /// A whole file came where a range was asked for.
    case rangeIgnored
    /// A range came that cannot be used.
    case rangeUnusable(why: String)
    /// A part came where the whole file was asked for.
    case unwantedPart
    /// The server has no such range, and what is on disk is not the whole file either.
    case rangeRefused
    /// The file is longer than the disk has room for, in bytes: not one of its bytes is taken.
    case noRoom(Representation, room: Int64)
    /// Follow to this address; the transport checks whether it may.
    case redirect
    /// A name and a password are wanted.
    case unauthorized(Failure)
    /// The address does not work; `mayRecover` when it came from a redirect or worked before, so that the original one may.
    case gone(Failure, mayRecover: Bool)
    /// Nothing can be done, or only later.
    case failure(Failure)

    /// Decides what a reply means.
    ///
    /// - Parameters:
    ///   - reply: the final reply, after redirects.
    ///   - asked: what the request asked for.
    ///   - known: what is on record of the file; nil on a first try.
    ///   - onDisk: bytes of the file that are on disk.
    ///   - acceptable: the statuses that the program takes for no error; nil for all.
    ///   - room: how long a file there is room for on the disk; nil when that is not known.
    ///   - wasRedirected: the reply came from another address than the one that was asked first.
    ///   - original: the address that was asked first; nil when that does not matter.
    ///   - now: the wall clock, for a `Retry-After` that is a date.
    /// - Returns: the meaning; the caller keeps count of what is forgiven once.
    public static func decide(
        _ reply: Reply,
        asked: Asked,
        known: Representation?,
        onDisk: Int64,
        acceptable: Range<Int>? = 200..<300,
        room: Int64? = nil,
        wasRedirected: Bool = false,
        original: String? = nil,
        now: WallTime
    ) -> ReplyDecision {
        if let failure = portal(reply, asked: asked, known: known, original: original) { return .failure(failure) }
        let decision =
            byWish(reply, asked: asked, acceptable: acceptable, known: known)
            ?? byTable(reply, asked: asked, known: known, onDisk: onDisk, wasRedirected: wasRedirected, now: now)
        guard case .write(_, _, let found) = decision, let total = found.total, let room, total > room else { return decision }
        return .noRoom(found, room: room)
    }

    private static func byTable(
        _ reply: Reply,
        asked: Asked,
        known: Representation?,
        onDisk: Int64,
        wasRedirected: Bool,
        now: WallTime
    ) -> ReplyDecision {
        switch reply.status {
        case 200, 203:
            whole(reply, asked: asked, known: known)
        case 206:
            part(reply, asked: asked, known: known)
        case 204, 205:
            .failure(Failure(.emptyReply, "status \(reply.status) with no file", httpStatus: reply.status))
        case 300...308 where reply.status != 304 && reply.value("Location") != nil:
            .redirect
        case 401:
            .unauthorized(Failure(.authorization, "401 \(host(reply))", httpStatus: 401))
        case 407:
            .unauthorized(Failure(.authorization, "407 from the proxy", httpStatus: 407))
        case 403, 404, 410:
            .gone(
                Failure(reply.status == 403 ? .httpStatus : .notFound, "\(reply.status) \(host(reply))", httpStatus: reply.status),
                mayRecover: wasRedirected || onDisk > 0
            )
        case 412:
            .changed(why: "the server no longer has the version that was begun")
        case 416:
            unsatisfied(reply, asked: asked, known: known, onDisk: onDisk)
        case 408, 425, 429, 500, 502, 503, 504:
            .failure(transient(reply, now: now))
        default:
            .failure(Failure(.httpStatus, "status \(reply.status) \(host(reply))", httpStatus: reply.status))
        }
    }

    /// What a program's own idea of success makes of a reply; nil where the table holds.
    private static func byWish(_ reply: Reply, asked: Asked, acceptable: Range<Int>?, known: Representation?) -> ReplyDecision? {
        let isUsual = reply.status == 200 || reply.status == 203 || reply.status == 206
        if isUsual {
            guard let acceptable, !acceptable.contains(reply.status), reply.status != 206 else { return nil }
            return .failure(Failure(.httpStatus, "status \(reply.status) \(host(reply))", httpStatus: reply.status))
        }
        let isRedirect = (300...308).contains(reply.status) && reply.value("Location") != nil
        let isChallenge = reply.status == 401 || reply.status == 407
        let standard = 200..<300
        guard asked == .whole, acceptable != standard, acceptable?.contains(reply.status) ?? true, !isRedirect, !isChallenge
        else { return nil }
        return whole(reply, asked: asked, known: known)
    }

    private static func whole(_ reply: Reply, asked: Asked, known: Representation?) -> ReplyDecision {
        let total: Int64?
        switch reply.contentLength {
        case .broken(let text): return .failure(Failure(.badReply, "its Content-Length is \"\(text)\"", httpStatus: reply.status))
        case .known(let length): total = length
        case .unknown: total = nil
        }
        let found = Representation(reply, total: total)
        guard case .range(let start, _) = asked else { return .write(start: 0, skip: 0, found) }
        if let known, let why = known.difference(from: found) { return .changed(why: why) }
        return start == 0 ? .write(start: 0, skip: 0, found) : .rangeIgnored
    }

    private static func part(_ reply: Reply, asked: Asked, known: Representation?) -> ReplyDecision {
        guard case .range(let start, _) = asked else { return .unwantedPart }
        let isMultipart = reply.value("Content-Type")?.lowercased().hasPrefix("multipart/byteranges") ?? false
        if isMultipart { return .rangeUnusable(why: "the server sent several ranges at once") }
        guard let text = reply.value("Content-Range"), let content = ContentRange(text), let range = content.range else {
            return .rangeUnusable(why: "the server did not say which range it sent")
        }
        let found = Representation(reply, total: content.total)
        if let known, let why = known.difference(from: found) { return .changed(why: why) }
        guard range.lowerBound <= start, range.upperBound >= start else {
            return .rangeUnusable(why: "the server sent another range than the one asked for")
        }
        // A range that ends early leaves the rest to the next request: the plan sees that bytes are missing.
        var merged = found
        merged.total = content.total ?? known?.total
        return .write(start: start, skip: start - range.lowerBound, merged)
    }

    private static func unsatisfied(_ reply: Reply, asked: Asked, known: Representation?, onDisk: Int64) -> ReplyDecision {
        guard case .range = asked else { return .failure(Failure(.httpStatus, "status 416 \(host(reply))", httpStatus: 416)) }
        let said = reply.value("Content-Range").flatMap(ContentRange.init)?.total
        // An error reply need not carry a validator; only one that is there and differs speaks against what is on disk.
        if let known, let old = known.etag, let new = reply.value("ETag"), old != new { return .rangeRefused }
        if let known, known.etag == nil, let old = known.lastModified, let new = reply.value("Last-Modified"), old != new {
            return .rangeRefused
        }
        if let said, let total = known?.total, said != total { return .rangeRefused }
        return (said ?? known?.total) == onDisk ? .complete : .rangeRefused
    }

    private static func transient(_ reply: Reply, now: WallTime) -> Failure {
        let code: Failure.Code =
            switch reply.status {
            case 408, 504: .timedOut
            case 429, 503: .overloaded
            default: .httpStatus
            }
        return Failure(
            code,
            "status \(reply.status) \(host(reply))",
            httpStatus: reply.status,
            isTransient: true,
            retryAfter: reply.retryAfter(now: now)
        )
    }

    private static func host(_ reply: Reply) -> String {
        "from \(Address(reply.url)?.host ?? "the server")"
    }
}
