import DownloadCore
import TestSupport
import Testing
import Transport

struct ProbeTests {
    private let origin: Origin

    init() throws {
        origin = try Origin()
    }

    private func probe(_ reply: TestSupport.Reply) async -> ProbeReport {
        await Probe().run(origin.serve("/file", reply))
    }

    @Test func `one byte is asked for and what the server says is kept`() async throws {
        let report = await probe(.file(size: 1_000))
        #expect(report.reply?.status == 206 && report.resume == .works && report.length == 1_000)
        #expect(report.reply?.value("Accept-Ranges") == "bytes" && report.representation?.validator == "\"v1\"")
        let requests = origin.log(of: "/file")
        #expect(requests.count == 1 && requests.first?.method == "GET" && requests.first?.range == "bytes=0-0")
    }

    @Test func `a server that ignores the range is not read to the end`() async throws {
        let report = await probe(.file(size: 1 << 30).with { $0.ranges = .ignored })
        #expect(report.reply?.status == 200 && report.resume == .rangeIgnored && report.length == 1 << 30)
        try await origin.wait(for: "the connection is given up") { $0.first?.isEnded == true }
        #expect(origin.log.first.map { $0.bytesSent < 1 << 28 } == true)
    }

    @Test func `a server that refuses ranges says so`() async {
        let report = await probe(.file(size: 10).with { $0.ranges = .refused })
        #expect(report.resume == .rangeIgnored && report.reply?.value("Accept-Ranges") == "none")
    }

    @Test func `an empty file needs no resuming`() async {
        #expect(await probe(.file(size: 0)).resume == .notNeeded)
        #expect(await probe(.file(size: 0).with { $0.ranges = .ignored }).resume == .notNeeded)
    }

    @Test(
        arguments: [
            (nil, nil, "none"), ("W/\"v1\"", nil, "weak"), (nil, "Mon, 30 Nov 2026 14:02:03 GMT", "young date"),
        ] as [(String?, String?, String)]
    )
    func `without a validator ranges are not enough`(etag: String?, modified: String?, what: String) async {
        let report = await probe(
            .file(size: 10).with { reply in
                reply.etag = etag
                reply.lastModified = modified
            }
        )
        #expect(report.resume == .withoutValidator, "\(what)")
        #expect(report.representation?.etag == etag && report.representation?.lastModified == modified)
    }

    @Test func `an old date is a validator`() async {
        let report = await probe(.file(size: 10).with { $0.etag = nil })
        #expect(report.resume == .works && report.representation?.hasStrongDate == true)
    }

    @Test(arguments: [TestSupport.Reply.Partial.missing, .multipart, .text("bytes 3-3/10"), .text("bytes ?")])
    func `a broken 206 is no range`(partial: TestSupport.Reply.Partial) async {
        let report = await probe(.file(size: 10).with { $0.partial = partial })
        guard case .rangeUnusable = report.resume else {
            Issue.record("\(report)")
            return
        }
    }

    @Test(arguments: [401, 403, 404, 410, 416, 429, 503])
    func `an error is told by its status`(status: Int) async {
        #expect(await probe(.status(status)).resume == .refused(status: status))
    }

    @Test func `a server without any range has no byte to give`() async {
        #expect(await probe(.file(size: 10).with { $0.ranges = .unsatisfiable }).resume == .refused(status: 416))
    }

    @Test func `redirects are followed and kept`() async {
        origin.serve("/b", .redirect(to: "/c", status: 307))
        origin.serve("/c", .file(size: 10))
        let report = await Probe().run(origin.serve("/a", .redirect(to: origin.url("/b"))))
        #expect(report.hops == [.init(status: 302, target: origin.url("/b")), .init(status: 307, target: origin.url("/c"))])
        #expect(report.resume == .works && report.reply?.url == origin.url("/c"))
    }

    @Test func `a redirect loop ends`() async {
        let report = await Probe().run(origin.serve("/a", .redirect(to: "/a")))
        #expect(report.hops.count == 20 && report.failure?.code == .redirect && report.reply == nil)
    }

    @Test func `a redirect to another kind of address is not followed`() async {
        let report = await Probe().run(origin.serve("/a", .redirect(to: "ftp://127.0.0.1/x")))
        #expect(report.failure?.code == .redirect)
    }

    @Test func `nobody there is a failure of the network`() async {
        let url = origin.serve("/file", .file(size: 1))
        origin.stop()
        let report = await Probe().run(url)
        guard case .unreachable(let failure) = report.resume else {
            Issue.record("\(report.resume)")
            return
        }
        #expect(failure.code == .network)
    }

    @Test func `a connection that breaks before its header is a failure`() async {
        let report = await probe(.file(size: 10).interrupted(.resetBeforeReply))
        #expect(report.failure?.code == .network && report.reply == nil)
    }

    @Test(arguments: ["ftp://a.example/x", "nothing", ""])
    func `what is not http cannot be probed`(url: String) async {
        #expect(await Probe().run(url).failure?.code == .unsupportedURL)
    }

    @Test func `a password of the address goes to the server and not into the report`() async {
        let url = origin.serve("/file", .file(size: 10).with { $0.credentials = .init(user: "me", password: "secret") })
        let report = await Probe().run(url.replacing("http://", with: "http://me:secret@"))
        #expect(report.resume == .works && report.url == url && report.reply?.url == url)
    }

    @Test func `a server that sends nothing is given up`() async {
        var options = Probe.Options()
        options.timeout = .milliseconds(200)
        let url = origin.serve("/file", .file(size: 10).interrupted(.stallBeforeReply))
        #expect(await Probe(options: options).run(url).failure?.code == .timedOut)
    }
}
