internal import Configuration
internal import DownloadCore
internal import Headless
internal import Platform
internal import Screen

/// Where a run's events are shown: results on standard output, progress and errors on standard error.
struct BatchOutput {
    private enum Display {
        case none
        case plain(PlainRenderer)
        case bar(BarRenderer, BarBlock)
    }

    private let isJSON: Bool
    private let verbosity: Verbosity
    private let listName: String
    private var display: Display

    /// Standard output is still read by somebody.
    private var isRead = true

    /// Lines that scroll out above the block at its next redraw.
    private var above: [String] = []
    private var snapshots: [TaskSnapshot] = []

    /// How often something changes with time alone; nil for never.
    let interval: Duration?

    init(options: BatchOptions, settings: Settings) {
        isJSON = options.isJSON
        listName = options.inputFile == "-" ? "standard input" : options.inputFile ?? "the command line"
        verbosity = options.quietness == 0 ? .all : options.quietness == 1 ? .errors : .nothing
        let variables = Environment.current()
        let isTerminal = Output.isTerminal(.error)
        let isASCII = options.isASCII || settings.dashboard.isASCII || !TTY.adoptLocale()
        let wish = options.hasNoColor ? .never : ColorWish(rawValue: settings.dashboard.color.rawValue) ?? .auto
        let hasColor = isTerminal && wish.allowsColors(in: variables.variables)
        let wantsBar: Bool
        switch options.progress ?? ProgressMode(rawValue: settings.batch.progress.rawValue) ?? .auto {
        case .auto: wantsBar = isTerminal && !["", "dumb"].contains(variables["TERM"] ?? "")
        case .bar: wantsBar = isTerminal
        case .plain: wantsBar = false
        case .none:
            display = .plain(PlainRenderer(ascii: isASCII, verbosity: verbosity == .nothing ? .nothing : .errors))
            interval = nil
            return
        }
        if wantsBar, verbosity == .all {
            display = .bar(BarRenderer(ascii: isASCII, color: hasColor), BarBlock())
            interval = .milliseconds(250)
        } else {
            display = .plain(PlainRenderer(ascii: isASCII, verbosity: verbosity))
            interval = verbosity == .all ? options.interval ?? settings.batch.interval : nil
        }
        // JSON lines carry their own progress, and nobody looks at a run whose standard error is the same file.
        if isJSON, !isTerminal { display = .none }
    }

    // MARK: - Events

    mutating func show(_ event: Event, now: Now) {
        if isJSON {
            if let line = JSONLines.line(for: event) { print(line) }
        } else if case .finished(let finished) = event.kind, verbosity == .all {
            eraseBlock()
            // A name is shown harmlessly on a terminal, and exactly where a script reads it.
            print(Output.isTerminal(.standard) ? Sanitizer.visible(finished.file.path) : finished.file.path)
        }
        // Taken out while it changes, so that what it knows of all tasks is not copied for each event.
        let shown = display
        display = .none
        switch consume shown {
        case .none:
            break
        case .plain(var renderer):
            let line = renderer.line(for: event)
            display = .plain(renderer)
            if let line { tell(line) }
        case .bar(var renderer, let block):
            if let line = renderer.line(for: event) { above.append(line) }
            display = .bar(renderer, block)
            redraw(now: now)
        }
    }

    mutating func warn(_ text: String, line: Int?, now: Now) {
        if isJSON { print(JSONLines.warning(text, line: line, at: now.wall)) }
        let text = line.map { "\(listName):\($0): \(text)" } ?? text
        switch display {
        case .none: break
        case .plain(let renderer): if let line = renderer.warning(text, at: now.wall) { tell(line) }
        case .bar: above.append("warning  " + Sanitizer.visible(text))
        }
    }

    /// A line that a hook has printed; among JSON lines there is no place for it.
    mutating func print(hookLine line: String, now: Now) {
        switch display {
        case .none: break
        case .plain(let renderer): if let line = renderer.hookLine(line, at: now.wall) { tell(line) }
        case .bar: above.append(line)
        }
    }

    mutating func bad(_ text: String, line: Int, now: Now) {
        if isJSON { print(JSONLines.warning(text, line: line, at: now.wall)) }
        eraseBlock()
        if verbosity != .nothing { tell("\(Sanitizer.visible(listName)):\(line): \(Sanitizer.visible(text))") }
    }

    mutating func broken(_ failure: Failure, now: Now) {
        eraseBlock()
        if verbosity != .nothing { tell("haul: \(Sanitizer.visible(failure.detail)). \(failure.code.sentence)") }
    }

    mutating func tick(_ snapshots: [TaskSnapshot], now: Now) {
        self.snapshots = snapshots
        switch display {
        case .none: break
        case .plain(let renderer):
            if let line = renderer.progress(RunTotals(snapshots), at: now.wall) { tell(line) }
        case .bar: redraw(now: now)
        }
    }

    /// Says what the run still waits for when no download is left.
    mutating func waits(_ text: String, now: Now) {
        switch display {
        case .none: break
        case .plain(let renderer): if let line = renderer.waiting(text, at: now.wall) { tell(line) }
        case .bar:
            eraseBlock()
            for line in above { tell(line) }
            above = []
            tell("waiting  " + text)
        }
    }

    mutating func summarize(_ summary: RunSummary, now: Now) {
        eraseBlock()
        if isJSON { print(JSONLines.summary(summary, at: now.wall)) }
        switch display {
        case .none: break
        case .plain(let renderer): if let line = renderer.summary(summary, at: now.wall) { tell(line) }
        case .bar:
            for line in above { tell(line) }
            above = []
            let renderer = PlainRenderer(ascii: true, verbosity: verbosity)
            if let line = renderer.summary(summary, at: now.wall) { tell(line) }
        }
    }

    // MARK: - Streams

    /// A line of standard output; once nobody reads it any more, nothing more is written there and the downloads go on.
    private mutating func print(_ line: String) {
        guard isRead else { return }
        isRead = Output.write(line + "\n", to: .standard)
    }

    private func tell(_ line: String) {
        Output.write(line + "\n", to: .error)
    }

    private mutating func redraw(now: Now) {
        guard case .bar(let renderer, var block) = display, block.shouldRedraw(now: now.instant) else { return }
        let size = Output.size(.error) ?? (80, 24)
        let lines = renderer.block(
            snapshots,
            totals: RunTotals(snapshots),
            columns: size.columns,
            rows: size.rows,
            now: now
        )
        Output.write(block.redraw(above: above, block: lines, columns: size.columns), to: .error)
        above = []
        display = .bar(renderer, block)
    }

    private mutating func eraseBlock() {
        guard case .bar(let renderer, var block) = display else { return }
        let columns = Output.size(.error)?.columns ?? 80
        Output.write(block.erase(columns: columns), to: .error)
        display = .bar(renderer, block)
    }
}
