public import DownloadCore
import Screen

/// The block of progress bars as lines: the tasks that move or wait, one a line, and one line for all.
public struct BarRenderer: Sendable {
    let glyphs: GlyphSet
    let isColored: Bool
    private var texts: EventText

    public init(ascii: Bool, color: Bool) {
        glyphs = ascii ? .ascii : .unicode
        isColored = color
        texts = EventText(glyphs: glyphs)
    }

    /// The line that scrolls out above the block; nil for what the block itself shows.
    public mutating func line(for event: Event) -> String? {
        guard let line = texts.line(for: event) else { return nil }
        switch event.kind {
        case .finished, .failed, .cancelled, .restarted, .warning: break
        case .queued, .started, .progress, .waiting, .paused, .resumed, .verifying, .removed: return nil
        }
        return paint(Cut.pad(line.verb, to: 8), line.role) + " " + line.body
    }

    /// The block for a terminal of this size: at most `rows - 2` lines, each at least one cell narrower than the terminal.
    ///
    /// `totals` are the sums over the whole run; without them they are taken over the snapshots.
    public func block(_ snapshots: [TaskSnapshot], totals: RunTotals? = nil, columns: Int, rows: Int, now: Now) -> [String] {
        let size = Size(width: columns, height: rows)
        let room = size.height - 2
        // The last column stays free: writing into it makes some terminals begin a new line.
        let layout = BarLayout(width: size.width - 1)
        guard room > 0, layout.width > 0 else { return [] }
        let sum = totalLine(totals ?? RunTotals(snapshots), width: layout.width)
        let shown = snapshots.filter(\.isOnBlock).sorted { $0.blockRank < $1.blockRank }
        guard shown.count > room - 1 else { return shown.map { line(of: $0, layout, now) } + [sum] }
        guard room >= 3 else { return shown.prefix(room - 1).map { line(of: $0, layout, now) } + [sum] }
        let more = "and \(shown.count - room + 2) more"
        return shown.prefix(room - 2).map { line(of: $0, layout, now) } + [Cut.end(more, to: layout.width, ellipsis: ""), sum]
    }

    private func line(of snapshot: TaskSnapshot, _ layout: BarLayout, _ now: Now) -> String {
        let name = Cut.middle(Shown.text(snapshot.name, glyphs), to: layout.name, ellipsis: glyphs.ellipsis)
        var line = Cut.pad(name, to: layout.name)
        guard snapshot.state.kind == .running else {
            let word = Cut.end(stateText(snapshot.state, now), to: max(0, layout.width - layout.name - 2), ellipsis: glyphs.ellipsis)
            return word.isEmpty ? line : line + "  " + paint(word, snapshot.state.kind == .waiting ? .waiting : .active)
        }
        if layout.percent > 0 {
            let percent = snapshot.total.map { Format.percent(snapshot.done, of: $0) } ?? "?"
            line += "  " + Cut.padLeft(percent, to: layout.percent)
        }
        if layout.bar > 0 { line += " " + paint(bar(snapshot, cells: layout.bar, now), .active) }
        if layout.rate > 0 { line += "  " + Cut.padLeft(snapshot.speed.map(Format.rate) ?? "", to: layout.rate) }
        if layout.eta > 0 { line += "  " + Cut.padLeft(Format.shortDuration(snapshot.remaining), to: layout.eta) }
        return line
    }

    private func bar(_ snapshot: TaskSnapshot, cells: Int, _ now: Now) -> String {
        guard let total = snapshot.total else {
            let pulse = Int(truncatingIfNeeded: now.instant.nanoseconds / 250_000_000)
            return ProgressBar.unknown(pulse: pulse, cells: cells, glyphs: glyphs)
        }
        return ProgressBar.known(done: snapshot.done, total: total, cells: cells, glyphs: glyphs)
    }

    private func stateText(_ state: TaskState, _ now: Now) -> String {
        guard case .waiting(let wait) = state else {
            return state.kind == .verifying ? "checking" : state.kind.rawValue
        }
        let until = wait.until.map { " in " + Shown.wait($0.since(now.wall)) } ?? ""
        let why = wait.failure.map { ": " + Shown.text($0.detail, glyphs) } ?? ""
        return wait.reason.rawValue + until + why
    }

    /// The first of several texts, each shorter than the one before, that has room.
    private func totalLine(_ totals: RunTotals, width: Int) -> String {
        let parts = totals.parts
        let candidates = [
            [parts.counts, parts.percent, parts.sizes, parts.rate, parts.eta],
            [parts.counts, parts.percent, parts.rate, parts.eta],
            [parts.percent, parts.sizes, parts.rate, parts.eta],
            [parts.percent, parts.rate, parts.eta],
            [parts.percent, parts.rate],
        ].map { $0.compactMap(\.self).joined(separator: "  ") }
        let text = candidates.first { TextWidth.of($0) <= width } ?? candidates.last ?? ""
        return paint(Cut.end(text, to: width, ellipsis: glyphs.ellipsis), .title)
    }

    private func paint(_ text: String, _ role: Role) -> String {
        isColored ? ANSIStyle.paint(text, Theme.standard[role]) : text
    }
}

extension TaskSnapshot {
    fileprivate var isOnBlock: Bool {
        state.isActive || state.kind == .waiting
    }

    /// What moves comes first, in the order it was added.
    fileprivate var blockRank: (Int, TaskID) {
        (state.isActive ? 0 : 1, id)
    }
}
