import DownloadCore
import Screen

/// The list of published files: a line for each.
enum FilesPanel {
    static func draw(_ model: Model, in layout: Layout, on frame: inout Frame) {
        let area = layout.list
        guard area.height > 0 else { return }
        guard model.files.matching > 0 else {
            drawEmpty(model, area, on: &frame)
            return
        }
        let columns = FileColumns(width: area.width)
        if let heads = layout.heads { drawHeads(columns, model, y: heads.y, on: &frame) }
        for line in 0..<min(area.height, model.files.matching - model.files.top) {
            let row = model.files.top + line
            let place = row - model.files.start
            let y = area.y + line
            // A row of an older search is better than none while the new one is read.
            if model.files.loaded.indices.contains(place) {
                draw(model.files.loaded[place], columns, model, y: y, isCursor: row == model.files.row, on: &frame)
            } else {
                frame.put(model.glyphs.ellipsis, x: columns.name.x, y: y, role: .faint)
            }
            if row == model.files.row {
                frame.put(model.glyphs.cursor, x: 0, y: y, role: .accent)
                frame.reverse(from: 0, count: area.width - (layout.width == .narrow ? 0 : 1), y: y)
            }
        }
        if layout.width != .narrow {
            drawScrollBar(count: model.files.matching, top: model.files.top, model, area, on: &frame)
        }
    }

    private static func drawHeads(_ columns: FileColumns, _ model: Model, y: Int, on frame: inout Frame) {
        func head(_ text: String, _ column: Sort.Column) -> String {
            model.files.sort.column == column ? text + model.glyphs.direction(model.files.sort) : text
        }
        let size = head("SIZE", .size)
        frame.put(head("NAME", .name), x: 3, y: y, role: .heading)
        frame.put(size, x: columns.size.end - size.count, y: y, role: .heading)
        let left = [
            (columns.published, "PUBLISHED AS"), (columns.time, head("WHEN", .ended)), (columns.host, "FROM"), (columns.digest, "DIGEST"),
            (columns.verdict, "CHECK"),
        ]
        for case (let span?, let head) in left { frame.put(head, x: span.x, y: y, role: .heading) }
    }

    private static func draw(
        _ file: PublishedFile,
        _ columns: FileColumns,
        _ model: Model,
        y: Int,
        isCursor: Bool,
        on frame: inout Frame
    ) {
        let glyphs = model.glyphs
        let sign = sign(of: file, model)
        if model.files.marks[file.id] != nil { frame.put(glyphs.mark, x: 1, y: y, role: .mark) }
        frame.put(sign.glyph, x: 2, y: y, role: sign.role)
        func put(_ text: String, _ span: Columns.Span?, _ role: Role, cutsMiddle: Bool = false) {
            guard let span else { return }
            let safe = model.safe(text)
            let shown =
                cutsMiddle
                ? Cut.middle(safe, to: span.width, ellipsis: glyphs.ellipsis) : Cut.end(safe, to: span.width, ellipsis: glyphs.ellipsis)
            frame.put(shown, x: span.x, y: y, role: role, limit: span.width)
        }
        put(file.originalName, columns.name, sign.role == .failed ? .faint : .text, cutsMiddle: true)
        put(file.id.name, columns.published, .text, cutsMiddle: true)
        // Where there is no column for it, what is wrong takes the place of the size.
        let isBad = columns.verdict == nil && sign.role != .done && !sign.word.isEmpty
        frame.put(
            isBad ? sign.word : Format.size(file.bytes),
            endingAt: columns.size.end,
            y: y,
            role: isBad ? sign.role : .text,
            limit: columns.size.width,
            ellipsis: glyphs.ellipsis
        )
        if let span = columns.time { put(time(file, model, cells: span.width), span, .text) }
        put(file.url.map(host) ?? "", columns.host, .faint, cutsMiddle: true)
        put(file.digest.map { digest($0, glyphs) } ?? "", columns.digest, .faint)
        put(sign.word, columns.verdict, sign.role)
    }

    /// How a file looks: its sign, its colour and a word, which is empty for one that nobody has read again.
    static func sign(of file: PublishedFile, _ model: Model) -> (glyph: String, role: Role, word: String) {
        let glyphs = model.glyphs
        guard let verdict = model.files.verdict(file) else {
            return file.state == .touched ? (glyphs.done, .waiting, "touched") : (glyphs.done, .done, "")
        }
        if verdict == .running { return (glyphs.checking, .active, verdict.word) }
        return verdict.isBad ? (glyphs.failed, .failed, verdict.word) : (glyphs.done, .done, verdict.word)
    }

    private static func time(_ file: PublishedFile, _ model: Model, cells: Int) -> String {
        let text = TimeOfDay.text(file.time, ahead: model.secondsAhead, now: model.clock)
        // Of a date with its time the date.
        return text.count > cells ? String(text.prefix(cells)) : text
    }

    static func digest(_ digest: Checksum, _ glyphs: GlyphSet) -> String {
        "\(digest.algorithm.rawValue) \(digest.hex.prefix(4))\(glyphs.ellipsis)\(digest.hex.suffix(4))"
    }

    static func host(_ url: String) -> String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    // MARK: - Nothing

    private static func drawEmpty(_ model: Model, _ area: Rect, on frame: inout Frame) {
        let key = model.keymap.labels(of: .add).first ?? ":add"
        let place = model.safe(model.documents)
        let lines: [String] =
            if let problem = model.files.problem {
                ["The files cannot be listed.", ""] + model.safe(problem).split(separator: "; ").map(String.init)
            } else if model.files.window == nil || model.files.window?.text != model.files.text {
                ["Reading \(place)\(model.glyphs.ellipsis)"]
            } else if model.files.text.isEmpty {
                [
                    "No file has been published yet.", "",
                    area.width < 66 ? "What is finished appears here." : "What is finished appears here by itself, from all sessions.",
                    "Files go to \(place).", "", "\(key)  add a URL",
                ]
            } else {
                ["No file fits \"\(model.safe(model.files.text))\".", "", "Esc clears the search."]
            }
        let top = area.y + max(0, (area.height - lines.count) / 3)
        for (row, line) in lines.enumerated() where top + row < area.endY {
            let shown = Cut.end(line, to: area.width - 2, ellipsis: model.glyphs.ellipsis)
            frame.put(shown, x: max(1, (area.width - TextWidth.of(shown)) / 2), y: top + row, limit: area.width - 2)
        }
    }
}
