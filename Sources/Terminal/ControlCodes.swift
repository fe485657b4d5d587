import CNcurses

/// The private codes that ncurses knows nothing of, and what brings a terminal back in one piece.
struct ControlCodes {
    /// Bracketed paste and focus reports on.
    let enter = Array("\u{1B}[?2004h\u{1B}[?1004h".utf8)

    /// Both off; before `endwin`, while the alternate screen is still there.
    let leave = Array("\u{1B}[?2004l\u{1B}[?1004l".utf8)

    /// Everything back in one string, for a crash.
    let emergency: [UInt8]

    /// The terminal can be given a title.
    let hasTitle: Bool

    /// To be made when ncurses has read the terminal's description.
    init(term: String) {
        let terminfo = ["rmkx", "sgr0", "cnorm", "rmcup"].flatMap { ControlCodes.capability($0) }
        let titled = ["xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "konsole", "vte", "st-"]
        let isTitled = titled.contains { term.hasPrefix($0) }
        hasTitle = isTitled
        emergency = Array("\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1000l\u{1B}[?1006l".utf8) + (isTitled ? popTitle : []) + terminfo
    }

    /// Sets the title; the text was made harmless before.
    func title(_ text: String) -> [UInt8] {
        Array(("\u{1B}]0;" + text + "\u{7}").utf8)
    }

    let pushTitle = Array("\u{1B}[22;2t".utf8)
    let popTitle = Array("\u{1B}[23;2t".utf8)

    /// A string of the terminal's description without its `$<…>` delays.
    private static func capability(_ name: String) -> [UInt8] {
        guard let value = cncurses_capability(name) else { return [] }
        var bytes: [UInt8] = []
        var isDelay = false
        for byte in String(cString: value).utf8 {
            if byte == UInt8(ascii: "<"), bytes.last == UInt8(ascii: "$") {
                bytes.removeLast()
                isDelay = true
            } else if isDelay {
                isDelay = byte != UInt8(ascii: ">")
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
