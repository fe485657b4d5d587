import Screen

extension Model {
    mutating func handleInLog(_ key: Key, _ view: LogView) -> [Effect] {
        var view = view
        if view.isTyping {
            switch key {
            case .enter: view.isTyping = false
            case .escape:
                view.isTyping = false
                view.editor = LineEditor()
            default:
                if let effects = handleEverywhere(key) { return effects }
                _ = view.editor.handle(key)
            }
            view.up = 0
            overlays[overlays.count - 1] = .log(view)
            return []
        }
        if let effects = handleEverywhere(key) { return effects }
        let rows = LogPanel.rows(size)
        switch key {
        case .character("e"):
            view.onlyErrors.toggle()
            view.up = 0
        case .character("/"): view.isTyping = true
        case .escape where !view.editor.text.isEmpty: view.editor = LineEditor()
        default:
            guard case .matched(let command) = keymap.match([key]) else { return [] }
            switch command {
            case .moveUp: view.up += 1
            case .moveDown: view.up -= 1
            case .pageUp: view.up += rows
            case .pageDown: view.up -= rows
            case .halfPageUp: view.up += max(1, rows / 2)
            case .halfPageDown: view.up -= max(1, rows / 2)
            case .first: view.up = log.count
            case .last: view.up = 0
            case .log, .back, .quit, .closeDetails:
                overlays.removeLast()
                return []
            default: return []
            }
        }
        view.up = min(max(0, view.up), max(0, LogPanel.entries(view, self).count - rows))
        overlays[overlays.count - 1] = .log(view)
        return []
    }
}
