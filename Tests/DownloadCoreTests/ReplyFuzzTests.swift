import Testing

@testable import DownloadCore

@Suite(.serialized) struct ReplyFuzzTests {
    private static let pieces = [
        "bytes", " ", "=", "-", "/", "*", ":", ",", "\t", "0", "1", "499", "500", "999", "1000", "9223372036854775807",
        "9223372036854775808",
        "99999999999999999999999", "+", "\u{301}", "é", "\0", "\r\n", "\"", "W/", "Sun", "06", "Nov", "1994", "08:49:37", "GMT", "24:61:61",
        "none", "chunked", "multipart/byteranges", "gzip", "://", "http", "[", "]", "@", "?", "#", "%", "h", "٣",
    ]
    private static let names = [
        "Content-Range", "Content-Length", "ETag", "Last-Modified", "Date", "Retry-After", "Accept-Ranges", "Content-Type", "Location",
        "Transfer-Encoding", "Content-Encoding", "Content-Disposition",
    ]
    private static let offsets: [Int64] = [0, 1, 499, 500, 1000, .max, .max - 1, -1, .min]

    private func text(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in random.pick(Self.pieces) }.joined()
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `no header makes the rules trap, and nothing is written at another place than was asked for`(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<20_000 {
            let fields = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                HeaderField(name: random.pick(Self.names), value: text(&random))
            }
            let status = random.pick([200, 203, 206, 206, 206, 302, 404, 416, 429, Int.random(in: -5...1000, using: &random)])
            let reply = Reply(status: status, fields: fields, url: text(&random))
            let start = random.pick(Self.offsets)
            let asked: Asked = random.oneIn(3) ? .whole : .range(start: start, end: random.oneIn(2) ? nil : random.pick(Self.offsets))
            var known = random.oneIn(3) ? nil : ReplyDecisionTests.known
            if random.oneIn(3) { known?.total = random.pick(Self.offsets) }
            let decision = ReplyDecision.decide(
                reply,
                asked: asked,
                known: known,
                onDisk: random.pick(Self.offsets),
                now: WallTime(nanoseconds: Int64(bitPattern: random.next()))
            )
            guard case .write(let written, let skip, let found) = decision else { continue }
            #expect(skip >= 0)
            #expect(found.total ?? 0 >= 0 || found.total == known?.total)
            if case .range(let start, _) = asked { #expect(written == start || written == 0 && start <= 0) } else { #expect(written == 0) }
        }
    }

    @Test(arguments: [4, 5] as [UInt64])
    func `an address is read back as it was shown`(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<20_000 {
            let text = (random.oneIn(2) ? "http://" : "") + text(&random)
            guard let address = Address(text) else { continue }
            let again = Address(address.withoutUserInfo)
            #expect(again?.origin == address.origin, "\(text.debugDescription)")
            #expect(again?.userInfo == nil, "\(text.debugDescription)")
        }
    }
}
