internal import CCurl
internal import DownloadCore
internal import Platform

/// One connection at work: its handle, what its replies said, and where its bytes go.
///
/// Confined to the transport's thread: libcurl calls into it from there only.
final class Transfer {
    /// What happens to the bytes of a body.
    enum Mode {
        /// No byte has come since the last status line.
        case undecided
        case writing
        /// The body is not wanted; its first bytes may say why.
        case discarding(ReplyDecision)
    }

    let order: ConnectionOrder
    let request: DownloadRequest

    /// The limit of its task alone, as it was asked for; nil for none.
    let ownLimit: Int64?
    let file: any PartFile
    let easy: Easy
    let outbox: Outbox
    let original: Address

    var headers = HeaderList()
    var hop: Address
    var hops = 0
    private(set) var mode = Mode.undecided

    /// The offset behind the last byte that is in the part file.
    private(set) var position: Int64

    /// The offset at which to stop; nil for the end of the body.
    private(set) var end: Int64?

    /// It has all it was to fetch, and refused the rest.
    private(set) var isClipped = false

    /// It was told to stop while libcurl was still looking a name up: it ends at the next call-back.
    var isAbandoned = false
    var isResolving = false

    /// What went wrong on our side of a call-back.
    private(set) var failure: Failure?

    /// Bytes have come since progress was last told.
    var isDirty = false

    /// Until when it is told often how far it is.
    private var youngUntil: UInt64 = 0

    /// It has just begun, and has much before it.
    func isYoung(at now: UInt64) -> Bool { now < youngUntil }

    /// Its speed limit; nil for none.
    private var bucket: RateBucket?

    /// When bytes are wanted again that libcurl holds back because of the limit; nil while none are held.
    private(set) var heldUntil: Instant?

    /// Where libcurl writes its words for what went wrong; it must live as long as the handle.
    let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    var errorMessage: String { String(cString: errorBuffer) }
    private var status = 0
    private var fields: [HeaderField] = []
    private var headerBytes = 0

    /// The empty line behind a header has come: what ends before it is no reply, whatever libcurl makes of it.
    private(set) var isHeaderWhole = false
    private var skip: Int64 = 0
    private var buffer: TransferBuffer
    private var errorText: [UInt8] = []

    /// Only the end of its connection ends the body, and this is the one of TLS.
    private var endingTLS: UInt?

    /// A body that nobody wants is read to its end up to this length, so that the connection can be used again.
    private static let longestUnwantedBody = 64 * 1024
    private static let longestHeader = 256 * 1024
    private var unwanted = 0

    init(
        order: ConnectionOrder,
        request: DownloadRequest,
        file: any PartFile,
        easy: consuming Easy,
        address: Address,
        hop: Address,
        outbox: Outbox,
        capacity: Int
    ) {
        self.order = order
        self.request = request
        ownLimit = request.rateLimit
        self.file = file
        self.easy = easy
        self.outbox = outbox
        original = address
        self.hop = hop
        buffer = TransferBuffer(capacity: capacity)
        if case .range(let start, let end) = order.asked {
            position = start
            self.end = end
        } else {
            position = 0
        }
    }

    deinit {
        // The handle itself is cleaned up after this, and may still write into the buffer until it has no handle to it.
        ccurl_set_pointer(easy.handle, CURLOPT_ERRORBUFFER, nil)
        errorBuffer.deallocate()
    }

    var key: TransferKey { TransferKey(task: order.task, connection: order.connection) }

    /// Everything that goes with a request goes only to where it was meant to go: the same scheme, host and port.
    var isAtOrigin: Bool { hop.scheme == original.scheme && hop.host == original.host && hop.port == original.port }

    // MARK: - What libcurl calls

    /// A line of a header, or of an FTP server's talk.
    func receive(header line: UnsafeRawBufferPointer) -> Bool {
        guard !isAbandoned else { return false }
        guard hop.scheme.hasPrefix("http"), case .undecided = mode else { return true }
        headerBytes += line.count
        guard headerBytes <= Self.longestHeader else {
            failure = Failure(.badReply, "the header of its reply does not end")
            return false
        }
        var content = line[...]
        if content.last == UInt8(ascii: "\n") { content.removeLast() }
        if content.last == UInt8(ascii: "\r") { content.removeLast() }
        if content.starts(with: "HTTP/".utf8) {
            // Only the last of several replies counts: 1xx, a proxy's, one that asked for a password.
            status = HeaderText.decode(content).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            fields.removeAll(keepingCapacity: true)
            isHeaderWhole = false
        } else if content.isEmpty {
            isHeaderWhole = true
        } else if let field = field(content) {
            fields.append(field)
        }
        return true
    }

    private func field(_ line: UnsafeRawBufferPointer.SubSequence) -> HeaderField? {
        // Some servers send stray carriage returns.
        let isStray: (UInt8) -> Bool = { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        guard line.contains(where: isStray) else { return HeaderField(parsing: HeaderText.decode(line)) }
        return HeaderField(parsing: HeaderText.decode(line.filter { !isStray($0) }))
    }

    /// Bytes of a body: how many were taken; fewer than came ends the transfer.
    func receive(body bytes: UnsafeRawBufferPointer) -> Int {
        guard !isAbandoned else { return 0 }
        if case .undecided = mode { decide() }
        switch mode {
        case .undecided: return 0
        case .writing:
            guard let now = mayReceive() else { return Int(CURL_WRITEFUNC_PAUSE) }
            bucket?.take(bytes.count, at: now)
            return write(bytes)
        case .discarding: return discard(bytes)
        }
    }

    /// The time when bytes may come now; nil when the limit has them held back.
    private func mayReceive() -> Instant? {
        guard let bucket else { return Instant(nanoseconds: 0) }
        let now = Instant.ofLoop
        guard bucket.isEmpty(at: now) else { return now }
        heldUntil = now.advanced(by: bucket.delay(at: now))
        outbox.held[ObjectIdentifier(self)] = self
        return nil
    }

    /// Sets or changes its limit, in bytes a second; nil for none.
    func limit(_ rate: Int64?) {
        guard let rate else {
            bucket = nil
            heldUntil = heldUntil.map { _ in .ofLoop }
            return
        }
        guard rate != bucket?.rate else { return }
        let now = Instant.ofLoop
        if bucket == nil { bucket = RateBucket(rate: rate, at: now) } else { bucket?.change(rate: rate, at: now) }
        heldUntil = heldUntil.map { _ in now.advanced(by: bucket?.delay(at: now) ?? .zero) }
    }

    /// Takes what is held back: bytes may come within this call.
    func release() {
        heldUntil = nil
        curl_easy_pause(easy.handle, CURLPAUSE_CONT)
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        var rest = bytes[...]
        if skip > 0 {
            let skipped = Int(clamping: min(skip, Int64(rest.count)))
            rest = rest.dropFirst(skipped)
            skip -= Int64(skipped)
        }
        var mustStop = false
        if let end {
            let wanted = max(0, end - position - Int64(buffer.count))
            if Int64(rest.count) >= wanted {
                isClipped = true
                // A reply that ends just where this transfer ends has nothing left to refuse: the connection stays usable.
                mustStop = Int64(rest.count) > wanted || !endsByItself
                rest = rest.prefix(Int(clamping: wanted))
            }
        }
        while !rest.isEmpty {
            rest = rest.dropFirst(buffer.append(UnsafeRawBufferPointer(rebasing: rest)))
            isDirty = true
            if buffer.isFull, !flush() { return 0 }
        }
        return mustStop ? 0 : bytes.count
    }

    /// The reply ends by itself where this transfer ends, since that much was asked for.
    private var endsByItself: Bool {
        guard case .range(_, let asked) = order.asked, end == asked else { return end == nil || end == order.known?.total }
        return true
    }

    private func discard(_ bytes: UnsafeRawBufferPointer) -> Int {
        unwanted += bytes.count
        if errorText.count < 512 { errorText.append(contentsOf: bytes.prefix(512 - errorText.count)) }
        return unwanted <= Self.longestUnwantedBody ? bytes.count : 0
    }

    /// Hands what was collected to the part file.
    @discardableResult
    func flush() -> Bool {
        guard buffer.count > 0 else { return true }
        do throws(Failure) {
            try file.write(buffer.filled, at: position)
        } catch {
            failure = error
            buffer.clear()
            return false
        }
        position += Int64(buffer.count)
        buffer.clear()
        isDirty = true
        return true
    }

    // MARK: - Deciding

    /// Settles what the reply means; called before the first byte of a body is used, or at the end when there was none.
    func decide() {
        guard case .undecided = mode else { return }
        let reply = hop.scheme.hasPrefix("http") ? Reply(status: status, fields: fields, url: hop.withoutUserInfo) : fileReply
        let decision = ReplyDecision.decide(
            reply,
            asked: order.asked,
            known: order.known,
            onDisk: order.onDisk,
            acceptable: request.acceptableStatusCodes,
            room: order.room,
            wasRedirected: hops > 0,
            original: order.originalURL,
            now: outbox.clocks.now().wall
        )
        guard case .write(let start, let skip, let found) = decision else {
            mode = .discarding(decision)
            return
        }
        self.skip = skip
        position = start
        mode = .writing
        if let total = found.total { buffer.expect(total.saturatingSubtract(start)) }
        if let total = found.total, total - start > 4 << 20 { youngUntil = EventLoop.now &+ 1_500_000_000 }
        if reply.contentLength == .unknown, reply.value("Transfer-Encoding") == nil { endingTLS = TLSEnd.connection(of: easy) }
        report(.replied(decision))
    }

    /// What FTP and SFTP tell of a file, put in the words of HTTP so that the same rules decide.
    ///
    /// Their validator is size and time stamp together.
    private var fileReply: Reply {
        var reply = Reply(status: 200, fields: [], url: hop.withoutUserInfo)
        let length = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        var total = length
        if case .range(let start, _) = order.asked {
            reply.status = 206
            total = length.map { $0.saturatingAdd(start) }
            if let total, total > start {
                reply.fields.append(HeaderField(name: "Content-Range", value: "bytes \(start)-\(total - 1)/\(total)"))
            }
        } else if let length {
            reply.fields.append(HeaderField(name: "Content-Length", value: "\(length)"))
        }
        if let total, let time = easy.offset(CURLINFO_FILETIME_T) {
            reply.fields.append(HeaderField(name: "ETag", value: "\"\(total)-\(time)\""))
        }
        return reply
    }

    /// What became of a transfer whose request must be sent again, to another address.
    func begin(hop address: Address) {
        hop = address
        hops += 1
        mode = .undecided
        status = 0
        fields.removeAll(keepingCapacity: true)
        isHeaderWhole = false
        headerBytes = 0
        unwanted = 0
        errorText.removeAll()
        failure = nil
    }

    /// The first line of a plain text that came instead of a file.
    var explanation: String? {
        let type = fields.last { $0.name.lowercased() == "content-type" }?.value.lowercased()
        guard let type, type.hasPrefix("text/plain") else { return nil }
        let line = HeaderText.decode(errorText).prefix { !$0.isNewline }
        return line.isEmpty || line.count > 120 ? nil : String(line)
    }

    /// Its body had no other end than that of the connection, and TLS has not announced that one: anybody may have cut it.
    var isCutWithoutEnd: Bool { endingTLS.map { !TLSEnd.wasAnnounced($0) } ?? false }

    // MARK: - Being told

    func shorten(to end: Int64) {
        self.end = min(self.end ?? .max, end)
    }

    /// There is nothing left to fetch.
    var isAtEnd: Bool { end.map { position + Int64(buffer.count) >= $0 } ?? false }

    func report(_ kind: TransportReport.Kind) {
        outbox.reports.append(
            TransportReport(task: order.task, attempt: order.attempt, connection: order.connection, kind: kind)
        )
    }
}

/// Names a connection among those of all tasks.
struct TransferKey: Hashable {
    var task: TaskID
    var connection: ConnectionID
}

/// What is to be told at the end of a turn of the loop.
final class Outbox {
    let clocks: any Clocks
    var reports: [TransportReport] = []

    /// Transfers whose bytes are held back by their limits.
    var held: [ObjectIdentifier: Transfer] = [:]

    init(clocks: any Clocks) {
        self.clocks = clocks
    }
}

extension Instant {
    /// The clock of the transport's loop.
    static var ofLoop: Instant { Instant(nanoseconds: Int64(clamping: EventLoop.now)) }
}

extension ReplyDecision {
    /// The decision with the server's own words behind its failure.
    func explained(by text: String?) -> ReplyDecision {
        guard let text else { return self }
        switch self {
        case .failure(var failure):
            failure.detail += ": \(text)"
            return .failure(failure)
        case .gone(var failure, let mayRecover):
            failure.detail += ": \(text)"
            return .gone(failure, mayRecover: mayRecover)
        case .unauthorized(var failure):
            failure.detail += ": \(text)"
            return .unauthorized(failure)
        case .write, .complete, .changed, .rangeIgnored, .rangeUnusable, .unwantedPart, .rangeRefused, .noRoom, .redirect:
            return self
        }
    }
}
