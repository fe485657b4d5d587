import DownloadCore
import Screen

/// The first line: how fast everything is, how much there is to do and when it will be done.
func drawHeader(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.header.y
    let width = layout.header.width
    let right = rightPart(model, layout)
    let rightX = max(1, width - 1 - TextWidth.of(right))
    if layout.width == .narrow {
        let rate = model.glyphs.running + " " + Cut.padLeft(model.rate(model.totals.rate), to: 9)
        let role: Role = model.totals.rate > 0 ? .active : .text
        let end = frame.put(model.hasTasks ? rate : emptiness(model), x: 1, y: y, role: role)
        if model.isDemo, end + 7 < rightX { frame.put("demo", x: end + 1, y: y, role: .title) }
        if rightX > end { frame.put(right, x: rightX, y: y) }
        return
    }
    // Downloads that are none must not be taken for some.
    var x = frame.put(model.isDemo ? "Haul demo" : "Haul", x: 1, y: y, role: .title) + 2
    if !model.hasTasks {
        x = frame.put(emptiness(model), x: x, y: y)
    } else {
        let rate = model.glyphs.running + " " + Cut.padLeft(model.rate(model.totals.rate), to: 10)
        x = frame.put(rate, x: x, y: y, role: model.totals.rate > 0 ? .active : .text) + 1
        // A limit that is set explains the speed; one that is not set is shown where there is room.
        let isWide = layout.width == .wide
        let name = model.totals.isLimitAlternative ? "  alt limit " : "  limit "
        let isSet = model.totals.limit != nil || model.totals.isLimitAlternative
        let limit = isWide || isSet ? name + (model.totals.limit.map { model.rate(Double($0)) } ?? "off") : ""
        let room = rightX - x - 2
        let wanted = width >= 150 ? 40 : isWide ? 14 : 12
        let needed = isSet ? TextWidth.of(limit) : 0
        let cells = min(wanted, room - needed)
        if cells >= 4 {
            x = frame.put(Sparkline.text(model.history.values, cells: cells, glyphs: model.glyphs), x: x, y: y, role: .active)
        }
        if !limit.isEmpty, x + TextWidth.of(limit) < rightX { x = frame.put(limit, x: x, y: y) }
    }
    if rightX > x { frame.put(right, x: rightX, y: y) }
}

private func emptiness(_ model: Model) -> String { model.isConnecting ? "connecting" : "no tasks" }

private func rightPart(_ model: Model, _ layout: Layout) -> String {
    let width = layout.width
    let free = model.totals.freeSpace.map { Format.size($0) + " free" }
    // What nobody should be surprised by.
    let order = model.totals.powerOrder.map { order in
        switch order {
        case .suspend: "then suspend"
        case .poweroff: "then power off"
        }
    }
    if !model.hasTasks {
        let parts = width == .narrow ? [order ?? model.owner] : [order, model.owner, free]
        return parts.compactMap(\.self).joined(separator: "   ")
    }
    let counts = model.counts
    let remaining = model.counts[.active] > 0 ? model.totals.remaining : nil
    let sign = model.totals.isLowerBound ? (model.glyphs.isASCII ? ">" : "≥") : ""
    let estimate = remaining.map { "ETA " + sign + Format.duration($0) + endTime($0, model, layout) }
    if width == .narrow {
        let parts: [(Int, String)] = [
            (counts[.active], model.glyphs.running), (counts[.queued], model.glyphs.queued), (counts[.failed], model.glyphs.failed),
        ]
        let numbers = parts.filter { $0.0 > 0 }.map { Format.count($0.0) + $0.1 }.joined(separator: " ")
        return [numbers, order ?? estimate].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
    }
    let named: [(Tab, String)] = [(.active, "active"), (.queued, "queued"), (.paused, "paused"), (.failed, "failed")]
    let numbers =
        named
        .filter { counts[$0.0] > 0 && (width == .wide || $0.0 != .paused) }
        .map { Format.count(counts[$0.0]) + " " + $0.1 }
        .joined(separator: " \(model.glyphs.separator) ")
    let room = width == .wide ? free : nil
    // Where there is no room for both, the end that surprises goes before the time until then.
    let end = width == .wide ? [estimate, order] : [order ?? estimate]
    return ([numbers] + end + [room]).compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "   ")
}

/// The time of day at which everything is there, where there is room for it.
private func endTime(_ remaining: Duration, _ model: Model, _ layout: Layout) -> String {
    guard layout.header.width >= 130 else { return "" }
    return " (\(TimeOfDay.text(model.clock.advanced(by: remaining), ahead: model.secondsAhead, now: model.clock)))"
}
