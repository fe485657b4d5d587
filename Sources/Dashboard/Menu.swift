import DownloadCore
import Screen

/// A choice among a few lines.
public struct Menu: Sendable, Hashable {
    public internal(set) var row: Int
}

/// The menu of the columns to sort by.
enum SortPanel {
    static func draw(_ menu: Menu, _ model: Model, on frame: inout Frame) {
        let columns = model.sortColumns
        let inner = drawDialog("Sort by", width: 30, height: columns.count + 2, model, on: &frame)
        let first = max(0, min(menu.row, columns.count - inner.height))
        for (row, column) in columns.enumerated().dropFirst(first).prefix(max(0, inner.height)) {
            let y = inner.y + row - first
            let sign = column == model.presentSort.column ? model.glyphs.direction(model.presentSort) : " "
            frame.put("\(row == menu.row ? model.glyphs.cursor : " ") \(sign) \(column.label)", x: inner.x, y: y, limit: inner.width)
            if row == menu.row { frame.reverse(from: inner.x, count: inner.width, y: y) }
        }
    }
}

extension GlyphSet {
    func direction(_ sort: Sort) -> String {
        sort.isDescending ? (isASCII ? "v" : "▼") : ascending
    }
}

extension Model {
    mutating func handleInSort(_ key: Key, _ menu: Menu) -> [Effect] {
        let columns = sortColumns
        if let effects = handleEverywhere(key) { return effects }
        var row = menu.row
        switch key {
        case .enter, .character(" "):
            overlays.removeLast()
            sort(choosing: columns[row])
            return []
        case .escape, .character("q"), .character("s"), .function(6):
            overlays.removeLast()
            return []
        case .down, .character("j"), .control("n"): row = (row + 1) % columns.count
        case .up, .character("k"), .control("p"): row = (row + columns.count - 1) % columns.count
        default: return []
        }
        overlays[overlays.count - 1] = .sort(Menu(row: row))
        return []
    }
}
