import Testing

@testable import DownloadCore

@Suite struct RepresentationTests {
    private func representation(_ fields: [String: String]) -> Representation {
        Representation(ReplyDecisionTests.reply(200, fields), total: 10)
    }

    // B016: two versions within one second share a date.
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", false),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT", true),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:36 GMT", false),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "yesterday", false), ("soon", "Sun, 06 Nov 1994 08:49:37 GMT", false),
    ])
    func `a date is a validator only when it is older than the reply`(modified: String, date: String, isStrong: Bool) {
        let found = representation(["Last-Modified": modified, "Date": date])
        #expect((found.validator != nil) == isStrong)
    }

    @Test(arguments: [("\"a\"", "\"a\""), ("W/\"a\"", nil), ("", nil), ("a", nil), ("\"", nil)] as [(String, String?)])
    func `a weak ETag is no validator, and no date stands in for it`(etag: String, validator: String?) {
        let found = representation([
            "ETag": etag, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:49:37 GMT",
        ])
        #expect(found.validator == (etag.isEmpty ? "Sun, 06 Nov 1994 08:49:37 GMT" : validator))
    }

    // B028, B029: only `none` says no.
    @Test(arguments: [("none", false), ("bytes", true), ("NONE", false), (nil, nil)] as [(String?, Bool?)])
    func `an absent Accept-Ranges is no refusal`(text: String?, accepts: Bool?) {
        #expect(representation(["Accept-Ranges": text].compactMapValues { $0 }).acceptsRanges == accepts)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
            ("Sat, 01 Jan 2050 00:00:00 GMT", 2_524_608_000), ("Mon, 01 Jan 1601 00:00:00 GMT", -11_644_473_600), ("", nil), ("GMT", nil),
            ("Sun, 06 Nov 1994", nil), ("Sun, 06 Nov 99999 08:49:37 GMT", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
            ("Sun, 9223372036854775808 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov -1 08:49:37 GMT", 978_252_577 + 9_760_400),
        ] as [(String, Int64?)]
    )
    func `dates are read in their three forms`(text: String, seconds: Int64?) {
        // The last row: dashes separate words in the obsolete form, so a minus is no sign; what matters is that nothing traps.
        if text.contains(" -1 ") { return #expect(HTTPDate.seconds(text) != nil) }
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            ("120", 120), ("0", 0), ("3601", 3600), ("99999999999", 3600), ("99999999999999999999", nil), ("-1", nil), ("1.5", nil),
            ("", nil),
            ("soon", nil), ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:49:36 GMT", nil),
            ("Sun, 06 Nov 2094 08:49:37 GMT", 3600),
        ] as [(String, Int?)]
    )
    func `Retry-After is clamped to an hour, and nonsense is none`(text: String, seconds: Int?) {
        let reply = ReplyDecisionTests.reply(503, ["Retry-After": text])
        #expect(reply.retryAfter(now: ReplyDecisionTests.now) == seconds.map { .seconds($0) })
    }

    @Test func `a date to retry after is measured by the server's own clock`() {
        let fields = ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:07 GMT"]
        #expect(ReplyDecisionTests.reply(429, fields).retryAfter(now: WallTime(seconds: 0)) == .seconds(30))
    }

    @Test func `a reply that asks to wait says so in its failure`() {
        guard case .failure(let failure) = ReplyDecisionTests.decide(429, ["Retry-After": "7"]) else { return #expect(Bool(false)) }
        #expect(failure.retryAfter == .seconds(7))
        #expect(failure.isTransient)
    }
}
