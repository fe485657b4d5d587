import Screen
import Testing

struct TextWidthTests {
    @Test func `an escape is cut off whole`() {
        let name = Sanitizer.visible("日本語.zip", asciiOnly: true)
        for width in 0...name.count {
            for cut in [Cut.middle(name, to: width, ellipsis: "~"), Cut.end(name, to: width, ellipsis: "~")] {
                var rest = cut
                for escape in ["\\u{65e5}", "\\u{672c}", "\\u{8a9e}"] { rest = rest.replacing(escape, with: "") }
                #expect(!rest.contains { "\\{}".contains($0) } && cut.count <= width)
            }
        }
        #expect(Cut.middle("\\x1b[2J-and-more.txt", to: 10, ellipsis: "~") == "\\x1b[2~txt")
        #expect(Cut.end("\\u{65e5 C:\\users\\x", to: 12, ellipsis: "~") == "\\u{65e5 C:\\~")
    }

    @Test(arguments: [
        ("", 0), ("plain", 5), ("日本語", 6), ("e\u{301}", 1), ("🎉", 2), ("🇩🇪", 2), ("ｆｕｌｌ", 8), ("한글", 4), ("↓✓…", 3), ("\u{301}x", 2),
        ("☀\u{FE0F}", 1), ("👍🏽", 4), ("│█", 2), ("a\u{1}b", 3), ("a\u{200D}b", 3),
    ])
    func `text has the width that terminals give it`(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
        #expect(TextWidth.clusters(of: text).reduce(0) { $0 + $1.width } == width)
    }

    @Test func `no cell holds more than a few marks`() {
        let clusters = TextWidth.clusters(of: "z" + String(repeating: "\u{301}", count: 500))
        #expect(clusters.count == 1)
        #expect(clusters.first?.text.unicodeScalars.count == 1 + TextWidth.maximumMarks)
    }

    @Test(arguments: [
        ("swift-6.3-RELEASE-debian12.tar.gz", 30, "swift-6.3-RELEASE-d…n12.tar.gz"),
        ("debian-13.1.0-amd64-DVD-1.iso", 19, "debian-13.1.…-1.iso"),
        ("日本語辞書データ-2026-11.zip", 19, "日本語辞書デ…11.zip"),
        ("gcc-16.1.0.tar.xz", 19, "gcc-16.1.0.tar.xz"),
        ("abcdef", 2, "ab"), ("日本語", 1, ""), ("abc", 0, ""),
    ])
    func `a long name loses its middle`(name: String, width: Int, expected: String) {
        #expect(Cut.middle(name, to: width, ellipsis: "…") == expected)
    }

    @Test(arguments: 0...40) func `what was cut never is wider than asked for`(width: Int) {
        for text in ["日本語辞書データ-2026-11.zip", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "🎉🎉🎉🎉🎉🎉🎉🎉.tar.gz", "plain text that goes on"] {
            for ellipsis in ["…", "~", "..."] {
                #expect(TextWidth.of(Cut.middle(text, to: width, ellipsis: ellipsis)) <= width)
                #expect(TextWidth.of(Cut.end(text, to: width, ellipsis: ellipsis)) <= width)
            }
            #expect(TextWidth.of(Cut.pad(text, to: width)) == width)
        }
    }
}
