import DownloadCore
import Screen

/// The first line: how fast everything is, how much there is to do and when it will be done.
func drawHeader(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.header.y
    let width = layout.header.width
    let right = rightPart(model, layout.width)
    let rightX = max(1, width - 1 - TextWidth.of(right))
    if layout.width == .narrow {
        let rate = model.glyphs.running + " " + Cut.padLeft(Format.rate(model.totals.rate), to: 9)
        let end = frame.put(model.tasks.isEmpty ? "no tasks" : rate, x: 1, y: y, role: model.totals.rate > 0 ? .active : .text)
        if rightX > end { frame.put(right, x: rightX, y: y) }
        return
    }
    var x = frame.put("Haul", x: 1, y: y, role: .title) + 2
    if model.tasks.isEmpty {
        x = frame.put("no tasks", x: x, y: y)
    } else {
        let rate = model.glyphs.running + " " + Cut.padLeft(Format.rate(model.totals.rate), to: 10)
        x = frame.put(rate, x: x, y: y, role: model.totals.rate > 0 ? .active : .text) + 1
        let cells = layout.width == .wide ? 14 : 12
        if x + cells < rightX {
            x = frame.put(Sparkline.text(model.history, cells: cells, glyphs: model.glyphs), x: x, y: y, role: .active)
        }
        if layout.width == .wide {
            let limit = "limit " + (model.totals.limit.map { Format.rate(Double($0)) } ?? "off")
            if x + 2 + TextWidth.of(limit) < rightX { x = frame.put(limit, x: x + 2, y: y) }
        }
    }
    if rightX > x { frame.put(right, x: rightX, y: y) }
}

private func rightPart(_ model: Model, _ width: Layout.Width) -> String {
    let free = model.totals.freeSpace.map { Format.size($0) }
    if model.tasks.isEmpty {
        return width == .narrow ? model.owner : [model.owner, free].compactMap(\.self).joined(separator: "   ")
    }
    let counts = model.counts
    let remaining = model.counts[.active] > 0 ? model.totals.remaining : nil
    let sign = model.totals.isLowerBound ? (model.glyphs.isASCII ? ">" : "≥") : ""
    let estimate = remaining.map { "ETA " + sign + Format.duration($0) }
    if width == .narrow {
        let parts: [(Int, String)] = [
            (counts[.active], model.glyphs.running), (counts[.queued], model.glyphs.queued), (counts[.failed], model.glyphs.failed),
        ]
        let numbers = parts.filter { $0.0 > 0 }.map { Format.count($0.0) + $0.1 }.joined(separator: " ")
        return [numbers, estimate].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
    }
    let named: [(Tab, String)] = [(.active, "active"), (.queued, "queued"), (.paused, "paused"), (.failed, "failed")]
    let numbers =
        named
        .filter { counts[$0.0] > 0 && (width == .wide || $0.0 != .paused) }
        .map { Format.count(counts[$0.0]) + " " + $0.1 }
        .joined(separator: " \(model.glyphs.separator) ")
    let room = width == .wide ? free.map { $0 + " free" } : nil
    return [numbers, estimate, room].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "   ")
}
