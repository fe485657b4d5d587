import DownloadCore
import Screen

/// The second line: the tabs with their numbers, the filter and the order.
func drawTabs(_ model: Model, in layout: Layout, on frame: inout Frame) {
    let y = layout.tabs.y
    let width = layout.tabs.width
    let labels = TabLabel.labels(model, in: layout)
    for label in labels {
        frame.put(label.text, x: label.x, y: y, role: label.tab == model.tab ? .accent : .text)
    }
    // There are more.
    if labels.count < Tab.allCases.count { frame.put("<>", x: width - 3, y: y, role: .faint) }
    guard layout.width == .wide else { return }
    let x = labels.last.map { $0.x + $0.text.count } ?? 1
    let sort = model.presentSort
    let isUsual = model.showsFiles && sort == .newestFiles
    let order = "sort: " + (isUsual ? "newest first" : "\(sort.column.label) \(model.glyphs.direction(sort))")
    let state = model.isFrozen ? "frozen   " : ""
    let text = model.showsFiles ? model.files.text : model.filter.isEmpty ? "" : model.filter.text
    let filter = text.isEmpty ? "none" : Cut.end(model.safe(text), to: 20, ellipsis: model.glyphs.ellipsis)
    let right = "\(state)\(model.showsFiles ? "search" : "filter"): \(filter)   \(order)"
    let start = width - 1 - TextWidth.of(right)
    if start > x {
        frame.put(right, x: start, y: y)
    } else if width - 1 - TextWidth.of(order) > x {
        frame.put(order, x: width - 1 - TextWidth.of(order), y: y)
    }
}

/// A tab as the second line shows it.
struct TabLabel: Sendable, Hashable {
    var tab: Tab
    var text: String
    var x: Int

    /// Those that there is room for, from the left.
    static func labels(_ model: Model, in layout: Layout) -> [TabLabel] {
        (layout.width == .narrow ? nil : all(model, layout)) ?? narrow(model, layout.tabs.width)
    }

    /// All of them; nil when there is no room for that.
    private static func all(_ model: Model, _ layout: Layout) -> [TabLabel]? {
        var labels: [TabLabel] = []
        var x = 1
        for tab in Tab.allCases {
            let text = "\(tab.rawValue + 1) \(tab.title) \(Format.count(model.number(of: tab)))"
            guard x + text.count + 2 <= layout.tabs.width else { return nil }
            labels.append(TabLabel(tab: tab, text: tab == model.tab ? "[\(text)]" : " \(text) ", x: x))
            x += text.count + 2 + (layout.width == .wide ? 1 : 0)
        }
        return labels
    }

    /// The current tab and those that matter most.
    private static func narrow(_ model: Model, _ width: Int) -> [TabLabel] {
        let texts = Tab.allCases.map { "\($0.shortTitle) \(Format.count(model.number(of: $0)))" }
        var room = width - 7 - texts[model.tab.rawValue].count
        var shown: Set<Tab> = [model.tab]
        for tab in [Tab.all, .active, .queued, .failed, .paused, .done] where tab != model.tab {
            let need = texts[tab.rawValue].count + 2
            guard need <= room else { break }
            room -= need
            shown.insert(tab)
        }
        var labels: [TabLabel] = []
        var x = 1
        for tab in Tab.allCases where shown.contains(tab) {
            let text = tab == model.tab ? "[\(texts[tab.rawValue])]" : texts[tab.rawValue]
            labels.append(TabLabel(tab: tab, text: text, x: x))
            x += text.count + 2
        }
        return labels
    }
}

extension Model {
    /// What a tab says that it holds: Done counts the files of the managed directory.
    func number(of tab: Tab) -> Int {
        tab == .done ? files.total ?? counts[.done] : counts[tab]
    }
}
