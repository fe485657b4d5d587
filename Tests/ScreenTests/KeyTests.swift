import Screen
import Testing

struct KeyTests {
    static let all: [Key] =
        [
            .enter, .escape, .tab, .backTab, .backspace, .delete, .shiftDelete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
        ] + (1...12).map(Key.function) + "az".map(Key.control) + "bfB<".map(Key.alt) + "aZ/?*é,^ ".map(Key.character)

    @Test(arguments: all) func `a key is read from the text that help shows`(key: Key) {
        #expect(Key(label: key.label) == key)
    }

    @Test(arguments: [
        ("pgdn", Key.pageDown), ("SPACE", .character(" ")), ("C-f", .control("f")), ("ctrl-F", .control("f")), ("M-b", .alt("b")),
        ("f12", .function(12)), ("s-tab", .backTab), ("esc", .escape),
    ])
    func `other ways to write it are known`(label: String, key: Key) {
        #expect(Key(label: label) == key)
    }

    @Test(arguments: [
        "", " ", "F0", "F13", "F+5", "F-1", "^", "^1", "^ab", "Alt-", "Alt-é", "Alt-ab", "jj", "Return", "\u{1B}", "\u{202E}", "C-\u{E9}",
    ])
    func `what is no key is none`(label: String) {
        #expect(Key(label: label) == (label == "^" ? .character("^") : nil))
    }
}
