import CNcurses
import Screen

/// The key codes of ncurses, and the ones defined here for what it does not know.
enum KeyCodes {
    // Codes directly above KEY_MAX are those of the keys that only a terminal's description names, such as Control-Del.
    private static let first = KEY_MAX + 0x1000
    static let pasteStart = first + 1
    static let pasteEnd = first + 2
    static let focusIn = first + 3
    static let focusOut = first + 4

    /// Sequences that come whatever the terminal's description says: paste, focus, and the cursor and function keys in all of their forms.
    static let defined: [(String, Int32)] =
        [
            ("\u{1B}[200~", pasteStart), ("\u{1B}[201~", pasteEnd), ("\u{1B}[I", focusIn), ("\u{1B}[O", focusOut),
            ("\u{1B}[A", KEY_UP), ("\u{1B}OA", KEY_UP), ("\u{1B}[B", KEY_DOWN), ("\u{1B}OB", KEY_DOWN),
            ("\u{1B}[C", KEY_RIGHT), ("\u{1B}OC", KEY_RIGHT), ("\u{1B}[D", KEY_LEFT), ("\u{1B}OD", KEY_LEFT),
            ("\u{1B}[H", KEY_HOME), ("\u{1B}OH", KEY_HOME), ("\u{1B}[F", KEY_END), ("\u{1B}OF", KEY_END),
            ("\u{1B}[1~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[7~", KEY_HOME), ("\u{1B}[8~", KEY_END),
            ("\u{1B}[5~", KEY_PPAGE), ("\u{1B}[6~", KEY_NPAGE), ("\u{1B}[3~", KEY_DC), ("\u{1B}[Z", KEY_BTAB),
            ("\u{1B}[3;2~", KEY_SDC), ("\u{1B}[3$", KEY_SDC),
        ] + functionKeys

    /// F1 to F12 as xterm and the VT220 send them, and F1 to F5 as the Linux console does.
    private static let functionKeys: [(String, Int32)] = {
        let numbers = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
        let tilde = numbers.enumerated().map { ("\u{1B}[\($1)~", cncurses_function_key(Int32($0 + 1))) }
        let shifted = "PQRS".enumerated().map { ("\u{1B}O\($1)", cncurses_function_key(Int32($0 + 1))) }
        let console = "ABCDE".enumerated().map { ("\u{1B}[[\($1)", cncurses_function_key(Int32($0 + 1))) }
        return tilde + shifted + console
    }()

    /// The beginnings of mouse reports, which the decoder reads itself: ncurses would take them off and leave the numbers as keys.
    private static let undefined = ["\u{1B}[M", "\u{1B}[<"]

    static func define() {
        for sequence in undefined { define_key(sequence, 0) }
        for (sequence, code) in defined { define_key(sequence, code) }
    }

    /// The meaning of a key code for the decoder.
    static func unit(for code: Int32) -> KeyDecoder.Unit {
        switch code {
        case pasteStart: .pasteStart
        case pasteEnd: .pasteEnd
        case focusIn: .focus(true)
        case focusOut: .focus(false)
        default: key(for: code).map(KeyDecoder.Unit.key) ?? .unknown
        }
    }

    private static func key(for code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_HOME: .home
        case KEY_END: .end
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_DC: .delete
        case KEY_SDC: .shiftDelete
        case KEY_BACKSPACE: .backspace
        case KEY_BTAB: .backTab
        case KEY_ENTER: .enter
        default: (1...12).first { cncurses_function_key($0) == code }.map { .function(Int($0)) }
        }
    }
}
