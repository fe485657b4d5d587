import TestSupport

/// The paths of the program: one for each kind of misbehaviour of `failure-cases.md` that a single path can show.
enum Repertoire {
    static func install(on origin: Origin) {
        let mebibyte: Int64 = 1 << 20
        let file = Reply.file(size: 16 * mebibyte)
        var paths: [String: [Reply]] = [
            "/1k.bin": [.file(size: 1024)],
            "/16m.bin": [file],
            "/4g.bin": [.file(size: 4096 * mebibyte)],
            "/empty.bin": [.file(size: 0)],
            "/slow.bin": [file.limited(to: mebibyte)],
            "/crawl.bin": [file.limited(to: 100)],
            "/late.bin": [file.with { $0.delayBeforeHeaders = .seconds(5) }],
            "/named": [file.with { $0.headers = [.init("Content-Disposition", "attachment; filename=\"a name.tar.gz\"")] }],
            "/bad-name": [file.with { $0.headers = [.init("Content-Disposition", "attachment; filename=\"../../../etc/passwd\"")] }],
            "/password.bin": [file.with { $0.credentials = .init(user: "user", password: "secret") }],
            "/redirect": [.redirect(to: "/16m.bin")],
            "/redirect-chain": [.redirect(to: "/redirect")],
            "/redirect-loop": [.redirect(to: "/redirect-loop")],
            "/redirect-to-file": [.redirect(to: "file:///etc/passwd")],
            "/post-only": [.text("posted").when { $0.method == "POST" }, .status(405)],
        ]
        addLengths(to: &paths, file)
        addRanges(to: &paths, file)
        addFailures(to: &paths, file)
        for (path, replies) in paths { origin.serve(path, replies) }
    }

    private static func addLengths(to paths: inout [String: [Reply]], _ file: Reply) {
        let lengths = ["huge": "9223372036854775808", "negative": "-1", "forty-digits": String(repeating: "9", count: 40), "words": "many"]
        for (name, text) in lengths { paths["/length/" + name] = [file.with { $0.framing = .lengthText(text) }] }
        paths["/length/too-long"] = [file.with { $0.framing = .lengthText("18000000") }]
        paths["/length/too-short"] = [file.with { $0.framing = .lengthText("1000") }]
        paths["/chunked"] = [file.with { $0.framing = .chunked }]
        paths["/close-delimited"] = [file.with { $0.framing = .closeDelimited }]
        paths["/chunked-cut"] = [file.with { $0.framing = .chunked }.interrupted(.close(after: 1 << 20))]
    }

    private static func addRanges(to paths: inout [String: [Reply]], _ file: Reply) {
        paths["/ranges/ignored"] = [file.with { $0.ranges = .ignored }]
        paths["/ranges/ignored-once"] = [file.with { $0.ranges = .ignored }.times(1) { $0.range != nil }, file]
        paths["/ranges/refused"] = [file.with { $0.ranges = .refused }]
        paths["/ranges/silent"] = [file.with { $0.ranges = .honouredSilently }]
        paths["/ranges/416"] = [file.with { $0.ranges = .unsatisfiable }]
        paths["/ranges/earlier"] = [file.with { $0.partial = .shifted(-4) }]
        paths["/ranges/later"] = [file.with { $0.partial = .shifted(4) }]
        paths["/ranges/other-total"] = [file.with { $0.partial = .total(1) }]
        paths["/ranges/unnamed"] = [file.with { $0.partial = .missing }]
        paths["/ranges/multipart"] = [file.with { $0.partial = .multipart }]
        let other = Reply.file(size: 16 << 20, seed: 2).with { $0.etag = "\"v2\"" }
        paths["/ranges/changes"] = [file.times(1).interrupted(.reset(after: 4 << 20)), other]
        paths["/ranges/weak"] = [file.with { $0.etag = "W/\"v1\"" }]
        paths["/ranges/no-validator"] = [
            file.with { reply in
                reply.etag = nil
                reply.lastModified = nil
            }
        ]
    }

    private static func addFailures(to paths: inout [String: [Reply]], _ file: Reply) {
        for status in [204, 400, 403, 404, 410, 500, 502, 504] { paths["/status/\(status)"] = [.status(status)] }
        paths["/status/429"] = [.status(429, retryAfter: "3")]
        paths["/status/503-then-fine"] = [.status(503, retryAfter: "2").times(2), file]
        paths["/reset"] = [file.interrupted(.reset(after: 1 << 20))]
        paths["/reset-before-reply"] = [file.interrupted(.resetBeforeReply)]
        paths["/close"] = [file.interrupted(.close(after: 1 << 20))]
        paths["/stall"] = [file.interrupted(.stall(after: 1 << 20))]
        paths["/stall-before-reply"] = [file.interrupted(.stallBeforeReply)]
        paths["/two-at-a-time"] = [
            file.limited(to: 1 << 20).with { reply in
                reply.maximumConcurrent = 2
                reply.excess = .status(429, retryAfter: "1")
            }
        ]
    }
}
