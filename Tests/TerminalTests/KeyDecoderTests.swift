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
        "\u{1B}[57420u", "\u{1B}[?1;2c", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}[<0;10;5m", "\u{1B}OP",
        "\u{1B}P1$r0m\u{1B}\\", "\u{9B}5n", "\u{1B}[?2026;2$y",
        "\u{1B}[1;5A", "\u{1B}[3;5~", "\u{1B}[[A", "\u{1B}O5P", "\u{1B}[<35;10;5M", "\u{1B}[<2;10;5M", "\u{1B}[<0;0;0M", "\u{1B}[<0;5M",
        "\u{1B}[<0;99999999999999999999;5M", "\u{1B}[M#&&", "\u{1B}[?1;2;3;4;5$y",
    ])
    func `a sequence that nobody defined is dropped whole`(sequence: String) {
        #expect(decode(sequence) == [])
        #expect(decode(sequence + "j") == [.key(.character("j"))])
    }

    @Test(
        arguments: [
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", Backdrop.light), ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", .dark),
            ("\u{1B}]11;rgb:f/e/d\u{7}", .light), ("\u{1B}]11;rgba:1c/1c/1c/ff\u{7}", .dark),
            ("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{9C}", .light),
            ("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", nil), ("\u{1B}]11;rgb:ffff/ffff\u{7}", nil), ("\u{1B}]11;rgb:gg/0/0\u{7}", nil),
            ("\u{1B}]11;?\u{7}", nil), ("\u{1B}P11;rgb:ffff/ffff/ffff\u{1B}\\", nil), ("\u{1B}]11;rgb:ffff/ffff/", nil),
        ] as [(String, Backdrop?)]
    )
    func `the background is what the terminal says of it`(sequence: String, expected: Backdrop?) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(sequence.unicodeScalars.map { .scalar($0.value) }) == [])
        #expect(decoder.backdrop == expected)
    }

    @Test func `half of a sequence runs nothing, also in two readings`() {
        #expect(decode("\u{1B}[<0;1") == [])
        #expect(decode("\u{1B}[<0;1", "0;5M", "j") == [.mouse(.press(row: 4, column: 9)), .key(.character("j"))])
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

    @Test(arguments: [
        ("\u{1B}[<0;10;5M", Mouse.press(row: 4, column: 9)), ("\u{1B}[<64;1;1M", .wheel(lines: -3, row: 0, column: 0)),
        ("\u{1B}[<65;300;200M", .wheel(lines: 3, row: 199, column: 299)), ("\u{1B}[M !!", .press(row: 0, column: 0)),
        ("\u{1B}[Ma*%", .wheel(lines: 3, row: 4, column: 9)),
    ])
    func `clicks and the wheel have a cell`(sequence: String, mouse: Mouse) {
        #expect(decode(sequence + "j") == [.mouse(mouse), .key(.character("j"))])
    }

    @Test func `what a terminal says of its modes is kept, whenever it comes`() {
        var decoder = KeyDecoder()
        let report: [KeyDecoder.Unit] = "\u{1B}[?2026;2$yj".unicodeScalars.map { .scalar($0.value) }
        #expect(decoder.decode(Array(report[..<5])) == [])
        #expect(decoder.decode(Array(report[5...])) == [.key(.character("j"))])
        #expect(decoder.modes == [2026: 2])
    }

    @Test func `a paste of ten megabytes is one input and a larger one is cut`() {
        var decoder = KeyDecoder()
        let portion = [KeyDecoder.Unit](repeating: .scalar(0x61), count: KeyDecoder.portion)
        #expect(decoder.decode([.pasteStart], hasMore: true) == [])
        for _ in 0..<(10 << 20) / portion.count { #expect(decoder.decode(portion, hasMore: true) == []) }
        var inputs = decoder.decode([.pasteEnd, .scalar(0x6A)])
        #expect(inputs.count == 2 && inputs.last == .key(.character("j")))
        if case .paste(let text)? = inputs.first { #expect(text.utf8.count == 10 << 20) } else { Issue.record("no paste") }
        _ = decoder.decode([.pasteStart], hasMore: true)
        for _ in 0..<(17 << 20) / portion.count { _ = decoder.decode(portion, hasMore: true) }
        inputs = decoder.decode([.pasteEnd])
        if case .paste(let text)? = inputs.first { #expect(text.utf8.count == KeyDecoder.maximumPaste) } else { Issue.record("no paste") }
    }

    @Test func `a paste whose end was lost ends by a key after a silence`() {
        for key in [UInt32(27), 3] {
            var decoder = KeyDecoder()
            #expect(decoder.decode([.pasteStart, .scalar(0x61)]) == [])
            #expect(decoder.decode([.scalar(key)]) == [])
            #expect(decoder.decode([.scalar(0x62)], after: .seconds(5)) == [])
            #expect(decoder.decode([.scalar(key)], after: .seconds(5)) == [])
            #expect(decoder.decode([.scalar(0x6A)]) == [.key(.character("j"))])
        }
    }

    @Test func `the ends of a paste in several portions of one reading`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([.pasteStart, .scalar(0x61), .pasteEnd, .scalar(0x44)], hasMore: true) == [])
        #expect(decoder.decode([.scalar(0x79), .pasteEnd, .pasteStart, .scalar(0x62)], hasMore: true) == [.paste("aDy")])
        #expect(decoder.decode([.pasteEnd, .scalar(0x6A)]) == [.paste("b"), .key(.character("j"))])
    }

    @Test func `an unmarked paste may come in several readings`() {
        var decoder = KeyDecoder()
        func units(_ text: String) -> [KeyDecoder.Unit] { text.unicodeScalars.map { .scalar($0.value) } }
        #expect(decoder.decode(units("https://example.org/x\rht")) == [.paste("https://example.org/x\nht")])
        #expect(decoder.decode(units("tps://example.org/q\r"), after: .milliseconds(20)) == [.paste("tps://example.org/q\n")])
        #expect(decoder.decode(units("qq"), after: .milliseconds(500)) == [.key(.character("q")), .key(.character("q"))])
    }
}
