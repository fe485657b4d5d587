import Screen
import Testing

@testable import Terminal

struct KeyDecoderTests {
    private func decode(_ texts: String...) -> [Input] {
        var decoder = KeyDecoder()
        return texts.flatMap { decoder.decode($0.unicodeScalars.map { .scalar($0.value) }) }
    }

    @Test func `keys, control keys and letters`() {
        #expect(
            decode("aé\u{3}\r\t\u{7F} ") == [
                .key(.character("a")), .key(.character("é")), .key(.control("c")), .key(.enter), .key(.tab), .key(.backspace),
                .key(.character(" ")),
            ]
        )
    }

    @Test func `a lone Escape is a key, one before a letter is Alt`() {
        #expect(decode("\u{1B}") == [.key(.escape)])
        #expect(decode("\u{1B}b") == [.key(.alt("b"))])
        #expect(decode("\u{1B}\u{1B}") == [.key(.escape), .key(.escape)])
    }

    @Test(arguments: [
        "\u{1B}[57420u", "\u{1B}[?1;2c", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}[<0;10;5M", "\u{1B}OP",
        "\u{1B}P1$r0m\u{1B}\\", "\u{9B}5n", "\u{1B}[?2026;2$y",
    ])
    func `a sequence that nobody defined is dropped whole`(sequence: String) {
        #expect(decode(sequence) == [])
        #expect(decode(sequence + "j") == [.key(.character("j"))])
    }

    @Test func `half of a sequence runs nothing, also in two readings`() {
        #expect(decode("\u{1B}[<0;1") == [])
        #expect(decode("\u{1B}[<0;1", "0;5M", "j") == [.key(.character("j"))])
    }

    @Test func `an endless sequence does not swallow keys for ever`() {
        #expect(decode("\u{1B}]" + String(repeating: "x", count: 5_000), "j").last == .key(.character("j")))
    }

    @Test func `a paste is text whatever is in it`() {
        var decoder = KeyDecoder()
        let text: [KeyDecoder.Unit] = "a\r\u{3}\u{1B}[".unicodeScalars.map { .scalar($0.value) }
        let inputs = decoder.decode([.pasteStart] + text + [.key(.up)] + [.pasteEnd, .scalar(0x6A)])
        #expect(inputs == [.paste("a\n["), .key(.character("j"))])
    }

    @Test func `a paste that holds its own end runs nothing`() {
        var decoder = KeyDecoder()
        let attack: [KeyDecoder.Unit] = "Dy\r".unicodeScalars.map { .scalar($0.value) }
        #expect(decoder.decode([.pasteStart, .scalar(0x61), .pasteEnd] + attack + [.pasteEnd]) == [.paste("aDy\n")])
    }

    @Test func `a paste may come in pieces`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([.pasteStart, .scalar(0x61)]) == [])
        #expect(decoder.decode([.scalar(0x62), .pasteEnd]) == [.paste("ab")])
    }

    @Test func `an address typed by a machine is a paste`() {
        #expect(decode("https://example.org/x\rhttps://example.org/y") == [.paste("https://example.org/x\nhttps://example.org/y")])
        #expect(decode("jjjjjjjjjjjjjjjjjj").count == 18)
    }

    @Test func `keys and focus of the driver pass`() {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode([.key(.up), .focus(false), .unknown, .scalar(27), .key(.down)]) == [
                .key(.up), .focus(false), .key(.escape), .key(.down),
            ]
        )
    }

    @Test func `any input is survived`() {
        var random = SystemRandomNumberGenerator()
        var decoder = KeyDecoder()
        for _ in 0..<2_000 {
            let units = (0..<Int.random(in: 0...20, using: &random)).map { _ -> KeyDecoder.Unit in
                [
                    .scalar(.random(in: 0...0x200)), .scalar(.random(in: 0...UInt32.max)), .scalar(27), .pasteStart, .pasteEnd, .unknown,
                    .key(.up),
                ]
                .randomElement(using: &random) ?? .unknown
            }
            for case .key(.character(let character)) in decoder.decode(units) {
                #expect(character.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            }
        }
    }
}
