import Screen
import Testing

@testable import Terminal

struct ControlCodesTests {
    private func codes(_ environment: [String: String]) -> ControlCodes {
        ControlCodes(Abilities(environment: environment))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static let hostile = "a\u{1B}]0;x\u{7}\r\n\u{9B}2J\u{202E}txt.exe;b"
    private let modern = ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"]

    @Test func `every mode that is set is reset, by a crash too`() {
        let codes = codes(modern)
        let set = text(codes.enter + codes.mouseOn + codes.beginFrame)
        for bytes in [codes.leave, codes.emergency] {
            let reset = text(bytes)
            for piece in set.split(separator: "\u{1B}") where piece.hasSuffix("h") {
                #expect(reset.contains("\u{1B}" + piece.dropLast() + "l"))
            }
            #expect(reset.contains("\u{1B}]9;4;0;0\u{7}"))
            #expect(reset.contains(text(codes.popTitle)))
        }
    }

    @Test(
        arguments: [
            (["TERM": "xterm-256color"], true, false, nil), (["TERM": "linux"], false, false, nil), ([:], false, false, nil),
            (["TERM": "vt100", "TERM_PROGRAM": "ghostty"], false, false, nil),
            (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true, false, nil),
            (["TERM": "xterm-256color", "VTE_VERSION": "7900"], true, true, nil),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true, true, .plain),
            (["TERM": "foot"], true, false, .titled), (["TERM": "rxvt-unicode-256color"], true, false, .titled),
            (["TERM": "tmux-256color", "TERM_PROGRAM": "ghostty"], true, false, nil),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/x,1,0"], true, false, nil),
            (["TERM": "xterm-256color", "KONSOLE_VERSION": "240200", "STY": "1"], true, false, nil),
        ] as [([String: String], Bool, Bool, Abilities.Notification?)]
    )
    func `codes are sent only to those who understand them`(
        environment: [String: String],
        isXtermLike: Bool,
        hasProgress: Bool,
        notification: Abilities.Notification?
    ) {
        let abilities = Abilities(environment: environment)
        #expect(abilities.isXtermLike == isXtermLike)
        #expect(abilities.hasProgress == hasProgress)
        #expect(abilities.notification == notification)
    }

    @Test func `text from outside cannot leave the code it stands in`() {
        for environment in [modern, ["TERM": "foot"]] {
            let codes = codes(environment)
            for bytes in [codes.title(Self.hostile), codes.notification(Self.hostile, isBellOnly: false)] {
                let shown = text(bytes)
                // The code's own Escape and end are the only controls in it; the bell before a message is one more.
                let controls = shown.unicodeScalars.filter { Sanitizer.isHarmful($0) }.map(\.value)
                #expect([[0x1B, 7], [7, 0x1B, 0x1B]].contains(controls))
                #expect(shown.contains("\\x1b]0"))
            }
        }
        #expect(text(codes(["TERM": "foot"]).notification("a;b", isBellOnly: false)) == "\u{7}\u{1B}]777;notify;Haul;a,b\u{1B}\\")
        #expect(codes(modern).title(String(repeating: "x", count: 100_000)).count < 300)
    }

    @Test func `a message is a bell and a code, or the bell alone`() {
        #expect(text(codes(modern).notification("12 finished", isBellOnly: false)) == "\u{7}\u{1B}]9;12 finished\u{1B}\\")
        #expect(codes(modern).notification("12 finished", isBellOnly: true) == [7])
        #expect(codes(["TERM": "xterm"]).notification("12 finished", isBellOnly: false) == [7])
    }

    @Test(arguments: [
        (TaskbarProgress.none, "0;0"), (.normal(42), "1;42"), (.normal(400), "1;100"), (.unknown, "3;0"),
    ])
    func `progress is a code where it is understood`(progress: TaskbarProgress, expected: String) {
        #expect(text(codes(modern).progress(progress)) == "\u{1B}]9;4;\(expected)\u{7}")
        #expect(codes(["TERM": "linux"]).progress(progress) == [])
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ("\u{1B}]52;\u{7}ü", "G101MjsHw7w="),
    ])
    func `a copy is base 64`(plain: String, encoded: String) {
        #expect(codes(modern).copy(plain).map(text) == "\u{1B}]52;c;\(encoded)\u{7}")
    }

    @Test func `a copy is bounded and not for every terminal`() {
        #expect(codes(modern).copy(String(repeating: "x", count: ControlCodes.longestCopy + 1)) == nil)
        #expect(codes(modern).copy(String(repeating: "x", count: ControlCodes.longestCopy)).map { $0.count < 100_000 } == true)
        #expect(codes(["TERM": "linux"]).copy("x") == nil)
        // GNU screen keeps such a code for itself.
        #expect(codes(["TERM": "screen-256color", "STY": "1.x"]).copy("x") == nil)
    }

    @Test func `a title changes at most once a second and never to nothing`() {
        var title = WindowTitle()
        let start = ContinuousClock.now
        #expect(title.next(at: start) == nil)
        title.wanted = "a"
        #expect(title.next(at: start) == "a")
        #expect(title.next(at: start + .seconds(9)) == nil)
        title.wanted = "b"
        #expect(title.next(at: start + .milliseconds(900)) == nil)
        title.wanted = "c"
        #expect(title.next(at: start + .seconds(1)) == "c")
        title.wanted = ""
        #expect(title.next(at: start + .seconds(5)) == nil)
    }
}
