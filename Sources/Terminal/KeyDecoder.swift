import Screen

/// Turns what ncurses read into keys, pastes and focus changes, and drops what belongs to no key: a value without any reading in it.
struct KeyDecoder {
    /// One thing that ncurses read.
    enum Unit: Equatable {
        case scalar(UInt32)
        case key(Key)
        case pasteStart, pasteEnd
        case focus(Bool)
        case unknown
    }

    private enum State: Equatable {
        case plain
        case escape
        /// Inside of a control sequence that nobody defined, until its final byte.
        case sequence(length: Int)
        /// The one character after `ESC O`.
        case shifted
        /// Inside of a string (OSC, DCS, …), until BEL or `ESC \`.
        case string(length: Int, endsWithEscape: Bool)
        case paste
    }

    /// Characters of a paste that are kept, and of a sequence before it is taken for none.
    static let maximumPaste = 16 << 20
    static let maximumSequence = 4_096

    private var state = State.plain
    private var pasted = ""
    private var inputs: [Input] = []

    /// Decodes what one reading gave; an Escape at its end stands alone, since ncurses has waited for more.
    mutating func decode(_ units: [Unit]) -> [Input] {
        inputs = []
        if state == .plain, let paste = KeyDecoder.unmarkedPaste(units) { return [.paste(paste)] }
        // Text that was copied may hold the end of a paste itself: of several ends in one reading only the last one counts.
        let starts = units.lastIndex(of: .pasteStart) ?? -1
        let end = units.lastIndex(of: .pasteEnd) ?? -1
        for (index, unit) in units.enumerated() {
            if unit == .pasteEnd, index < end, end > starts { continue }
            take(unit)
        }
        if state == .escape {
            state = .plain
            inputs.append(.key(.escape))
        }
        return inputs
    }

    /// Many characters at once that begin like an address: a paste in a terminal that does not mark pastes.
    private static func unmarkedPaste(_ units: [Unit]) -> String? {
        guard units.count >= 16 else { return nil }
        var text = ""
        for case .scalar(let value) in units {
            guard let scalar = Unicode.Scalar(value), value >= 0x20 && value != 0x7F || [9, 10, 13].contains(value) else { return nil }
            text.unicodeScalars.append(value == 13 ? "\n" : scalar)
        }
        return text.unicodeScalars.count == units.count && text.lowercased().hasPrefix("http") ? text : nil
    }

    private mutating func take(_ unit: Unit) {
        switch (state, unit) {
        case (.paste, .pasteEnd):
            state = .plain
            inputs.append(.paste(pasted))
            pasted = ""
        case (.paste, .scalar(let value)):
            takePasted(value)
        case (.paste, _):
            // A sequence inside of a paste is text that cannot be typed.
            break
        case (.escape, .key), (.escape, .pasteStart), (.escape, .focus):
            state = .plain
            inputs.append(.key(.escape))
            take(unit)
        case (_, .scalar(let value)):
            take(value)
        case (_, .key(let key)):
            state = .plain
            inputs.append(.key(key))
        case (_, .pasteStart):
            state = .paste
        case (_, .focus(let hasFocus)):
            state = .plain
            inputs.append(.focus(hasFocus))
        case (_, .pasteEnd), (_, .unknown):
            state = .plain
        }
    }

    private mutating func take(_ value: UInt32) {
        switch state {
        case .plain, .paste: takePlain(value)
        case .escape: takeAfterEscape(value)
        case .shifted: state = .plain
        case .sequence(let length):
            // A control sequence ends with a byte from @ to ~; anything above ASCII was never part of one.
            let isFinal = (0x40...0x7E).contains(value) || value > 0x7E || length > KeyDecoder.maximumSequence
            state = value == 27 ? .escape : isFinal ? .plain : .sequence(length: length + 1)
        case .string(let length, let endsWithEscape):
            let isEnd = value == 7 || value == 0x9C || endsWithEscape && value == 0x5C || length > KeyDecoder.maximumSequence
            state = isEnd ? .plain : .string(length: length + 1, endsWithEscape: value == 27)
        }
    }

    private mutating func takeAfterEscape(_ value: UInt32) {
        state = .plain
        switch value {
        case 0x5B: state = .sequence(length: 0)
        case 0x4F: state = .shifted
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .string(length: 0, endsWithEscape: false)
        case 27:
            inputs.append(.key(.escape))
            state = .escape
        default:
            if let scalar = Unicode.Scalar(value), value > 0x20, value < 0x7F { inputs.append(.key(.alt(Character(scalar)))) }
        }
    }

    private mutating func takePlain(_ value: UInt32) {
        switch value {
        case 27: state = .escape
        case 9: inputs.append(.key(.tab))
        case 10, 13: inputs.append(.key(.enter))
        case 8, 127: inputs.append(.key(.backspace))
        case 0: break
        case 1...26: inputs.append(.key(.control(Character(Unicode.Scalar(UInt8(value) + 96)))))
        case 0x9B: state = .sequence(length: 0)
        case 28...31, 0x80...0x9F: break
        default:
            if let scalar = Unicode.Scalar(value) { inputs.append(.key(.character(Character(scalar)))) }
        }
    }

    /// Only text, blanks and line ends are kept of a paste.
    private mutating func takePasted(_ value: UInt32) {
        guard pasted.utf8.count < KeyDecoder.maximumPaste, let scalar = Unicode.Scalar(value) else { return }
        if value == 13 || value == 10 {
            pasted += "\n"
        } else if value == 9 || value >= 0x20 && value != 0x7F && !(0x80...0x9F).contains(value) {
            pasted.unicodeScalars.append(scalar)
        }
    }
}
