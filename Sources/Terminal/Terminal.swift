import CNcurses
import Platform
public import Screen

/// The terminal: shows frames, reads input, and always gives the screen back.
///
/// All of ncurses lives on the main actor. Input is read without waiting; `inputDescriptors` say when there is some.
@MainActor
public final class Terminal {
    /// Readable, one or the other, when `nextInputs()` has something to tell: the keys and the signals.
    public let inputDescriptors: [Int32]

    /// The locale is a UTF-8 one.
    public let isUTF8: Bool

    /// Clicks and the wheel are reported.
    public private(set) var usesMouse: Bool

    let codes: ControlCodes
    private(set) var isActive = false
    private let options: TerminalOptions
    private let gathered: GatheredOutput
    private let settings: TTYSettings
    private var styles: Styles
    private let keys: UnsafeMutablePointer<WINDOW>
    private var decoder = KeyDecoder()
    private var scanner = PasteScanner()
    private var lastReading = ContinuousClock.now
    private var shown: Frame?
    var title = WindowTitle()
    var progress = TaskbarProgress.none

    /// The terminal has said that it shows whole frames at once.
    private var isSynchronized = false
    private var hasAsked = false

    /// How bright the background is; nil while the terminal has not said it.
    public private(set) var backdrop: Backdrop?

    /// When it was asked for.
    private var backdropAsked: ContinuousClock.Instant?

    /// An answer that comes later belongs to somebody else's question.
    private static let longestAnswer = Duration.seconds(2)
    private var hasEnded = false
    private var needsClear = true
    private var redirection: TTYRedirection?

    /// Milliseconds of silence that end a paste.
    private static let pauseAfterPaste: Int32 = 25

    private static let input: Int32 = 0
    private static let output: Int32 = 1
    private static let errors: Int32 = 2

    /// Takes the screen over; nothing has been changed when it throws.
    public init(_ options: TerminalOptions) throws(TerminalError) {
        guard TTY.isTerminal(Terminal.input), TTY.isTerminal(Terminal.output), let settings = TTYSettings(of: Terminal.output) else {
            throw .notATerminal
        }
        guard let term = options.term, !term.isEmpty else { throw .termMissing }
        isUTF8 = TTY.adoptLocale()
        var problem: Int32 = 0
        guard setupterm(term, Terminal.output, &problem) == OK else { throw problem == 1 ? .termIncapable(term) : .termUnknown(term) }
        guard cncurses_capability("cup") != nil else { throw .termIncapable(term) }
        codes = ControlCodes(options.abilities)
        // Ours come first: ncurses handles only signals that nobody else does, and its way out knows nothing of private modes.
        let signals = TTYSignals.start()
        if let delay = options.escapeDelay { set_escdelay(delay) }
        guard let gathered = try? GatheredOutput(to: Terminal.output), cncurses_newterm(gathered.descriptor) != nil,
            let keys = newpad(1, 1)
        else {
            TTYSignals.stop()
            throw .startFailed
        }
        inputDescriptors = [Terminal.input, signals].filter { $0 >= 0 }
        self.gathered = gathered
        self.options = options
        usesMouse = options.usesMouse
        self.settings = settings
        // Reading from a window may draw it; from a pad it never does.
        self.keys = keys
        raw()
        noecho()
        nonl()
        leaveok(cncurses_screen(), false)
        scrollok(cncurses_screen(), false)
        keypad(keys, true)
        nodelay(keys, true)
        // A frame is sent whole: one that stopped for a key would stay half drawn until something else changes.
        typeahead(-1)
        styles = Styles(options.theme, usesColor: options.usesColor)
        KeyCodes.define()
        enter()
    }

    /// The glyphs that this terminal can show.
    public var preferredGlyphs: GlyphSet { isUTF8 ? .unicode : .ascii }

    /// The size now.
    public var size: Size {
        let size = TTY.size(of: Terminal.output) ?? (80, 24)
        return Size(width: size.columns, height: size.rows)
    }

    /// Shows a frame by sending the cells that are not on the screen yet; sends nothing when there are none.
    public func present(_ frame: Frame) {
        guard isActive else { return }
        let before = needsClear || shown?.size != frame.size ? nil : shown
        if before == frame { return }
        if needsClear { cncurses_clear_next() }
        needsClear = false
        let old = before?.cells ?? []
        for index in frame.cells.indices where index >= old.count || old[index] != frame.cells[index] {
            let cell = frame.cells[index]
            if cell.isContinuation { continue }
            let (y, x) = index.quotientAndRemainder(dividingBy: frame.size.width)
            put(cell, isWide: frame[x + 1, y].isContinuation && x + 1 < frame.size.width, x: x, y: y)
        }
        if let cursor = frame.cursor { wmove(cncurses_screen(), Int32(cursor.y), Int32(cursor.x)) }
        let changesCursor = before == nil || (before?.cursor == nil) != (frame.cursor == nil)
        // ncurses writes piece by piece; the terminal gets a frame at once.
        let drawn = gathered.gather {
            if changesCursor { curs_set(frame.cursor == nil ? 0 : 1) }
            wnoutrefresh(cncurses_screen())
            doupdate()
        }
        if let drawn, !drawn.isEmpty { write(isSynchronized ? codes.beginFrame + drawn + codes.endFrame : drawn) }
        shown = frame
        title.wanted = frame.title
        showTitle()
    }

    /// Draws with other colours from the next frame on.
    public func use(_ theme: Theme, colors: Bool) {
        styles = Styles(theme, usesColor: colors)
        redraw()
    }

    /// Asks for reports of the mouse, or leaves it to the terminal, where it selects text.
    public func useMouse(_ isUsed: Bool) {
        guard isUsed != usesMouse else { return }
        usesMouse = isUsed
        if isActive { write(isUsed ? codes.mouseOn : codes.mouseOff) }
    }

    /// Writes codes that ncurses knows nothing of, in order with what it has drawn.
    ///
    /// The corresponding `putp` would hold them back until the next update.
    func write(_ bytes: [UInt8]) {
        TTY.write(bytes, to: Terminal.output)
    }

    /// Sends the whole screen again with the next frame.
    public func redraw() {
        needsClear = true
        shown = nil
    }

    /// Everything that came since the last call; never waits, but up to the escape delay for the rest of a sequence or of a paste.
    public func nextInputs() -> [Input] {
        guard isActive else { return [] }
        var inputs = takeSignals()
        let now = ContinuousClock.now
        var pause = now - lastReading
        var count = 0
        var isEnd = false
        while !isEnd, count < KeyDecoder.maximumPaste {
            let (units, end) = decoder.isPasting ? readPaste(after: pause) : read(atMost: KeyDecoder.portion)
            isEnd = end != .more
            // A terminal hands over a long paste in pieces: nothing that stands close behind an end is a person's key.
            if end == .quiet, units.last == .pasteEnd || decoder.isPasteEnding {
                isEnd = TTY.readiness(of: Terminal.input, within: Terminal.pauseAfterPaste) != .readable
            }
            if !units.isEmpty { lastReading = now }
            inputs += decoder.decode(units, hasMore: !isEnd, after: pause)
            if end == .hangup { inputs.append(.hangup) }
            if !decoder.isPasting { scanner = PasteScanner() }
            count += units.count
            pause = .zero
        }
        if let mode = decoder.modes.removeValue(forKey: 2026) { isSynchronized = mode == 1 || mode == 2 }
        if let answer = decoder.backdrop {
            decoder.backdrop = nil
            if let asked = backdropAsked, now - asked <= Terminal.longestAnswer { backdrop = answer }
            backdropAsked = nil
        }
        return inputs
    }

    /// Asks how bright the background is, where the terminal may know; nothing waits for the answer, which `backdrop` has when it comes.
    public func askForBackdrop() {
        guard isActive, codes.abilities.isXtermLike else { return }
        backdropAsked = .now
        write(codes.askForBackdrop)
    }

    private enum ReadingEnd {
        case more, quiet, hangup
    }

    /// Reads what there is without waiting.
    private func read(atMost limit: Int) -> ([KeyDecoder.Unit], ReadingEnd) {
        var units: [KeyDecoder.Unit] = []
        var emptyReads = 0
        while units.count < limit {
            var value: UInt32 = 0
            let result = cncurses_get(keys, &value)
            if result == KEY_CODE_YES {
                units.append(KeyCodes.unit(for: Int32(truncatingIfNeeded: value)))
                if units.last == .pasteStart { return (units, .more) }
            } else if result == OK {
                units.append(.scalar(value))
            } else {
                // Nothing to read: quiet, or the end. A readable terminal that gives nothing twice has ended.
                emptyReads += 1
                let readiness = TTY.readiness(of: Terminal.input)
                if readiness == .quiet { return (units, .quiet) }
                if readiness == .gone || emptyReads > 1 { return (units, .hangup) }
                continue
            }
            emptyReads = 0
        }
        return (units, .more)
    }

    /// Reads pasted text, past ncurses, which has nothing of it yet.
    private func readPaste(after pause: Duration) -> ([KeyDecoder.Unit], ReadingEnd) {
        switch TTY.readiness(of: Terminal.input) {
        case .quiet: return ([], .quiet)
        case .gone: return ([], .hangup)
        case .readable: break
        }
        let bytes = TTY.read(from: Terminal.input, atMost: KeyDecoder.portion)
        if bytes.isEmpty { return ([], .hangup) }
        var units = scanner.scan(bytes)
        // A lone Escape is the beginning of a mark, but not after a silence.
        if units.isEmpty, pause >= KeyDecoder.pauseOfPerson { units = scanner.flush() }
        return (units, .more)
    }

    /// Gives the screen back, stops until the shell continues us, and takes the screen again.
    public func suspend() {
        guard isActive else { return }
        leave()
        TTYSignals.suspendGroup()
        enter()
        fitToSize()
    }

    /// Gives the terminal back for good; calls after the first do nothing.
    public func restore() {
        guard !hasEnded else { return }
        hasEnded = true
        if isActive { leave() }
        TTYSignals.stop()
    }

    private func enter() {
        redirection = TTYRedirection(of: Terminal.errors)
        TTYEmergency.arm(
            descriptor: Terminal.output,
            bytes: codes.emergency,
            settings: settings,
            redirection: redirection,
            report: "haul: ended by a fault, signal "
        )
        isActive = true
        redraw()
        // Brings the alternate screen and the program's line settings back, also after a suspension.
        cncurses_clear_next()
        wnoutrefresh(cncurses_screen())
        doupdate()
        curs_set(0)
        var bytes = (codes.abilities.isXtermLike ? codes.pushTitle : []) + codes.enter
        if usesMouse { bytes += codes.mouseOn }
        if codes.abilities.isXtermLike, !hasAsked { bytes += codes.askForFrames }
        hasAsked = true
        write(bytes)
        title.shown = ""
        progress = .none
    }

    private func leave() {
        isActive = false
        write(codes.leave)
        curs_set(1)
        endwin()
        settings.apply(to: Terminal.output)
        TTYEmergency.disarm()
        redirection?.end()
        redirection = nil
    }

    private func takeSignals() -> [Input] {
        let seen = TTYSignals.take()
        var inputs: [Input] = []
        if seen.isContinued {
            // Stopped and continued from outside: the shell has had the terminal meanwhile.
            endwin()
            write(codes.enter + (usesMouse ? codes.mouseOn : []))
            redraw()
        }
        if seen.isResized || seen.isContinued {
            fitToSize()
            inputs.append(.resize(size))
        }
        if seen.asksForSuspension { inputs.append(.suspend) }
        if seen.asksForReload { inputs.append(.reload) }
        if let number = seen.termination { inputs.append(.terminate(number)) }
        return inputs
    }

    /// Tells ncurses the size of the device.
    private func fitToSize() {
        let size = size
        resizeterm(Int32(size.height), Int32(size.width))
        redraw()
    }

    private func put(_ cell: Cell, isWide: Bool, x: Int, y: Int) {
        let style = styles.style(of: cell)
        // What the C library counts otherwise than we did would shift the row: a replacement of the right width takes its place.
        var text = cell.scalars.map { Int32(bitPattern: $0.value) }
        let width = text.reduce(Int32(0)) { $0 + cncurses_width(UInt32(bitPattern: $1)) }
        if width != (isWide ? 2 : 1) || text.dropFirst().contains(where: { cncurses_width(UInt32(bitPattern: $0)) != 0 }) { text = [63] }
        text.append(0)
        cncurses_put(Int32(y), Int32(x), text, style.attributes, style.pair)
        if isWide, text[0] == 63 { cncurses_put(Int32(y), Int32(x + 1), [32, 0], style.attributes, style.pair) }
    }
}
