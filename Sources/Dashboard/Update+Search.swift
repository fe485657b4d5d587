import DownloadCore
import Screen

extension Model {
    mutating func handleInSearch(_ key: Key, _ editor: LineEditor) -> [Effect] {
        var editor = editor
        switch key {
        case .escape:
            overlays.removeLast()
        case .enter:
            overlays.removeLast()
            return search(1, isAgain: false)
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard editor.handle(key) else { return [] }
            overlays[overlays.count - 1] = .search(editor)
            searched = editor.text
            return search(1, isAgain: false)
        }
        return []
    }

    /// Goes to the next row that fits what was searched for, around the end; the row itself counts unless it is asked for again.
    func search(_ step: Int, isAgain: Bool) -> [Effect] {
        guard !Filter(searched).isEmpty, shownCount > 0 else { return [] }
        return [.find(TaskSearch(searched, row: cursorRow ?? 0, isBackward: step < 0, skipsFirst: isAgain))]
    }

    mutating func go(toFound row: Int?) {
        if let row { moveCursor(to: row) } else { say("Nothing that is shown fits \"\(searched)\"", isError: true) }
    }
}
