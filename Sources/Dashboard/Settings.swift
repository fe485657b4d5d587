import DownloadCore
import Screen

/// What can be changed while the dashboard runs; the rest is in the configuration file.
enum Setting: CaseIterable {
    case limit, units, arrangement, graph, span, glyphs, follow, footer

    var label: String {
        switch self {
        case .limit: "Limit of everything"
        case .units: "Speeds in"
        case .arrangement: "Screen"
        case .graph: "Graph"
        case .span: "Graph of the last"
        case .glyphs: "Signs"
        case .follow: "Cursor follows"
        case .footer: "Footer"
        }
    }
}

enum SettingsPanel {
    static func draw(_ menu: Menu, _ model: Model, on frame: inout Frame) {
        let settings = Setting.allCases
        let inner = drawDialog("Settings", width: 56, height: settings.count + 4, model, on: &frame)
        let rows = max(1, inner.height - (inner.height > 4 ? 2 : 0))
        let first = max(0, min(menu.row - rows / 2, settings.count - rows))
        for (row, setting) in settings.enumerated().dropFirst(first).prefix(rows) {
            let y = inner.y + row - first
            frame.put("\(row == menu.row ? model.glyphs.cursor : " ") \(setting.label)", x: inner.x, y: y, limit: inner.width)
            frame.put(value(setting, model), endingAt: inner.endX, y: y, limit: max(0, inner.width - 22), ellipsis: model.glyphs.ellipsis)
            if row == menu.row { frame.reverse(from: inner.x, count: inner.width, y: y) }
        }
        guard inner.height > 4 else { return }
        let text = Cut.end("The rest: haul config path", to: inner.width, ellipsis: model.glyphs.ellipsis)
        frame.put(text, x: inner.x, y: inner.endY - 1, role: .faint)
    }

    private static func value(_ setting: Setting, _ model: Model) -> String {
        switch setting {
        case .limit: model.rateName(model.totals.limit)
        case .units: model.units.label
        case .arrangement:
            switch model.panes.arrangement {
            case .list: "list"
            case .split: "list and details"
            case .details: "details"
            }
        case .graph:
            switch model.panes.graph {
            case .task: "of the task"
            case .all: "of everything"
            case .off: "off"
            }
        case .span: model.panes.span.label
        case .glyphs: model.glyphs.isASCII ? "ASCII" : "Unicode"
        case .follow: model.isFollowing ? "its task" : "its row"
        case .footer: model.usesFunctionKeys ? "function keys" : "letters"
        }
    }
}

extension Model {
    mutating func handleInSettings(_ key: Key, _ menu: Menu) -> [Effect] {
        if let effects = handleEverywhere(key) { return effects }
        let settings = Setting.allCases
        var row = menu.row
        switch key {
        case .escape, .character("q"), .function(2):
            overlays.removeLast()
            return []
        case .down, .character("j"), .control("n"): row = (row + 1) % settings.count
        case .up, .character("k"), .control("p"): row = (row + settings.count - 1) % settings.count
        case .enter, .right, .character(" "), .character("l"): change(settings[row], isBack: false)
        case .left, .character("h"): change(settings[row], isBack: true)
        default: return []
        }
        if case .settings = overlays.last { overlays[overlays.count - 1] = .settings(Menu(row: row)) }
        return []
    }

    private mutating func change(_ setting: Setting, isBack: Bool) {
        switch setting {
        case .limit: overlays.append(.prompt(Prompt(.limitAll)))
        case .units: units = isBack ? units.previous : units.next
        case .arrangement: panes.arrangement = isBack ? panes.arrangement.previous : panes.arrangement.next
        case .graph: panes.graph = isBack ? panes.graph.previous : panes.graph.next
        case .span: panes.span = isBack ? panes.span.previous : panes.span.next
        case .glyphs: glyphs = glyphs.isASCII && canShowUnicode ? .unicode : .ascii
        case .follow: isFollowing.toggle()
        case .footer: usesFunctionKeys.toggle()
        }
        keepCursorOnScreen()
    }
}
