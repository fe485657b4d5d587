import Screen
import Testing

struct TextWidthTests {
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
