import Testing

@testable import DownloadCore

/// The table of `design.md` section 4, row by row, and the cases of `failure-cases.md` that it decides.
@Suite struct ReplyDecisionTests {
    static let url = "https://files.example/a.iso"
    static let now = WallTime(seconds: 784_111_777)
    static let known = Representation(total: 1000, etag: "\"A\"", hints: NameHints(url: url), finalURL: url)
    static let partFields = ["Content-Range": "bytes 500-999/1000", "ETag": "\"A\"", "Content-Length": "500"]

    static func reply(_ status: Int, _ fields: [String: String] = [:]) -> Reply {
        Reply(status: status, fields: fields.map { HeaderField(name: $0.key, value: $0.value) }, url: url)
    }

    static func decide(
        _ status: Int,
        _ fields: [String: String] = [:],
        asked: Asked = .range(start: 500, end: nil),
        known: Representation? = known,
        onDisk: Int64 = 500,
        wasRedirected: Bool = false
    ) -> ReplyDecision {
        .decide(reply(status, fields), asked: asked, known: known, onDisk: onDisk, wasRedirected: wasRedirected, now: now)
    }

    /// The decision's name without what it carries.
    static func kind(_ decision: ReplyDecision) -> String {
        switch decision {
        case .write(let start, let skip, _): "write \(start) skip \(skip)"
        case .complete: "complete"
        case .changed: "changed"
        case .rangeIgnored: "ignored"
        case .rangeUnusable: "unusable"
        case .unwantedPart: "unwanted"
        case .rangeRefused: "refused"
        case .noRoom(_, let room): "no room beyond \(room)"
        case .redirect: "redirect"
        case .unauthorized: "unauthorized"
        case .gone(_, let mayRecover): mayRecover ? "gone, again" : "gone"
        case .failure(let failure): "\(failure.code.rawValue)\(failure.isTransient ? ", later" : "")"
        }
    }

    // MARK: - The disk

    @Test func `a file that the disk cannot take is known by its length, before its first byte`() {
        let decide: (Int, [String: String], Asked, Int64?) -> String = { status, fields, asked, room in
            let known = asked == .whole ? nil : Self.known
            return Self.kind(.decide(Self.reply(status, fields), asked: asked, known: known, onDisk: 500, room: room, now: Self.now))
        }
        let rest = Asked.range(start: 500, end: nil)
        #expect(decide(200, ["Content-Length": "1000"], .whole, 999) == "no room beyond 999")
        #expect(decide(200, ["Content-Length": "1000"], .whole, 1000) == "write 0 skip 0")
        #expect(decide(200, ["Content-Length": "1000"], .whole, nil) == "write 0 skip 0")
        #expect(decide(200, ["Content-Length": "9223372036854775807"], .whole, 1 << 50) == "no room beyond \(Int64(1) << 50)")
        // Of unknown length: the disk tells when it is full.
        #expect(decide(200, [:], .whole, 10) == "write 0 skip 0")
        #expect(decide(206, Self.partFields, rest, 999) == "no room beyond 999")
        #expect(decide(404, ["Content-Length": "5000"], .whole, 10) == "gone, again")
    }

    // MARK: - No range

    @Test(arguments: [
        (200, "write 0 skip 0"), (203, "write 0 skip 0"), (204, "empty-reply"), (205, "empty-reply"), (206, "unwanted"),
        (304, "http-status"),
        (401, "unauthorized"), (407, "unauthorized"), (403, "gone"), (404, "gone"), (410, "gone"), (416, "http-status"), (412, "changed"),
        (408, "timed-out, later"), (425, "http-status, later"), (429, "overloaded, later"), (500, "http-status, later"),
        (502, "http-status, later"), (503, "overloaded, later"), (504, "timed-out, later"), (400, "http-status"), (451, "http-status"),
        (501, "http-status"), (505, "http-status"), (302, "http-status"), (0, "http-status"), (-1, "http-status"), (999, "http-status"),
    ])
    func `a first try is decided by the status`(status: Int, expected: String) {
        #expect(Self.kind(Self.decide(status, asked: .whole, known: nil, onDisk: 0)) == expected)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect with an address is followed`(status: Int) {
        #expect(Self.decide(status, ["location": "/b"], asked: .whole, known: nil, onDisk: 0) == .redirect)
    }

    @Test func `a first reply is remembered`() {
        let fields = [
            "Content-Length": " 1000 ", "etag": "\"A\"", "ACCEPT-RANGES": "bytes", "Content-Disposition": "attachment; filename=x",
            "Content-Type": "a/b", "Content-Range": "bytes=0-2096103423/2096103424",
        ]
        let hints = NameHints(contentDisposition: "attachment; filename=x", url: Self.url, mediaType: "a/b")
        var found = Representation(total: 1000, etag: "\"A\"", acceptsRanges: true, hints: hints, finalURL: Self.url)
        found.status = 200
        // B005: a Content-Range means nothing in a 200.
        #expect(Self.decide(200, fields, asked: .whole, known: nil, onDisk: 0) == .write(start: 0, skip: 0, found))
    }

    @Test(arguments: [
        ("-1", nil), ("9223372036854775808", nil), (String(repeating: "9", count: 40), nil), ("0x10", nil), ("1 2", nil), ("", nil),
        ("5, 6", nil), ("+5", nil), ("5", 5), ("5, 5", 5), ("0", 0), ("39043411347", 39_043_411_347), ("9223372036854775807", Int64.max),
    ])
    func `a length that makes no sense is a bad reply, a large one is not`(text: String, length: Int64?) {
        let decision = Self.decide(200, ["Content-Length": text], asked: .whole, known: nil, onDisk: 0)
        guard let length else { return #expect(Self.kind(decision) == "bad-reply") }
        guard case .write(_, _, let found) = decision else { return #expect(Bool(false), "\(decision)") }
        #expect(found.total == length)
    }

    @Test func `a body in chunks has no length, whatever Content-Length says`() {
        let decision = Self.decide(200, ["Transfer-Encoding": "chunked", "Content-Length": "-1"], asked: .whole, known: nil, onDisk: 0)
        guard case .write(_, _, let found) = decision else { return #expect(Bool(false), "\(decision)") }
        #expect(found.total == nil)
    }

    // MARK: - A range

    @Test(arguments: [
        // B004: what begins before is skipped.
        ("bytes 500-999/1000", "write 500 skip 0"), ("bytes 400-999/1000", "write 500 skip 100"),
        ("bytes 0-999/1000", "write 500 skip 500"),
        ("bytes=500-999/1000", "write 500 skip 0"), ("bytes 500-999/*", "write 500 skip 0"), ("bytes 500-600/1000", "write 500 skip 0"),
        ("bytes 501-999/1000", "unusable"), ("bytes 0-499/1000", "unusable"), ("bytes */1000", "unusable"), ("bytes", "unusable"),
        ("items 500-999/1000", "unusable"), ("bytes 999-500/1000", "unusable"), ("bytes 500-1000/1000", "unusable"), ("", "unusable"),
        ("bytes 500-999", "unusable"), ("bytes -500-999/1000", "unusable"), ("bytes 500-99999999999999999999/*", "unusable"),
        ("bytes 500-9223372036854775807/*", "unusable"), ("bytes 500-999/1001", "changed"), ("bytes 500-998/999", "changed"),
    ])
    func `a part is written only where it belongs`(range: String, expected: String) {
        var fields = Self.partFields
        fields["Content-Range"] = range
        #expect(Self.kind(Self.decide(206, fields)) == expected)
    }

    @Test func `a part without a range or with several of them is not used`() {
        #expect(Self.kind(Self.decide(206, ["ETag": "\"A\""])) == "unusable")
        var fields = Self.partFields
        fields["Content-Type"] = "Multipart/ByteRanges; boundary=x"
        #expect(Self.kind(Self.decide(206, fields)) == "unusable")
    }

    // B013, B014, B019: the 206 itself is compared, since servers ignore If-Range.
    @Test(arguments: [
        ("\"A\"", "write 500 skip 0"), ("\"B\"", "changed"), ("W/\"A\"", "changed"), (nil, "changed"),
    ])
    func `a part of another version is never written`(etag: String?, expected: String) {
        var fields = Self.partFields
        fields["ETag"] = etag
        #expect(Self.kind(Self.decide(206, fields)) == expected)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "write 500 skip 0"), ("Sun, 06 Nov 1994 08:49:38 GMT", "changed"), (nil, "write 500 skip 0"),
    ])
    func `without an ETag the date must be the same`(date: String?, expected: String) {
        var known = Self.known
        known.etag = nil
        known.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
        let fields = ["Content-Range": "bytes 500-999/1000", "Last-Modified": date].compactMapValues { $0 }
        #expect(Self.kind(Self.decide(206, fields, known: known)) == expected)
    }

    @Test func `machines of one site may disagree about the date of the same ETag`() {
        var known = Self.known
        known.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
        var fields = Self.partFields
        fields["Last-Modified"] = "Sun, 06 Nov 1994 08:49:38 GMT"
        #expect(Self.kind(Self.decide(206, fields, known: known)) == "write 500 skip 0")
    }

    // B022: bytes of two encodings never meet in one file.
    @Test func `a part in another encoding is another file`() {
        var fields = Self.partFields
        fields["Content-Encoding"] = "gzip"
        #expect(Self.kind(Self.decide(206, fields)) == "changed")
        fields["Content-Encoding"] = "Identity"
        #expect(Self.kind(Self.decide(206, fields)) == "write 500 skip 0")
    }

    // B001, B020
    @Test(arguments: [
        (["Content-Length": "1000", "ETag": "\"A\""], "ignored"), (["Content-Length": "1000", "ETag": "\"B\""], "changed"),
        (["Content-Length": "999", "ETag": "\"A\""], "changed"), ([:], "changed"), (["ETag": "\"A\""], "ignored"),
        (["Content-Length": "x", "ETag": "\"A\""], "bad-reply"),
    ])
    func `a whole file where a part was asked for is not appended`(fields: [String: String], expected: String) {
        #expect(Self.kind(Self.decide(200, fields)) == expected)
    }

    @Test func `a whole file from which all is wanted is written`() {
        let decision = Self.decide(200, ["ETag": "\"A\""], asked: .range(start: 0, end: 500), onDisk: 0)
        #expect(Self.kind(decision) == "write 0 skip 0")
    }

    // MARK: - 416

    // B007, B008, B010: the size on record decides, never the size on disk alone.
    @Test(
        arguments: [
            ("bytes */1000", 1000, 1000, "complete"), ("bytes */1000", 700, 1000, "refused"), ("bytes */1000", 1200, 1000, "refused"),
            (nil, 1000, 1000, "complete"), (nil, 700, 1000, "refused"), (nil, 1000, nil, "refused"),
            ("bytes */1000", 1000, nil, "complete"),
            ("bytes */700", 700, 1000, "refused"), ("nonsense", 1000, 1000, "complete"),
            ("bytes */99999999999999999999", 1000, nil, "refused"),
            ("bytes */-1", 1000, nil, "refused"),
        ] as [(String?, Int64, Int64?, String)]
    )
    func `a refused range is complete only if the numbers say so`(range: String?, onDisk: Int64, total: Int64?, expected: String) {
        var known = Self.known
        known.total = total
        let fields = ["Content-Range": range].compactMapValues { $0 }
        #expect(Self.kind(Self.decide(416, fields, asked: .range(start: onDisk, end: nil), known: known, onDisk: onDisk)) == expected)
    }

    @Test func `a refused range of another version is not complete`() {
        let fields = ["Content-Range": "bytes */1000", "ETag": "\"B\""]
        #expect(Self.decide(416, fields, onDisk: 1000) == .rangeRefused)
        var known = Self.known
        known.etag = nil
        known.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
        let dated = ["Content-Range": "bytes */1000", "Last-Modified": "Sun, 06 Nov 1994 08:49:38 GMT"]
        #expect(Self.decide(416, dated, known: known, onDisk: 1000) == .rangeRefused)
    }

    // MARK: - The rest

    // B011
    @Test(arguments: [403, 404, 410])
    func `what worked before is asked once more`(status: Int) {
        #expect(Self.kind(Self.decide(status)) == "gone, again")
        #expect(Self.kind(Self.decide(status, asked: .whole, known: nil, onDisk: 0, wasRedirected: true)) == "gone, again")
        #expect(Self.kind(Self.decide(status, asked: .whole, known: nil, onDisk: 0)) == "gone")
    }

    @Test(arguments: [200, 206, 416, 404, 503])
    func `names of header fields are known in any case`(status: Int) {
        let lower = Self.decide(status, ["content-range": "bytes 500-999/1000", "etag": "\"A\"", "retry-after": "9"])
        let upper = Self.decide(status, ["CONTENT-RANGE": "bytes 500-999/1000", "ETAG": "\"A\"", "RETRY-AFTER": "9"])
        #expect(lower == upper)
    }
}
