extension HostileCase {
    private static func length(_ text: String) -> Reply { file.with { $0.framing = .lengthText(text) } }
    private static let chunked = file.with { $0.framing = .chunked }
    private static let empty = Outcome.file([.bytes([])])
    private static let packed = storedGzip(Array("a text that was packed\n".utf8))
    private static func packed(_ name: String, _ type: String, _ bytes: [UInt8] = packed) -> HostileCase {
        HostileCase(
            "lengths/\(name)",
            "B070 B071 B073 B074",
            .file([.bytes(bytes)]),
            Reply.bytes(bytes).adding("Content-Encoding", "gzip").with { $0.contentType = type }
        )
    }

    /// Kind 2: how long a file says it is, and how it is packed.
    public static let lengths: [HostileCase] = [
        HostileCase("lengths/cut-short", "B046 B047", right, file.interrupted(.close(after: 1 << 20)).times(1), file),
        HostileCase("lengths/never-so-much", "B046 B052", .failure(["network", "http-status", "bad-reply"]), length("18000000")),
        HostileCase(
            "lengths/ends-early-for-ever",
            "B052",
            .failure(["network"]),
            file.interrupted(.close(after: 1 << 20)).times(1),
            file.interrupted(.close(after: 0)).forRanges()
        ),
        HostileCase("lengths/head-says-nothing", "B055 B056", right, length("0").when { $0.method == "HEAD" }, file),
        HostileCase("lengths/head-says-two-more", "B056", right, length("\(size + 2)").when { $0.method == "HEAD" }, file),
        HostileCase("lengths/head-never-answers", "B058", right, file.interrupted(.stallBeforeReply).when { $0.method == "HEAD" }, file),
        HostileCase("lengths/chunked", "B059 B061", right, chunked),
        HostileCase("lengths/until-the-end", "B059", right, file.with { $0.framing = .closeDelimited }),
        HostileCase(
            "lengths/http-1.0",
            "B167",
            right,
            file.with { reply in
                reply.version = "HTTP/1.0"
                reply.framing = .closeDelimited
            }
        ),
        HostileCase(
            "lengths/chunked-cut",
            "B059 B046",
            .failure(["network"]),
            chunked.with { $0.ranges = .ignored }.interrupted(.close(after: 1 << 20))
        ),
        HostileCase("lengths/chunked-cut-once", "B059", right, chunked.interrupted(.close(after: 1 << 20)).times(1), chunked),
        HostileCase(
            "lengths/chunks-of-nonsense",
            "B059",
            .failure(["network", "bad-reply"]),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n")
        ),
        HostileCase(
            "lengths/chunk-of-2-to-the-64",
            "B065 B059",
            .failure(["network", "bad-reply"]),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\nabc\r\n0\r\n\r\n")
        ),
        HostileCase(
            "lengths/chunked-and-length",
            "B059",
            .file([.bytes(Array("hello".utf8))]),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        ),
        HostileCase("lengths/empty", "B062 B064", empty, .file(size: 0)),
        HostileCase("lengths/empty-chunked", "B062", empty, Reply.file(size: 0).with { $0.framing = .chunked }),
        HostileCase("lengths/empty-until-the-end", "B062", empty, Reply.file(size: 0).with { $0.framing = .closeDelimited }),
        HostileCase("lengths/no-content", "B062", .failure(["empty-reply"]), .status(204)),
        HostileCase("lengths/negative", "B065", .failure(["bad-reply", "network"]), length("-1")),
        HostileCase("lengths/2-to-the-63", "B065", .failure(["bad-reply", "network", "disk-full"]), length("9223372036854775808")),
        HostileCase("lengths/2-to-the-63-less-1", "B065 B182", .failure(["disk-full"]), length("9223372036854775807")),
        HostileCase(
            "lengths/forty-digits",
            "B067",
            .failure(["bad-reply", "network", "disk-full"]),
            length(String(repeating: "9", count: 40))
        ),
        HostileCase("lengths/words", "B065 B067", .failure(["bad-reply", "network"]), length("many")),
        HostileCase("lengths/twice-the-same", "B065", right, length("\(size), \(size)")),
        HostileCase("lengths/two-that-differ", "B065", .failure(["bad-reply", "network"]), length("\(size), \(size - 1)")),
        HostileCase("lengths/body-goes-on", "B077", .file([.bytes(GeneratedContent(seed: 1, size: size).bytes(0..<1000))]), length("1000")),
        packed("packed.txt", "text/plain"),
        packed("packed.tar.gz", "application/x-tar"),
        packed("packed-twice.gz", "application/gzip", packed + packed),
        HostileCase("lengths/plain-said-to-be-packed", "B070", right, file.adding("Content-Encoding", "gzip")),
        HostileCase(
            "lengths/packed-if-wanted",
            "B022",
            .file([.bytes(Array("a text that was packed\n".utf8))]),
            Reply.bytes(packed).adding("Content-Encoding", "gzip").with { $0.framing = .chunked }
                .when { $0.header("Accept-Encoding")?.contains("gzip") == true },
            .bytes(Array("a text that was packed\n".utf8))
        ),
    ]

    /// A gzip member that holds bytes as they are (RFC 1952).
    private static func storedGzip(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        func little(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
        let length = UInt32(bytes.count)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(length, 2) + little(~length, 2) + bytes + little(~sum, 4)
            + little(length, 4)
    }
}
