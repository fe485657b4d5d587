import Screen

/// Turns what ncurses read into keys, pastes, clicks and focus changes, and drops what belongs to no key: a value without any reading in it.
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
        case sequence
        /// After `ESC O`, until a character that is no parameter.
        case shifted
        /// Inside of a string (OSC, DCS, …), until BEL or `ESC \`.
        case string(length: Int, endsWithEscape: Bool)
        /// Inside of a mouse report of the old form, which is three characters.
        case oldMouse
        case paste
    }

    /// Bytes of a paste that are kept, and of a sequence before it is taken for none.
    static let maximumPaste = 16 << 20
    static let maximumSequence = 4_096

    /// Characters of a command that are looked at.
    private static let longestCommand = 64

    /// What is decoded in one go, so that a paste of megabytes is not held twice.
    static let portion = 65_536

    /// A silence after which a lone Escape or Control-C is a person's, also in a paste whose end was lost.
    static let pauseOfPerson = Duration.seconds(1)

    /// A paste without marks may come in several readings, so close to each other.
    static let pauseOfMachine = Duration.milliseconds(150)

    /// What the terminal said about its modes (DECRPM), by their numbers, since somebody last looked.
    var modes: [Int: Int] = [:]

    /// What the terminal said about its background, since somebody last looked.
    var backdrop: Backdrop?

    private var state = State.plain

    /// The beginning of an operating system command; nil in other strings.
    private var command: [UInt32]?
    private var pasted = ""

    /// What came after the end of a paste in the same reading: keys, unless another end shows that it is pasted text too.
    private var tail: [Unit]?
    private var parameters: [UInt32] = []
    private var wasUnmarkedPaste = false
    private var inputs: [Input] = []

    /// What comes is pasted text.
    var isPasting: Bool { state == .paste }

    /// The end of a paste has come, but what is to follow may show that it was pasted too.
    var isPasteEnding: Bool { tail != nil }

    /// Decodes what one reading gave; an Escape at its end stands alone, since ncurses has waited for more.
    ///
    /// - Parameters:
    ///   - units: what was read, or a portion of it.
    ///   - hasMore: the same reading goes on.
    ///   - pause: how long nothing had come before.
    /// - Returns: what it means.
    mutating func decode(_ units: [Unit], hasMore: Bool = false, after pause: Duration = .zero) -> [Input] {
        inputs = []
        if state == .plain, let paste = unmarkedPaste(units, after: pause) {
            wasUnmarkedPaste = true
            return [.paste(paste)]
        }
        if state != .plain || !units.isEmpty { wasUnmarkedPaste = false }
        if state == .paste, tail == nil, pause >= KeyDecoder.pauseOfPerson, units == [.scalar(27)] || units == [.scalar(3)] {
            // The end of the paste was lost. What was pasted is given up rather than run.
            state = .plain
            pasted = ""
            return []
        }
        for unit in units { take(unit) }
        if !hasMore { endReading() }
        return inputs
    }

    private mutating func endReading() {
        if tail != nil { commitPaste() }
        if state == .escape {
            state = .plain
            inputs.append(.key(.escape))
        }
    }

    /// Many characters at once that begin like an address: a paste in a terminal that does not mark pastes.
    private func unmarkedPaste(_ units: [Unit], after pause: Duration) -> String? {
        let isNext = wasUnmarkedPaste && pause < KeyDecoder.pauseOfMachine && units.count > 1
        guard units.count >= 16 || isNext else { return nil }
        var text = ""
        for case .scalar(let value) in units {
            guard let scalar = Unicode.Scalar(value), value >= 0x20 && value != 0x7F || [9, 10, 13].contains(value) else { return nil }
            text.unicodeScalars.append(value == 13 ? "\n" : scalar)
        }
        guard text.unicodeScalars.count == units.count else { return nil }
        return isNext || text.prefix(4).lowercased() == "http" ? text : nil
    }

    private mutating func take(_ unit: Unit) {
        switch (state, unit) {
        case (.paste, _):
            takeInPaste(unit)
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
        case .shifted: state = value == 27 ? .escape : (0x30...0x3B).contains(value) ? .shifted : .plain
        case .sequence: takeInSequence(value)
        case .oldMouse:
            parameters.append(value)
            guard parameters.count == 3 else { return }
            state = .plain
            report(.oldMouse(parameters))
        case .string(let length, let endsWithEscape):
            let isEnd = value == 7 || value == 0x9C || endsWithEscape && value == 0x5C || length > KeyDecoder.maximumSequence
            state = isEnd ? .plain : .string(length: length + 1, endsWithEscape: value == 27)
            if isEnd { endString() } else if value != 27, length < KeyDecoder.longestCommand { command?.append(value) }
        }
    }

    private mutating func takeInSequence(_ value: UInt32) {
        // The Linux console sends its first function keys as `ESC [ [ A`.
        if value == 0x5B, parameters.isEmpty {
            state = .shifted
        } else if value == 27 {
            state = .escape
        } else if (0x40...0x7E).contains(value) {
            state = .plain
            if value == 0x4D, parameters.isEmpty { state = .oldMouse } else { report(Report(parameters, final: value)) }
        } else if value > 0x7E || parameters.count > KeyDecoder.maximumSequence {
            // Anything above ASCII was never part of one.
            state = .plain
        } else {
            parameters.append(value)
        }
    }

    private mutating func takeAfterEscape(_ value: UInt32) {
        state = .plain
        switch value {
        case 0x5B: beginSequence()
        case 0x4F: state = .shifted
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F:
            state = .string(length: 0, endsWithEscape: false)
            command = value == 0x5D ? [] : nil
        case 27:
            inputs.append(.key(.escape))
            state = .escape
        default:
            if let scalar = Unicode.Scalar(value), value > 0x20, value < 0x7F { inputs.append(.key(.alt(Character(scalar)))) }
        }
    }

    /// Looks whether a string is the answer that was asked for (OSC 11).
    private mutating func endString() {
        guard let command else { return }
        let text = String(String.UnicodeScalarView(command.compactMap(Unicode.Scalar.init)))
        if text.hasPrefix("11;"), let found = Backdrop(color: text.dropFirst(3)) { backdrop = found }
        self.command = nil
    }

    private mutating func beginSequence() {
        parameters = []
        state = .sequence
    }

    private mutating func report(_ report: Report?) {
        switch report {
        case .mouse(let mouse): inputs.append(.mouse(mouse))
        case .mode(let number, let value): modes[number] = value
        case nil: break
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
        case 0x9B: beginSequence()
        case 28...31, 0x80...0x9F: break
        default:
            if let scalar = Unicode.Scalar(value) { inputs.append(.key(.character(Character(scalar)))) }
        }
    }

    // MARK: - Pastes

    /// Text that was copied may hold the end of a paste itself: of several ends in one reading only the last one counts.
    private mutating func takeInPaste(_ unit: Unit) {
        guard let after = tail else {
            if unit == .pasteEnd { tail = [] } else { keep(unit) }
            return
        }
        if unit == .pasteEnd {
            for unit in after { keep(unit) }
            tail = []
        } else if unit == .pasteStart {
            commitPaste()
            take(.pasteStart)
        } else {
            tail?.append(unit)
            if after.count >= KeyDecoder.portion { commitPaste() }
        }
    }

    private mutating func commitPaste() {
        let after = tail ?? []
        state = .plain
        inputs.append(.paste(pasted))
        pasted = ""
        tail = nil
        for unit in after { take(unit) }
    }

    /// Only text, blanks and line ends are kept of a paste; a sequence inside of it is text that cannot be typed.
    private mutating func keep(_ unit: Unit) {
        guard case .scalar(let value) = unit, pasted.utf8.count < KeyDecoder.maximumPaste, let scalar = Unicode.Scalar(value) else {
            return
        }
        if value == 13 || value == 10 {
            pasted += "\n"
        } else if value == 9 || value >= 0x20 && value != 0x7F && !(0x80...0x9F).contains(value) {
            pasted.unicodeScalars.append(scalar)
        }
    }
}
