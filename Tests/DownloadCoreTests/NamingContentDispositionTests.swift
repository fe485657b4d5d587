import DownloadCore
import Testing

@Suite struct NamingContentDispositionTests {
    /// Header, then the names it gives in the order of trust.
    ///
    /// The numbers are those of `failure-cases.md`.
    @Test(arguments: [
        // RFC 6266 section 5, and the plain forms.
        (#"attachment; filename="example.html""#, ["example.html"]),
        ("Attachment; filename=example.html", ["example.html"]),
        (#"INLINE; FILENAME= "an example.html""#, ["an example.html"]),
        ("attachment; filename*= UTF-8''%e2%82%ac%20rates", ["€ rates"]),
        (#"attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates"#, ["€ rates", "EURO rates"]),
        (#"attachment; filename*=iso-8859-1'en'%A3%20rates"#, ["£ rates"]),
        // B082: empty parameters and a trailing semicolon.
        ("attachment; filename*=UTF-8''file.txt;", ["file.txt"]),
        ("attachment;;; ; filename=a.txt ;", ["a.txt"]),
        (";", []),
        ("", []),
        ("attachment", []),
        ("attachment; filename", []),
        ("attachment; filename=", []),
        (#"attachment; filename="""#, []),
        // B083: a bad header only lowers the quality.
        (#"attachment;filename*="utf-8' 'linux-minimal.zip""#, ["linux-minimal.zip"]),
        ("attachment; filename*=UTF-8''%zz.txt; filename=good.txt", ["good.txt"]),
        ("attachment; filename*=UTF-8''%ff%fe.txt; filename=good.txt", ["good.txt"]),
        ("attachment; filename*=koi8-r''%ff.txt; filename=good.txt", ["good.txt"]),
        ("attachment; filename*=nonsense; filename=good.txt", ["good.txt"]),
        ("attachment; filename*=UTF-8''%4; filename=good.txt", ["good.txt"]),
        // B085, B086: escapes in filename= are decoded once if that is harmless; raw text stays.
        (#"inline; filename="%EC%82%AC%EB%B3%B8_-DSC02499.jpg""#, ["사본_-DSC02499.jpg"]),
        (#"attachment; filename="%E4%B8%AD.txt""#, ["中.txt"]),
        (#"attachment; filename="中文.txt""#, ["中文.txt"]),
        (#"attachment; filename="100%.txt""#, ["100%.txt"]),
        (#"attachment; filename="%ff.txt""#, ["%ff.txt"]),
        (#"attachment; filename="..%2F..%2Fx""#, ["..%2F..%2Fx"]),
        (#"attachment; filename="a%00b""#, ["a%00b"]),
        (#"attachment; filename="%252e.txt""#, ["%2e.txt"]),
        // Quotes of all sorts.
        (#"attachment; filename="a;b=c.txt"; x=y"#, ["a;b=c.txt"]),
        (#"attachment; filename="a\"b\\c.txt""#, [#"a"b\c.txt"#]),
        (#"attachment; filename="C:\dir\x.txt""#, [#"C:\dir\x.txt"#]),
        (#"attachment; filename="never closed.txt"#, ["never closed.txt"]),
        ("attachment; filename='single.txt'", ["single.txt"]),
        ("attachment; filename=two words.txt; size=3", ["two words.txt"]),
        (#"attachment; filename="x.txt"noise; foo=bar"#, ["x.txt"]),
        (#"filename="no type.txt""#, ["no type.txt"]),
        ("attachment; filename=first.txt; filename=second.txt", ["first.txt"]),
        ("attachment; xfilename=no.txt", []),
        ("attachment; filename=\"e\u{301}\u{301}\"; x=1", ["e\u{301}\u{301}"]),
        ("attachment; filename=\"a\"\u{301}; filename*=UTF-8''b", ["b", "a"]),
    ])
    func `names are found in headers as they are really sent`(header: String, names: [String]) {
        let found = ContentDisposition(parsing: header).names
        #expect(found.map { Array($0.utf8) } == names.map { Array($0.utf8) }, "\(found)")
    }

    @Test(arguments: [
        (Array("日本.txt".utf8), "日本.txt"),
        ([0x66, 0xfc, 0x72], "für"),
        ([0xc3, 0x28], "Ã("),
        ([], ""),
    ])
    func `header bytes are UTF-8, else Latin-1`(bytes: [UInt8], text: String) {
        #expect(HeaderText.decode(bytes) == text)
    }
}
