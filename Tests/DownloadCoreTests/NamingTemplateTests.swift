import DownloadCore
import Testing

@Suite struct NamingTemplateTests {
    private func name(
        _ template: NameTemplate,
        _ url: String = "https://h.example/a/Some%20File.tar.gz",
        header: String? = nil,
        type: String? = nil,
        chosen: String? = nil,
        seconds: Int64 = 1_700_000_000,
        collisions: Int = 0
    ) -> String {
        FileName.make(
            template: template,
            hints: NameHints(contentDisposition: header, url: url, mediaType: type),
            chosen: chosen,
            time: WallTime(seconds: seconds),
            task: TaskID(rawValue: 42),
            collisions: collisions
        )
    }

    @Test(arguments: [
        ("timestamp", "1700000000.tar.gz", "1700000000-3.tar.gz"),
        ("original", "Some File.tar.gz", "Some File-3.tar.gz"),
        ("{timestamp}", "1700000000.tar.gz", "1700000000-3.tar.gz"),
        ("{timestamp} {name}", "1700000000 Some File.tar.gz", "1700000000 Some File-3.tar.gz"),
        ("{date:%Y-%m-%d %H.%M.%S}", "2023-11-14 22.13.20.tar.gz", "2023-11-14 22.13.20-3.tar.gz"),
        ("{date:%Y%%}_{id}", "2023%_42.tar.gz", "2023%_42-3.tar.gz"),
        ("{stem} from {host}", "Some File from h.example.tar.gz", "Some File from h.example-3.tar.gz"),
        ("{stem}.{ext}", "Some File.tar.gz", "Some File-3.tar.gz"),
        ("{ext}-{id}", "tar.gz-42", "tar.gz-42-3"),
        ("{{x}}{id}", "{x}42.tar.gz", "{x}42-3.tar.gz"),
        ("fixed", "fixed.tar.gz", "fixed-3.tar.gz"),
    ])
    func `templates make names, numbers go before the extension`(text: String, first: String, fourth: String) throws {
        let template = try NameTemplate(parsing: text)
        #expect(name(template) == first)
        #expect(name(template, collisions: 3) == fourth)
    }

    @Test(arguments: [
        ("", "expected one of"), ("{nam}", "unknown placeholder {nam}; expected one of"), ("a{name", "without its }"),
        ("a}b", "expected }}"), ("a/b", "not a path"), ("{date}", "{date:%Y-%m-%d}"), ("{date:}", "{date:%Y-%m-%d}"),
        ("{date:%Q}", "expected one of %Y %m %d"), ("{date:%}", "expected one of %Y"), ("{date:%Y/%m}", "not a path"),
        ("a\u{7}", "control"), ("{date:\0}", "control"), ("{}", "unknown placeholder"),
    ])
    func `a wrong template says what was expected`(text: String, says: String) {
        let error = #expect(throws: NameTemplate.Invalid.self) { try NameTemplate(parsing: text) }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        // Content-Disposition, else the path, else the media type.
        ("https://h.example/x.php", "attachment; filename=a.pdf", "image/png", "pdf"),
        ("https://h.example/x.zip", "attachment; filename=noext", "image/png", "zip"),
        ("https://h.example/x", nil, "image/png; charset=binary", "png"),
        ("https://h.example/x", nil, "IMAGE/PNG", "png"),
        ("https://h.example/", nil, "text/html", "html"),
        ("https://h.example/x", nil, "application/octet-stream", ""),
        ("https://h.example/x", nil, nil, ""),
        ("https://example.com", nil, nil, ""),
        ("https://h.example/x.TAR.GZ", nil, nil, "TAR.GZ"),
        ("https://h.example/x.tar.zst", nil, nil, "tar.zst"),
        ("https://h.example/dump.sql.xz", nil, nil, "sql.xz"),
        ("https://h.example/my.photo.gz", nil, nil, "gz"),
        ("https://h.example/tool-1.2", nil, nil, ""),
        ("https://h.example/x.7z.001", nil, nil, "001"),
        ("https://h.example/v2.final%20version", nil, nil, ""),
        ("https://h.example/.gz", nil, nil, ""),
        ("https://h.example/x.averylongextension", nil, nil, ""),
        ("https://h.example/x.mp4%00", nil, nil, "mp4"),
        ("https://h.example/x.%E6%97%A5", nil, nil, ""),
    ])
    func `the extension comes from the best source`(url: String, header: String?, type: String?, expected: String) {
        #expect(name(.timestamp, url, header: header, type: type) == "1700000000" + (expected.isEmpty ? "" : "." + expected))
    }

    @Test(arguments: [0, 7, 1_000_000])
    func `long names keep number and extension within 255 bytes`(collisions: Int) throws {
        // B094, B095.
        let header = "attachment; filename=\"" + String(repeating: "漢", count: 100) + ".tar.gz\""
        let made = name(.original, header: header, collisions: collisions)
        #expect(made.utf8.count <= 255)
        #expect(made.utf8.count > 240)
        #expect(made.hasSuffix((collisions > 0 ? "-\(collisions)" : "") + ".tar.gz"))
        #expect(made.first == "漢" && !made.contains("\u{fffd}"))
    }

    @Test func `a character of several scalars is never cut apart`() {
        let flag = "🇩🇪"
        let made = name(.original, header: "attachment; filename=\"a" + String(repeating: flag, count: 60) + ".txt\"")
        #expect(made.utf8.count <= 255)
        #expect(made.dropFirst().dropLast(4).allSatisfy { $0 == Character(flag) })
    }

    @Test func `one endless character is cut all the same`() {
        let made = name(.original, header: "attachment; filename=\"e" + String(repeating: "\u{301}", count: 400) + ".txt\"")
        #expect(made.utf8.count <= 255 && made.hasSuffix(".txt") && made.hasPrefix("e\u{301}") == false)
        #expect(made.utf8.count > 200)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01 00:00:00"), (951_782_400, "2000-02-29 00:00:00"), (1_709_251_199, "2024-02-29 23:59:59"),
        (4_107_542_399, "2100-02-28 23:59:59"), (4_107_542_400, "2100-03-01 00:00:00"), (-1, "1969-12-31 23:59:59"),
        (-2_203_891_200, "1900-03-01 00:00:00"), (.max, "2262-04-11 23:47:16"), (.min, "1677-09-21 00:12:43"),
    ])
    func `dates are those of UTC`(seconds: Int64, text: String) throws {
        let template = try NameTemplate(parsing: "{date:%Y-%m-%d %H:%M:%S}")
        #expect(name(template, "https://h.example/x", seconds: seconds) == text)
    }

    @Test func `a time before 1970 makes no name with a dash`() {
        #expect(name(.timestamp, seconds: -5) == "0.tar.gz")
    }

    @Test(arguments: [
        ("file.iso", 0, "file.iso"), ("file.iso", 2, "file-2.iso"), (".bashrc", 1, ".bashrc-1"), ("a.tar.gz", 1, "a-1.tar.gz"),
        ("noext", 12, "noext-12"), (String(repeating: "x", count: 251) + ".iso", 1, String(repeating: "x", count: 249) + "-1.iso"),
    ])
    func `a chosen name wins and gets its numbers before the extension`(chosen: String, collisions: Int, expected: String) {
        #expect(name(.timestamp, chosen: chosen, collisions: collisions) == expected)
    }

    @Test(arguments: ["{stem}.{ext}", "{name}", "{ext}"])
    func `a template that comes out empty or ends in a dot is put right`(text: String) throws {
        let made = name(try NameTemplate(parsing: text), "https://h.example/plain")
        #expect(made == (text == "{ext}" ? "1700000000" : "plain"))
    }
}
