import Screen
import Testing

struct SanitizerTests {
    @Test(arguments: [
        ("plain.txt", "plain.txt"), ("a\u{1B}]0;x\u{7}", "a\\x1b]0;x\\x07"), ("\r\n\t", "\\x0d\\x0a\\x09"), ("\u{7F}", "\\x7f"),
        ("\u{9B}2J", "\\x9b2J"), ("\u{202E}txt.exe", "\\u{202e}txt.exe"), ("a\u{200B}b", "a\\u{200b}b"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("\u{AD}", "\\xad"), ("\u{E0041}", "\\u{e0041}"), ("\u{FEFF}", "\\u{feff}"), ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
        ("\u{3164}", "\\u{3164}"), ("日本 é 🎉", "日本 é 🎉"),
    ])
    func `what could act on a terminal becomes visible`(text: String, expected: String) {
        #expect(Sanitizer.visible(text) == expected)
        #expect(Sanitizer.visible(bytes: text.utf8) == expected)
    }

    @Test(arguments: [
        ([0x61, 0xFF, 0x62] as [UInt8], "a\\xffb"), ([0xC3], "\\xc3"), ([0xE2, 0x82], "\\xe2\\x82"),
        ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
        ([0xC0, 0xAF], "\\xc0\\xaf"), ([0xE2, 0x82, 0xAC], "€"), ([0xF0, 0x9F, 0x41], "\\xf0\\x9fA"), ([0x80, 0xC3, 0xA4], "\\x80ä"),
    ])
    func `bytes that are no UTF-8 stay distinguishable`(bytes: [UInt8], expected: String) {
        #expect(Sanitizer.visible(bytes: bytes) == expected)
    }

    @Test func `nothing but ASCII is left for terminals that know nothing else`() {
        #expect(Sanitizer.visible("日é", asciiOnly: true) == "\\u{65e5}\\u{e9}")
    }

    @Test func `endless text is cut off`() {
        let endless = String(repeating: "a", count: 1_000_000)
        #expect(Sanitizer.visible(endless).count == Sanitizer.maximumLength + 1)
        #expect(Sanitizer.visible(bytes: endless.utf8).count == Sanitizer.maximumLength + 1)
    }

    @Test func `no control or invisible character passes in all of Unicode`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isBad = [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            if isBad { #expect(!Sanitizer.visible(String(scalar)).unicodeScalars.contains(scalar)) }
        }
    }
}
