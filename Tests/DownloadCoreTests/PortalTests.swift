import Testing

@testable import DownloadCore

/// The page of a network that wants a login is not taken for the file, where that can be told.
@Suite struct PortalTests {
    private static let url = "https://files.example/image.iso"
    private static let page = ["Content-Type": "text/html; charset=utf-8", "Content-Length": "1000"]

    private static func decide(
        _ fields: [String: String],
        asked: Asked = .range(start: 500, end: nil),
        known: Representation?,
        original: String = url,
        from: String = url,
        status: Int = 200
    ) -> ReplyDecision {
        let reply = Reply(status: status, fields: fields.map { HeaderField(name: $0.key, value: $0.value) }, url: from)
        return .decide(reply, asked: asked, known: known, onDisk: 500, original: original, now: WallTime(seconds: 0))
    }

    private static func known(_ type: String?, url: String = url, etag: String? = "\"A\"", date: String? = nil) -> Representation {
        let hints = NameHints(url: url, mediaType: type)
        return Representation(total: 1000, etag: etag, lastModified: date, hints: hints, finalURL: url)
    }

    private static func isPortal(_ decision: ReplyDecision) -> Bool {
        guard case .failure(let failure) = decision else { return false }
        return failure.code == .badReply && failure.isTransient && failure.httpStatus == nil && failure.mayBeNetwork
    }

    @Test func `a page in the middle of another file is the network's, and the file has not changed`() {
        #expect(Self.isPortal(Self.decide(Self.page, known: Self.known("application/octet-stream"))))
        #expect(Self.isPortal(Self.decide(["Content-Type": "TEXT/HTML"], known: Self.known("video/mp4"))))
        #expect(Self.isPortal(Self.decide(Self.page, known: Self.known(nil))))
        // A page was being fetched, the type was not known and the name says nothing, or the server says that it is the same.
        #expect(!Self.isPortal(Self.decide(Self.page, known: Self.known("text/html"))))
        #expect(!Self.isPortal(Self.decide(Self.page, known: Self.known(nil, url: "https://files.example/download"))))
        #expect(!Self.isPortal(Self.decide(Self.page.merging(["ETag": "\"A\""]) { $1 }, known: Self.known("video/mp4"))))
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let same = Self.page.merging(["Last-Modified": date]) { $1 }
        #expect(!Self.isPortal(Self.decide(same, known: Self.known("video/mp4", etag: nil, date: date))))
        #expect(!Self.isPortal(Self.decide(["Content-Type": "video/mp4"], known: Self.known("video/mp4"))))
    }

    @Test func `on a first try a page behind a redirect to another host is not the archive that was asked for`() {
        let login = "https://login.cafe.example/welcome"
        #expect(Self.isPortal(Self.decide(Self.page, asked: .whole, known: nil, from: login)))
        // Pages at names of files are there, with and without a redirect; servers of files name them so, or say that it is one.
        #expect(!Self.isPortal(Self.decide(Self.page, asked: .whole, known: nil)))
        #expect(!Self.isPortal(Self.decide(Self.page, asked: .whole, known: nil, from: "https://files.example/welcome")))
        #expect(!Self.isPortal(Self.decide(Self.page, asked: .whole, known: nil, from: "https://cdn.example/x/image.iso?token=1")))
        #expect(!Self.isPortal(Self.decide(Self.page, asked: .whole, known: nil, original: "https://files.example/list", from: login)))
        #expect(!Self.isPortal(Self.decide(Self.page, asked: .whole, known: nil, original: "https://files.example/a.html", from: login)))
        let named = Self.page.merging(["Content-Disposition": "attachment; filename=image.iso"]) { $1 }
        #expect(!Self.isPortal(Self.decide(named, asked: .whole, known: nil, from: login)))
    }

    @Test func `a server of a network that says so by status is believed`() {
        #expect(Self.isPortal(Self.decide([:], asked: .whole, known: nil, status: 511)))
    }

    @Test func `names of files that are no text are known by their last extension`() {
        #expect(["iso", "zip", "deb", "mp4", "tgz", "gz"].allSatisfy { MediaTypes.isBinary(pathExtension: $0) })
        #expect(["html", "txt", "json", "xml", "svg", "", "php"].allSatisfy { !MediaTypes.isBinary(pathExtension: $0) })
        let login = "https://login.cafe.example/"
        #expect(
            Self.isPortal(Self.decide(Self.page, asked: .whole, known: nil, original: "https://files.example/a.tar.GZ?x=1", from: login))
        )
    }
}
