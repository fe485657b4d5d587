/// What a reply turns into for one request: its status, its header lines and the stretch of the content that follows.
struct ReplyPlan {
    var status: Int
    var headers: [OriginRequest.Header] = []

    /// The bytes of the content that are sent, before `prefix` and `suffix` are put around them.
    var range: Range<Int64>
    var prefix: [UInt8] = []
    var suffix: [UInt8] = []
    var closesAfter = false

    init(_ scripted: Reply, for request: OriginRequest) {
        let reply = Self.isAuthorized(request, scripted.credentials) ? scripted : Self.challenge
        let size = reply.content.size
        status = reply.status ?? 200
        range = 0..<size
        if reply.status == nil, let asked = request.range(ofSize: size) {
            choosePart(asked, of: reply, for: request)
        }
        addHeaders(reply)
    }

    private static let challenge = Reply.status(401).with { $0.headers.append(.init("WWW-Authenticate", "Basic realm=\"origin\"")) }

    private mutating func choosePart(_ asked: Range<Int64>, of reply: Reply, for request: OriginRequest) {
        let size = reply.content.size
        switch reply.ranges {
        case .ignored, .refused:
            return
        case .honoured, .honouredSilently:
            if reply.honoursIfRange, let validator = request.header("If-Range") {
                let isStrongMatch = validator == reply.etag && !validator.hasPrefix("W/")
                guard isStrongMatch || validator == reply.lastModified else { return }
            }
        case .unsatisfiable:
            refuse(size: reply.namesSizeWhenUnsatisfiable ? size : nil)
            return
        }
        guard !asked.isEmpty else {
            refuse(size: reply.namesSizeWhenUnsatisfiable ? size : nil)
            return
        }
        status = 206
        range = asked
        writePart(reply.partial, size: size, type: reply.contentType)
    }

    private mutating func refuse(size: Int64?) {
        status = 416
        range = 0..<0
        if let size { headers.append(.init("Content-Range", "bytes */\(size)")) }
        prefix = Array("<html>No such range, says this page of the server.</html>\n".utf8)
    }

    private mutating func writePart(_ partial: Reply.Partial, size: Int64, type: String?) {
        func contentRange(_ unit: String = "bytes ", total: String? = nil) -> OriginRequest.Header {
            .init("Content-Range", "\(unit)\(range.lowerBound)-\(range.upperBound - 1)/\(total ?? String(size))")
        }
        switch partial {
        case .right:
            headers.append(contentRange())
        case .shifted(let count):
            range = min(max(0, range.lowerBound + count), range.upperBound - 1)..<range.upperBound
            headers.append(contentRange())
        case .total(let total):
            headers.append(contentRange(total: total.map { String($0) } ?? "*"))
        case .text(let text):
            headers.append(.init("Content-Range", text))
        case .missing:
            break
        case .spelledWithEquals:
            headers.append(contentRange("bytes="))
        case .longer(let count):
            range = range.lowerBound..<min(size, range.upperBound + count)
            headers.append(contentRange())
        case .multipart:
            let part = contentRange()
            prefix = Array("--part\r\nContent-Type: \(type ?? "text/plain")\r\n\(part.name): \(part.value)\r\n\r\n".utf8)
            suffix = Array("\r\n--part--\r\n".utf8)
            headers.append(.init("Content-Type", "multipart/byteranges; boundary=part"))
        }
    }

    private mutating func addHeaders(_ reply: Reply) {
        let length = Int64(prefix.count) + Int64(range.count) + Int64(suffix.count)
        if let date = reply.date { headers.append(.init("Date", date)) }
        if let type = reply.contentType, !headers.contains(where: { $0.name == "Content-Type" }) {
            headers.append(.init("Content-Type", type))
        }
        if let etag = reply.etag { headers.append(.init("ETag", etag)) }
        if let modified = reply.lastModified { headers.append(.init("Last-Modified", modified)) }
        switch reply.ranges {
        case .honoured, .unsatisfiable: headers.append(.init("Accept-Ranges", "bytes"))
        case .refused: headers.append(.init("Accept-Ranges", "none"))
        case .ignored, .honouredSilently: break
        }
        headers.append(contentsOf: reply.headers)
        let hasNoBody = status == 204 || status == 304
        if hasNoBody {
            range = 0..<0
            prefix = []
            suffix = []
        }
        switch reply.framing {
        case .length where !hasNoBody: headers.append(.init("Content-Length", String(length)))
        case .chunked where !hasNoBody: headers.append(.init("Transfer-Encoding", "chunked"))
        case .lengthText(let text):
            headers.append(.init("Content-Length", text))
            closesAfter = true
        case .closeDelimited: closesAfter = true
        case .length, .chunked: break
        }
        if !reply.keepsAlive || closesAfter { headers.append(.init("Connection", "close")) }
    }

    private static func isAuthorized(_ request: OriginRequest, _ basic: Reply.Basic?) -> Bool {
        guard let basic else { return true }
        return request.header("Authorization") == "Basic " + base64("\(basic.user):\(basic.password)")
    }
}
