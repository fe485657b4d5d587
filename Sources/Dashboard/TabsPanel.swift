import DownloadCore
import Screen

/// The second line: the tabs with their numbers, the filter and the order.
func drawTabs(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.tabs.y
    let width = layout.tabs.width
    guard layout.width != .narrow else {
        drawNarrowTabs(model, y: y, width: width, on: &frame)
        return
    }
    var x = 1
    for tab in Tab.allCases {
        let text = "\(tab.rawValue + 1) \(tab.title) \(Format.count(model.counts[tab]))"
        guard x + text.count + 2 <= width else { break }
        x = drawTab(text, isCurrent: tab == model.tab, x: x, y: y, on: &frame) + (layout.width == .wide ? 1 : 0)
    }
    guard layout.width == .wide else { return }
    let order = "sort: \(model.sort.column.label) \(model.glyphs.direction(model.sort))"
    let state = model.isFrozen ? "frozen   " : ""
    let filter = model.filter.isEmpty ? "none" : Cut.end(model.safe(model.filter.text), to: 20, ellipsis: model.glyphs.ellipsis)
    let right = "\(state)filter: \(filter)   \(order)"
    let start = width - 1 - TextWidth.of(right)
    if start > x {
        frame.put(right, x: start, y: y)
    } else if width - 1 - TextWidth.of(order) > x {
        frame.put(order, x: width - 1 - TextWidth.of(order), y: y)
    }
}

/// The current tab and those that matter most; `<>` says that there are more.
private func drawNarrowTabs(_ model: Model, y: Int, width: Int, on frame: inout Frame) {
    let texts = Tab.allCases.map { "\($0.shortTitle) \(Format.count(model.counts[$0]))" }
    var room = width - 6 - texts[model.tab.rawValue].count
    var shown: Set<Tab> = [model.tab]
    for tab in [Tab.all, .active, .queued, .failed, .paused, .done] where tab != model.tab {
        let need = texts[tab.rawValue].count + 2
        guard need <= room else { break }
        room -= need
        shown.insert(tab)
    }
    var x = 1
    for tab in Tab.allCases where shown.contains(tab) {
        let isCurrent = tab == model.tab
        let before = x
        x =
            isCurrent
            ? drawTab(texts[tab.rawValue], isCurrent: true, x: x, y: y, on: &frame)
            : frame.put(texts[tab.rawValue], x: x, y: y)
        x += x > before ? 2 : 0
    }
    if shown.count < Tab.allCases.count { frame.put("<>", x: width - 3, y: y, role: .faint) }
}

private func drawTab(_ text: String, isCurrent: Bool, x: Int, y: Int, on frame: inout Frame) -> Int {
    frame.put(isCurrent ? "[\(text)]" : " \(text) ", x: x, y: y, role: isCurrent ? .accent : .text)
}
