public import DownloadCore
import Screen

/// Progress as plain lines: one for each event and one summary line an interval; no escape sequences, no newlines at their ends.
public struct PlainRenderer: Sendable {
    private var texts: EventText
    private let verbosity: Verbosity

    /// How a moment is written.
    private let time: @Sendable (WallTime) -> String

    public init(ascii: Bool, verbosity: Verbosity = .all) {
        self.init(ascii: ascii, verbosity: verbosity, time: Timestamp.seconds)
    }

    init(ascii: Bool, verbosity: Verbosity = .all, time: @escaping @Sendable (WallTime) -> String) {
        self.time = time
        texts = EventText(glyphs: ascii ? .ascii : .unicode)
        self.verbosity = verbosity
    }

    /// The line of an event; nil when it has none or is not to be told.
    public mutating func line(for event: Event) -> String? {
        // A failure brings its own name: what is not told need not be remembered.
        guard isTold(event), let line = texts.line(for: event) else { return nil }
        return head(line.verb, event.time) + line.body
    }

    /// The line of an interval.
    public func progress(_ totals: RunTotals, at time: WallTime) -> String? {
        guard verbosity == .all else { return nil }
        let parts = totals.parts
        let texts = [parts.counts, parts.percent, parts.sizes, parts.rate, parts.eta]
        return head("progress", time) + texts.compactMap { $0 }.joined(separator: "  ")
    }

    /// The last line.
    public func summary(_ summary: RunSummary, at time: WallTime) -> String? {
        verbosity == .all ? head("summary", time) + summary.text : nil
    }

    /// What a run still waits for when no download is left.
    public func waiting(_ message: String, at time: WallTime) -> String? {
        verbosity == .all ? head("waiting", time) + Shown.text(message, texts.glyphs) : nil
    }

    /// A line that a hook has printed, as `HookOutput` has it.
    public func hookLine(_ line: String, at time: WallTime) -> String? {
        verbosity == .all ? self.time(time) + " " + Shown.text(line, texts.glyphs) : nil
    }

    /// A warning that belongs to no task.
    public func warning(_ message: String, at time: WallTime) -> String? {
        verbosity == .all ? head("warning", time) + Shown.text(message, texts.glyphs) : nil
    }

    /// A line of a list that could not be used: `list.txt:12: why`.
    public func badLine(file: String, line: Int, why: String) -> String? {
        verbosity == .nothing ? nil : Shown.text(file, texts.glyphs) + ":\(line): " + Shown.text(why, texts.glyphs)
    }

    private func isTold(_ event: Event) -> Bool {
        switch (verbosity, event.kind) {
        case (.all, _), (.errors, .failed): true
        case (.errors, _), (.nothing, _): false
        }
    }

    private func head(_ verb: String, _ moment: WallTime) -> String {
        time(moment) + " " + Cut.pad(verb, to: 8) + " "
    }
}

extension RunSummary {
    /// The counts, the bytes, the time and the status, as in `15 finished, 1 failed, 0 unfinished  7.90 GiB in 1:32  exit 3`.
    var text: String {
        let counts = "\(finished) finished, \(failed) failed, \(unfinished) unfinished"
        return "\(counts)  \(Shown.size(bytes)) in \(Shown.duration(duration))  exit \(exitStatus)"
    }
}
