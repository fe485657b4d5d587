import CNcurses
import Screen

/// The private codes that ncurses knows nothing of, and what brings a terminal back in one piece.
struct ControlCodes {
    /// Bracketed paste and focus reports.
    let enter = Array("\u{1B}[?2004h\u{1B}[?1004h".utf8)

    /// Clicks and the wheel, in the form that knows no bounds; no motion.
    let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
    let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)

    /// Around a frame, where the terminal shows the whole of it at once.
    let beginFrame = Array("\u{1B}[?2026h".utf8)
    let endFrame = Array("\u{1B}[?2026l".utf8)

    /// Asks whether it does (DECRQM); a terminal that does not know the question ignores it.
    let askForFrames = Array("\u{1B}[?2026$p".utf8)

    /// Asks for the colour of the background (OSC 11); the answer is a string of the same number.
    let askForBackdrop = Array("\u{1B}]11;?\u{7}".utf8)

    let pushTitle = Array("\u{1B}[22;2t".utf8)
    let popTitle = Array("\u{1B}[23;2t".utf8)
    let bell: [UInt8] = [7]

    /// All of it off, before `endwin`, while the alternate screen is still there.
    let leave: [UInt8]

    /// Everything back in one string, for a crash.
    let emergency: [UInt8]
    let abilities: Abilities

    /// Characters of a title, and of a message, that are shown.
    private static let longestText = 200

    /// To be made when ncurses has read the terminal's description.
    init(_ abilities: Abilities) {
        self.abilities = abilities
        let terminfo = ["rmkx", "sgr0", "cnorm", "rmcup"].flatMap { ControlCodes.capability($0) }
        var all = endFrame + Array("\u{1B}[?2004l\u{1B}[?1004l".utf8) + mouseOff
        if abilities.hasProgress { all += ControlCodes.progressCode(.none) }
        if abilities.isXtermLike { all += popTitle }
        leave = all
        emergency = all + terminfo
    }

    /// Sets the title.
    func title(_ text: String) -> [UInt8] {
        Array(("\u{1B}]0;" + ControlCodes.harmless(text) + "\u{7}").utf8)
    }

    /// Shows progress in the task bar; empty where nobody understands it.
    func progress(_ progress: TaskbarProgress) -> [UInt8] {
        abilities.hasProgress ? ControlCodes.progressCode(progress) : []
    }

    /// Draws attention: a bell, and a message where that is understood.
    func notification(_ text: String, isBellOnly: Bool) -> [UInt8] {
        let shown = ControlCodes.harmless(text)
        switch isBellOnly ? nil : abilities.notification {
        case .plain: return bell + Array("\u{1B}]9;\(shown)\u{1B}\\".utf8)
        // A semicolon would begin another field.
        case .titled: return bell + Array("\u{1B}]777;notify;Haul;\(String(shown.map { $0 == ";" ? "," : $0 }))\u{1B}\\".utf8)
        case nil: return bell
        }
    }

    /// Puts text on the clipboard (OSC 52); nil when the terminal has none, or would not take so much.
    func copy(_ text: String) -> [UInt8]? {
        guard abilities.hasClipboard, text.utf8.count <= ControlCodes.longestCopy else { return nil }
        return Array("\u{1B}]52;c;".utf8) + Base64.encoded(text.utf8) + [7]
    }

    /// Terminals take about 100,000 characters of base 64 in one code.
    static let longestCopy = 74_000

    private static func progressCode(_ progress: TaskbarProgress) -> [UInt8] {
        let text =
            switch progress {
            case .none: "0;0"
            case .normal(let percent): "1;\(min(max(percent, 0), 100))"
            case .unknown: "3;0"
            }
        return Array("\u{1B}]9;4;\(text)\u{7}".utf8)
    }

    /// What comes from outside cannot end the code that it stands in.
    private static func harmless(_ text: String) -> String {
        String(Sanitizer.visible(text).prefix(longestText))
    }

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
