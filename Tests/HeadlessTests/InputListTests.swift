import DownloadCore
import Testing

@testable import Headless

struct InputListTests {
    static func read(_ text: String, chunk: Int = .max) -> [ListItem] {
        read(Array(text.utf8), chunk: chunk)
    }

    static func read(_ bytes: [UInt8], chunk: Int = .max) -> [ListItem] {
        var list = InputList()
        var items: [ListItem] = []
        var start = 0
        while start < bytes.count {
            let end = chunk > bytes.count - start ? bytes.count : start + chunk
            items += list.feed(Array(bytes[start..<end]))
            start = end
        }
        return items + list.finish()
    }

    private static let example = """
        \u{FEFF}# a comment
        https://a.example/1\thttps://b.example/1\t
          out=one.iso
          # a comment between options

        \theader=X-A: b
          header = X-C: d=e
          checksum=sha-1=\(String(repeating: "ab", count: 20))
          dir=sub
          referer=https://a.example/
          user-agent=me/1
          max-download-limit=1M
          split=4
          max-connection-per-server=16
          seed-time=0
        \u{20}
        HTTPS://[::1]:8080/x  \r
        ftp://user:p@ss@c.example?q
        """

    @Test(arguments: [1, 2, 3, 7, 64, .max])
    func `a list is read the same in chunks of any size`(chunk: Int) throws {
        let items = Self.read(Self.example, chunk: chunk)
        let expected: [ListItem] = [
            .warning(line: 15, text: "the option 'seed-time' means nothing here and is left out"),
            .entry(
                ListEntry(
                    urls: ["https://a.example/1", "https://b.example/1"],
                    options: [
                        .out("one.iso"), .header(HeaderField(name: "X-A", value: "b")), .header(HeaderField(name: "X-C", value: "d=e")),
                        .checksum(try #require(Checksum(.sha1, hex: String(repeating: "ab", count: 20)))), .directory("sub"),
                        .referer("https://a.example/"), .userAgent("me/1"), .rateLimit(1 << 20), .connections(4), .connections(16),
                    ],
                    line: 2
                )
            ),
            .entry(ListEntry(urls: ["HTTPS://[::1]:8080/x"], line: 17)),
            .entry(ListEntry(urls: ["ftp://user:p@ss@c.example?q"], line: 18)),
        ]
        #expect(items == expected)
    }

    @Test func `an option before any entry is told, and a list of nothing is empty`() {
        #expect(
            Self.read(" https://a.example/1\n# out\n out=x\nhttps://a.example/2\n") == [
                .error(line: 1, why: "an option without an entry: addresses begin at the first column"),
                .error(line: 3, why: "an option without an entry: addresses begin at the first column"),
                .entry(ListEntry(urls: ["https://a.example/2"], line: 4)),
            ]
        )
        for (text, isEmpty) in [("", true), ("\n # a\n#b\n \n", true), ("x", false), (" x", false)] {
            var list = InputList()
            _ = list.feed(Array(text.utf8))
            _ = list.finish()
            #expect(list.isEmpty == isEmpty)
        }
    }

    @Test func `an entry becomes a request with its own options first`() throws {
        guard case .entry(let entry)? = Self.read(Self.example).dropFirst().first else { return #expect(Bool(false)) }
        let options = try BatchOptions.parse(["-i-", "-HZ: 0", "-x9", "-o{name}", "--user-agent=other"])
        let request = entry.request(options: options, defaults: RequestDefaults(), relativeTo: "/home/me")
        #expect(request.urls == ["https://a.example/1", "https://b.example/1"])
        #expect(request.headers.map(\.name) == ["Z", "X-A", "X-C"])
        #expect(request.outputName == "one.iso" && request.outputTemplate == nil && request.directory == "/home/me/sub")
        #expect(request.maximumConnections == 4 && request.rateLimit == 1 << 20 && request.userAgent == "me/1")
    }

    @Test(arguments: [
        ("hello", "'hello' is no address; an address begins like https://"),
        ("https://a.example/a b", "an address cannot hold spaces or control characters"),
        ("https://a.example/\u{1B}", "an address cannot hold spaces or control characters"),
        ("magnet://x", "'magnet' is not supported; use http, https, ftp, ftps or sftp"),
        ("https:///x", "the address has no host"),
        ("https://user:secret@host:99999/", "the address has no valid port"),
        ("https://a.ex[[b/c", "the address has no valid host"),
        ("https://user:secret@a]b/", "the address has no valid host"),
        ("http://a\\b.example/", "the address has no valid host"),
        ("https://user:secret@host:x/", "the address has no valid port"),
        ("https://a.example/1\tb", "'b' is no address; an address begins like https://"),
        ("://", "'' is not supported; use http, https, ftp, ftps or sftp"),
    ])
    func `a bad address is an error of its line and the rest goes on`(line: String, why: String) {
        let items = Self.read("https://a.example/1\n\(line)\n out=never\nhttps://a.example/3")
        #expect(
            items == [
                .entry(ListEntry(urls: ["https://a.example/1"], line: 1)),
                .error(line: 2, why: why),
                .entry(ListEntry(urls: ["https://a.example/3"], line: 4)),
            ]
        )
    }

    @Test(arguments: [
        ("out=../x", "out='../x': a file name cannot hold a slash"),
        ("out=", "out='': a file name cannot be empty"),
        ("out=..", "out='..': this is a folder's name"),
        ("checksum=sha-256=00", "checksum= needs TYPE=HEX, where TYPE is md5, sha-1, sha-256 or sha-512 and HEX has all its digits"),
        ("header=secret", "header= needs a header such as Name: value"),
        ("split=0", "split= needs a whole number from 1 on"),
        ("max-download-limit=fast", "max-download-limit= needs a rate such as 500K or 2M"),
        ("nonsense", "'nonsense' is no option: an option is NAME=VALUE"),
        ("dir=", "dir= needs the path of a folder"),
    ])
    func `a bad option takes its entry along`(option: String, why: String) {
        let items = Self.read("https://a.example/1\n \(option)\n out=x\nhttps://a.example/4\n")
        let expected = "\(why); the entry of line 1 is left out"
        #expect(items == [.error(line: 2, why: expected), .entry(ListEntry(urls: ["https://a.example/4"], line: 4))])
    }

    @Test func `more connections than a task can have are cut down with a warning`() {
        let items = Self.read("https://a.example/1\n split=100\n")
        #expect(
            items == [
                .warning(line: 2, text: "split=100 is more than 64, which are taken instead"),
                .entry(ListEntry(urls: ["https://a.example/1"], options: [.connections(64)], line: 1)),
            ]
        )
    }

    @Test func `bytes that are no UTF-8 are an error of their line`() {
        let bytes = Array("https://a.example/".utf8) + [0xFF, 0x0A] + Array("https://a.example/2\n out=".utf8) + [0xC3, 0x0A]
        let expected: [ListItem] = [
            .error(line: 1, why: "the line is not UTF-8"),
            .error(line: 3, why: "the line is not UTF-8; the entry of line 2 is left out"),
        ]
        #expect(Self.read(bytes) == expected)
    }

    @Test(arguments: [1_000, 65_536, .max])
    func `a line of any length costs no more than its bound`(chunk: Int) {
        let long = "https://a.example/" + String(repeating: "x", count: 200_000)
        let comment = "#" + String(repeating: "x", count: 200_000)
        let text = [long, comment, "https://a.example/3", " out=" + long, "https://a.example/5"].joined(separator: "\n")
        let expected: [ListItem] = [
            .error(line: 1, why: "the line is longer than 64 KiB"),
            .error(line: 4, why: "the line is longer than 64 KiB; the entry of line 3 is left out"),
            .entry(ListEntry(urls: ["https://a.example/5"], line: 5)),
        ]
        #expect(Self.read(text, chunk: chunk) == expected)
        let longest = "https://a/" + String(repeating: "x", count: 65_526)
        #expect(Self.read(longest + "\n", chunk: chunk) == [.entry(ListEntry(urls: [longest], line: 1))])
    }

    @Test func `an entry without end is refused`() {
        let text = "https://a.example/1\n" + String(repeating: " header=A: b\n", count: 1_001)
        let why = "an entry can have at most 1000 options; the entry of line 1 is left out"
        #expect(Self.read(text) == [.error(line: 1_002, why: why)])
    }

    @Test(arguments: ["", "\n\n", "# only\n", "\u{FEFF}", "\r\n \t \r\n"])
    func `a list with nothing in it holds nothing`(text: String) {
        #expect(Self.read(text).isEmpty)
    }

    @Test func `many lines are streamed`() {
        let line = Array("https://mirror.example.org/pool/main/l/linux/linux-image.deb\n".utf8)
        let chunk = Array(repeatElement(line, count: 1_000).joined())
        var list = InputList()
        var count = 0
        for _ in 0..<50 { count += list.feed(chunk).count }
        #expect(count + list.finish().count == 50_000)
    }
}
