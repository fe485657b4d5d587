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
            search(1, isAgain: false)
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard editor.handle(key) else { return [] }
            overlays[overlays.count - 1] = .search(editor)
            searched = editor.text
            search(1, isAgain: false)
        }
        return []
    }

    /// Goes to the next row that fits what was searched for, around the end; the row itself counts unless it is asked for again.
    mutating func search(_ step: Int, isAgain: Bool) {
        let wanted = Filter(searched)
        guard !wanted.isEmpty, !visible.isEmpty else { return }
        let start = cursorRow ?? 0
        let count = visible.count
        for distance in (isAgain ? 1 : 0)...count {
            let row = ((start + step * distance) % count + count) % count
            if wanted.fits(tasks[visible[row]]) {
                moveCursor(to: row)
                return
            }
        }
        say("Nothing that is shown fits \"\(searched)\"", isError: true)
    }
}
