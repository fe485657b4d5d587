import DownloadCore
import Testing

@Suite struct PublishRuleTests {
    private func facts(_ url: String, type: String? = nil, disposition: String? = nil, session: String? = "haul") -> PublishRule.FileFacts {
        let hints = NameHints(contentDisposition: disposition, url: url, mediaType: type)
        return PublishRule.FileFacts(hints, url: url, session: session.flatMap { SessionIdentifier($0) })
    }

    private func rule(_ change: (inout PublishRule) -> Void) -> PublishRule {
        var rule = PublishRule()
        change(&rule)
        return rule
    }

    @Test func `all that a rule names has to fit, and one of each list`() {
        let film = facts("http://cdn.example.org/a/FILM.MKV", type: "Video/X-Matroska; charset=none")
        #expect(rule { $0.extensions = ["iso", "mkv"] }.fits(film))
        #expect(rule { $0.types = ["video/*"] }.fits(film))
        #expect(rule { $0.types = ["video/x-matroska"] }.fits(film))
        #expect(!rule { $0.types = ["video/mp4", "vide/*"] }.fits(film))
        #expect(rule { $0.hosts = ["*.example.org"] }.fits(film))
        #expect(!rule { $0.hosts = ["example.org"] }.fits(film))
        #expect(!rule { $0.hosts = ["*.ample.org"] }.fits(film))
        #expect(rule { ($0.extensions, $0.hosts) = (["mkv"], ["cdn.example.org"]) }.fits(film))
        #expect(!rule { ($0.extensions, $0.hosts) = (["mkv"], ["other.org"]) }.fits(film))
        #expect(rule { $0.sessions = [.haul] }.fits(film))
        #expect(!rule { $0.sessions = [.haul] }.fits(facts("http://a/b", session: nil)))
    }

    @Test(arguments: [
        ("10.0.0.1", "*.1", false), ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "*.0.0.1", false), ("a.0.1x", "*.0.1x", true),
        ("1.example.org", "*.example.org", true), ("[fe80::1]", "*.1", false), ("a.0x1f", "*.0x1f", false), ("0.0.0.0.org", "*.org", true),
    ])
    func `the numbers of an address are not below each other`(host: String, pattern: String, isMeant: Bool) {
        #expect(rule { $0.hosts = [pattern] }.fits(facts("http://\(host)/x")) == isMeant)
    }

    @Test func `an extension of two parts is also its last one, and the media type stands in for none`() {
        let archive = facts("http://h/x.tar.gz")
        for name in ["tar.gz", "gz"] { #expect(rule { $0.extensions = [name] }.fits(archive)) }
        #expect(!rule { $0.extensions = ["tar"] }.fits(archive))
        #expect(rule { $0.extensions = ["pdf"] }.fits(facts("http://h/get?id=1", type: "application/pdf")))
        #expect(rule { $0.extensions = ["zip"] }.fits(facts("http://h/x.bin", disposition: "attachment; filename=y.zip")))
    }

    @Test func `the first that fits counts`() {
        let rules = [
            rule { ($0.extensions, $0.folder) = (["zip"], "one") }, rule { ($0.hosts, $0.folder) = (["h"], "two") },
            rule { ($0.extensions, $0.folder) = (["iso"], "three") },
        ]
        #expect(PublishRule.first(of: rules, for: facts("http://h/x.iso"))?.folder == "two")
        #expect(PublishRule.first(of: rules, for: facts("http://other/x.iso"))?.folder == "three")
        #expect(PublishRule.first(of: rules, for: facts("http://other/x.bin")) == nil)
    }

    @Test(
        arguments: [
            ("Videos", ["Videos"]), ("a/b/c", ["a", "b", "c"]), ("", nil), ("/a", nil), ("a/", nil), ("a//b", nil), ("..", nil),
            ("a/../b", nil),
            (".", nil), (".haul", nil), ("a/.b", nil), ("a\u{0}", nil), ("a\nb", nil),
            ("1/2/3/4/5/6/7/8", ["1", "2", "3", "4", "5", "6", "7", "8"]),
            ("1/2/3/4/5/6/7/8/9", nil), (String(repeating: "x", count: 256), nil),
        ] as [(String, [String]?)]
    )
    func `a folder leads down and nowhere else`(path: String, parts: [String]?) {
        #expect(SubFolder.parts(path) == parts)
    }
}
