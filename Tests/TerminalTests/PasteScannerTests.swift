import Testing

@testable import Terminal

struct PasteScannerTests {
    private func units(_ text: String) -> [KeyDecoder.Unit] { text.unicodeScalars.map { .scalar($0.value) } }

    private static let text = "a\u{1B}[A é日🎉\u{1B}"

    @Test(arguments: 1...40) func `marks and characters may be cut anywhere`(size: Int) {
        let bytes = Array((Self.text + "\u{1B}[201~\u{1B}[200~" + Self.text + "x").utf8)
        var scanner = PasteScanner()
        var found: [KeyDecoder.Unit] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += scanner.scan(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(found == units(Self.text) + [.pasteEnd, .pasteStart] + units(Self.text + "x"))
        #expect(scanner.isEmpty)
    }

    @Test func `what is no UTF-8 is left out`() {
        var scanner = PasteScanner()
        #expect(scanner.scan([0x61, 0xFF, 0xC3, 0x62, 0x80, 0xE2, 0x82, 0x63, 0xED, 0xA0, 0x80, 0x64]) == units("abcd"))
    }

    @Test func `a lone Escape is kept back until nothing more comes`() {
        var scanner = PasteScanner()
        #expect(scanner.scan([0x1B]) == [])
        #expect(scanner.flush() == [.scalar(27)])
        #expect(scanner.isEmpty)
        #expect(scanner.scan(Array("[201~".utf8)) == units("[201~"))
    }
}
