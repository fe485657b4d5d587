import DownloadCore
import Testing

@Suite struct NamingDisplayTests {
    /// An escape of the same letter is decoded and looked at letter by letter.
    @Test func `a name that needs nothing is the one that the long way finds`() {
        var random = SeededRandom(3)
        let letters = Array("abcXYZ019-_.")
        for _ in 0..<3_000 {
            let name = String((0..<Int.random(in: 1...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
            let escaped = "%" + String(name.utf8.first ?? 0x61, radix: 16) + name.dropFirst()
            for ending in ["", "?a=/b", "#/c"] {
                let short = FileName.displayName(hints: NameHints(url: "https://e.org/d/" + name + ending))
                #expect(short == FileName.displayName(hints: NameHints(url: "https://e.org/d/" + escaped + ending)), "\(name)")
            }
        }
        for (url, name) in [("https://e.org", "e.org"), ("https://e.org/", "e.org"), ("https://e.org/d/", "e.org"), ("plain", "plain")] {
            #expect(FileName.displayName(hints: NameHints(url: url)) == name, "\(url)")
        }
    }

    /// What a server offers, and the safe name; the numbers are those of `failure-cases.md`.
    @Test(arguments: [
        // B088, B089: paths of both kinds end in plain names; controls go.
        ("/tmp/x", "x"),
        ("../../x", "x"),
        ("/etc/shadow.bak", "shadow.bak"),
        (#"..\..\x"#, "x"),
        ("a\0b", "ab"),
        ("..", "fallback.bin"),
        (".", "fallback.bin"),
        ("dir/", "fallback.bin"),
        ("\u{202e}\u{200b}", "fallback.bin"),
        // B098, B101: nothing that a terminal would obey.
        ("a\u{1b}]52;c;x\u{7}b.txt", "a]52;c;xb.txt"),
        ("\u{9b}2J.txt", "2J.txt"),
        ("\u{1b}Px\u{1b}\\y.txt", "y.txt"),
        ("line\r\nbreak\ttab.txt", "linebreaktab.txt"),
        // B112: dots and dashes at the start.
        (".profile.mp4", "profile.mp4"),
        ("-rf", "_-rf"),
        ("...and more.mp4", "and more.mp4"),
        (". .-x", "_-x"),
        ("ends in dots. . .", "ends in dots"),
        // B116: direction marks and what cannot be seen.
        ("invoice\u{202E}gpj.exe", "invoicegpj.exe"),
        ("z\u{200b}e\u{2060}r\u{feff}o\u{ad}.txt", "zero.txt"),
        ("\u{3164}\u{115f}filler.txt", "filler.txt"),
        ("a\u{2028}b\u{2029}c.txt", "abc.txt"),
        ("no\u{a0}break\u{3000}space.txt", "no break space.txt"),
        ("❤\u{fe0f}.txt", "❤\u{fe0f}.txt"),
        // B115: letters and their marks are composed, as everybody else writes them.
        ("a\u{308}.txt", "\u{E4}.txt"),
        ("e\u{323}\u{302}.txt", "\u{1EC7}.txt"), ("\u{1112}\u{1161}\u{11AB}.txt", "\u{D55C}.txt"), ("\u{3BF}\u{301}.txt", "\u{3CC}.txt"),
        ("\u{304B}\u{3099}.txt", "\u{304C}.txt"), ("q\u{308}.txt", "q\u{308}.txt"),
        ("ä.txt", "ä.txt"),
    ])
    func `a server's name becomes harmless`(offered: String, safe: String) {
        let header = "attachment; filename=\"" + offered.replacing("\\", with: "\\\\") + "\""
        let name = FileName.displayName(hints: NameHints(contentDisposition: header, url: "https://h.example/fallback.bin"))
        #expect(Array(name.utf8) == Array(safe.utf8), "\(name.debugDescription)")
    }

    @Test(arguments: [
        // B091: split first, decode once, then make safe.
        ("https://h.example/dir%2Ffile%20name.zip", "dir_file name.zip"),
        ("https://h.example/a/b/c.zip?x=/y.txt#/z", "c.zip"),
        ("https://h.example/a%252Fb.txt", "a%2Fb.txt"),
        // B092: decoded when the bytes are UTF-8, escapes otherwise.
        ("https://h.example/%5BAB%5DMy%20Movie.mkv", "[AB]My Movie.mkv"),
        ("https://h.example/%E6%97%A5.txt", "日.txt"),
        ("https://h.example/%ff.txt", "%ff.txt"),
        ("https://h.example/100%.txt", "100%.txt"),
        ("https://h.example/a+b.txt", "a+b.txt"),
        ("https://h.example/%2e%2e", "h.example"),
        ("https://h.example/..%5c..%5cx.txt", "_.._x.txt"),
        ("https://h.example/%00%1b[2J.txt", "[2J.txt"),
        ("https://u:p@h.example:8080/", "h.example"),
        ("https://h.example", "h.example"),
        ("https://[2001:db8::1]:80/", "2001:db8::1"),
        ("ftp://h.example/pub/x.iso;type=i", "x.iso;type=i"),
        ("", "download"),
        ("/only/a/path.txt", "path.txt"),
        ("://", "download"),
        ("https://h.example/\u{301}/x", "x"),
    ])
    func `an address gives a name`(url: String, name: String) {
        #expect(FileName.displayName(hints: NameHints(url: url)) == name)
    }

    @Test(arguments: [
        ("", FileName.Unfit.empty), ("a/b", .hasSlash), ("a\0", .hasZeroByte), (".", .isFolder), ("..", .isFolder),
        (String(repeating: "x", count: 256), .tooLong(bytes: 256)),
    ])
    func `a person's impossible name is refused`(name: String, reason: FileName.Unfit) {
        #expect(throws: reason) { try FileName.check(chosen: name) }
    }

    @Test(arguments: ["-rf", ".hidden", "...and more.mp4", "a\u{202e}b", " ", "\u{1b}x", String(repeating: "x", count: 255), "\u{301}"])
    func `a person's odd name is kept as it is`(name: String) throws {
        // B113.
        try FileName.check(chosen: name)
        let made = FileName.make(
            template: .timestamp,
            hints: NameHints(url: "https://h.example/x"),
            chosen: name,
            time: WallTime(seconds: 1),
            task: TaskID(rawValue: 1)
        )
        #expect(Array(made.utf8) == Array(name.utf8))
    }
}
